package dev.guidellm.selftest;

import dev.guidellm.health.VerdictRules;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// The most of one sort of load.
///
/// @param together what client and server reached together in this process; null when nothing was reached
/// @param clientPart of the CPU time that both used, 0 to 1; null when the system does not tell
/// @param alone what the client alone could do, estimated from its CPU time, see [CpuSplit#alone]; null likewise
/// @param bound what runs out first in that estimate; null likewise
public record Ceiling(
        @Nullable Double together,
        @Nullable Double clientPart,
        @Nullable Double alone,
        @Nullable String bound) {
    /// Nothing was reached.
    static final Ceiling NONE = new Ceiling(null, null, null, null);

    /// An estimate beyond what was seen is believed up to so many times that.
    static final double MOST_BEYOND = 2;

    /// Up to where the client is not the limit: the estimate, but at most twice what was seen; where there is no
    /// estimate, the share of what was seen that leaves the cores some room. Rounded down to two digits.
    /// 0 when nothing was reached.
    public double trusted() {
        if (together == null) {
            return 0;
        }
        double limit = alone == null ? VerdictRules.OWN_CPU_DOUBT * together : Math.min(alone, MOST_BEYOND * together);
        return BigDecimal.valueOf(limit)
                .round(new MathContext(2, RoundingMode.DOWN))
                .doubleValue();
    }

    /// The same ceiling in units of which each of these has `factor`.
    public Ceiling times(double factor) {
        return new Ceiling(
                together == null ? null : (Double) (together * factor),
                clientPart,
                alone == null ? null : (Double) (alone * factor),
                bound);
    }
}
