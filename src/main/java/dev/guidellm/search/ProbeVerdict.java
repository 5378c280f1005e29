package dev.guidellm.search;

/// Whether a level keeps what was asked.
///
/// @param passed whether the estimate says so
/// @param resolved whether the sample is large enough to be sure of it
/// @param provisional whether it passed no more than well enough to go on to a higher level, and was ended for
///     that: it must be run in full before it may be the answer
public record ProbeVerdict(boolean passed, boolean resolved, boolean provisional) {
    /// The verdict on runs that were not ended before their time without being clear.
    public ProbeVerdict(boolean passed, boolean resolved) {
        this(passed, resolved, false);
    }
}
