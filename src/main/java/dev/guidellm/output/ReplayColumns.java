package dev.guidellm.output;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The columns on a replay: how far the load was the recorded one. Reports of the original have none of them.
final class ReplayColumns {
    private static final String GROUP = "Replay";

    /// Figures and what their units are called, by their place below `figures.replay`.
    private static final List<Map.Entry<String, String>> SPREADS = List.of(
            Map.entry("lag_ms.first_turns", "Lag First Turns ms"),
            Map.entry("lag_ms.later_turns", "Lag Later Turns ms"),
            Map.entry("behind_record_s", "Behind Record Sec"));

    private static final List<String> QUANTITIES = List.of("count", "mean", "p50", "p90", "p99", "p999", "max");

    private final CsvOutput.Row row;

    ReplayColumns(CsvOutput.Row row) {
        this.row = row;
    }

    /// @param replay `figures.replay`; null leaves all cells empty
    void fill(@Nullable JsonValue replay) {
        row.value(GROUP, "Turns", "", JsonPath.get(replay, "turns"));
        for (Map.Entry<String, String> spread : SPREADS) {
            group(spread.getValue(), JsonPath.get(replay, spread.getKey().split("\\.")), QUANTITIES);
        }
        for (String sessions : List.of("recorded", "intended", "achieved")) {
            group(
                    "Sessions In Flight " + CsvColumns.title(sessions),
                    JsonPath.get(replay, "sessions_in_flight", sessions),
                    List.of("sessions", "mean", "max"));
        }
        group(
                "Prompt Sizes",
                JsonPath.get(replay, "prompt_sizes"),
                List.of("turns", "deviating", "deviating_share", "common_extra_tokens"));
        group(
                "Read Again",
                JsonPath.get(replay, "read_again"),
                List.of(
                        "prompts",
                        "size_deviating",
                        "size_deviating_share",
                        "shared_prefixes",
                        "prefix_deviating",
                        "prefix_deviating_share"));
        group(
                "Order",
                JsonPath.get(replay, "order"),
                List.of("turns", "deviating", "deviating_share", "before_parents"));
        JsonValue cache = JsonPath.get(replay, "prefix_cache");
        row.value(GROUP, "Prefix Cache", "Capacity Tokens", JsonPath.get(cache, "capacity_tokens"));
        for (String trace : List.of("recorded", "sent")) {
            group(
                    "Prefix Cache " + CsvColumns.title(trace),
                    JsonPath.get(cache, trace),
                    List.of("prompt_tokens", "distinct_block_tokens", "hit_rate", "hit_rate_of_capacity"));
        }
        group(
                "Prefix Cache Measured",
                JsonPath.get(cache, "measured"),
                List.of("turns", "prompt_tokens", "cached_tokens", "hit_rate"));
    }

    private void group(String name, @Nullable JsonValue figures, List<String> keys) {
        for (String key : keys) {
            row.value(GROUP, name, CsvColumns.title(key), JsonPath.get(figures, key));
        }
    }
}
