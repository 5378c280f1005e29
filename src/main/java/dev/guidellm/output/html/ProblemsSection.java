package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.ErrorSummary;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.output.html.Blocks.Cell;
import dev.guidellm.report.BenchmarkExtension;
import dev.guidellm.report.BenchmarkReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What failed, with the server's words, and what puts figures in doubt.
final class ProblemsSection implements Section {
    private static final int MOST_TEXTS = 100;

    /// One row of the table of errors.
    private record Failure(String level, int count, String text, String example) {}

    @Override
    public String id() {
        return "problems";
    }

    @Override
    public String title() {
        return "Problems";
    }

    @Override
    public void write(Page page, Markup out) {
        errors(page, out);
        warnings(page, out);
        notes(page, out);
    }

    private static void errors(Page page, Markup out) {
        out.element("h3", "Errors").line();
        List<Failure> failures = new ArrayList<>();
        page.levels().forEach(level -> failures(level, failures));
        if (failures.isEmpty()) {
            Blocks.paragraph(out, "No request failed.");
            return;
        }
        Blocks.table(
                out,
                "errors",
                "Failed requests that look alike, over the whole of each level",
                List.of("Level", "Requests", "Error", "An example's request id"),
                failures.stream()
                        .map(each -> List.of(
                                Cell.text(each.level),
                                Cell.whole((double) each.count),
                                Cell.text(each.text),
                                Cell.text(each.example)))
                        .toList());
        if (page.severalLevels()) {
            Blocks.chart(out, "errors", "Failed requests by benchmark", "In the measured window.");
        }
    }

    private static void failures(Level level, List<Failure> failures) {
        if (level.result().get(BenchmarkReport.EXTENSION_KEY) == null) {
            listed(level, failures);
            return;
        }
        ErrorSummary errors = level.result().extension().errors();
        for (ErrorSummary.Group group : errors.groups()) {
            failures.add(new Failure(
                    level.label(), group.count(), BenchmarkExtension.describe(group), group.exampleRequestId()));
        }
        if (errors.ungrouped() > 0) {
            failures.add(new Failure(level.label(), errors.ungrouped(), "other errors", ""));
        }
        if (errors.throttled() > 0) {
            failures.add(new Failure(level.label(), errors.throttled(), throttled(errors), ""));
        }
    }

    private static String throttled(ErrorSummary errors) {
        List<String> seen = new ArrayList<>();
        errors.retryAfter().forEach((value, count) -> seen.add("'" + value + "' (" + count + "×)"));
        return "of all failed requests, throttled by the server"
                + (seen.isEmpty() ? "" : "; Retry-After: " + String.join(", ", seen));
    }

    /// Reports of the original hold errors only on the requests that they list.
    private static void listed(Level level, List<Failure> failures) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        Map<String, String> examples = new LinkedHashMap<>();
        int others = 0;
        for (JsonValue request : level.result().requests(RequestStatus.ERRORED)) {
            String error = JsonPath.text(request, "info", "error");
            String text = error == null || error.isEmpty() ? "no text" : error;
            if (counts.size() == MOST_TEXTS && !counts.containsKey(text)) {
                others++;
                continue;
            }
            counts.merge(text, 1, Integer::sum);
            String id = JsonPath.text(request, "request_id");
            examples.putIfAbsent(text, id == null ? "" : id);
        }
        counts.forEach((text, count) ->
                failures.add(new Failure(level.label(), count, text, examples.getOrDefault(text, ""))));
        if (others > 0) {
            failures.add(new Failure(level.label(), others, "other errors", ""));
        }
    }

    private static void warnings(Page page, Markup out) {
        out.element("h3", "Warnings").line();
        List<List<Cell>> rows = new ArrayList<>();
        for (Level level : page.levels()) {
            for (BenchmarkWarning warning : level.result().warnings()) {
                rows.add(List.of(
                        Cell.text(level.label()),
                        Cell.text(warning.message()).withNote(warning.note()),
                        Cell.text(warning.code()),
                        Cell.figure(warning.observed()),
                        Cell.figure(warning.threshold()),
                        Cell.text(warning.unit().key())));
            }
        }
        if (rows.isEmpty()) {
            Blocks.paragraph(out, "No warning was raised.");
            return;
        }
        Blocks.table(
                out,
                "warnings",
                "Findings that put figures in doubt",
                List.of("Level", "Warning", "Rule", "Observed", "Threshold", "Unit"),
                rows);
    }

    private static void notes(Page page, Markup out) {
        List<String> notes = new ArrayList<>();
        for (JsonValue note : JsonPath.items(page.report().extension(), "notes")) {
            if (note instanceof JsonString(String text)) {
                notes.add(text);
            }
        }
        for (Level level : page.levels()) {
            BenchmarkExtension extension = level.result().extension();
            if (extension.partial()) {
                notes.add(level.label() + ": the run was interrupted, these figures cover only a part of the level.");
            }
            extension.notes().forEach(note -> notes.add(level.label() + ": " + note));
        }
        if (notes.isEmpty()) {
            return;
        }
        out.element("h3", "Notes").line().open("ul").line();
        notes.forEach(note -> out.element("li", note).line());
        out.closeLine();
    }
}
