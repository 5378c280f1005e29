package dev.guidellm.data.trace;

import java.util.List;

/// One recorded conversation.
///
/// @param name what messages call it
/// @param turns in the order of the record; a turn's parents stand before it
/// @param prefixes what its prompts begin with (tools and system prompts), where the record says so
record TraceSession(String name, List<TraceTurn> turns, List<TraceContent.Blocks> prefixes) {
    TraceSession {
        turns = List.copyOf(turns);
        prefixes = List.copyOf(prefixes);
    }

    TraceSession(String name, List<TraceTurn> turns) {
        this(name, turns, List.of());
    }

    /// The session with all times later by `seconds`.
    TraceSession later(double seconds) {
        List<TraceTurn> moved =
                turns.stream().map(turn -> turn.at(turn.start() + seconds)).toList();
        return new TraceSession(name, moved, prefixes);
    }

    /// When its first request starts, in seconds after the trace's origin.
    double start() {
        return turns.stream().mapToDouble(TraceTurn::start).min().orElse(0);
    }

    /// When its last request starts. How long that one takes does not count.
    double end() {
        return turns.stream().mapToDouble(TraceTurn::start).max().orElse(0);
    }

    /// When its last request was over, as far as durations are known.
    double over() {
        return turns.stream().mapToDouble(TraceTurn::over).max().orElse(0);
    }
}
