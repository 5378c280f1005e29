package dev.guidellm.benchmark;

import dev.guidellm.config.ProfileConfig;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.data.ReplayedTrace;
import dev.guidellm.data.ReplayedTrace.PrefixReuse;
import dev.guidellm.data.ReplayedTrace.TurnName;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.LoadSpan;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.ReplayBooks;
import dev.guidellm.metrics.ReplayFidelity;
import dev.guidellm.metrics.ReplayedSession;
import dev.guidellm.metrics.ReplayedTurn;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.metrics.SessionsInFlight;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How faithful a replay was, for the report. It follows the benchmark by noting what is planned and what has
/// ended; everything else is worked out afterwards.
final class ReplayFigures {
    private final ReplayBooks books;
    private final SchedulingStrategy.Trace strategy;
    private final @Nullable ReplayedTrace trace;
    private final @Nullable Integer cacheTokens;
    private final long seed;

    private ReplayFigures(
            SchedulingStrategy.Trace strategy,
            @Nullable ReplayedTrace trace,
            @Nullable Integer cacheTokens,
            long seed) {
        this.strategy = strategy;
        this.trace = trace;
        this.cacheTokens = cacheTokens;
        this.seed = seed;
        books = new ReplayBooks(strategy.timeScale());
    }

    /// What was found, and what a reader must be warned of.
    record Found(JsonObject figures, List<BenchmarkWarning> warnings) {}

    /// An ideal prefix cache over prompts in one order.
    ///
    /// @param limited null when nobody said how much the server's cache holds
    record IdealCache(PrefixReuse unlimited, @Nullable PrefixReuse limited) {}

    /// Null for strategies that replay nothing.
    ///
    /// @param seed chooses the sessions that are shown
    static @Nullable ReplayFigures of(
            SchedulingStrategy strategy, ConversationSource source, ProfileConfig profile, long seed) {
        if (!(strategy instanceof SchedulingStrategy.Trace trace)) {
            return null;
        }
        Integer cacheTokens = profile instanceof ProfileConfig.Replay replay ? replay.prefixCacheTokens() : null;
        return new ReplayFigures(trace, source.trace().orElse(null), cacheTokens, seed);
    }

    /// The conversations, each noted as it is taken.
    Iterator<ConversationGraph> noted(Iterator<ConversationGraph> conversations) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return conversations.hasNext();
            }

            @Override
            public ConversationGraph next() {
                ConversationGraph graph = conversations.next();
                books.planned(graph);
                return graph;
            }
        };
    }

    void ended(MeasuredRequest request) {
        books.ended(request);
    }

    /// @param listed good requests that the report lists
    Found found(LoadResult load, List<MeasuredRequest> listed) {
        SchedulerState state = load.state();
        Double end = state.endRequestsTime();
        boolean whole = state.dataExhausted() && !load.interrupted();
        double seconds = whole || end == null ? Double.POSITIVE_INFINITY : end - state.startTime();
        ReplayFidelity fidelity = books.fidelity(state.startTime(), seconds);
        SentPrompts.Check prompts = trace == null ? null : SentPrompts.check(trace, listed);
        SessionsInFlight recorded = trace == null ? null : recorded(trace);
        IdealCache recordedCache = trace == null ? null : ideal(trace::recordedReuse);
        List<TurnName> names = names();
        IdealCache sentCache = trace == null ? null : ideal(tokens -> trace.reuse(names, tokens));
        ReplayWarnings warnings =
                new ReplayWarnings(fidelity, prompts, recorded, recordedCache, sentCache, condensed(), cacheTokens);
        JsonObject figures = JsonValue.object()
                .put("turns", fidelity.turns())
                .put(
                        "lag_ms",
                        JsonValue.object()
                                .put("first_turns", ArrivalFigures.summary(fidelity.firstTurnLagMillis()))
                                .put("later_turns", ArrivalFigures.summary(fidelity.laterTurnLagMillis()))
                                .build())
                .put("behind_record_s", ArrivalFigures.summary(fidelity.behindRecordSeconds()))
                .put(
                        "sessions_in_flight",
                        JsonValue.object()
                                .put("recorded", recorded == null ? JsonValue.NULL : sessions(recorded))
                                .put("intended", sessions(fidelity.intended()))
                                .put("achieved", sessions(fidelity.achieved()))
                                .build())
                .put("prompt_sizes", sizes(fidelity.sizes()))
                .put("order", order(fidelity.order()))
                .put("read_again", readAgain(prompts))
                .put("prefix_cache", cache(fidelity.cached(), recordedCache, sentCache))
                .put("lanes", lanes(state.startTime()))
                .build();
        return new Found(figures, warnings.list());
    }

    private List<String> condensed() {
        List<String> arguments = new ArrayList<>(trace == null ? List.of() : trace.condensed());
        if (strategy.timeScale() < 1) {
            arguments.add("time_scale=" + strategy.timeScale() + " of the profile");
        }
        return arguments;
    }

    private List<TurnName> names() {
        return books.sent().stream()
                .map(turn -> new TurnName(turn.conversationId(), turn.nodeId()))
                .toList();
    }

    /// Works out how much was shared for one size of a cache.
    private interface Reuse {
        Optional<PrefixReuse> with(long cacheTokens);
    }

    private @Nullable IdealCache ideal(Reuse reuse) {
        PrefixReuse unlimited = reuse.with(ReplayedTrace.UNLIMITED).orElse(null);
        if (unlimited == null) {
            return null;
        }
        return new IdealCache(
                unlimited, cacheTokens == null ? null : reuse.with(cacheTokens).orElse(null));
    }

    private static SessionsInFlight recorded(ReplayedTrace trace) {
        return SessionsInFlight.of(trace.recordedSessions().stream()
                .map(span -> new LoadSpan(span.from(), span.to()))
                .toList());
    }

    /// Sessions turn by turn; seconds after the benchmark's start.
    private JsonArray lanes(double start) {
        List<JsonValue> lanes = new ArrayList<>();
        for (ReplayedSession session : books.chosen(seed)) {
            lanes.add(JsonValue.object()
                    .put("conversation", session.conversationId())
                    .put("slowest", session.slowest())
                    .put("from", session.from() - start)
                    .put("to", session.to() - start)
                    .put("turns_left_out", session.turnsLeftOut())
                    .put(
                            "turns",
                            new JsonArray(session.turns().stream()
                                    .<JsonValue>map(turn -> lane(turn, start))
                                    .toList()))
                    .build());
        }
        return new JsonArray(lanes);
    }

    private static JsonObject lane(ReplayedTurn turn, double start) {
        RequestStatus status = turn.status();
        return JsonValue.object()
                .put("node", turn.nodeId())
                .put("agent", turn.agentId())
                .put("parents", JsonValue.ofStrings(turn.parents()))
                .put("calls_tool", turn.callsTool())
                .put("status", status == null ? null : status.key())
                .put("due", after(turn.due(), start))
                .put("sent", after(turn.sent(), start))
                .put("first_token", after(turn.firstToken(), start))
                .put("ended", after(turn.ended(), start))
                .build();
    }

    /// To the microsecond; null when it did not come.
    private static @Nullable Double after(double moment, double start) {
        return Double.isNaN(moment) ? null : (Double) (Math.rint((moment - start) * 1e6) / 1e6);
    }

    private static JsonObject sessions(SessionsInFlight sessions) {
        return JsonValue.object()
                .put("sessions", sessions.sessions())
                .put("mean", sessions.mean())
                .put("max", sessions.max())
                .build();
    }

    private static JsonValue sizes(ReplayFidelity.@Nullable PromptSizes sizes) {
        return sizes == null
                ? JsonValue.NULL
                : JsonValue.object()
                        .put("turns", sizes.turns())
                        .put("deviating", sizes.deviating())
                        .put("deviating_share", share(sizes.deviating(), sizes.turns()))
                        .put("common_extra_tokens", sizes.commonExtraTokens())
                        .put("difference_tokens", ArrivalFigures.summary(sizes.differenceTokens()))
                        .build();
    }

    private static JsonObject order(ReplayFidelity.TurnOrder order) {
        return JsonValue.object()
                .put("turns", order.turns())
                .put("deviating", order.deviating())
                .put("deviating_share", share(order.deviating(), order.turns()))
                .put("before_parents", order.beforeParents())
                .build();
    }

    private static JsonValue readAgain(SentPrompts.@Nullable Check check) {
        return check == null
                ? JsonValue.NULL
                : JsonValue.object()
                        .put("prompts", check.turns())
                        .put("size_deviating", check.sizeDeviating())
                        .put("size_deviating_share", share(check.sizeDeviating(), check.turns()))
                        .put("shared_prefixes", check.pairs())
                        .put("prefix_deviating", check.prefixDeviating())
                        .put("prefix_deviating_share", share(check.prefixDeviating(), check.pairs()))
                        .build();
    }

    private JsonObject cache(
            ReplayFidelity.@Nullable CachedTokens measured, @Nullable IdealCache recorded, @Nullable IdealCache sent) {
        return JsonValue.object()
                .put("capacity_tokens", cacheTokens == null ? null : (Long) (long) cacheTokens)
                .put("recorded", ideal(recorded))
                .put("sent", ideal(sent))
                .put(
                        "measured",
                        measured == null
                                ? JsonValue.NULL
                                : JsonValue.object()
                                        .put("turns", measured.turns())
                                        .put("prompt_tokens", measured.promptTokens())
                                        .put("cached_tokens", measured.cachedTokens())
                                        .put("hit_rate", measured.cachedTokens() / measured.promptTokens())
                                        .build())
                .build();
    }

    private static JsonValue ideal(@Nullable IdealCache cache) {
        return cache == null
                ? JsonValue.NULL
                : JsonValue.object()
                        .put("prompt_tokens", cache.unlimited().promptTokens())
                        .put("distinct_block_tokens", cache.unlimited().keptTokens())
                        .put("hit_rate", cache.unlimited().rate())
                        .put(
                                "hit_rate_of_capacity",
                                cache.limited() == null ? null : cache.limited().rate())
                        .build();
    }

    static @Nullable Double share(long part, long whole) {
        return whole == 0 ? null : (Double) (part / (double) whole);
    }
}
