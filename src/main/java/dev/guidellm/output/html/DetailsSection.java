package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Modality;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.output.html.Blocks.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// All other figures of a level.
final class DetailsSection implements Section {
    /// A metric with its name, unit and the factor to it.
    private record Shown(String name, String key, double scale) {}

    private static final List<Shown> SIZES = List.of(
            new Shown("Prompt tokens", "prompt_token_count", 1),
            new Shown("Output tokens", "output_token_count", 1),
            new Shown("Total tokens", "total_token_count", 1),
            new Shown("Stream events", "request_streaming_iterations_count", 1),
            new Shown("Output tokens per event", "output_tokens_per_iteration", 1),
            new Shown("Output tokens per later event", "iter_tokens_per_iteration", 1));
    private static final List<Shown> DELAYS = List.of(
            new Shown("Time per output token", "time_per_output_token_ms", 1),
            new Shown("Time to first output token", "time_to_first_output_token_ms", 1),
            new Shown("Latency from the due time", "request_scheduled_latency", 1000),
            new Shown("Dispatch delay", "request_dispatch_delay", 1000),
            new Shown("Waited for the turn before", "turn_predecessor_delay", 1000),
            new Shown("Scheduling delay of turns", "turn_scheduling_delay", 1000),
            new Shown("Average round trip (WebSocket)", "avg_round_trip_time_ms", 1),
            new Shown("Last round trip (WebSocket)", "time_to_last_round_trip_ms", 1));
    private static final List<String> STATISTICS = List.of("Mean", "Median", "P95", "P99");

    @Override
    public String id() {
        return "details";
    }

    @Override
    public String title() {
        return "Details";
    }

    @Override
    public boolean isShown(Page page) {
        return !page.levels().isEmpty();
    }

    @Override
    public void write(Page page, Markup out) {
        runs(page, out);
        Blocks.eachLevel(page, out, level -> {
            distributions(out, "sizes-" + level.index(), "Request size, successful requests", SIZES, level);
            distributions(
                    out,
                    "delays-" + level.index(),
                    "Extra latency in milliseconds, successful requests",
                    DELAYS,
                    level);
            modalities(out, level);
            figures(out, level);
        });
    }

    private static void runs(Page page, Markup out) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Level level : page.levels()) {
            rows.add(List.of(
                    Cell.text(level.label()),
                    Cell.moment(level.result().number("start_time")),
                    Cell.figure(level.result().number("duration")),
                    Cell.figure(level.result().number("warmup_duration")),
                    Cell.figure(level.result().number("cooldown_duration")),
                    Cell.whole(level.requests("successful")),
                    Cell.whole(level.requests("incomplete")),
                    Cell.whole(level.requests("errored")),
                    Cell.whole(level.requests("total")),
                    Cell.text(endedBy(level))));
        }
        Blocks.table(
                out,
                "timings",
                "How each level ran; requests of the measured window",
                List.of(
                        "Run",
                        "Start",
                        "Measured (s)",
                        "Warm-up (s)",
                        "Cool-down (s)",
                        "Successful",
                        "Incomplete",
                        "Errored",
                        "Total",
                        "Ended by"),
                rows);
    }

    private static String endedBy(Level level) {
        List<String> kinds = new ArrayList<>();
        for (String end : List.of("end_processing_constraints", "end_queuing_constraints")) {
            JsonPath.members(level.result().get("scheduler_state"), end).keySet().stream()
                    .map(kind -> kind.replace('_', ' '))
                    .filter(kind -> !kinds.contains(kind))
                    .forEach(kinds::add);
        }
        return kinds.isEmpty() ? Figure.NONE : String.join(", ", kinds);
    }

    private static void distributions(Markup out, String id, String caption, List<Shown> shown, Level level) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Shown each : shown) {
            DistributionSummary summary = level.successful(each.key);
            if (summary != null) {
                rows.add(List.of(
                        Cell.text(each.name),
                        Cell.figure(summary.mean() * each.scale)
                                .withNote(SummarySection.interval(summary.meanInterval(), each.scale)),
                        SummarySection.percentile(summary, Percentile.P50, each.scale),
                        SummarySection.percentile(summary, Percentile.P95, each.scale),
                        SummarySection.percentile(summary, Percentile.P99, each.scale)));
            }
        }
        if (!rows.isEmpty()) {
            List<String> heads = new ArrayList<>(List.of("Figure"));
            heads.addAll(STATISTICS);
            Blocks.table(out, id, caption, heads, rows);
        }
    }

    private static void modalities(Markup out, Level level) {
        Map<String, List<List<Cell>>> groups = new LinkedHashMap<>();
        for (Modality modality : Modality.values()) {
            DistributionSummary input = Level.successful(level.result().modality(modality, "input"));
            DistributionSummary output = Level.successful(level.result().modality(modality, "output"));
            if (input != null || output != null) {
                groups.computeIfAbsent(modality.group(), _ -> new ArrayList<>())
                        .add(List.of(
                                Cell.text(title(modality.key())),
                                Cell.figure(input == null ? null : (Double) input.mean()),
                                Cell.figure(input == null ? null : (Double) input.percentile(Percentile.P95)),
                                Cell.figure(output == null ? null : (Double) output.mean()),
                                Cell.figure(output == null ? null : (Double) output.percentile(Percentile.P95))));
            }
        }
        groups.forEach((group, rows) -> Blocks.table(
                out,
                group + "-" + level.index(),
                title(group) + " metrics per successful request",
                List.of("Count", "In, mean", "In, P95", "Out, mean", "Out, P95"),
                rows));
    }

    private static void figures(Markup out, Level level) {
        List<List<String>> leaves = new ArrayList<>();
        Leaves.collect(level.result().get("scheduler_metrics"), "scheduler", leaves);
        JsonValue own = level.result().extension().figures();
        Leaves.collect(own, "", leaves);
        out.open("details").element("summary", "Scheduler, wire and other figures");
        Blocks.table(
                out,
                "figures-" + level.index(),
                "Figures by their names in the report, " + level.label(),
                List.of("Name", "Value"),
                leaves.stream()
                        .map(leaf -> List.of(Cell.text(leaf.get(0)), Cell.text(leaf.get(1))))
                        .toList());
        out.closeLine();
    }

    private static String title(String key) {
        return key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1).replace('_', ' ');
    }
}
