package dev.guidellm.clock;

import java.time.Duration;
import java.util.Optional;

/// How long before a deadline a thread stops sleeping and begins to spin, and how much of a core that may cost.
///
/// See `docs/decisions/0011-dispatch.md`.
///
/// @param nanos longest spin before one deadline; 0 for none
/// @param share most of a core that spinning may take on average, from 0 to 1
public record SpinPolicy(long nanos, double share) {
    /// Covers what a sleeping thread needs to wake up.
    private static final long USUAL_NANOS = 100_000;

    private static final int CORES_TO_SPARE = 4;
    private static final double SHARE_OF_FEW_CORES = 0.2;

    /// Never spins.
    public static final SpinPolicy NEVER = new SpinPolicy(0, 0);

    public SpinPolicy {
        if (nanos < 0 || share < 0 || share > 1) {
            throw new IllegalArgumentException("no spin of " + nanos + " ns with a share of " + share);
        }
    }

    /// What was asked for; when nothing was, what suits `cores`.
    ///
    /// @param asked longest spin before one deadline, zero for none, empty for the usual one of this machine
    public static SpinPolicy of(Optional<Duration> asked, int cores) {
        if (asked.isPresent()) {
            return asked.get().isZero() ? NEVER : new SpinPolicy(asked.get().toNanos(), 1);
        }
        if (cores >= CORES_TO_SPARE) {
            return new SpinPolicy(USUAL_NANOS, 1);
        }
        // On one core a spin would keep the very threads from running that the deadline is for.
        return cores == 1 ? NEVER : new SpinPolicy(USUAL_NANOS, SHARE_OF_FEW_CORES);
    }
}
