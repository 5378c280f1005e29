package dev.guidellm.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `--metrics kind=…` may say: what is measured and kept.
public sealed interface MetricsConfig extends Kinded {

    /// Metrics of generation requests.
    ///
    /// @param warnings rules that add warnings
    /// @param sampleSize requests that the report keeps per outcome, null for all
    /// @param preferResponseMetrics whether the server's token counts win over ours
    /// @param confidence level of the confidence intervals, null for none
    /// @param slo what a good request keeps, null for nothing
    /// @param recordTokenTimes whether each request's record holds the time of each token
    @Kind("generative")
    record Generative(
            @Computed(Computed.Source.WARNING_RULES) List<WarningRuleConfig> warnings,
            @Nullable Integer sampleSize,
            @Default("true") boolean preferResponseMetrics,

            @Default("0.95") @Range(above = 0, below = 1) @Nullable
            Double confidence,

            @Nullable SloConfig slo,
            @Default("false") boolean recordTokenTimes)
            implements MetricsConfig {
        public Generative {
            warnings = List.copyOf(warnings);
        }
    }
}
