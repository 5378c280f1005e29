package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.output.html.Blocks.Cell;
import dev.guidellm.report.BenchmarkReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way on which a searching profile came to its answer.
final class SearchSection implements Section {
    @Override
    public String id() {
        return "search";
    }

    @Override
    public String title() {
        return "Search";
    }

    @Override
    public boolean isShown(Page page) {
        return !page.report().conclusions().isEmpty();
    }

    @Override
    public void write(Page page, Markup out) {
        for (JsonValue conclusion : page.report().conclusions()) {
            if (!JsonPath.items(conclusion, "probes").isEmpty()) {
                goodput(page, conclusion, out);
            } else if ("knee_detection".equals(JsonPath.text(conclusion, "kind"))) {
                knee(conclusion, out);
            }
        }
    }

    private static void goodput(Page page, JsonValue conclusion, Markup out) {
        Double target = page.targetAttainment();
        boolean byRate =
                JsonPath.items(conclusion, "probes").stream().anyMatch(probe -> JsonPath.number(probe, "rate") != null);
        String key = byRate ? "rate" : "streams";
        List<JsonValue> own = JsonPath.items(conclusion, BenchmarkReport.EXTENSION_KEY, "probes");
        String load = byRate ? "Requests/s" : "Concurrent requests";
        Blocks.paragraph(
                out,
                "Each probe is a level of load. It passes when the share of requests that keep"
                        + " the objectives reaches the target"
                        + (target == null ? "" : " of " + Figure.percent(target))
                        + "; it is resolved when its interval does not contain the target."
                        + (own.stream().noneMatch(SearchSection::climbedPast)
                                ? ""
                                : " What was climbed past ended as soon as it leaned to passing, for a higher level to"
                                        + " settle it."));
        Blocks.chart(out, "search-path", "The search, probe by probe", "");
        Blocks.chart(out, "search-attainment", "Attainment by load", "Bars are confidence intervals.");
        List<List<Cell>> rows = new ArrayList<>();
        for (JsonValue probe : JsonPath.items(conclusion, "probes")) {
            JsonValue more = rows.size() < own.size() ? own.get(rows.size()) : JsonValue.NULL;
            rows.add(List.of(
                    new Cell(Integer.toString(rows.size() + 1), rows.size() + 1.0, ""),
                    Cell.given(JsonPath.number(probe, key)),
                    Cell.share(JsonPath.number(probe, "attainment")).withNote(interval(probe)),
                    Cell.whole(JsonPath.number(probe, "determined_requests")),
                    Cell.figure(JsonPath.number(probe, "goodput")),
                    Cell.text(yesNo(probe, "passed")),
                    Cell.text(resolved(probe, more)),
                    Cell.text(yesNo(probe, "aborted"))));
        }
        Blocks.table(
                out,
                "probes",
                "Probes",
                List.of("Probe", load, "Attainment", "Determined", "Goodput (req/s)", "Passed", "Resolved", "Aborted"),
                rows);
        Blocks.facts(
                out,
                List.of(
                        List.of(
                                "Highest passing",
                                Cell.given(JsonPath.number(conclusion, "best_passing_" + key))
                                        .text()),
                        List.of(
                                "Lowest failing",
                                Cell.given(JsonPath.number(conclusion, "lowest_failing_" + key))
                                        .text()),
                        List.of("Ended because", words(JsonPath.text(conclusion, "stop_reason")))));
    }

    private static String resolved(JsonValue probe, JsonValue more) {
        return climbedPast(more) ? "no: climbed past" : yesNo(probe, "resolved");
    }

    private static boolean climbedPast(JsonValue more) {
        return Boolean.TRUE.equals(JsonPath.truth(more, "climbed_past"));
    }

    private static void knee(JsonValue conclusion, Markup out) {
        JsonValue throughput = JsonPath.get(conclusion, "final", "throughput");
        JsonValue saturation = JsonPath.get(conclusion, "final", "saturation");
        JsonValue assessment = JsonPath.get(conclusion, "final", "assessment");
        Blocks.paragraph(
                out, "The knee is where more concurrent requests stop to bring more throughput in proportion.");
        Blocks.chart(out, "knee", "Throughput by concurrency", "");
        Blocks.facts(
                out,
                List.of(
                        List.of("Knee", Figure.of(JsonPath.number(throughput, "knee"))),
                        List.of(
                                "First measured level at or above it",
                                Cell.given(JsonPath.number(throughput, "saturation_concurrency"))
                                        .text()),
                        List.of("Throughput", words(JsonPath.text(throughput, "reason"))),
                        List.of("Saturation", words(JsonPath.text(saturation, "reason"))),
                        List.of("Both together", words(JsonPath.text(assessment, "reason"))),
                        List.of("Refinement", words(JsonPath.text(conclusion, "adaptive_plan", "reason")))));
        List<List<Cell>> rows = new ArrayList<>();
        for (JsonValue point : JsonPath.items(saturation, "points")) {
            rows.add(List.of(
                    Cell.given(JsonPath.number(point, "concurrency")),
                    Cell.text(yesNo(point, "is_over_saturated")),
                    slope(point, "concurrent_slope"),
                    slope(point, "ttft_slope"),
                    Cell.whole(JsonPath.number(point, "ttft_violations"))));
        }
        if (!rows.isEmpty()) {
            Blocks.table(
                    out,
                    "saturation",
                    "Whether the server fell behind, by level",
                    List.of(
                            "Concurrent requests",
                            "Over-saturated",
                            "Slope of concurrency",
                            "Slope of TTFT",
                            "TTFT violations"),
                    rows);
        }
    }

    private static Cell slope(JsonValue point, String key) {
        Double margin = JsonPath.number(point, key + "_moe");
        return Cell.figure(JsonPath.number(point, key)).withNote(margin == null ? "" : "± " + Figure.of(margin));
    }

    private static String interval(JsonValue probe) {
        Double lower = JsonPath.number(probe, "attainment_lower");
        Double upper = JsonPath.number(probe, "attainment_upper");
        return lower == null || upper == null ? "" : Figure.share(lower) + " to " + Figure.share(upper);
    }

    private static String yesNo(JsonValue value, String key) {
        Boolean truth = JsonPath.truth(value, key);
        return truth == null ? Figure.NONE : truth ? "yes" : "no";
    }

    private static String words(@Nullable String text) {
        return text == null || text.isEmpty() ? Figure.NONE : text.replace('_', ' ');
    }
}
