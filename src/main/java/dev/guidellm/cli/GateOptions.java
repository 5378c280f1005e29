package dev.guidellm.cli;

import dev.guidellm.cli.ArgumentParser.Parsed;
import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.compare.ExpressionException;
import dev.guidellm.compare.Gate;
import dev.guidellm.report.BenchmarkReport;
import java.util.ArrayList;
import java.util.List;

/// The option `--assert`: reads the gates, and says in the end which of them failed.
final class GateOptions {
    private GateOptions() {}

    static List<Gate> gates(Parsed parsed) {
        List<Gate> gates = new ArrayList<>();
        for (List<String> use : parsed.uses("--assert")) {
            try {
                gates.add(Gate.parse(use.getFirst()));
            } catch (ExpressionException e) {
                throw CompareCommand.refused("--assert", use.getFirst(), e);
            }
        }
        return gates;
    }

    /// Says on standard error which gates failed, one line each, and on the console how many held.
    ///
    /// @return whether all held
    static boolean show(List<Gate> gates, BenchmarkReport report, boolean console, Surroundings surroundings) {
        List<Gate.Result> results = Gate.judge(gates, report);
        int passed = 0;
        for (Gate.Result result : results) {
            if (!result.passed()) {
                surroundings.err().println("Gate failed: " + result.words());
                continue;
            }
            passed++;
            if (console && !result.certain()) {
                surroundings.out().println("⚠ Gate held: " + result.words());
            }
        }
        if (console && !results.isEmpty()) {
            String icon = passed == results.size() ? "✔ " : "✖ ";
            surroundings.out().println(icon + "Gates: " + passed + " of " + results.size() + " held");
        }
        return passed == results.size();
    }
}
