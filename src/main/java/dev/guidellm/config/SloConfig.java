package dev.guidellm.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The latencies that a request must keep to count as good; at least one, null for no limit.
///
/// @param ttftMs time to first token in milliseconds
/// @param tpotMs time per output token in milliseconds
/// @param e2elMs whole latency in milliseconds
@IgnoreUnknown
public record SloConfig(
        @Range(above = 0) @Nullable Double ttftMs,
        @Range(above = 0) @Nullable Double tpotMs,
        @Range(above = 0) @Nullable Double e2elMs) {
    public SloConfig {
        if (ttftMs == null && tpotMs == null && e2elMs == null) {
            throw ConfigException.rule("GoodputSLO requires at least one of ttft_ms, tpot_ms, or e2el_ms");
        }
    }

    /// The objectives that are judged together, group by group.
    public List<SloConfig> groups() {
        return List.of(this);
    }
}
