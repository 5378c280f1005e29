package dev.guidellm.data.trace;

import dev.guidellm.data.trace.CacheCurve.Point;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a trace asks of a server. Times are those of a replay; what the trace does not tell is absent.
///
/// @param spreads by name: what is spread how over sessions and requests
/// @param sessionsInProgress from a session's first request on until its last one is over
/// @param requestsInFlight null when the trace does not tell how long requests took
/// @param prefixes null when the trace has no blocks
public record TraceStatistics(
        String name,
        String kind,
        long rows,
        long skipped,
        List<String> warnings,
        int sessions,
        int requests,
        int forkedSessions,
        double seconds,
        Map<String, Spread> spreads,
        @Nullable Occupancy sessionsInProgress,
        @Nullable Occupancy requestsInFlight,
        @Nullable Prefixes prefixes) {
    private static final int SMALLEST_CACHE = 1 << 10;
    private static final long LARGEST_CACHE = 1L << 40;

    /// How prompts repeat what was in prompts before.
    ///
    /// @param promptTokens of all prompts
    /// @param distinctTokens of all blocks, each counted once: a cache of this size forgets nothing
    /// @param sharedTokens those of them that several sessions have
    /// @param runs pieces of the tree of prefixes that have no branching
    /// @param deepestTokens the longest prompt in full blocks
    /// @param endlessHitRate share of the prompt tokens that a cache finds that forgets nothing
    /// @param hitRates the same by the size of a cache that forgets what was not used for longest
    public record Prefixes(
            long promptTokens,
            long distinctTokens,
            long sharedTokens,
            int runs,
            int branchings,
            long deepestTokens,
            double endlessHitRate,
            List<HitRate> hitRates) {

        private JsonObject json() {
            List<JsonValue> rates = new ArrayList<>();
            for (HitRate rate : hitRates) {
                rates.add(JsonValue.object()
                        .put("cache_tokens", rate.cacheTokens)
                        .put("hit_rate", rate.share)
                        .build());
            }
            return JsonValue.object()
                    .put("prompt_tokens", promptTokens)
                    .put("distinct_tokens", distinctTokens)
                    .put("tokens_shared_by_sessions", sharedTokens)
                    .put("runs", runs)
                    .put("branchings", branchings)
                    .put("deepest_tokens", deepestTokens)
                    .put("endless_cache_hit_rate", endlessHitRate)
                    .put("hit_rates", new JsonArray(rates))
                    .build();
        }
    }

    /// The share of prompt tokens that a cache of a size finds.
    public record HitRate(long cacheTokens, double share) {}

    /// The statistics of a trace.
    ///
    /// @param caches sizes of caches in tokens for which the hit rate is wanted, beside the powers of two
    public static TraceStatistics of(TraceFile trace, List<Long> caches) {
        List<TraceSession> sessions = trace.sessions();
        int requests = sessions.stream().mapToInt(s -> s.turns().size()).sum();
        double first = sessions.stream().mapToDouble(TraceSession::start).min().orElse(0);
        double last = sessions.stream().mapToDouble(TraceSession::end).max().orElse(0);
        boolean timed = sessions.stream().anyMatch(s -> s.turns().stream().anyMatch(t -> t.duration() > 0));
        return new TraceStatistics(
                trace.name(),
                trace.kind(),
                trace.rows(),
                trace.skipped(),
                trace.warnings(),
                sessions.size(),
                requests,
                (int) sessions.stream().filter(TraceStatistics::forks).count(),
                last - first,
                spreads(sessions, timed),
                Occupancy.of(
                        sessions.stream().mapToDouble(TraceSession::start).toArray(),
                        sessions.stream().mapToDouble(TraceSession::over).toArray()),
                timed
                        ? Occupancy.of(
                                turns(sessions).mapToDouble(TraceTurn::start).toArray(),
                                turns(sessions).mapToDouble(TraceTurn::over).toArray())
                        : null,
                prefixes(sessions, caches));
    }

    private static Stream<TraceTurn> turns(List<TraceSession> sessions) {
        return sessions.stream().flatMap(session -> session.turns().stream());
    }

    /// Seconds from the start of each session to that of the next.
    static double[] intervals(List<TraceSession> sessions) {
        double[] starts =
                sessions.stream().mapToDouble(TraceSession::start).sorted().toArray();
        double[] between = new double[Math.max(0, starts.length - 1)];
        for (int i = 0; i < between.length; i++) {
            between[i] = starts[i + 1] - starts[i];
        }
        return between;
    }

    private static boolean forks(TraceSession session) {
        String main = session.turns().getFirst().agentId();
        return session.turns().stream().anyMatch(turn -> !turn.agentId().equals(main));
    }

    private static Map<String, Spread> spreads(List<TraceSession> sessions, boolean timed) {
        Map<String, Spread> spreads = new LinkedHashMap<>();
        put(
                spreads,
                "requests_per_session",
                sessions.stream().mapToDouble(s -> s.turns().size()));
        put(
                spreads,
                "agents_per_session",
                sessions.stream()
                        .mapToDouble(s -> s.turns().stream()
                                .map(TraceTurn::agentId)
                                .distinct()
                                .count()));
        put(
                spreads,
                "prompt_tokens",
                turns(sessions).mapToDouble(TraceTurn::promptTokens).filter(n -> n > 0));
        put(
                spreads,
                "output_tokens",
                turns(sessions).mapToDouble(TraceTurn::outputTokens).filter(n -> n > 0));
        put(spreads, "session_seconds", sessions.stream().mapToDouble(s -> s.over() - s.start()));
        put(spreads, "session_interval_seconds", DoubleStream.of(intervals(sessions)));
        put(spreads, "idle_gap_seconds", sessions.stream().flatMapToDouble(TraceStatistics::gaps));
        if (timed) {
            put(
                    spreads,
                    "request_seconds",
                    turns(sessions).mapToDouble(TraceTurn::duration).filter(d -> !Double.isNaN(d)));
        }
        return spreads;
    }

    private static void put(Map<String, Spread> spreads, String name, DoubleStream values) {
        Spread spread = Spread.of(values.toArray());
        if (spread != null) {
            spreads.put(name, spread);
        }
    }

    /// How long each request waited after the last of those before it was over.
    static DoubleStream gaps(TraceSession session) {
        return session.turns().stream()
                .filter(turn -> !turn.parents().isEmpty())
                .mapToDouble(turn -> {
                    double before = turn.parents().stream()
                            .mapToDouble(
                                    parent -> session.turns().get(parent.turn()).over())
                            .max()
                            .orElse(0);
                    return Math.max(0, turn.start() - before);
                });
    }

    /// A prompt with the session it belongs to.
    private record Prompt(int session, TraceTurn turn) {}

    private static @Nullable Prefixes prefixes(List<TraceSession> sessions, List<Long> caches) {
        List<Prompt> prompts = new ArrayList<>();
        for (int i = 0; i < sessions.size(); i++) {
            for (TraceTurn turn : sessions.get(i).turns()) {
                if (turn.content() instanceof TraceContent.Blocks) {
                    prompts.add(new Prompt(i, turn));
                }
            }
        }
        if (prompts.isEmpty()) {
            return null;
        }
        prompts.sort(Comparator.comparingDouble(prompt -> prompt.turn.start()));
        List<Long> sizes = new ArrayList<>(caches);
        for (long size = SMALLEST_CACHE; size <= LARGEST_CACHE; size *= 2) {
            sizes.add(size);
        }
        CacheCurve curve = new CacheCurve(sizes.stream().distinct().toList());
        ReuseDistanceTree tree = new ReuseDistanceTree(prompts.size(), curve);
        long tokens = 0;
        int largestBlock = 0;
        for (Prompt prompt : prompts) {
            tokens += prompt.turn.promptTokens();
            if (prompt.turn.content() instanceof TraceContent.Blocks blocks) {
                largestBlock = Math.max(largestBlock, blocks.blockSize());
                tree.add(
                        blocks.fullIds(prompt.turn.promptTokens()), blocks.blockSize(), blocks.scope(), prompt.session);
            }
        }
        ReuseDistanceTree.Shape shape = tree.shape();
        double all = Math.max(1, tokens);
        List<HitRate> rates = new ArrayList<>();
        for (Point point : curve.points()) {
            boolean wanted = caches.contains(point.sizeTokens());
            boolean tells = point.sizeTokens() / 2 < shape.distinctTokens();
            if (wanted || tells) {
                rates.add(new HitRate(point.sizeTokens(), point.foundTokens() / all));
            }
        }
        return new Prefixes(
                tokens,
                shape.distinctTokens(),
                shape.sharedTokens(),
                shape.runs(),
                shape.branchings(),
                (long) shape.deepestBlocks() * largestBlock,
                curve.foundAtLast() / all,
                rates);
    }

    /// All figures by name; null for what the trace does not tell.
    public JsonObject json() {
        JsonValue.ObjectBuilder figures = JsonValue.object();
        spreads.forEach((figure, spread) -> figures.put(figure, spread.json()));
        return JsonValue.object()
                .put("trace", name)
                .put("format", kind)
                .put("rows", rows)
                .put("skipped", skipped)
                .put("warnings", JsonValue.ofStrings(warnings))
                .put("sessions", sessions)
                .put("requests", requests)
                .put("forked_sessions", forkedSessions)
                .put("seconds", seconds)
                .put("distributions", figures.build())
                .put("sessions_in_progress", sessionsInProgress == null ? null : sessionsInProgress.json())
                .put("requests_in_flight", requestsInFlight == null ? null : requestsInFlight.json())
                .put("prefixes", prefixes == null ? null : prefixes.json())
                .build();
    }
}
