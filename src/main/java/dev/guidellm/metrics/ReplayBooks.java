package dev.guidellm.metrics;

import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.UsageField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Keeps of a replay what is needed to tell how faithful it was: what was planned, and what became of it. Some
/// hundred bytes for each turn.
///
/// [#planned] may be called by another thread than the rest.
public final class ReplayBooks {
    /// Two turns closer than this were sent at once.
    private static final double AT_ONCE_SECONDS = 1e-3;

    /// The share of prompts that may have less than what is said to be common to all.
    private static final double COMMON_QUANTILE = 0.05;

    private final double timeScale;
    private final Map<String, Planned> planned = new ConcurrentHashMap<>();
    private final List<ReplayedTurn> turns = new ArrayList<>();

    /// A session as it is to be replayed; seconds after the start.
    private record Planned(double from, double to, Map<String, Double> promptTokens) {}

    /// @param timeScale factor on all recorded times
    public ReplayBooks(double timeScale) {
        this.timeScale = timeScale;
    }

    /// A conversation was taken from the data.
    public void planned(ConversationGraph graph) {
        double from = Double.POSITIVE_INFINITY;
        double to = 0;
        Map<String, Double> promptTokens = HashMap.newHashMap(graph.nodes().size());
        for (ConversationNode node : graph.nodes()) {
            NodeSettings settings = node.settings();
            Double start = settings.relativeTimestampSeconds();
            Double took = settings.traceDurationSeconds();
            double begins = start == null ? 0 : start * timeScale;
            from = Math.min(from, begins);
            to = Math.max(to, begins + (took == null ? 0 : took * timeScale));
            promptTokens.put(node.nodeId(), node.request().inputMetrics().value(UsageField.TEXT_TOKENS));
        }
        planned.put(graph.graphId(), new Planned(from, to, promptTokens));
    }

    /// A request is over.
    public void ended(MeasuredRequest request) {
        Planned session = planned.get(request.request().conversationId());
        double tokens = session == null
                ? Double.NaN
                : session.promptTokens().getOrDefault(request.request().nodeId(), Double.NaN);
        turns.add(ReplayedTurn.of(request, tokens, timeScale));
    }

    /// The turns that were sent, in that order.
    public List<ReplayedTurn> sent() {
        return turns.stream()
                .filter(ReplayedTurn::wasSent)
                .sorted(Comparator.comparingDouble(ReplayedTurn::sent))
                .toList();
    }

    /// Some sessions as they went: those that took longest, and a few others.
    ///
    /// @param seed chooses the others
    public List<ReplayedSession> chosen(long seed) {
        return ReplayedSession.chosen(sessions(sent()), seed);
    }

    /// How faithful the replay was.
    ///
    /// @param start of the replay, on the run's clock
    /// @param seconds after which it was broken off; infinite when it came to its end
    public ReplayFidelity fidelity(double start, double seconds) {
        List<ReplayedTurn> sent = sent();
        Collection<List<ReplayedTurn>> sessions = sessions(sent);
        List<ReplayedTurn> first = sent.stream().filter(ReplayedTurn::isFirst).toList();
        List<ReplayedTurn> later = sent.stream().filter(turn -> !turn.isFirst()).toList();
        return new ReplayFidelity(
                sent.size(),
                summary(first, turn -> (turn.sent() - turn.due()) * 1e3),
                summary(later, turn -> (turn.sent() - turn.due()) * 1e3),
                summary(later, turn -> turn.sent() - start - turn.recordedSeconds()),
                intended(seconds),
                achieved(sessions),
                sizes(sent),
                order(sessions),
                cached(sent));
    }

    private SessionsInFlight intended(double seconds) {
        return SessionsInFlight.of(planned.values().stream()
                .filter(session -> session.from() < seconds)
                .map(session -> new LoadSpan(session.from(), Math.min(session.to(), seconds)))
                .toList());
    }

    private static SessionsInFlight achieved(Collection<List<ReplayedTurn>> sessions) {
        return SessionsInFlight.of(sessions.stream()
                .map(session -> new LoadSpan(session.getFirst().sent(), ReplayedSession.end(session)))
                .toList());
    }

    private static Collection<List<ReplayedTurn>> sessions(List<ReplayedTurn> sent) {
        Map<String, List<ReplayedTurn>> sessions = new LinkedHashMap<>();
        sent.forEach(turn -> sessions.computeIfAbsent(turn.conversationId(), _ -> new ArrayList<>())
                .add(turn));
        return sessions.values();
    }

    private static ReplayFidelity.@Nullable PromptSizes sizes(List<ReplayedTurn> sent) {
        List<ReplayedTurn> counted = sent.stream()
                .filter(turn -> turn.promptTokens() > 0 && turn.recordedPromptTokens() > 0)
                .toList();
        if (counted.isEmpty()) {
            return null;
        }
        double[] differences = counted.stream()
                .mapToDouble(turn -> turn.promptTokens() - turn.recordedPromptTokens())
                .toArray();
        double[] sorted = differences.clone();
        Arrays.sort(sorted);
        double common =
                Math.clamp(sorted[(int) (COMMON_QUANTILE * sorted.length)], 0, ReplayFidelity.PromptSizes.MOST_COMMON);
        long deviating = 0;
        for (int i = 0; i < differences.length; i++) {
            double tolerance =
                    ReplayFidelity.PromptSizes.tolerance(counted.get(i).recordedPromptTokens());
            deviating += Math.abs(differences[i] - common) > tolerance ? 1 : 0;
        }
        return new ReplayFidelity.PromptSizes(
                counted.size(), deviating, common, Distribution.summarize(WeightedValues.ofValues(differences), null));
    }

    private static ReplayFidelity.TurnOrder order(Collection<List<ReplayedTurn>> sessions) {
        long all = 0;
        long deviating = 0;
        long beforeParents = 0;
        for (List<ReplayedTurn> session : sessions) {
            Map<String, ReplayedTurn> byNode = HashMap.newHashMap(session.size());
            session.forEach(turn -> byNode.put(turn.nodeId(), turn));
            double latestRecorded = Double.NEGATIVE_INFINITY;
            double latestSent = Double.NEGATIVE_INFINITY;
            for (ReplayedTurn turn : session) {
                boolean early = turn.parents().stream().anyMatch(parent -> !endedBefore(byNode.get(parent), turn));
                boolean overtaken =
                        turn.recordedSeconds() < latestRecorded && turn.sent() - latestSent > AT_ONCE_SECONDS;
                if (turn.recordedSeconds() >= latestRecorded) {
                    latestRecorded = turn.recordedSeconds();
                    latestSent = turn.sent();
                }
                all++;
                beforeParents += early ? 1 : 0;
                deviating += early || overtaken ? 1 : 0;
            }
        }
        return new ReplayFidelity.TurnOrder(all, deviating, beforeParents);
    }

    private static boolean endedBefore(@Nullable ReplayedTurn parent, ReplayedTurn turn) {
        return parent != null && parent.ended() <= turn.sent();
    }

    private static ReplayFidelity.@Nullable CachedTokens cached(List<ReplayedTurn> sent) {
        List<ReplayedTurn> known = sent.stream()
                .filter(turn -> turn.promptTokens() > 0 && turn.cachedTokens() >= 0)
                .toList();
        return known.isEmpty()
                ? null
                : new ReplayFidelity.CachedTokens(
                        known.size(),
                        known.stream().mapToDouble(ReplayedTurn::promptTokens).sum(),
                        known.stream().mapToDouble(ReplayedTurn::cachedTokens).sum());
    }

    /// Of the turns for which `value` is known.
    private static DistributionSummary summary(List<ReplayedTurn> turns, ToDoubleFunction<ReplayedTurn> value) {
        double[] values =
                turns.stream().mapToDouble(value).filter(v -> !Double.isNaN(v)).toArray();
        return Distribution.summarize(WeightedValues.ofValues(values), null);
    }
}
