package dev.guidellm.data.trace;

import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.data.DataException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// Makes a trace of any size with the statistics of a recorded one, by drawing from it (a bootstrap, Efron 1979).
///
/// Sessions are drawn round after round, each round all recorded ones in an order of its own; so lengths, forks,
/// tool calls and shared prefixes of a round are the recorded ones. Its blocks are its own, except those that at
/// least a fifth of the recorded sessions have (tools and system prompts). A session that shall be longer goes on
/// with other recorded ones, behind a recorded gap; one that shall be shorter is cut. Times within a session are
/// stretched by a factor around 1, and the intervals between sessions are drawn from the recorded ones.
public final class TraceSynthesis {
    private static final double COMMON = 0.2;
    /// Standard deviation of the logarithm of the factor on a session's times.
    private static final double STRETCH = 0.1;

    private final List<TraceSession> recorded;
    private final CommonBlocks common;
    private final SplittableRandom random;
    private final double[] gaps;
    private long instances;

    private TraceSynthesis(List<TraceSession> recorded, long seed) {
        this.recorded = recorded;
        this.common = new CommonBlocks(recorded, COMMON);
        this.random = new SplittableRandom(seed);
        this.gaps = recorded.stream().flatMapToDouble(TraceStatistics::gaps).toArray();
    }

    /// A larger or smaller trace.
    ///
    /// @param name of the recorded trace
    /// @param sessions how many sessions
    /// @param requests how many requests in all; 0 for as many per session as recorded
    /// @throws DataException when the numbers do not go together
    static List<TraceSession> of(String name, List<TraceSession> recorded, int sessions, long requests, long seed) {
        if (requests != 0 && requests < sessions) {
            throw new DataException(
                    name, null, "--requests " + requests + " are too few for " + sessions + " sessions");
        }
        return new TraceSynthesis(recorded, seed).drawn(sessions, requests);
    }

    private List<TraceSession> drawn(int count, long requests) {
        int[] templates = templates(count);
        int[] sizes = sizes(templates, requests);
        double[] starts = starts(templates, sizes);
        List<TraceSession> drawn = new ArrayList<>(count);
        instances = Math.ceilDiv(count, recorded.size());
        for (int i = 0; i < count; i++) {
            Growing growing = new Growing(i, starts[i]);
            growing.add(recorded.get(templates[i]), i / recorded.size(), sizes[i]);
            while (growing.turns.size() < sizes[i]) {
                TraceSession next = recorded.get(random.nextInt(recorded.size()));
                growing.add(next, instances++, sizes[i]);
            }
            drawn.add(growing.session());
        }
        return drawn;
    }

    /// Which recorded session each drawn one begins with.
    private int[] templates(int count) {
        int[] templates = new int[count];
        int[] round = new int[recorded.size()];
        for (int i = 0; i < count; i++) {
            int place = i % round.length;
            if (place == 0) {
                shuffle(round);
            }
            templates[i] = round[place];
        }
        return templates;
    }

    private void shuffle(int[] round) {
        for (int i = 0; i < round.length; i++) {
            int other = random.nextInt(i + 1);
            round[i] = round[other];
            round[other] = i;
        }
    }

    /// How many requests each session has: as recorded, or in proportion to it.
    private int[] sizes(int[] templates, long requests) {
        int[] sizes = new int[templates.length];
        long total = 0;
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = recorded.get(templates[i]).turns().size();
            total += sizes[i];
        }
        if (requests == 0) {
            return sizes;
        }
        // Each has one; the others are shared out such that no rounding adds up.
        long toShare = requests - sizes.length;
        double weights = Math.max(1, total - sizes.length);
        boolean even = total == sizes.length;
        double seen = 0;
        long given = 0;
        for (int i = 0; i < sizes.length; i++) {
            seen += even ? 1.0 / sizes.length : (sizes[i] - 1) / weights;
            long upTo = i == sizes.length - 1 ? toShare : Math.round(seen * toShare);
            sizes[i] = (int) (1 + upTo - given);
            given = upTo;
        }
        return sizes;
    }

    /// When sessions begin. Longer sessions come less often, so that as many go on at once as recorded.
    private double[] starts(int[] templates, int[] sizes) {
        double[] between = TraceStatistics.intervals(recorded);
        if (between.length == 0) {
            between = new double[] {
                recorded.getFirst().end() - recorded.getFirst().start()
            };
        }
        long asked = 0;
        long before = 0;
        for (int i = 0; i < sizes.length; i++) {
            asked += sizes[i];
            before += recorded.get(templates[i]).turns().size();
        }
        double[] starts = new double[sizes.length];
        for (int i = 1; i < starts.length; i++) {
            starts[i] = starts[i - 1] + between[random.nextInt(between.length)] * asked / before;
        }
        return starts;
    }

    /// A session that recorded ones are put behind each other in.
    private final class Growing {
        private final int number;
        private final List<TraceTurn> turns = new ArrayList<>();
        private final Map<String, Integer> nextInChain = new HashMap<>();
        private List<TraceContent.Blocks> prefixes = List.of();
        private int branches;
        private double over;
        private int lastOfMain = -1;

        Growing(int number, double start) {
            this.number = number;
            this.over = start;
        }

        /// Adds the turns of a recorded session, up to `limit` in all.
        void add(TraceSession source, long instance, int limit) {
            int offset = turns.size();
            double stretch = Math.exp(STRETCH * random.nextGaussian() - STRETCH * STRETCH / 2);
            double base = offset == 0 || gaps.length == 0 ? over : over + gaps[random.nextInt(gaps.length)];
            Map<BlockIds, BlockIds> mapped = new HashMap<>();
            Map<String, String> chains = new HashMap<>();
            String main = source.turns().getFirst().chain();
            chains.put(main, "main");
            List<TraceTurn.Parent> previous = offset == 0 ? List.of() : ends();
            for (TraceTurn turn : source.turns()) {
                if (turns.size() == limit) {
                    break;
                }
                List<TraceTurn.Parent> parents = new ArrayList<>();
                turn.parents().forEach(p -> parents.add(new TraceTurn.Parent(p.turn() + offset, p.context())));
                if (parents.isEmpty()) {
                    parents.addAll(previous);
                }
                String chain = chains.computeIfAbsent(turn.chain(), _ -> "sa_" + branches++);
                int place = nextInChain.merge(chain, 1, Integer::sum) - 1;
                double begins = base + (turn.start() - source.start()) * stretch;
                turns.add(new TraceTurn(
                        chain + "_" + place,
                        turn.agentId(),
                        parents,
                        begins,
                        turn.duration() * stretch,
                        turn.type(),
                        turn.promptTokens(),
                        turn.outputTokens(),
                        turn.content() instanceof TraceContent.Blocks blocks
                                ? drawn(blocks, instance, mapped)
                                : new TraceContent.Words()));
                over = Math.max(over, turns.getLast().over());
                lastOfMain = chain.equals("main") ? turns.size() - 1 : lastOfMain;
            }
            if (offset == 0) {
                prefixes = source.prefixes().stream()
                        .map(prefix -> drawn(prefix, instance, mapped))
                        .toList();
            }
        }

        /// What a session that goes on waits for: its main agent's last request, and the sub-agents which that one
        /// started.
        private List<TraceTurn.Parent> ends() {
            Map<String, Integer> lastInChain = new LinkedHashMap<>();
            Set<String> started = new LinkedHashSet<>(List.of("main"));
            for (int i = 0; i < turns.size(); i++) {
                TraceTurn turn = turns.get(i);
                boolean begins = lastInChain.put(turn.chain(), i) == null;
                if (begins && turn.parents().stream().anyMatch(parent -> parent.turn() == lastOfMain)) {
                    started.add(turn.chain());
                }
            }
            lastInChain.keySet().retainAll(started);
            return lastInChain.values().stream()
                    .map(turn -> new TraceTurn.Parent(turn, HistoryContext.NEW))
                    .toList();
        }

        /// The same blocks with the instance's own ids; ids of one session alone stay its own.
        private TraceContent.Blocks drawn(TraceContent.Blocks blocks, long instance, Map<BlockIds, BlockIds> mapped) {
            boolean global = blocks.scope() == 0;
            BlockIds ids = blocks.blocks()
                    .mapped(id -> common.has(id) && global ? id : id + instance * common.stride(), mapped);
            return new TraceContent.Blocks(
                    ids, blocks.blockSize(), global ? 0 : number + 1L, blocks.partialLast(), blocks.tools());
        }

        TraceSession session() {
            return new TraceSession("session-" + (number + 1), turns, prefixes);
        }
    }

    /// Blocks that many recorded sessions have.
    private static final class CommonBlocks {
        private final Map<Long, int[]> sessions = new HashMap<>();
        private final double enough;
        private final long stride;

        CommonBlocks(List<TraceSession> recorded, double share) {
            this.enough = Math.max(2, share * recorded.size());
            long largest = 0;
            for (int i = 0; i < recorded.size(); i++) {
                for (TraceTurn turn : recorded.get(i).turns()) {
                    if (turn.content() instanceof TraceContent.Blocks blocks) {
                        for (long id : blocks.blocks().own()) {
                            largest = Math.max(largest, id);
                            if (blocks.scope() == 0) {
                                count(id, i);
                            }
                        }
                    }
                }
            }
            this.stride = largest + 1;
            sessions.values().removeIf(count -> count[0] < enough);
        }

        private void count(long id, int session) {
            int[] count = sessions.computeIfAbsent(id, _ -> new int[] {0, -1});
            if (count[1] != session) {
                count[0]++;
                count[1] = session;
            }
        }

        boolean has(long id) {
            return sessions.containsKey(id);
        }

        /// Added to an id, it makes one that no recorded block has.
        long stride() {
            return stride;
        }
    }
}
