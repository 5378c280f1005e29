package dev.guidellm.data.trace;

import dev.guidellm.config.TraceData;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.synthetic.TokenSampler;
import dev.guidellm.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the graph of a WEKA conversation from its list: the order of the list decides who waits for whom, its
/// times say when.
///
/// Groups between two requests of an agent run side by side, and the later request waits for all of them. The times
/// of a group count from its spawn when the first of them is smaller than the spawn's own; groups in groups add up.
final class WekaGraph {
    private static final long[] NO_IDS = {};
    private static final String MAIN = "main";
    private static final String MAIN_AGENT = "default";

    private final boolean sendsHistory;
    private final @Nullable Integer maxContextLen;
    private final SkippedRows skipped;
    private final JsonValue tools;
    private final @Nullable TokenSampler resultTokens;

    /// @param tools the definitions that turns with tools offer, as JSON text
    WekaGraph(TraceData.Weka config, SkippedRows skipped, JsonValue tools, long seed) {
        this.skipped = skipped;
        this.sendsHistory = config.history() == TraceData.History.RUNTIME;
        this.maxContextLen = config.maxContextLen();
        this.tools = tools;
        this.resultTokens = TokenSampler.of(config.toolResponseTokens(), seed);
    }

    /// A conversation, cut where it grows too long.
    ///
    /// @param session null when its first request is too long already
    /// @param start of its first request, in the record's own time
    record Cut(@Nullable TraceSession session, double start, int turnsLeftOut) {}

    /// The conversation of a list.
    ///
    /// @param scope equal for two conversations when their ids mean the same blocks
    Cut session(String name, WekaItem.Group conversation, int blockSize, long scope) {
        Walk walk = new Walk(name, blockSize, scope);
        walk.list(conversation, new Place(MAIN, MAIN_AGENT, 0, Walk.NOBODY, BlockIds.NONE, NO_IDS));
        TraceSession whole = new TraceSession(name, walk.turns);
        int kept = fitting(walk.turns);
        TraceSession session = kept == 0 ? null : new TraceSession(name, walk.turns.subList(0, kept), walk.prefixes);
        return new Cut(session, whole.start(), walk.turns.size() - kept);
    }

    private int fitting(List<TraceTurn> turns) {
        long total = 0;
        for (int i = 0; i < turns.size(); i++) {
            total += turns.get(i).promptTokens() + (long) turns.get(i).outputTokens();
            if (maxContextLen != null && total > maxContextLen) {
                return i;
            }
        }
        return turns.size();
    }

    /// Where a list stands.
    ///
    /// @param base what the times of the list count from
    /// @param spawner the turn that its first request follows
    /// @param blocks those of the prompt before
    private record Place(String prefix, String agent, double base, int spawner, BlockIds blocks, long[] ids) {}

    /// A group whose end nobody has waited for.
    private record Pending(int end, int passedBy) {
        boolean isDue() {
            return passedBy == 0;
        }

        Pending passed() {
            return new Pending(end, passedBy - 1);
        }
    }

    private final class Walk {
        static final int NOBODY = -1;

        private final String name;
        private final int blockSize;
        private final long scope;
        private final List<TraceTurn> turns = new ArrayList<>();
        private final List<TraceContent.Blocks> prefixes = new ArrayList<>();
        private int groups;

        Walk(String name, int blockSize, long scope) {
            this.name = name;
            this.blockSize = blockSize;
            this.scope = scope;
        }

        /// Adds the requests of a list; returns the last one, or [#NOBODY].
        int list(WekaItem.Group agent, Place place) {
            int last = NOBODY;
            int number = 0;
            boolean calledTool = false;
            BlockIds blocks = place.blocks;
            long[] ids = place.ids;
            List<Pending> pending = new ArrayList<>();
            for (WekaItem item : agent.items()) {
                switch (item) {
                    case WekaItem.Call call -> {
                        List<TraceTurn.Parent> parents = new ArrayList<>();
                        if (last != NOBODY) {
                            parents.add(parent(last, HistoryContext.FULL));
                        } else if (place.spawner != NOBODY) {
                            parents.add(parent(place.spawner, HistoryContext.NEW));
                        }
                        pending.stream()
                                .filter(Pending::isDue)
                                .forEach(group -> parents.add(parent(group.end, HistoryContext.LAST)));
                        pending.removeIf(Pending::isDue);
                        pending.replaceAll(Pending::passed);
                        blocks = BlockIds.of(call.ids(), call.ids().length, blocks, ids);
                        ids = call.ids();
                        if (number == 0) {
                            addPrefix(agent.prefixTokens(), ids);
                        }
                        turns.add(turn(call, place, number++, parents, blocks, calledTool));
                        last = turns.size() - 1;
                        calledTool = call.callsTool();
                    }
                    case WekaItem.Group group -> {
                        int end = group(group, place, last, blocks, ids);
                        if (end != NOBODY) {
                            pending.add(new Pending(end, group.passedBy()));
                        }
                    }
                }
            }
            return last;
        }

        private void addPrefix(int tokens, long[] ids) {
            int count = Math.min(tokens / blockSize, ids.length);
            if (count > 0) {
                BlockIds prefix = BlockIds.of(ids, count, BlockIds.NONE, NO_IDS);
                prefixes.add(new TraceContent.Blocks(prefix, blockSize, scope, false, null));
            }
        }

        private int group(WekaItem.Group group, Place place, int last, BlockIds blocks, long[] ids) {
            WekaItem first = firstCall(group);
            if (first == null) {
                return NOBODY;
            }
            int number = groups++;
            String prefix = "sa_" + number;
            String agent = group.agentId() == null ? prefix : group.agentId();
            int spawner = last == NOBODY ? place.spawner : last;
            if (spawner == NOBODY) {
                skipped.warn("WEKA subagent '" + agent + "' in conversation '" + name
                        + "' has no preceding parent turn; replaying as an independent root");
            }
            double base = base(place.base, group);
            return list(group, new Place(prefix, agent, base, spawner, blocks, ids));
        }

        /// What the times of a group count from.
        private static double base(double outer, WekaItem.Group group) {
            double spawn = group.start();
            double first = group.items().getFirst().start();
            if (first < spawn) {
                return outer + spawn;
            }
            boolean countsFromTheTop = outer > 0 && first >= outer + spawn;
            return countsFromTheTop ? 0 : outer;
        }

        private static @Nullable WekaItem firstCall(WekaItem.Group group) {
            for (WekaItem item : group.items()) {
                WekaItem found = item instanceof WekaItem.Group inner ? firstCall(inner) : item;
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        private TraceTurn turn(
                WekaItem.Call call,
                Place place,
                int number,
                List<TraceTurn.Parent> parents,
                BlockIds blocks,
                boolean calledTool) {
            boolean bringsResult = call.toolResult() == null ? calledTool : call.toolResult();
            TurnType type = bringsResult
                    ? TurnType.TOOL_RESPONSE_INJECTION
                    : call.callsTool() ? TurnType.CLIENT_TOOL_CALL : TurnType.STANDARD;
            TraceContent.ToolUse use = null;
            if (type != TurnType.STANDARD) {
                TraceContent.ToolResult result = bringsResult
                        ? new TraceContent.ToolResult(resultTokens == null ? 0 : resultTokens.next())
                        : null;
                use = new TraceContent.ToolUse(call.callsTool() ? tools : null, result, !sendsHistory);
            }
            return new TraceTurn(
                    place.prefix + "_" + number,
                    place.agent,
                    parents,
                    place.base + call.start(),
                    call.duration(),
                    type,
                    call.promptTokens(),
                    call.outputTokens(),
                    new TraceContent.Blocks(blocks, blockSize, scope, false, use));
        }

        private TraceTurn.Parent parent(int turn, HistoryContext context) {
            return new TraceTurn.Parent(turn, sendsHistory ? context : HistoryContext.NEW);
        }
    }
}
