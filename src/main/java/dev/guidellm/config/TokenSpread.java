package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// A distribution of token counts: a mean and how far it spreads. All null when nothing was said.
///
/// @param mean tokens on average
/// @param stdev standard deviation in tokens
/// @param min smallest count
/// @param max largest count
public record TokenSpread(
        @Key("") @Range(above = 0) @Nullable Integer mean,
        @Key("_stdev") @Range(above = 0) @Nullable Integer stdev,
        @Key("_min") @Range(above = 0) @Nullable Integer min,
        @Key("_max") @Range(above = 0) @Nullable Integer max) {

    /// Nothing said.
    public static final TokenSpread NONE = new TokenSpread(null, null, null, null);

    /// Refuses a spread without a mean; `key` is the key of the mean.
    void requireMean(String key) {
        if (mean == null && (stdev != null || min != null || max != null)) {
            throw ConfigException.rule(
                    key + " must be set when " + key + "_stdev, " + key + "_min, or " + key + "_max are provided");
        }
    }
}
