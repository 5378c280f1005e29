package dev.guidellm.data.trace;

import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.RowException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;

/// Makes the conversation of a session of AIPerf's graphs and of all sessions that it starts.
///
/// Such a file knows no times. A turn's time is that of the latest turn before it and its delay, so that it waits
/// its delay after the real end of what is before it. Where several turns are before it, the earlier ones are said
/// to have taken until the latest one, since the delay counts from whichever ends last.
final class DagGraph {
    private final Map<String, DagSession> sessions;
    private final Set<String> reached;
    private final List<TraceTurn> turns = new ArrayList<>();
    private final List<Double> delays = new ArrayList<>();
    private final SequencedSet<String> open = new LinkedHashSet<>();
    private double origin;
    private int branches;

    /// @param reached takes the ids of the sessions that are part of the conversation
    DagGraph(Map<String, DagSession> sessions, Set<String> reached) {
        this.sessions = sessions;
        this.reached = reached;
    }

    /// The conversation.
    ///
    /// @param start when it begins, in seconds
    /// @throws RowException when it names a session that is not there, or runs in a circle
    TraceSession from(DagSession root, double start) throws RowException {
        origin = start;
        session(root, "main", "default", List.of(), 0);
        if (turns.isEmpty()) {
            throw new RowException("session '" + root.id() + "' starts no request");
        }
        return new TraceSession(root.id(), withDurations());
    }

    /// Adds a session; returns the turns with which it ends.
    ///
    /// @param parents what its first turns follow
    private List<Integer> session(
            DagSession session, String chain, String agent, List<TraceTurn.Parent> parents, double delay)
            throws RowException {
        if (!open.add(session.id())) {
            throw new RowException("the sessions " + open + " start each other in a circle");
        }
        reached.add(session.id());
        List<Integer> ends = session.turns().isEmpty()
                ? rounds(session, parents, delay)
                : turns(session, chain, agent, parents, delay);
        open.remove(session.id());
        return ends;
    }

    private List<Integer> rounds(DagSession session, List<TraceTurn.Parent> parents, double delay) throws RowException {
        List<TraceTurn.Parent> before = parents;
        List<Integer> ends = List.of();
        double extra = delay;
        for (DagSession.Round round : session.rounds()) {
            ends = children(session, round.children(), before, extra + round.delay());
            before = waiting(ends);
            extra = 0;
        }
        return ends;
    }

    private List<Integer> turns(
            DagSession session, String chain, String agent, List<TraceTurn.Parent> parents, double delay)
            throws RowException {
        children(session, session.before(), parents, delay);
        Map<Integer, List<Integer>> joins = new HashMap<>();
        List<Integer> ends = new ArrayList<>();
        int last = -1;
        for (int i = 0; i < session.turns().size(); i++) {
            DagSession.Turn turn = session.turns().get(i);
            List<TraceTurn.Parent> before = new ArrayList<>(parents);
            if (i > 0) {
                HistoryContext context = session.ownPrompts() ? HistoryContext.NEW : HistoryContext.FULL;
                before = new ArrayList<>(List.of(new TraceTurn.Parent(last, context)));
                before.addAll(waiting(joins.getOrDefault(i, List.of())));
            }
            last = add(turn, chain + "_" + i, agent, before, turn.delay() + (i == 0 ? delay : 0));
            ends = new ArrayList<>(List.of(last));
            for (DagSession.Fork fork : turn.forks()) {
                List<TraceTurn.Parent> forked = List.of(new TraceTurn.Parent(last, HistoryContext.FULL));
                List<Integer> forkEnds = children(session, List.of(fork.child()), forked, 0);
                if (!fork.background()) {
                    ends.addAll(forkEnds);
                }
            }
            for (DagSession.Spawn spawn : turn.spawns()) {
                List<Integer> spawnEnds = children(session, spawn.children(), waiting(List.of(last)), 0);
                joins.computeIfAbsent(spawn.joinAt(), _ -> new ArrayList<>()).addAll(spawnEnds);
            }
        }
        return ends;
    }

    private List<Integer> children(
            DagSession parent, List<String> children, List<TraceTurn.Parent> parents, double delay)
            throws RowException {
        List<Integer> ends = new ArrayList<>();
        for (String child : children) {
            DagSession session = sessions.get(child);
            if (session == null) {
                throw new RowException(
                        "session '" + parent.id() + "' starts '" + child + "', which is not in the file");
            }
            ends.addAll(session(session, "sa_" + branches++, child, parents, delay));
        }
        return ends;
    }

    private static List<TraceTurn.Parent> waiting(List<Integer> ends) {
        return ends.stream()
                .map(end -> new TraceTurn.Parent(end, HistoryContext.NEW))
                .toList();
    }

    private int add(DagSession.Turn turn, String node, String agent, List<TraceTurn.Parent> parents, double delay) {
        double latest = parents.stream()
                .mapToDouble(parent -> turns.get(parent.turn()).start())
                .max()
                .orElse(origin);
        turns.add(new TraceTurn(
                node,
                agent,
                parents,
                latest + delay,
                Double.NaN,
                TurnType.STANDARD,
                0,
                turn.outputTokens(),
                new TraceContent.Messages(turn.messages(), List.of(), turn.tools(), null)));
        delays.add(delay);
        return turns.size() - 1;
    }

    /// Lets turns whose end only one later turn waits for last until that one's delay begins.
    private List<TraceTurn> withDurations() {
        int[] waiting = new int[turns.size()];
        int[] child = new int[turns.size()];
        for (int i = 0; i < turns.size(); i++) {
            for (TraceTurn.Parent parent : turns.get(i).parents()) {
                waiting[parent.turn()]++;
                child[parent.turn()] = i;
            }
        }
        List<TraceTurn> timed = new ArrayList<>(turns);
        for (int i = 0; i < timed.size(); i++) {
            TraceTurn turn = turns.get(i);
            double lasts = waiting[i] == 1 ? turns.get(child[i]).start() - delays.get(child[i]) - turn.start() : 0;
            if (lasts > 0) {
                timed.set(i, turn.lasting(lasts));
            }
        }
        return timed;
    }
}
