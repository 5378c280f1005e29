package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// A distribution of think times in seconds. All null when nothing was said.
///
/// @param mean seconds on average
/// @param stdev standard deviation in seconds
/// @param min shortest time
/// @param max longest time
public record DelaySpread(
        @Key("") @Range(above = 0) @Nullable Double mean,
        @Key("_stdev") @Range(above = 0) @Nullable Double stdev,
        @Key("_min") @Range(atLeast = 0) @Nullable Double min,
        @Key("_max") @Range(above = 0) @Nullable Double max) {

    /// Nothing said.
    public static final DelaySpread NONE = new DelaySpread(null, null, null, null);
}
