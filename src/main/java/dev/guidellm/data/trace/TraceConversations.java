package dev.guidellm.data.trace;

import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.data.DataException;
import dev.guidellm.data.GraphNames;
import dev.guidellm.data.ReplayedTrace;
import dev.guidellm.data.trace.SessionTiming.Timed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The conversations of a trace, in the order in which they begin. Every benchmark replays the same ones.
public final class TraceConversations implements ConversationSource {
    private static final Logger LOG = LoggerFactory.getLogger(TraceConversations.class);

    private final LoadedTrace trace;
    private final TraceRequests requests;
    private final GraphNames names = new GraphNames();
    private final List<Timed> plan;
    private final List<Integer> order;
    private final boolean warmsUp;
    private final TraceFacts facts;

    /// @param samples how many conversations to use, from the first; below 1 for all
    /// @param warmsUp whether what prompts begin with is sent beforehand
    /// @param facts told of each conversation that is handed out
    TraceConversations(
            LoadedTrace trace,
            List<Timed> plan,
            TraceRequests requests,
            int samples,
            boolean warmsUp,
            TraceFacts facts) {
        this.warmsUp = warmsUp;
        this.facts = facts;
        this.trace = trace;
        this.requests = requests;
        this.plan = List.copyOf(plan);
        List<Integer> byStart = new ArrayList<>();
        for (int i = 0; i < plan.size(); i++) {
            byStart.add(i);
        }
        byStart.sort(Comparator.comparingDouble(i -> plan.get(i).start()));
        if (samples > byStart.size()) {
            throw new DataException(
                    trace.name(),
                    null,
                    "Requested " + samples + " samples, but only " + byStart.size()
                            + " available from the provided datasets.");
        }
        this.order = List.copyOf(samples < 1 ? byStart : byStart.subList(0, samples));
    }

    /// The sessions of all copies, in the order of the data.
    List<Timed> plan() {
        return plan;
    }

    /// The conversation of one session of the plan.
    ConversationGraph graph(int index, String name) {
        Timed timed = plan.get(index);
        List<TraceTurn> turns = timed.session().turns();
        int session = index - timed.copy() * (plan.size() / (1 + plan.getLast().copy()));
        List<ConversationNode> nodes = new ArrayList<>(turns.size());
        List<ConversationEdge> edges = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            TraceTurn turn = turns.get(i);
            for (TraceTurn.Parent parent : turn.parents()) {
                edges.add(new ConversationEdge(turns.get(parent.turn()).nodeId(), turn.nodeId(), parent.context()));
            }
            Double duration = Double.isNaN(turn.duration()) ? null : (Double) (turn.duration() * timed.timeScale());
            nodes.add(new ConversationNode(
                    turn.nodeId(),
                    turn.agentId(),
                    requests.request(turn, new TraceRequests.Place(timed.copy(), session, i)),
                    new NodeSettings(Math.max(0, timed.starts()[i]), null, duration)));
        }
        return new ConversationGraph(name, nodes, edges);
    }

    @Override
    public ConversationIterator iterator(int epoch) {
        return new Pass();
    }

    @Override
    public Iterator<ConversationGraph> warmUps() {
        if (!warmsUp) {
            return Collections.emptyIterator();
        }
        List<ConversationGraph> graphs = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (int index : order) {
            Timed timed = plan.get(index);
            for (TraceContent.Blocks prefix : timed.session().prefixes()) {
                List<Long> ids =
                        Arrays.stream(prefix.blocks().toArray()).boxed().toList();
                if (seen.add(List.of(timed.copy(), prefix.scope(), ids))) {
                    graphs.add(warmUp(prefix, timed.copy()));
                }
            }
        }
        if (graphs.isEmpty()) {
            LOG.warn("warm_prefixes=true has no effect: {} says no tool_tokens or system_tokens", trace.name());
        }
        return graphs.iterator();
    }

    /// A prompt that is a prefix and nothing else, for one token of an answer.
    private ConversationGraph warmUp(TraceContent.Blocks prefix, int copy) {
        int tokens = prefix.blocks().size() * prefix.blockSize();
        TraceTurn turn =
                new TraceTurn("prefix", "default", List.of(), 0, Double.NaN, TurnType.STANDARD, tokens, 1, prefix);
        ConversationNode node = new ConversationNode(
                turn.nodeId(),
                turn.agentId(),
                requests.request(turn, new TraceRequests.Place(copy, -1, 0)),
                NodeSettings.NONE);
        return new ConversationGraph(names.next(null), List.of(node), List.of());
    }

    @Override
    public Optional<ReplayedTrace> trace() {
        return Optional.of(facts);
    }

    @Override
    public OptionalLong rows() {
        return OptionalLong.of(order.size());
    }

    @Override
    public boolean endless() {
        return false;
    }

    @Override
    public boolean repeats() {
        return false;
    }

    @Override
    public String goesOnBy() {
        return "copies=N in its --data replays the trace N times.";
    }

    @Override
    public String name() {
        return trace.name();
    }

    private final class Pass implements ConversationIterator {
        private int next;

        @Override
        public boolean hasNext() {
            return next < order.size();
        }

        @Override
        public ConversationGraph next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int index = order.get(next++);
            ConversationGraph graph = graph(index, names.next(null));
            facts.named(graph.graphId(), index);
            return graph;
        }

        @Override
        public long rowsRead() {
            return trace.rows();
        }

        @Override
        public long rowsSkipped() {
            return trace.skipped();
        }

        @Override
        public void close() {
            next = order.size();
        }
    }
}
