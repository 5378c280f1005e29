package dev.guidellm.profile;

import dev.guidellm.config.SloConfig;
import dev.guidellm.search.AttainmentReading;
import java.util.List;

/// What a benchmark of a search is run to find out: whether each of the groups of objectives is kept by its share of
/// the requests. The benchmark passes when all are.
///
/// @param goals one per group, in the order of [SloConfig#groups]
/// @param confidence of the answer, two-sided, 0.5 to 0.999
/// @param climbing whether it is enough that all goals lean to being reached, since a higher level is to settle it
public record ProbeTarget(List<Goal> goals, double confidence, boolean climbing) {
    /// Kind of the constraint that ends a benchmark when its answer is clear.
    public static final String CONSTRAINT = "early_stop";

    public ProbeTarget {
        goals = List.copyOf(goals);
    }

    /// A target that must be clear.
    public ProbeTarget(List<Goal> goals, double confidence) {
        this(goals, confidence, false);
    }

    /// Objectives that a share of the requests must keep together.
    ///
    /// @param objectives the limits
    /// @param share of the requests with a verdict, between 0 and 1
    /// @param earlier what earlier benchmarks of the same load have counted
    public record Goal(SloConfig objectives, double share, AttainmentReading earlier) {
        /// A goal of which nothing is known yet.
        public Goal(SloConfig objectives, double share) {
            this(objectives, share, AttainmentReading.NONE);
        }
    }
}
