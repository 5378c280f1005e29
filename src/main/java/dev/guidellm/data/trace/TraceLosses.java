package dev.guidellm.data.trace;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Names what of sessions a format cannot hold.
final class TraceLosses {
    private final List<TraceSession> sessions;
    private final Set<String> losses;

    TraceLosses(List<TraceSession> sessions, Set<String> losses) {
        this.sessions = sessions;
        this.losses = losses;
    }

    /// What a format loses in which a row is a request.
    void inRows(String kind) {
        boolean tree = kind.equals("bailian");
        boolean chain = kind.equals("burstgpt");
        boolean blocks = tree || kind.equals("mooncake");
        boolean durations = !tree && !kind.equals("azure");
        name(any(turn -> !turn.parents().isEmpty()) && !tree && !chain, "which request waits for which");
        name(any(turn -> turn.parents().size() > 1) && (tree || chain), "that a request waits for several");
        name(
                chain && sessions.stream().anyMatch(TraceLosses::sideBySide),
                "that requests of a session run side by side");
        name(any(turn -> turn.content() instanceof TraceContent.Blocks) && !blocks, "shared prefixes (hash_ids)");
        name(any(turn -> !Double.isNaN(turn.duration())) && !durations, "how long requests took");
        common();
    }

    /// What every format that can be written loses, except for what WEKA's holds.
    private void common() {
        name(any(turn -> !turn.agentId().equals("default")), "the names of agents");
        name(
                any(turn -> turn.content() instanceof TraceContent.Blocks blocks && blocks.tools() != null),
                "tool calls and their results");
        texts();
    }

    void texts() {
        name(any(turn -> turn.outputTokens() == 0), "that the length of an answer is not known: it is written as 0");
        name(
                any(turn ->
                        turn.content() instanceof TraceContent.Messages || turn.content() instanceof TraceContent.Chat),
                "the recorded messages");
    }

    void name(boolean lost, String what) {
        if (lost) {
            losses.add(what);
        }
    }

    private boolean any(Predicate<TraceTurn> property) {
        return sessions.stream().anyMatch(session -> session.turns().stream().anyMatch(property));
    }

    private static boolean sideBySide(TraceSession session) {
        long chains = session.turns().stream().map(TraceTurn::chain).distinct().count();
        return chains > 1;
    }
}
