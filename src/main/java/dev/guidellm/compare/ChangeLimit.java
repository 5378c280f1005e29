package dev.guidellm.compare;

import dev.guidellm.report.BenchmarkReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A change that must not be: `ttft_ms.p99 > +5%`, `rps < -5%`, `[concurrent@8] e2el_ms.mean > +20`.
public final class ChangeLimit {
    private final BenchmarkSelector selector;
    private final MetricExpression expression;
    private final Limit limit;
    private final boolean percent;
    private final String text;

    private ChangeLimit(
            BenchmarkSelector selector, MetricExpression expression, Limit limit, boolean percent, String text) {
        this.selector = selector;
        this.expression = expression;
        this.limit = limit;
        this.percent = percent;
        this.text = text;
    }

    /// Reads a limit.
    ///
    /// @throws ExpressionException for what is no limit of a change
    public static ChangeLimit parse(String text) throws ExpressionException {
        BenchmarkSelector.Selected selected = BenchmarkSelector.split(text);
        Limit.Split split = Limit.split(selected.rest());
        MetricExpression expression = MetricExpression.parse(split.left());
        boolean percent = split.right().endsWith("%");
        String number =
                percent ? split.right().substring(0, split.right().length() - 1).strip() : split.right();
        boolean up = number.startsWith("+");
        boolean down = number.startsWith("-");
        boolean fits = switch (split.operator()) {
            case GREATER, AT_LEAST -> up;
            case LESS, AT_MOST -> down;
            case EQUAL, DIFFERENT -> false;
        };
        if (!fits) {
            throw new ExpressionException(
                    "a limit of a change reads '> +5%', '< -5%' or, in the metric's unit, '> +20'");
        }
        return new ChangeLimit(
                selected.selector(),
                expression,
                new Limit(split.operator(), Limit.number(number)),
                percent,
                text.strip().replaceAll("\\s+", " "));
    }

    /// The metric that must be compared for it.
    public MetricExpression expression() {
        return expression;
    }

    /// How it is at one level.
    ///
    /// @param strategy the level; empty when no level was compared
    /// @param failed whether the change is one that must not be
    /// @param words the whole finding in one line
    public record Result(String text, String candidate, String strategy, boolean failed, String words) {}

    /// The findings at each level that is meant.
    ///
    /// @param baseline says which level a selector means
    /// @param byPoint whether the figures alone decide, whatever the verdict
    public List<Result> judge(SideComparison compared, ComparisonSide baseline, boolean byPoint) {
        BenchmarkReport first = baseline.reports().getFirst().report();
        List<String> all = first.labels();
        Set<String> labels = selector.in(first).stream().map(all::get).collect(Collectors.toSet());
        List<Result> results = new ArrayList<>();
        for (LevelComparison level : compared.levels()) {
            if (!(selector instanceof BenchmarkSelector.All) && !labels.contains(level.strategy())) {
                continue;
            }
            for (MetricComparison metric : level.metrics()) {
                if (metric.expression().equals(expression)) {
                    results.add(judge(compared.candidate(), level.strategy(), metric, byPoint));
                }
            }
        }
        if (results.isEmpty()) {
            results.add(new Result(
                    text, compared.candidate(), "", true, text + ": no level that both sides have is meant"));
        }
        return results;
    }

    private Result judge(String candidate, String strategy, MetricComparison metric, boolean byPoint) {
        String where = text + " at " + strategy + " in " + candidate + ": ";
        Double change = percent ? metric.percent() : metric.change();
        if (change == null) {
            return new Result(
                    text, candidate, strategy, true, where + "not measured, " + String.join("; ", metric.words()));
        }
        String found = where + "changed by " + shown(metric);
        if (!limit.holds(change)) {
            return new Result(text, candidate, strategy, false, found);
        }
        if (byPoint) {
            return new Result(text, candidate, strategy, true, found + " (by the figures alone)");
        }
        if (metric.verdict().isFinding()) {
            return new Result(
                    text,
                    candidate,
                    strategy,
                    true,
                    found + ", " + metric.verdict().words() + " (" + pValue(metric) + ")");
        }
        String reason = metric.pValue() == null
                ? "there is no evidence: " + String.join("; ", metric.words())
                : "there is no evidence of a difference (" + pValue(metric) + ")";
        return new Result(text, candidate, strategy, false, found + ", but " + reason);
    }

    private static String pValue(MetricComparison metric) {
        return metric.adjusted() == null ? "p unknown" : FigureText.sentence(metric.adjusted());
    }

    private static String shown(MetricComparison metric) {
        String unit = metric.expression().unit();
        return FigureText.signedPercent(metric.percent()) + " ("
                + FigureText.figure(metric.baseline() == null ? Double.NaN : metric.baseline(), unit) + " → "
                + FigureText.figure(metric.candidate() == null ? Double.NaN : metric.candidate(), unit) + ")";
    }

    /// The limit as it was written.
    public String text() {
        return text;
    }
}
