package dev.guidellm.search;

/// Whether a level keeps what was asked.
///
/// @param passed whether the estimate says so
/// @param resolved whether the sample is large enough to be sure of it
/// @param provisional whether the level must be run again before the answer may rest on it: it passed no more than
///     well enough to go on to a higher level, and was ended for that; or it failed under a load that was not quite
///     the one asked for
public record ProbeVerdict(boolean passed, boolean resolved, boolean provisional) {
    /// The verdict on runs that the answer may rest on.
    public ProbeVerdict(boolean passed, boolean resolved) {
        this(passed, resolved, false);
    }

    /// Whether it only was climbed past.
    public boolean provisionalPass() {
        return passed && provisional;
    }

    /// Whether it failed under another load.
    public boolean provisionalFailure() {
        return !passed && provisional;
    }
}
