package dev.guidellm.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The latencies that a request must keep to count as good; at least one, null for no limit.
///
/// @param ttftMs time to first token in milliseconds
/// @param tpotMs time per output token in milliseconds
/// @param e2elMs whole latency in milliseconds
/// @param ttftAttainment share of the requests that must keep `ttftMs` in a search, judged by itself; null to
/// judge it together with the other objectives that have none
/// @param tpotAttainment the same for `tpotMs`
/// @param e2elAttainment the same for `e2elMs`
@IgnoreUnknown
public record SloConfig(
        @Range(above = 0) @Nullable Double ttftMs,
        @Range(above = 0) @Nullable Double tpotMs,
        @Range(above = 0) @Nullable Double e2elMs,
        @Range(above = 0, below = 1) @Nullable Double ttftAttainment,
        @Range(above = 0, below = 1) @Nullable Double tpotAttainment,
        @Range(above = 0, below = 1) @Nullable Double e2elAttainment) {
    public SloConfig {
        if (ttftMs == null && tpotMs == null && e2elMs == null) {
            throw ConfigException.rule("GoodputSLO requires at least one of ttft_ms, tpot_ms, or e2el_ms");
        }
        needs("ttft", ttftAttainment, ttftMs);
        needs("tpot", tpotAttainment, tpotMs);
        needs("e2el", e2elAttainment, e2elMs);
    }

    /// Limits without shares of their own.
    public SloConfig(@Nullable Double ttftMs, @Nullable Double tpotMs, @Nullable Double e2elMs) {
        this(ttftMs, tpotMs, e2elMs, null, null, null);
    }

    /// The objectives that are judged together: first those without a share of their own, then each of the others.
    public List<SloConfig> groups() {
        Double ttft = ttftAttainment == null ? ttftMs : null;
        Double tpot = tpotAttainment == null ? tpotMs : null;
        Double e2el = e2elAttainment == null ? e2elMs : null;
        List<SloConfig> groups = new ArrayList<>();
        if (ttft != null || tpot != null || e2el != null) {
            groups.add(new SloConfig(ttft, tpot, e2el));
        }
        if (ttftAttainment != null) {
            groups.add(new SloConfig(ttftMs, null, null, ttftAttainment, null, null));
        }
        if (tpotAttainment != null) {
            groups.add(new SloConfig(null, tpotMs, null, null, tpotAttainment, null));
        }
        if (e2elAttainment != null) {
            groups.add(new SloConfig(null, null, e2elMs, null, null, e2elAttainment));
        }
        return List.copyOf(groups);
    }

    /// The share of the requests that must keep all of these objectives: the own one of a group of one, else
    /// the one of the profile.
    ///
    /// @param general share for objectives that have none of their own
    public double share(double general) {
        Double own = ttftAttainment != null ? ttftAttainment : tpotAttainment != null ? tpotAttainment : e2elAttainment;
        return own == null ? general : own;
    }

    private static void needs(String objective, @Nullable Double share, @Nullable Double limit) {
        if (share != null && limit == null) {
            throw ConfigException.rule(objective + "_attainment is a share of the requests that keep " + objective
                    + "_ms, which is not set");
        }
    }
}
