package dev.guidellm.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `--metrics kind=…` may say: what is measured and kept.
public sealed interface MetricsConfig extends Kinded {

    /// How the confidence interval of a mean is computed.
    enum MeanInterval implements Choice {
        /// By Student's t, as in the original: right for values without long tails, or many of them.
        STUDENT,
        /// By the bootstrap-t: right for long tails too; up to 5,000 values, above that by Student's t.
        BOOTSTRAP_T
    }

    /// Metrics of generation requests.
    ///
    /// @param warnings rules that add warnings
    /// @param sampleSize requests that the report keeps per outcome, null for all
    /// @param preferResponseMetrics whether the server's token counts win over ours
    /// @param confidence level of the confidence intervals, null for none
    /// @param slo what a good request keeps, null for nothing
    /// @param recordTokenTimes whether each request's record holds the time of each token
    /// @param meanInterval how the interval of a mean is computed
    @Kind("generative")
    record Generative(
            @Computed(Computed.Source.WARNING_RULES) List<WarningRuleConfig> warnings,
            @Nullable Integer sampleSize,
            @Default("true") boolean preferResponseMetrics,

            @Default("0.95") @Range(above = 0, below = 1) @Nullable
            Double confidence,

            @Nullable SloConfig slo,
            @Default("false") boolean recordTokenTimes,
            @Default("student") MeanInterval meanInterval)
            implements MetricsConfig {
        public Generative {
            warnings = List.copyOf(warnings);
        }
    }
}
