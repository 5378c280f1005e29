package dev.guidellm.cli;

import dev.guidellm.cli.Programs.Comparing;
import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.compare.ChangeLimit;
import dev.guidellm.compare.Comparison;
import dev.guidellm.compare.ComparisonException;
import dev.guidellm.compare.ComparisonSide;
import dev.guidellm.config.ComparisonOutput;
import dev.guidellm.config.UsageException;
import dev.guidellm.json.JsonPath;
import dev.guidellm.output.ComparisonWriters;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportException;
import dev.guidellm.report.ReportReader;
import dev.guidellm.terminal.ConsoleShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compares stored reports and says which changes must not be.
final class CompareProgram {
    private final Surroundings surroundings;

    CompareProgram(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    int execute(Comparing comparing) {
        List<ComparisonSide> sides = new ArrayList<>();
        for (List<String> files : comparing.sides()) {
            List<ComparisonSide.Named> reports = new ArrayList<>();
            files.forEach(file -> reports.add(new ComparisonSide.Named(file, read(file))));
            refuseCopies(reports);
            sides.add(new ComparisonSide(reports));
        }
        Comparison comparison;
        try {
            comparison = Comparison.of(sides, comparing.options());
        } catch (ComparisonException e) {
            throw refused(e);
        }
        List<ChangeLimit.Result> results = new ArrayList<>();
        for (ChangeLimit limit : comparing.limits()) {
            comparison
                    .sides()
                    .forEach(side -> results.addAll(limit.judge(side, sides.getFirst(), comparing.byPoint())));
        }
        boolean written = write(comparison, results, comparing.outputs());
        boolean held = show(results, comparing.outputs());
        return written ? held ? ExitCode.OK : ExitCode.GATE_FAILED : ExitCode.FAILED;
    }

    private BenchmarkReport read(String file) {
        try {
            return ReportReader.read(surroundings.workingDirectory().resolve(file));
        } catch (ReportException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandFailedException("The report " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /// The same run under two names is no repetition.
    private static void refuseCopies(List<ComparisonSide.Named> reports) {
        Map<String, String> seen = new HashMap<>();
        for (ComparisonSide.Named named : reports) {
            String id = runId(named.report());
            String other = id == null ? null : seen.put(id, named.name());
            if (other != null) {
                throw new UsageException(
                        "'" + other + "' and '" + named.name() + "' are the same run, which is no repetition.");
            }
        }
    }

    private static @Nullable String runId(BenchmarkReport report) {
        return report.benchmarks().isEmpty()
                ? null
                : JsonPath.text(report.benchmarks().getFirst().get("config", "run_id"));
    }

    private static UsageException refused(ComparisonException problem) {
        if (problem.differences().isEmpty()) {
            return new UsageException("Nothing can be compared: " + problem.getMessage() + ".");
        }
        StringBuilder message = new StringBuilder("Not compared: " + problem.getMessage() + ":");
        problem.differences().forEach(line -> message.append("\n  - ").append(line));
        return new UsageException(message.append("\n--allow-differences compares them all the same.")
                .toString());
    }

    private boolean write(Comparison comparison, List<ChangeLimit.Result> results, List<ComparisonOutput> outputs) {
        ComparisonWriters writers = new ComparisonWriters(
                surroundings.workingDirectory(),
                ConsoleShape.of(surroundings.environment()).columns(),
                surroundings.out());
        boolean all = true;
        for (ComparisonOutput output : outputs) {
            try {
                String place = writers.write(comparison, results, output);
                if (!place.isEmpty() && onConsole(outputs)) {
                    surroundings.out().println("…   " + output.kind() + ": " + place);
                }
            } catch (IOException e) {
                all = false;
                surroundings.err().println("Error: the " + output.kind() + " output cannot be written: " + e);
            }
        }
        return all;
    }

    /// Failed limits go to standard error in any case, the others to the console.
    private boolean show(List<ChangeLimit.Result> results, List<ComparisonOutput> outputs) {
        boolean held = true;
        for (ChangeLimit.Result result : results) {
            if (result.failed()) {
                held = false;
                surroundings.err().println("Limit exceeded: " + result.words());
            } else if (onConsole(outputs)) {
                surroundings.out().println("✔ Limit held: " + result.words());
            }
        }
        return held;
    }

    private static boolean onConsole(List<ComparisonOutput> outputs) {
        return outputs.stream().anyMatch(ComparisonOutput.Console.class::isInstance);
    }
}
