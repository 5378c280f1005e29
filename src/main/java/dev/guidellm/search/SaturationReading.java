package dev.guidellm.search;

import org.jspecify.annotations.Nullable;

/// What the over-saturation detector said of one benchmark. All but the concurrency is null where it said nothing.
///
/// @param concurrency requests in flight at most
/// @param overSaturated its verdict at the benchmark's end
/// @param concurrencySlope growth of the requests in flight, per second
/// @param concurrencySlopeMargin margin of error, as a multiple of the slope
/// @param concurrencySamples samples it was fitted to
/// @param ttftSlope growth of the time to first token, seconds per second
/// @param ttftSlopeMargin margin of error, as a multiple of the slope
/// @param ttftSamples samples it was fitted to
/// @param ttftViolations samples that were too long
public record SaturationReading(
        double concurrency,
        @Nullable Boolean overSaturated,
        @Nullable Double concurrencySlope,
        @Nullable Double concurrencySlopeMargin,
        @Nullable Double concurrencySamples,
        @Nullable Double ttftSlope,
        @Nullable Double ttftSlopeMargin,
        @Nullable Double ttftSamples,
        @Nullable Double ttftViolations) {

    /// No detector, or nothing of it that can be used.
    public static SaturationReading none(double concurrency) {
        return new SaturationReading(concurrency, null, null, null, null, null, null, null, null);
    }
}
