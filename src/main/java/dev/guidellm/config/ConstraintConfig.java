package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// What `--constraint kind=…` may say: when a benchmark stops.
public sealed interface ConstraintConfig extends Kinded {

    /// Which benchmarks the constraint stops.
    StoppingScope stoppingScope();

    /// How far a stop reaches.
    enum StoppingScope implements Choice {
        /// The benchmark at hand.
        CURRENT,
        /// The whole run.
        ALL
    }

    /// What an over-saturated server leads to.
    enum SaturationMode implements Choice {
        /// The benchmark stops.
        ENFORCE,
        /// It is only noted.
        MONITOR
    }

    /// Stops after so many errors.
    @Kind("max_errors")
    record MaxErrors(
            @Default("current") StoppingScope stoppingScope,
            @Range(above = 0) PerBenchmark count) implements ConstraintConfig {}

    /// Stops when too large a share of the latest requests failed.
    ///
    /// @param rate share, above 0 and below 1
    /// @param window how many of the latest requests are looked at
    @Kind("max_error_rate")
    record MaxErrorRate(
            @Default("current") StoppingScope stoppingScope,
            @Range(above = 0, below = 1) PerBenchmark rate,

            @Computed(Computed.Source.ERROR_WINDOW) @Range(above = 0)
            Number window)
            implements ConstraintConfig {}

    /// Stops when too large a share of all requests failed.
    ///
    /// @param rate share, above 0 and below 1
    /// @param minimum requests that must have ended before it applies, null for none
    @Kind("max_global_error_rate")
    record MaxGlobalErrorRate(
            @Default("current") StoppingScope stoppingScope,
            @Range(above = 0, below = 1) PerBenchmark rate,

            @Computed(Computed.Source.ERROR_MINIMUM) @Range(above = 0) @Nullable
            Number minimum)
            implements ConstraintConfig {}

    /// Stops after so many seconds.
    @Kind("max_duration")
    record MaxDuration(
            @Default("current") StoppingScope stoppingScope,
            @Range(above = 0) PerBenchmark seconds) implements ConstraintConfig {}

    /// Stops after so many requests.
    @Kind("max_requests")
    record MaxRequests(
            @Default("current") StoppingScope stoppingScope,
            @Range(above = 0) PerBenchmark count) implements ConstraintConfig {}

    /// Keeps other constraints from stopping before so many requests.
    @Kind("min_requests")
    record MinRequests(
            @Default("current") StoppingScope stoppingScope,
            @Range(above = 0) PerBenchmark count) implements ConstraintConfig {}

    /// Stops when the server falls behind: waits for the first token are long and keep growing, as do the requests
    /// in flight.
    ///
    /// @param minSeconds seconds before it applies
    /// @param maxWindowSeconds seconds that are looked back at most
    /// @param moeThreshold largest margin of error of the slope
    /// @param minimumTtft seconds to first token below which nothing is wrong
    /// @param maximumWindowRatio share of the run that the window may cover
    @Kind("over_saturation")
    record OverSaturation(
            @Default("current") StoppingScope stoppingScope,
            @Default("enforce") SaturationMode mode,
            @Default("30.0") @Range(atLeast = 0) Number minSeconds,
            @Default("120.0") @Range(atLeast = 0) Number maxWindowSeconds,
            @Default("2.0") @Range(atLeast = 0) double moeThreshold,
            @Default("2.5") @Range(atLeast = 0) double minimumTtft,
            @Default("0.75") @Range(atLeast = 0, atMost = 1) double maximumWindowRatio,
            @Default("5") @Range(atLeast = 0) int minimumWindowSize,
            @Default("0.95") @Range(atLeast = 0, atMost = 1) double confidence)
            implements ConstraintConfig {
        private static final double DEFAULT_MINIMUM_TTFT = 2.5;
        private static final double GUARD_SECONDS = 10;

        public OverSaturation {
            if (confidence == 1) {
                throw ConfigException.rule(
                        "confidence", "no finite sample makes certain: use less than 1, such as 0.99");
            }
        }

        /// What keeps an open loop in bounds while objectives are looked at: probes are shorter than the runs
        /// that the defaults are made for, and a wait is long when it takes the whole time to the first token,
        /// or half of the whole latency.
        static OverSaturation guarding(SloConfig objectives) {
            double longWait = DEFAULT_MINIMUM_TTFT;
            if (objectives.ttftMs() != null) {
                longWait = objectives.ttftMs() / 1000;
            } else if (objectives.e2elMs() != null) {
                longWait = objectives.e2elMs() / 1000 / 2;
            }
            return new OverSaturation(
                    StoppingScope.CURRENT, SaturationMode.ENFORCE, GUARD_SECONDS, 120.0, 2, longWait, 0.75, 5, 0.95);
        }
    }

    /// Stops when enough requests were measured: when the confidence interval of a figure is narrow enough.
    ///
    /// @param metric METRIC.STATISTIC of single requests, such as ttft_ms.p99, e2el_ms.mean, or slo_attainment
    /// @param relativeWidth width of the interval, from end to end, as a share of the figure
    /// @param minRequests requests that must have ended before the interval is looked at
    @Kind("enough_samples")
    record EnoughSamples(
            @Default("current") StoppingScope stoppingScope,
            String metric,
            @Range(above = 0) double relativeWidth,

            @Default("0.95") @Range(atLeast = 0.5, atMost = 0.999)
            double confidence,

            @Default("100") @Range(atLeast = 2) int minRequests)
            implements ConstraintConfig {
        public EnoughSamples {
            try {
                SampledFigure.parse(metric);
            } catch (ConfigException e) {
                throw new ConfigException("metric", e.problems().getFirst().message());
            }
        }

        /// The figure that is watched.
        public SampledFigure figure() {
            return SampledFigure.parse(metric);
        }
    }
}
