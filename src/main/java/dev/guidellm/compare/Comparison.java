package dev.guidellm.compare;

import dev.guidellm.health.ClientHealth;
import dev.guidellm.report.BenchmarkExtension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Runs compared with a baseline: per level and metric the change, its interval, and whether it is more than
/// chance.
///
/// @param confidence of the intervals; 1 − it is the chance of a false verdict that is put up with
/// @param corrected whether that chance is for all verdicts on a side together, not for each
/// @param sides one for each side beside the baseline
public record Comparison(double confidence, boolean corrected, List<SideComparison> sides) {
    private static final List<String> USUAL_METRICS = List.of(
            "ttft_ms.mean",
            "ttft_ms.p50",
            "ttft_ms.p95",
            "ttft_ms.p99",
            "itl_ms.mean",
            "itl_ms.p95",
            "tpot_ms.mean",
            "e2el_ms.mean",
            "e2el_ms.p95",
            "e2el_ms.p99",
            "rps.successful.mean",
            "output_tps.successful.mean",
            "goodput.mean",
            "slo_attainment",
            "error_share");

    public Comparison {
        sides = List.copyOf(sides);
    }

    /// How to compare.
    ///
    /// @param metrics what is compared
    /// @param asked those of them that somebody named; of the others those that nobody measured are left out
    /// @param confidence above 0 and below 1
    /// @param corrected whether the many tests are corrected for, by Holm's method
    /// @param allowDifferences whether runs of different workloads are compared, too
    public record Options(
            List<MetricExpression> metrics,
            List<MetricExpression> asked,
            double confidence,
            boolean corrected,
            boolean allowDifferences) {
        public Options {
            metrics = List.copyOf(metrics);
            asked = List.copyOf(asked);
        }
    }

    /// The metrics that are compared when none are named.
    public static List<MetricExpression> usualMetrics() {
        List<MetricExpression> metrics = new ArrayList<>();
        for (String text : USUAL_METRICS) {
            try {
                metrics.add(MetricExpression.parse(text));
            } catch (ExpressionException e) {
                throw new IllegalStateException(e);
            }
        }
        return metrics;
    }

    /// Compares sides with the first of them.
    ///
    /// @param sides at least two
    /// @throws ComparisonException when the sides have nothing in common, or differ in what was asked of the server
    public static Comparison of(List<ComparisonSide> sides, Options options) throws ComparisonException {
        ComparisonSide baseline = sides.getFirst();
        Map<String, List<ComparedRun>> before = baseline.levels();
        List<SideComparison> compared = new ArrayList<>();
        for (ComparisonSide candidate : sides.subList(1, sides.size())) {
            compared.add(compare(baseline, before, candidate, options));
        }
        return new Comparison(options.confidence, options.corrected, compared);
    }

    private static SideComparison compare(
            ComparisonSide baseline, Map<String, List<ComparedRun>> before, ComparisonSide candidate, Options options)
            throws ComparisonException {
        Map<String, List<ComparedRun>> after = candidate.levels();
        Set<String> common = new LinkedHashSet<>(before.keySet());
        common.retainAll(after.keySet());
        if (common.isEmpty()) {
            throw new ComparisonException("there is no level that both have: " + baseline.name() + " has "
                    + listed(before.keySet()) + "; " + candidate.name() + " has " + listed(after.keySet()));
        }
        Set<String> differences = new LinkedHashSet<>();
        Set<String> mentioned = new LinkedHashSet<>();
        workloads(baseline, candidate, common, differences, mentioned);
        if (!differences.isEmpty() && !options.allowDifferences) {
            throw new ComparisonException(
                    "the workloads of " + baseline.name() + " and " + candidate.name() + " differ", differences);
        }
        List<LevelComparison> levels = new ArrayList<>();
        for (String label : common) {
            levels.add(level(
                    label,
                    Objects.requireNonNull(before.get(label)),
                    Objects.requireNonNull(after.get(label)),
                    options));
        }
        List<String> missing = new ArrayList<>();
        before.keySet().stream()
                .filter(label -> !after.containsKey(label))
                .forEach(label -> missing.add(label + " is missing in " + candidate.name()));
        after.keySet().stream()
                .filter(label -> !before.containsKey(label))
                .forEach(label -> missing.add(label + " is missing in " + baseline.name()));
        return new SideComparison(
                baseline.name(), candidate.name(), judged(levels, options), missing, differences, mentioned);
    }

    /// Compares the first report of the baseline with all others, repeats included: they must be repeats of one
    /// thing.
    private static void workloads(
            ComparisonSide baseline,
            ComparisonSide candidate,
            Set<String> labels,
            Set<String> differences,
            Set<String> mentioned) {
        ComparisonSide.Named first = baseline.reports().getFirst();
        List<ComparisonSide.Named> others =
                new ArrayList<>(baseline.reports().subList(1, baseline.reports().size()));
        others.addAll(candidate.reports());
        for (ComparisonSide.Named other : others) {
            WorkloadDifferences found = WorkloadDifferences.between(first.report(), other.report(), labels);
            String where = others.size() == 1 ? "" : " (" + first.name() + " and " + other.name() + ")";
            found.refused().forEach(line -> differences.add(line + where));
            found.mentioned().forEach(line -> mentioned.add(line + where));
        }
    }

    private static LevelComparison level(
            String label, List<ComparedRun> before, List<ComparedRun> after, Options options) {
        List<MetricComparison> metrics = new ArrayList<>();
        for (MetricExpression expression : options.metrics) {
            MetricComparison compared = new MetricTest(expression, options.confidence).compare(before, after);
            boolean nobody = compared.baseline() == null && compared.candidate() == null;
            if (!nobody || options.asked.contains(expression)) {
                metrics.add(compared);
            }
        }
        Set<String> notes = new LinkedHashSet<>();
        before.forEach(run -> notes(run, notes));
        after.forEach(run -> notes(run, notes));
        return new LevelComparison(label, before.size(), after.size(), metrics, List.copyOf(notes));
    }

    private static void notes(ComparedRun run, Set<String> notes) {
        BenchmarkExtension extension = run.benchmark().extension();
        if (extension.partial()) {
            notes.add(run.report() + ": the run was interrupted during this benchmark");
        }
        ClientHealth client = extension.client();
        if (client != null && client.verdict().doubtful()) {
            notes.add(run.report() + ": " + client.line());
        }
        extension.notes().forEach(note -> notes.add(run.report() + ": " + note));
    }

    /// The verdicts, from the p-values of all levels together.
    private static List<LevelComparison> judged(List<LevelComparison> levels, Options options) {
        double[] pValues = levels.stream()
                .flatMap(level -> level.metrics().stream())
                .filter(metric -> metric.pValue() != null)
                .mapToDouble(metric -> Objects.requireNonNull(metric.pValue()))
                .toArray();
        double[] adjusted =
                options.corrected ? HolmCorrection.adjusted(pValues) : Arrays.copyOf(pValues, pValues.length);
        List<LevelComparison> judged = new ArrayList<>();
        int next = 0;
        for (LevelComparison level : levels) {
            List<MetricComparison> metrics = new ArrayList<>();
            for (MetricComparison metric : level.metrics()) {
                metrics.add(metric.pValue() == null ? metric : metric.judged(adjusted[next++], 1 - options.confidence));
            }
            judged.add(new LevelComparison(
                    level.strategy(), level.baselineRuns(), level.candidateRuns(), metrics, level.notes()));
        }
        return judged;
    }

    private static String listed(Set<String> labels) {
        return labels.isEmpty() ? "none" : String.join(", ", labels);
    }
}
