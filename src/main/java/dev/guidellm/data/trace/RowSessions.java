package dev.guidellm.data.trace;

import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.json.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Puts rows together to conversations: rows of a session follow each other in the order of their times; a row that
/// names the one before follows that one, and several that name the same one run side by side.
final class RowSessions {
    private static final int NOBODY = -1;

    private final List<Entry> entries;
    private final SkippedRows skipped;
    private final int[] parents;
    private final double origin;

    /// A row.
    ///
    /// @param session what all rows of its conversation name; null for none
    /// @param parent the name of the row before; null for none
    record Entry(
            TraceTurn turn,
            String place,
            @Nullable JsonValue session,
            @Nullable JsonValue parent) {}

    RowSessions(List<Entry> entries, SkippedRows skipped) {
        this.entries = entries;
        this.skipped = skipped;
        this.parents = new int[entries.size()];
        this.origin = entries.stream().mapToDouble(e -> e.turn.start()).min().orElse(0);
        Arrays.fill(parents, NOBODY);
    }

    /// The conversations, in the order of their starts.
    ///
    /// @param byId which row has a name
    List<TraceSession> sessions(Map<JsonValue, Integer> byId) {
        findParents(byId);
        List<List<Integer>> children = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            children.add(List.of());
        }
        for (int i = 0; i < entries.size(); i++) {
            if (parents[i] != NOBODY) {
                List<Integer> own = children.get(parents[i]);
                if (own.isEmpty()) {
                    own = new ArrayList<>(2);
                    children.set(parents[i], own);
                }
                own.add(i);
            }
        }
        boolean[] reached = new boolean[entries.size()];
        List<TraceSession> sessions = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            if (parents[i] == NOBODY) {
                sessions.add(session(i, children, reached));
            }
        }
        for (int i = 0; i < entries.size(); i++) {
            if (!reached[i]) {
                skipped.add(entries.get(i).place, "follows itself, by way of the requests before it");
            }
        }
        sessions.sort(Comparator.comparingDouble(TraceSession::start));
        return sessions;
    }

    private void findParents(Map<JsonValue, Integer> byId) {
        Map<JsonValue, Integer> latest = new HashMap<>();
        int[] order =
                SessionTiming.order(entries.size(), i -> entries.get(i).turn.start());
        long orphans = 0;
        String firstOrphan = "";
        for (int i : order) {
            Entry entry = entries.get(i);
            if (entry.parent != null) {
                Integer parent = byId.get(entry.parent);
                parents[i] = parent == null ? NOBODY : parent;
                if (parent == null && orphans++ == 0) {
                    firstOrphan = Cells.shown(entry.parent) + " of " + entry.place;
                }
            } else if (entry.session != null) {
                Integer before = latest.put(entry.session, i);
                parents[i] = before == null ? NOBODY : before;
            }
        }
        if (orphans > 0) {
            skipped.warn("Requests that follow one that is not in the trace begin a conversation: " + orphans
                    + ", the first of them after " + firstOrphan);
        }
    }

    /// The conversation that a row begins. A row's first follower goes on with its chain, others begin one of their
    /// own.
    private TraceSession session(int root, List<List<Integer>> children, boolean[] reached) {
        PriorityQueue<Link> ready = new PriorityQueue<>();
        List<TraceTurn> turns = new ArrayList<>();
        ready.add(new Link(
                root, NOBODY, "main", "default", 0, entries.get(root).turn.start()));
        int branches = 0;
        while (!ready.isEmpty()) {
            Link link = ready.remove();
            reached[link.row] = true;
            TraceTurn turn = entries.get(link.row).turn;
            List<TraceTurn.Parent> before =
                    link.parent == NOBODY ? List.of() : List.of(new TraceTurn.Parent(link.parent, HistoryContext.NEW));
            turns.add(new TraceTurn(
                    link.chain + "_" + link.number,
                    link.agent,
                    before,
                    turn.start() - origin,
                    turn.duration(),
                    turn.type(),
                    turn.promptTokens(),
                    turn.outputTokens(),
                    turn.content()));
            int own = turns.size() - 1;
            List<Integer> followers = new ArrayList<>(children.get(link.row));
            followers.sort(Comparator.comparingDouble(i -> entries.get(i).turn.start()));
            boolean goesOn = true;
            for (int row : followers) {
                double start = entries.get(row).turn.start();
                String branch = goesOn ? link.chain : "sa_" + branches++;
                ready.add(
                        goesOn
                                ? new Link(row, own, branch, link.agent, link.number + 1, start)
                                : new Link(row, own, branch, branch, 0, start));
                goesOn = false;
            }
        }
        return new TraceSession(entries.get(root).place, turns);
    }

    /// A row whose row before is in the conversation already.
    private record Link(int row, int parent, String chain, String agent, int number, double start)
            implements Comparable<Link> {
        @Override
        public int compareTo(Link other) {
            int byStart = Double.compare(start, other.start);
            return byStart == 0 ? Integer.compare(row, other.row) : byStart;
        }
    }
}
