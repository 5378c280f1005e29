package dev.guidellm.output;

import dev.guidellm.compare.ChangeLimit;
import dev.guidellm.compare.Comparison;
import dev.guidellm.compare.FigureText;
import dev.guidellm.compare.LevelComparison;
import dev.guidellm.compare.MetricComparison;
import dev.guidellm.compare.SideComparison;
import dev.guidellm.compare.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A comparison in words and tables, whatever the medium.
///
/// @param parts one for each side beside the baseline
/// @param limits what came of the changes that must not be
/// @param method how the verdicts were found, as sentences
record ComparisonPage(List<Part> parts, List<ChangeLimit.Result> limits, List<String> method) {
    /// What stands where there is nothing.
    private static final String NOTHING = "--";

    private static final char NO_BREAK = '\u00a0';

    /// The baseline and one other side.
    ///
    /// @param warnings what a reader should know first
    record Part(String baseline, String candidate, String summary, List<String> warnings, List<Level> levels) {}

    /// One table.
    ///
    /// @param evidence what its verdicts rest on
    record Level(String strategy, String evidence, List<String> header, List<Row> rows, List<String> notes) {}

    /// One metric.
    record Row(Verdict verdict, List<String> cells) {}

    static ComparisonPage of(Comparison comparison, List<ChangeLimit.Result> limits) {
        return new ComparisonPage(
                comparison.sides().stream().map(side -> part(side, comparison)).toList(), limits, method(comparison));
    }

    private static List<String> method(Comparison comparison) {
        String level = FigureText.percent(1 - comparison.confidence()).replace(' ', NO_BREAK);
        List<String> lines = new ArrayList<>();
        lines.add(
                comparison.corrected()
                        ? "A change counts where p, corrected for all tests of a comparison (Holm), is below " + level
                                + ": then even one false finding among them comes up in at most " + level
                                + " of comparisons of equal servers."
                        : "A change counts where p is below " + level
                                + ", not corrected for many tests: so many of them"
                                + " come up falsely where nothing changed.");
        lines.add("The intervals are each for itself. No evidence of difference does not mean equal: the interval says"
                + " how large a difference is still possible.");
        return lines;
    }

    private static Part part(SideComparison side, Comparison comparison) {
        List<String> warnings = new ArrayList<>();
        side.differences().forEach(line -> warnings.add("The workloads differ: " + line + "."));
        side.missing().forEach(line -> warnings.add("Not compared: " + line + "."));
        side.mentioned().forEach(line -> warnings.add("Also different: " + line + "."));
        return new Part(
                side.baseline(),
                side.candidate(),
                summary(side),
                warnings,
                side.levels().stream().map(level -> level(level, comparison)).toList());
    }

    private static String summary(SideComparison side) {
        List<String> counts = new ArrayList<>();
        for (Verdict verdict : List.of(Verdict.WORSE, Verdict.BETTER, Verdict.DIFFERENT, Verdict.NO_EVIDENCE)) {
            long count = side.count(verdict);
            if (count > 0 || verdict == Verdict.WORSE || verdict == Verdict.BETTER) {
                counts.add(count + " " + verdict.words());
            }
        }
        return "Of " + side.tests() + " tests: " + String.join(", ", counts) + ".";
    }

    private static Level level(LevelComparison level, Comparison comparison) {
        List<Row> rows = level.metrics().stream()
                .map(metric -> new Row(metric.verdict(), cells(metric)))
                .toList();
        Map<String, List<String>> sentences = new LinkedHashMap<>();
        for (MetricComparison metric : level.metrics()) {
            for (String sentence : metric.words()) {
                sentences
                        .computeIfAbsent(sentence, _ -> new ArrayList<>())
                        .add(metric.expression().text());
            }
        }
        List<String> notes = new ArrayList<>(level.notes());
        sentences.forEach((sentence, metrics) -> notes.add(String.join(", ", metrics) + ": " + sentence + "."));
        return new Level(
                level.strategy(),
                level.evidence(),
                List.of(
                        "Metric",
                        "Baseline",
                        "Candidate",
                        "Change",
                        FigureText.percent(comparison.confidence()) + " interval",
                        comparison.corrected() ? "p, corrected" : "p",
                        "Verdict"),
                rows,
                notes);
    }

    private static List<String> cells(MetricComparison metric) {
        String unit = metric.expression().unit();
        return List.of(
                metric.expression().text()
                        + (unit.isEmpty() || metric.expression().metric().name().endsWith("_" + unit)
                                ? ""
                                : " (" + unit + ")"),
                number(metric.baseline()),
                number(metric.candidate()),
                change(metric),
                metric.interval() == null ? NOTHING : FigureText.signedInterval(metric.interval()),
                metric.adjusted() == null ? NOTHING : FigureText.pValue(metric.adjusted()),
                metric.verdict().words());
    }

    private static String number(@Nullable Double value) {
        return value == null ? NOTHING : FigureText.number(value);
    }

    private static String change(MetricComparison metric) {
        Double change = metric.change();
        if (change == null) {
            return NOTHING;
        }
        return change == 0 ? "0" : FigureText.signed(change) + " (" + FigureText.signedPercent(metric.percent()) + ")";
    }
}
