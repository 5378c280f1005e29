package dev.guidellm.compare;

import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A condition that benchmarks of a run must hold: `ttft_ms.p99 < 200`, or of some of them
/// `[last] slo_attainment >= 0.99`.
///
/// What was not measured holds nothing.
public final class Gate {
    private final BenchmarkSelector selector;
    private final MetricExpression expression;
    private final Limit limit;
    private final String text;

    private Gate(BenchmarkSelector selector, MetricExpression expression, Limit limit, String text) {
        this.selector = selector;
        this.expression = expression;
        this.limit = limit;
        this.text = text;
    }

    /// Reads a gate.
    ///
    /// @throws ExpressionException for what is no gate
    public static Gate parse(String text) throws ExpressionException {
        BenchmarkSelector.Selected selected = BenchmarkSelector.split(text);
        Limit.Split split = Limit.split(selected.rest());
        return new Gate(
                selected.selector(),
                MetricExpression.parse(split.left()),
                new Limit(split.operator(), Limit.number(split.right())),
                text.strip().replaceAll("\\s+", " "));
    }

    /// The gate as it was written.
    public String text() {
        return text;
    }

    /// How it is with one benchmark.
    ///
    /// @param benchmark its place in the report; -1 when the gate's benchmark is not there
    /// @param label the benchmark's strategy; empty when it is not there
    /// @param figure what was found
    /// @param passed whether the gate holds
    /// @param certain false when the confidence interval lies on both sides of the limit
    /// @param words the whole finding in one line
    public record Result(
            Gate gate,
            int benchmark,
            String label,
            @Nullable Figure figure,
            boolean passed,
            boolean certain,
            String words) {}

    /// The findings, one for each benchmark that is meant.
    public List<Result> judge(BenchmarkReport report) {
        List<Integer> places = selector.in(report);
        if (places.isEmpty()) {
            return List.of(new Result(this, -1, "", null, false, true, text + ": " + missing(report)));
        }
        List<Result> results = new ArrayList<>();
        for (int place : places) {
            results.add(judge(place, report.benchmarks().get(place)));
        }
        return List.copyOf(results);
    }

    /// The findings of all gates, gate by gate.
    public static List<Result> judge(List<Gate> gates, BenchmarkReport report) {
        return gates.stream().flatMap(gate -> gate.judge(report).stream()).toList();
    }

    private Result judge(int place, BenchmarkResult benchmark) {
        Figure figure = expression.of(benchmark);
        String label = benchmark.strategyText();
        String where = text + " in benchmark " + (place + 1) + " (" + label + "): ";
        Double value = figure.value();
        if (value == null) {
            return new Result(this, place, label, figure, false, true, where + "not measured, " + figure.absence());
        }
        ConfidenceInterval interval = figure.interval();
        boolean certain = interval == null || !limit.isWithin(interval);
        String found = "found " + FigureText.figureBeside(value, limit.number(), expression.unit());
        String doubt = ", not certain: the " + FigureText.percent(MetricExpression.confidence(benchmark))
                + " interval is " + FigureText.interval(interval);
        return new Result(
                this, place, label, figure, limit.holds(value), certain, where + found + (certain ? "" : doubt));
    }

    private static String missing(BenchmarkReport report) {
        List<String> labels = report.labels();
        return labels.isEmpty()
                ? "the run has no benchmark"
                : "the run has no such benchmark, only " + String.join(", ", labels);
    }
}
