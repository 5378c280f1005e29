package dev.guidellm.output;

import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The console's table of replays: how far each was what had been recorded.
final class ReplayTable {
    private static final String NONE = "--";
    private static final List<List<String>> HEADERS = List.of(
            List.of("Benchmark", "Strategy", ""),
            List.of("Lag First Turns", "ms", "p50"),
            List.of("Lag First Turns", "ms", "p99"),
            List.of("Lag Later Turns", "ms", "p50"),
            List.of("Lag Later Turns", "ms", "p99"),
            List.of("Sessions", "Intended", "Mean"),
            List.of("Sessions", "Intended", "Max"),
            List.of("Sessions", "Achieved", "Mean"),
            List.of("Sessions", "Achieved", "Max"),
            List.of("Not As Recorded", "Sizes", "%"),
            List.of("Not As Recorded", "Prefixes", "%"),
            List.of("Not As Recorded", "Order", "%"),
            List.of("Prefix Cache", "Ideal", "%"),
            List.of("Prefix Cache", "Of Size", "%"),
            List.of("Prefix Cache", "Measured", "%"));

    private final BenchmarkResult benchmark;

    private ReplayTable(BenchmarkResult benchmark) {
        this.benchmark = benchmark;
    }

    /// Empty when no benchmark is a replay.
    static Optional<ConsoleTables.Titled> of(List<BenchmarkResult> benchmarks) {
        List<List<String>> rows = benchmarks.stream()
                .filter(benchmark -> benchmark.number(path("turns")) != null)
                .map(benchmark -> new ReplayTable(benchmark).row())
                .toList();
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(new ConsoleTables.Titled(
                        "Replay Fidelity (All Sent Requests)", List.of(new Table.Section(HEADERS, rows)), List.of()));
    }

    private List<String> row() {
        List<String> row = new ArrayList<>(List.of(benchmark.strategyText()));
        for (String turns : List.of("first_turns", "later_turns")) {
            row.add(shown(figure("lag_ms", turns, "p50"), 1));
            row.add(shown(figure("lag_ms", turns, "p99"), 1));
        }
        for (String sessions : List.of("intended", "achieved")) {
            row.add(shown(figure("sessions_in_flight", sessions, "mean"), 1));
            row.add(shown(figure("sessions_in_flight", sessions, "max"), 0));
        }
        Double atServer = figure("prompt_sizes", "deviating_share");
        row.add(percent(atServer == null ? figure("read_again", "size_deviating_share") : atServer));
        row.add(percent(figure("read_again", "prefix_deviating_share")));
        row.add(percent(figure("order", "deviating_share")));
        row.add(percent(figure("prefix_cache", "sent", "hit_rate")));
        row.add(percent(figure("prefix_cache", "sent", "hit_rate_of_capacity")));
        row.add(percent(figure("prefix_cache", "measured", "hit_rate")));
        return row;
    }

    private @Nullable Double figure(String... keys) {
        return benchmark.number(path(keys));
    }

    private static String[] path(String... keys) {
        List<String> path = new ArrayList<>(List.of(BenchmarkReport.EXTENSION_KEY, "figures", "replay"));
        path.addAll(List.of(keys));
        return path.toArray(String[]::new);
    }

    private static String percent(@Nullable Double share) {
        return share == null ? NONE : shown(share * 100, 1);
    }

    private static String shown(@Nullable Double value, int decimals) {
        return value == null ? NONE : ConsoleTables.fixed(value, decimals);
    }
}
