package dev.guidellm.output;

import dev.guidellm.health.ClientHealth;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.ErrorSummary;
import dev.guidellm.report.BenchmarkExtension;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.report.GoodputAnswer;
import dev.guidellm.terminal.ConsoleShape;
import dev.guidellm.terminal.Glyphs;
import dev.guidellm.terminal.Table;
import dev.guidellm.terminal.TextWidth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The report for people: tables, then what they should know beside the figures.
final class ConsoleOutput {
    /// Assessments of a knee to which the detector contributed.
    private static final Set<String> DETECTOR_HAS_A_WORD =
            Set.of("corroborated", "compatible", "disagreement", "oversaturation_boundary");

    private final ZoneId zone;
    private final ConsoleShape shape;

    /// @param shape wraps sentences, and splits tables that a screen would break
    ConsoleOutput(ZoneId zone, ConsoleShape shape) {
        this.zone = zone;
        this.shape = shape;
    }

    List<String> lines(BenchmarkReport report) {
        List<String> lines = new ArrayList<>();
        List<BenchmarkResult> benchmarks = report.benchmarks();
        if (!benchmarks.isEmpty()) {
            for (ConsoleTables.Titled titled : new ConsoleTables(zone).of(benchmarks)) {
                lines.addAll(List.of("", "", "ℹ " + titled.title()));
                lines.addAll(new Table(drawn(titled.sections())).lines(shape.tableColumns()));
                lines.addAll(titled.footnotes());
            }
        }
        clients(benchmarks, lines);
        report.conclusions().forEach(conclusion -> knee(conclusion, lines));
        report.conclusions()
                .forEach(conclusion ->
                        GoodputAnswer.of(conclusion, benchmarks).ifPresent(answer -> goodput(answer, lines)));
        for (BenchmarkResult benchmark : benchmarks) {
            warnings(benchmark, lines);
            errors(benchmark, lines);
            notes(benchmark, lines);
        }
        return lines;
    }

    /// The sections with characters that take the columns they are counted for.
    private List<Table.Section> drawn(List<Table.Section> sections) {
        String plusMinus = shape.glyphs().plusMinus();
        if (plusMinus.equals(Glyphs.UNICODE.plusMinus())) {
            return sections;
        }
        return sections.stream()
                .map(section -> new Table.Section(
                        section.columns(),
                        section.rows().stream()
                                .map(row -> row.stream()
                                        .map(cell -> cell.replace(Glyphs.UNICODE.plusMinus(), plusMinus))
                                        .toList())
                                .toList()))
                .toList();
    }

    /// Whether the client was the limit, a line for each benchmark.
    private void clients(List<BenchmarkResult> benchmarks, List<String> lines) {
        boolean first = true;
        for (BenchmarkResult benchmark : benchmarks) {
            ClientHealth client = benchmark.extension().client();
            if (client == null) {
                continue;
            }
            if (first) {
                lines.addAll(List.of("", "", "Client"));
                first = false;
            }
            String icon = switch (client.verdict().level()) {
                case UNKNOWN -> "ℹ ";
                case NOT_THE_LIMIT -> "✔ ";
                case POSSIBLY -> "⚠ ";
                case THE_LIMIT -> "✖ ";
            };
            sentence(icon, benchmark.strategyText() + ": " + client.line(), lines);
        }
    }

    private void knee(JsonValue conclusion, List<String> lines) {
        if (!"knee_detection".equals(JsonPath.text(conclusion, "kind"))) {
            return;
        }
        lines.addAll(List.of("", ""));
        JsonValue throughput = JsonPath.get(conclusion, "final", "throughput");
        Double knee = JsonPath.number(throughput, "knee");
        if (knee != null) {
            lines.add("✔ Throughput knee: " + ConsoleTables.fixed(knee, 2) + " concurrent streams");
            Long first = JsonPath.whole(throughput, "saturation_concurrency");
            if (first != null) {
                lines.add("  First measured point at/above knee: " + first + " concurrent streams");
            }
        } else {
            lines.add("ℹ Throughput knee: not detected");
            sentence("  ", "Reason: " + JsonPath.text(throughput, "reason"), lines);
        }
        JsonValue plan = JsonPath.get(conclusion, "adaptive_plan");
        List<String> points = JsonPath.items(plan, "concurrencies").stream()
                .map(CsvOutput::plain)
                .toList();
        if (!points.isEmpty()) {
            sentence("  ", "Adaptive points selected: " + String.join(", ", points), lines);
        } else if (JsonPath.text(plan, "reason") != null) {
            sentence("  ", "Adaptive refinement skipped: " + JsonPath.text(plan, "reason"), lines);
        }
        JsonValue assessment = JsonPath.get(conclusion, "final", "assessment");
        if (DETECTOR_HAS_A_WORD.contains(String.valueOf(JsonPath.text(assessment, "status")))) {
            sentence("  ", "Over-saturation detector: " + JsonPath.text(assessment, "reason"), lines);
        }
        for (JsonValue note : JsonPath.items(conclusion, BenchmarkReport.EXTENSION_KEY, "notes")) {
            sentence("⚠ ", CsvOutput.plain(note), lines);
        }
    }

    private void goodput(GoodputAnswer answer, List<String> lines) {
        lines.addAll(List.of("", "", "Goodput search"));
        String icon = switch (answer.tone()) {
            case CLEAR -> "✔ ";
            case LIMITED -> "⚠ ";
            case NONE -> "✖ ";
        };
        for (String sentence : answer.sentences()) {
            sentence(icon, sentence, lines);
            icon = "  ";
        }
    }

    private void warnings(BenchmarkResult benchmark, List<String> lines) {
        List<BenchmarkWarning> warnings = benchmark.warnings();
        if (warnings.isEmpty()) {
            return;
        }
        heading("Warnings", benchmark, lines);
        for (BenchmarkWarning warning : warnings) {
            sentence("⚠ ", warning.message(), lines);
            if (!warning.note().isEmpty()) {
                sentence("  ", warning.note(), lines);
            }
        }
    }

    private void errors(BenchmarkResult benchmark, List<String> lines) {
        ErrorSummary errors = benchmark.extension().errors();
        if (errors.groups().isEmpty() && errors.throttled() == 0) {
            return;
        }
        heading("Errors", benchmark, lines);
        for (ErrorSummary.Group group : errors.groups()) {
            sentence("✖ ", group.count() + " × " + BenchmarkExtension.describe(group), lines);
        }
        if (errors.ungrouped() > 0) {
            sentence("✖ ", errors.ungrouped() + " × other errors", lines);
        }
        if (errors.throttled() > 0) {
            sentence("⚠ ", throttled(errors), lines);
        }
    }

    private static String throttled(ErrorSummary errors) {
        String text = requests(errors.throttled()) + " throttled by the server";
        if (errors.retryAfter().isEmpty()) {
            return text + ".";
        }
        List<String> seen = new ArrayList<>();
        errors.retryAfter().forEach((value, count) -> seen.add("'" + value + "' (" + count + "×)"));
        return text + "; Retry-After: " + String.join(", ", seen) + ".";
    }

    private void notes(BenchmarkResult benchmark, List<String> lines) {
        BenchmarkExtension extension = benchmark.extension();
        List<String> notes = new ArrayList<>();
        if (extension.partial()) {
            notes.add("The run was interrupted: these figures cover only a part of the benchmark.");
        }
        notes.addAll(extension.notes());
        if (notes.isEmpty()) {
            return;
        }
        heading("Notes", benchmark, lines);
        notes.forEach(note -> sentence("ℹ ", note, lines));
    }

    private static String requests(int count) {
        return count + (count == 1 ? " request was" : " requests were");
    }

    private static void heading(String title, BenchmarkResult benchmark, List<String> lines) {
        lines.addAll(List.of("", "", title + " (" + benchmark.strategyText() + ")"));
    }

    private void sentence(String icon, String text, List<String> lines) {
        lines.addAll(TextWidth.marked(icon, text, Math.max(20, shape.columns() - 2)));
    }
}
