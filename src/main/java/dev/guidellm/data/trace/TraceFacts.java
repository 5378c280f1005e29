package dev.guidellm.data.trace;

import dev.guidellm.config.TraceSettings;
import dev.guidellm.data.ReplayedTrace;
import dev.guidellm.data.synthetic.SeededText;
import dev.guidellm.data.trace.SessionTiming.Timed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The facts of a loaded trace. Safe for several threads.
final class TraceFacts implements ReplayedTrace {
    private final LoadedTrace trace;
    private final List<Timed> plan;
    private final TraceSettings settings;
    private final @Nullable SeededText text;
    private final boolean promptsAlone;
    private final Map<String, Integer> indices = new ConcurrentHashMap<>();
    private final Locator locator = new Locator();

    /// A turn and what its ids belong to.
    private record Located(TraceTurn turn, int copy) {}

    /// Within which ids mean the same blocks.
    private record Scope(int copy, long scope, int blockSize) {}

    /// A turn of the record.
    /// @param text what made the prompts; null for recorded messages
    /// @param promptsAlone whether each prompt is sent as it was recorded, without a history of live answers
    TraceFacts(
            LoadedTrace trace,
            List<Timed> plan,
            TraceSettings settings,
            @Nullable SeededText text,
            boolean promptsAlone) {
        this.trace = trace;
        this.plan = plan;
        this.settings = settings;
        this.text = text;
        this.promptsAlone = promptsAlone;
    }

    /// A conversation was handed out: the one of a session of the plan.
    void named(String conversation, int index) {
        indices.put(conversation, index);
    }

    @Override
    public Optional<PrefixReuse> recordedReuse(long cacheTokens) {
        if (text == null) {
            return Optional.empty();
        }
        Reuse reuse = new Reuse(cacheTokens);
        trace.sessions().stream()
                .flatMap(session -> session.turns().stream())
                .sorted(Comparator.comparingDouble(TraceTurn::start))
                .forEachOrdered(turn -> reuse.add(turn, 0));
        return Optional.of(reuse.result());
    }

    @Override
    public Optional<PrefixReuse> reuse(List<TurnName> sent, long cacheTokens) {
        if (text == null || !promptsAlone) {
            return Optional.empty();
        }
        Reuse reuse = new Reuse(cacheTokens);
        for (TurnName name : sent) {
            Located located = locator.find(name);
            if (located != null) {
                reuse.add(located.turn(), located.copy());
            }
        }
        return Optional.of(reuse.result());
    }

    @Override
    public Optional<SharedPrefix> shared(TurnName one, TurnName other) {
        Located a = locator.find(one);
        Located b = locator.find(other);
        if (text == null || !promptsAlone || a == null || b == null) {
            return Optional.empty();
        }
        if (!(a.turn().content() instanceof TraceContent.Blocks first)
                || !(b.turn().content() instanceof TraceContent.Blocks second)
                || !scope(first, a.copy()).equals(scope(second, b.copy()))) {
            return Optional.of(new SharedPrefix(0, Integer.MAX_VALUE));
        }
        long[] firstIds = first.fullIds(a.turn().promptTokens());
        long[] secondIds = second.fullIds(b.turn().promptTokens());
        int blocks = BlockIds.shared(firstIds, firstIds.length, secondIds, secondIds.length);
        boolean diverge = blocks < firstIds.length && blocks < secondIds.length;
        return Optional.of(new SharedPrefix(
                blocks * first.blockSize(), diverge ? (blocks + 1) * first.blockSize() : Integer.MAX_VALUE));
    }

    @Override
    public List<SessionSpan> recordedSessions() {
        List<SessionSpan> spans = new ArrayList<>();
        for (TraceSession session : trace.sessions()) {
            spans.add(new SessionSpan(session.start(), session.over()));
        }
        return spans;
    }

    @Override
    public List<String> condensed() {
        List<String> arguments = new ArrayList<>();
        if (settings.maxWait() != null) {
            arguments.add("max_wait=" + settings.maxWait());
        }
        if (settings.maxSessionWait() != null) {
            arguments.add("max_session_wait=" + settings.maxSessionWait());
        }
        if (settings.minConcurrentSessions() != null) {
            arguments.add("min_concurrent_sessions=" + settings.minConcurrentSessions());
        }
        if (settings.copies() > 1) {
            arguments.add("copies=" + settings.copies());
        }
        if (settings.timeScale() < 1) {
            arguments.add("time_scale=" + settings.timeScale());
        }
        return arguments;
    }

    @Override
    public OptionalInt count(String prompt) {
        return text == null ? OptionalInt.empty() : OptionalInt.of(text.count(prompt));
    }

    private static Scope scope(TraceContent.Blocks blocks, int copy) {
        return new Scope(copy, blocks.scope(), blocks.blockSize());
    }

    /// Finds turns by their names; looks through each conversation once.
    private final class Locator {
        private final Map<String, Map<String, Located>> conversations = new ConcurrentHashMap<>();

        @Nullable
        Located find(TurnName name) {
            Integer index = indices.get(name.conversation());
            return index == null
                    ? null
                    : conversations
                            .computeIfAbsent(name.conversation(), _ -> turns(plan.get(index)))
                            .get(name.node());
        }

        private static Map<String, Located> turns(Timed timed) {
            List<TraceTurn> list = timed.session().turns();
            Map<String, Located> turns = new HashMap<>();
            IntStream.range(0, list.size())
                    .forEach(i -> turns.put(list.get(i).nodeId(), new Located(list.get(i), timed.copy())));
            return turns;
        }
    }

    /// Sends prompts through an ideal cache.
    private static final class Reuse {
        private final PrefixTree cache;
        private long promptTokens;
        private long sharedTokens;

        Reuse(long cacheTokens) {
            cache = new PrefixTree(cacheTokens);
        }

        void add(TraceTurn turn, int copy) {
            promptTokens += turn.promptTokens();
            if (turn.content() instanceof TraceContent.Blocks blocks) {
                long[] ids = blocks.fullIds(turn.promptTokens());
                sharedTokens += (long) cache.use(scope(blocks, copy), ids, blocks.blockSize()) * blocks.blockSize();
            }
        }

        PrefixReuse result() {
            return new PrefixReuse(promptTokens, sharedTokens, cache.keptTokens());
        }
    }
}
