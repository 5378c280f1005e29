package dev.guidellm.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/// One session of a replay as it went, to be looked at.
///
/// @param slowest whether it was chosen for having taken longest; else by chance
/// @param from first byte of its first turn, on the run's clock
/// @param to end of its last turn
/// @param turns in the order in which they were sent
/// @param turnsLeftOut how many more it had
public record ReplayedSession(
        String conversationId, boolean slowest, double from, double to, List<ReplayedTurn> turns, int turnsLeftOut) {
    private static final int SLOWEST = 4;
    private static final int BY_CHANCE = 4;

    /// More nobody can tell apart in a picture.
    private static final int MOST_TURNS = 250;

    public ReplayedSession {
        turns = List.copyOf(turns);
    }

    /// Those that took longest, then some of the others by chance in the order of their beginning.
    ///
    /// @param sessions the turns of each in the order in which they were sent
    static List<ReplayedSession> chosen(Collection<List<ReplayedTurn>> sessions, long seed) {
        List<List<ReplayedTurn>> left = new ArrayList<>(sessions);
        left.sort(Comparator.comparingDouble((List<ReplayedTurn> turns) ->
                        end(turns) - turns.getFirst().sent())
                .reversed());
        List<ReplayedSession> chosen = new ArrayList<>();
        for (List<ReplayedTurn> turns : left.subList(0, Math.min(SLOWEST, left.size()))) {
            chosen.add(of(turns, true));
        }
        left = left.subList(chosen.size(), left.size());
        SplittableRandom random = new SplittableRandom(seed);
        List<ReplayedSession> others = new ArrayList<>();
        while (others.size() < BY_CHANCE && !left.isEmpty()) {
            others.add(of(left.remove(random.nextInt(left.size())), false));
        }
        others.sort(Comparator.comparingDouble(ReplayedSession::from));
        chosen.addAll(others);
        return chosen;
    }

    /// The last moment of a session.
    static double end(List<ReplayedTurn> turns) {
        return turns.stream()
                .mapToDouble(turn -> Double.isNaN(turn.ended()) ? turn.sent() : Math.max(turn.sent(), turn.ended()))
                .max()
                .orElse(0);
    }

    private static ReplayedSession of(List<ReplayedTurn> turns, boolean slowest) {
        List<ReplayedTurn> shown = turns.subList(0, Math.min(MOST_TURNS, turns.size()));
        return new ReplayedSession(
                turns.getFirst().conversationId(),
                slowest,
                turns.getFirst().sent(),
                end(shown),
                shown,
                turns.size() - shown.size());
    }
}
