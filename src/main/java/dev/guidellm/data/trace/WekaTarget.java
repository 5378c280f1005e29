package dev.guidellm.data.trace;

import dev.guidellm.conversation.TurnType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// WEKA's format: a session is a row, each agent's requests a list, sub-agents groups in the list of the agent that
/// they were started by. All times count from the trace's start.
record WekaTarget() implements TraceTarget {
    private static final int USUAL_BLOCK_SIZE = 64;
    private static final String MAIN = "main";
    private static final String UNWAITED = "sub-agents whose end another request waits for than the next one, or none";

    @Override
    public void write(List<TraceSession> sessions, Appendable out, Set<String> losses) throws IOException {
        new TraceLosses(sessions, losses).texts();
        for (TraceSession session : sessions) {
            new Lists(session, losses).write(out);
            out.append('\n');
        }
    }

    /// One session as lists.
    private static final class Lists {
        private final TraceSession session;
        private final List<TraceTurn> turns;
        private final Set<String> losses;
        private final Map<String, List<Integer>> chains = new LinkedHashMap<>();
        private final Map<Integer, List<String>> started = new HashMap<>();
        /// Sub-agents that nobody started; their groups stand in front.
        private final List<String> roots = new ArrayList<>();
        private final String main;
        private final int blockSize;
        private final boolean global;
        private long fresh;

        Lists(TraceSession session, Set<String> losses) {
            this.session = session;
            this.turns = session.turns();
            this.losses = losses;
            for (int i = 0; i < turns.size(); i++) {
                chains.computeIfAbsent(chain(i), _ -> new ArrayList<>()).add(i);
            }
            this.main = chains.containsKey(MAIN) ? MAIN : chain(0);
            chains.forEach((name, chain) -> {
                TraceTurn first = turns.get(chain.getFirst());
                if (name.equals(main)) {
                    return;
                }
                if (first.parents().isEmpty()) {
                    roots.add(name);
                } else {
                    started.computeIfAbsent(first.parents().getFirst().turn(), _ -> new ArrayList<>())
                            .add(name);
                }
            });
            TraceContent content = turns.getFirst().content();
            this.blockSize = content instanceof TraceContent.Blocks blocks ? blocks.blockSize() : USUAL_BLOCK_SIZE;
            this.global = content instanceof TraceContent.Blocks blocks && blocks.scope() == 0;
        }

        private String chain(int turn) {
            return turns.get(turn).chain();
        }

        void write(Appendable out) throws IOException {
            TraceText row = new TraceText(out).put("id", session.name()).put("block_size", blockSize);
            int prefix = session.prefixes().stream()
                    .mapToInt(p -> p.blocks().size() * p.blockSize())
                    .max()
                    .orElse(0);
            if (prefix > 0) {
                row.put("system_tokens", prefix);
            }
            if (global) {
                row.put("hash_id_scope", "global");
            }
            row.name("requests");
            out.append('[');
            List<Integer> ends = new ArrayList<>();
            for (String root : roots) {
                group(root, out);
                out.append(", ");
                ends.add(last(root));
            }
            list(chains.getOrDefault(main, List.of()), ends, out);
            out.append(']');
            row.end();
        }

        private int last(String chain) {
            return chains.getOrDefault(chain, List.of()).getLast();
        }

        /// @param before the turns that the first request waits for
        private void list(List<Integer> chain, List<Integer> before, Appendable out) throws IOException {
            List<Integer> waitedFor = before;
            for (int i = 0; i < chain.size(); i++) {
                int index = chain.get(i);
                List<Integer> parents = turns.get(index).parents().stream()
                        .map(TraceTurn.Parent::turn)
                        .toList();
                if (!(parents.containsAll(waitedFor) && waitedFor.containsAll(parents))) {
                    losses.add(UNWAITED);
                }
                out.append(i == 0 ? "" : ", ");
                request(turns.get(index), out);
                waitedFor = new ArrayList<>(List.of(index));
                for (String child : started.getOrDefault(index, List.of())) {
                    out.append(", ");
                    group(child, out);
                    waitedFor.add(last(child));
                }
            }
            // Behind a list's last request nothing says who waits for the groups there.
            List<Integer> open = waitedFor.subList(Math.min(1, waitedFor.size()), waitedFor.size());
            for (List<Integer> other : chains.values()) {
                for (int turn : other) {
                    // What only begins behind such a group is in the group itself.
                    int skipped = turn == other.getFirst() ? 1 : 0;
                    if (turns.get(turn).parents().stream().skip(skipped).anyMatch(p -> open.contains(p.turn()))) {
                        losses.add(UNWAITED);
                    }
                }
            }
        }

        private void group(String name, Appendable out) throws IOException {
            List<Integer> chain = chains.getOrDefault(name, List.of());
            TraceTurn first = turns.get(chain.getFirst());
            TraceText group = new TraceText(out)
                    .seconds("t", first.start())
                    .put("type", "subagent")
                    .put("agent_id", first.agentId());
            group.name("requests");
            out.append('[');
            list(
                    chain,
                    first.parents().stream()
                            .limit(1)
                            .map(TraceTurn.Parent::turn)
                            .toList(),
                    out);
            out.append(']');
            group.end();
        }

        private void request(TraceTurn turn, Appendable out) throws IOException {
            boolean offersTools = turn.content() instanceof TraceContent.Blocks blocks
                    && blocks.tools() != null
                    && blocks.tools().definitions() != null;
            boolean calls = offersTools || turn.type() == TurnType.CLIENT_TOOL_CALL;
            long[] ids = BlockNumbers.full(turn, blockSize, fresh);
            fresh += turn.content() instanceof TraceContent.Blocks ? 0 : ids.length;
            TraceText request = new TraceText(out)
                    .seconds("t", turn.start())
                    .put("type", "s")
                    .put("in", turn.promptTokens())
                    .put("out", turn.outputTokens())
                    .put("hash_ids", ids);
            request.name("input_types");
            out.append(turn.type() == TurnType.TOOL_RESPONSE_INJECTION ? "[\"tool_result\"]" : "[\"text\"]");
            request.put("stop", calls ? "tool_use" : "end_turn");
            if (!Double.isNaN(turn.duration())) {
                request.seconds("api_time", turn.duration());
            }
            request.end();
        }
    }
}
