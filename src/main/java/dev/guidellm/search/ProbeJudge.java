package dev.guidellm.search;

import java.util.List;

/// Says what runs of one level show together.
///
/// @param <P> what is known of a run
public interface ProbeJudge<P> {
    /// The verdict on the runs as one sample.
    ///
    /// @param runs of the same level, at least one
    ProbeVerdict judge(List<P> runs);
}
