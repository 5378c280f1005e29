package dev.guidellm.search;

import org.jspecify.annotations.Nullable;

/// What the throughput curve and the over-saturation detector say together.
///
/// @param centre the concurrency around which a closer look pays, null when there is none to name
/// @param lower a concurrency known to be below saturation, null when unknown
/// @param upper a concurrency known to be above it, null when unknown
public record SaturationAssessment(
        Status status,
        String reason,
        @Nullable Double centre,
        @Nullable Double lower,
        @Nullable Double upper) {
    /// Two concurrencies closer than this share of them are the same: a knee is computed, a measured point is not.
    private static final double SAME_CONCURRENCY = 1e-9;

    /// Whether the two agree.
    public enum Status {
        /// The knee lies between the highest safe and the lowest over-saturated concurrency.
        CORROBORATED("corroborated"),
        /// Over-saturation begins above the knee.
        COMPATIBLE("compatible"),
        /// A knee, and no word of the detector.
        THROUGHPUT_ONLY("throughput_only"),
        /// Over-saturation without a knee.
        OVER_SATURATION_BOUNDARY("oversaturation_boundary"),
        /// Neither.
        NO_SATURATION("no_saturation"),
        /// They contradict each other, or the detector itself.
        DISAGREEMENT("disagreement");

        private final String key;

        Status(String key) {
            this.key = key;
        }

        /// The name in reports.
        public String key() {
            return key;
        }
    }

    /// Weighs one against the other.
    public static SaturationAssessment of(ThroughputFit fit, SaturationBoundary boundary) {
        if (boundary.status() == SaturationBoundary.Status.INCONSISTENT) {
            return disagreement("Over-saturation states are not monotonic across concurrency");
        }
        Double first = boundary.status() == SaturationBoundary.Status.DETECTED ? boundary.firstOverSaturated() : null;
        return switch (fit) {
            case ThroughputFit.Knee knee -> withKnee(knee.concurrency(), boundary.previousSafe(), first);
            case ThroughputFit.NoKnee _ -> withoutKnee(boundary.previousSafe(), first);
        };
    }

    private static SaturationAssessment withKnee(double knee, @Nullable Double safe, @Nullable Double first) {
        double tolerance = SAME_CONCURRENCY * knee;
        if (first == null) {
            return new SaturationAssessment(
                    Status.THROUGHPUT_ONLY,
                    "Throughput saturated without an over-saturation boundary",
                    knee,
                    null,
                    null);
        }
        if (first < knee - tolerance) {
            return disagreement("The detector reported over-saturation below the throughput knee");
        }
        return safe != null && safe <= knee + tolerance
                ? new SaturationAssessment(
                        Status.CORROBORATED,
                        "The throughput knee falls inside the safe-to-overloaded bracket",
                        knee,
                        safe,
                        first)
                : new SaturationAssessment(
                        Status.COMPATIBLE, "Over-saturation occurs above the throughput knee", knee, null, first);
    }

    private static SaturationAssessment withoutKnee(@Nullable Double safe, @Nullable Double first) {
        return first == null
                ? new SaturationAssessment(
                        Status.NO_SATURATION,
                        "Neither detector found saturation in the measured range",
                        null,
                        null,
                        null)
                : new SaturationAssessment(
                        Status.OVER_SATURATION_BOUNDARY,
                        "No throughput knee was found; refine the detector boundary instead",
                        null,
                        safe,
                        first);
    }

    private static SaturationAssessment disagreement(String reason) {
        return new SaturationAssessment(Status.DISAGREEMENT, reason, null, null, null);
    }
}
