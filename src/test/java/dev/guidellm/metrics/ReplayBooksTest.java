package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Sessions of a turn, two sub-agents beside each other and a turn that waits for both; the replay starts at
/// 100 s.
@NullMarked
class ReplayBooksTest {
    private static final double START = 100;
    private static final int TOKENS = 1000;
    private static final List<String> NODES = List.of("main_0", "left", "right", "main_1");
    private static final double[] RECORDED = {0, 2, 2.5, 6};

    private final ReplayBooks books = new ReplayBooks(1);

    @Test
    void aFaithfulReplayHasNothingToSay() {
        session("s", 0);
        turn("s", 0, 100, 101, TOKENS + 30, 0);
        turn("s", 1, 102, 104, TOKENS + 30, 640);
        turn("s", 2, 102.5, 104, TOKENS + 30, 640);
        turn("s", 3, 106, 107, TOKENS + 32, 640);
        ReplayFidelity fidelity = books.fidelity(START, Double.POSITIVE_INFINITY);
        assertThat(fidelity.turns()).isEqualTo(4);
        assertThat(fidelity.firstTurnLagMillis().max()).isZero();
        assertThat(fidelity.laterTurnLagMillis().max()).isZero();
        assertThat(fidelity.behindRecordSeconds().max()).isZero();
        assertThat(fidelity.order()).isEqualTo(new ReplayFidelity.TurnOrder(4, 0, 0));
        ReplayFidelity.PromptSizes sizes = Objects.requireNonNull(fidelity.sizes());
        assertThat(sizes.commonExtraTokens()).isEqualTo(30);
        assertThat(sizes.deviating()).isZero();
        assertThat(fidelity.cached()).isEqualTo(new ReplayFidelity.CachedTokens(4, 4 * TOKENS + 122, 1920));
    }

    @Test
    void aReplayFlattenedToAListOfTimesShows() {
        // Answers take longer than recorded, and nothing waits for them.
        session("s", 0);
        turn("s", 0, 100, 103, TOKENS, null);
        turn("s", 1, 102, 105, TOKENS, null);
        turn("s", 2, 102.5, 106.5, TOKENS, null);
        turn("s", 3, 106, 107, TOKENS, null);
        ReplayFidelity fidelity = books.fidelity(START, Double.POSITIVE_INFINITY);
        assertThat(fidelity.order()).isEqualTo(new ReplayFidelity.TurnOrder(4, 3, 3));
        assertThat(fidelity.cached()).isNull();
    }

    @Test
    void lateTurnsAndOvertakingShow() {
        session("s", 0);
        turn("s", 0, 100.25, 101, TOKENS, null);
        turn("s", 1, 104, 104.5, TOKENS, null); // after the right one, which was recorded later
        turn("s", 2, 102.5, 104, TOKENS, null);
        turn("s", 3, 106.5, 107, TOKENS, null);
        ReplayFidelity fidelity = books.fidelity(START, Double.POSITIVE_INFINITY);
        assertThat(fidelity.firstTurnLagMillis().max()).isCloseTo(250, within(1e-6));
        assertThat(fidelity.laterTurnLagMillis().max()).isCloseTo(2000, within(1e-6));
        assertThat(fidelity.order()).isEqualTo(new ReplayFidelity.TurnOrder(4, 1, 0));
    }

    @Test
    void sizesThatGrowShowAlthoughFirstOnesAreRight() {
        session("s", 0);
        turn("s", 0, 100, 101, TOKENS, null);
        turn("s", 1, 102, 104, TOKENS + 20, null);
        turn("s", 2, 102.5, 104, TOKENS + 56, null);
        turn("s", 3, 106, 107, TOKENS - 40, null);
        ReplayFidelity.PromptSizes sizes = Objects.requireNonNull(
                books.fidelity(START, Double.POSITIVE_INFINITY).sizes());
        assertThat(sizes.turns()).isEqualTo(4);
        assertThat(sizes.commonExtraTokens()).isZero();
        assertThat(sizes.deviating()).isEqualTo(3);
    }

    @Test
    void sessionsInFlightAreWeightedByTime() {
        session("a", 0); // 0 to 7
        session("b", 3); // 3 to 10
        turn("a", 0, 100, 114, TOKENS, null);
        turn("b", 0, 103, 108, TOKENS, null);
        ReplayFidelity whole = books.fidelity(START, Double.POSITIVE_INFINITY);
        assertThat(whole.intended()).isEqualTo(new SessionsInFlight(2, 1.4, 2));
        assertThat(Objects.requireNonNull(whole.achieved().mean())).isCloseTo(19 / 14.0, within(1e-9));
        ReplayFidelity brokenOff = books.fidelity(START, 2);
        assertThat(brokenOff.intended()).isEqualTo(new SessionsInFlight(1, 1.0, 1));
    }

    @Test
    void theLongestSessionsAndSomeOthersAreShown() {
        for (int i = 0; i < 20; i++) {
            session("s" + i, 0);
            turn("s" + i, 0, 100 + i, 101 + i + (i % 5 == 0 ? i : 0), TOKENS, null);
        }
        List<ReplayedSession> chosen = books.chosen(7);
        assertThat(chosen.stream().filter(ReplayedSession::slowest).map(ReplayedSession::conversationId))
                .containsExactly("s15", "s10", "s5", "s0");
        assertThat(chosen).hasSize(8).isEqualTo(books.chosen(7)).isNotEqualTo(books.chosen(8));
        assertThat(chosen.subList(4, 8)).isSortedAccordingTo(Comparator.comparingDouble(ReplayedSession::from));
    }

    @Test
    void sessionsOneAfterTheOtherAreNeverTwo() {
        assertThat(SessionsInFlight.of(List.of(new LoadSpan(0, 1), new LoadSpan(1, 2))))
                .isEqualTo(new SessionsInFlight(2, 1.0, 1));
        assertThat(SessionsInFlight.of(List.of(new LoadSpan(1, 1)))).isEqualTo(new SessionsInFlight(1, null, 1));
        assertThat(SessionsInFlight.of(List.of(new LoadSpan(1, 1), new LoadSpan(5, 5))))
                .isEqualTo(new SessionsInFlight(2, null, 1));
        assertThat(SessionsInFlight.of(List.of())).isEqualTo(new SessionsInFlight(0, null, 0));
    }

    private void session(String name, double later) {
        List<ConversationNode> nodes = NODES.stream()
                .map(node -> new ConversationNode(
                        node,
                        "default",
                        new GenerationRequest(TurnType.STANDARD, Map.of(), tokens(TOKENS), UsageMetrics.NONE),
                        settings(NODES.indexOf(node), later)))
                .toList();
        books.planned(new ConversationGraph(
                name,
                nodes,
                List.of(
                        new ConversationEdge("main_0", "left", HistoryContext.NEW),
                        new ConversationEdge("main_0", "right", HistoryContext.NEW),
                        new ConversationEdge("left", "main_1", HistoryContext.NEW),
                        new ConversationEdge("right", "main_1", HistoryContext.NEW))));
    }

    private void turn(String session, int node, double sent, double ended, int tokens, @Nullable Integer cached) {
        double later = session.equals("b") ? 3 : 0;
        UsageMetrics usage =
                cached == null ? tokens(tokens) : tokens(tokens).with(UsageField.CACHED_TOKENS, (long) cached);
        double never = RequestTimings.NEVER;
        RequestTimings timings = new RequestTimings(
                START + later + RECORDED[node],
                never,
                START,
                sent,
                sent,
                sent,
                sent,
                never,
                never,
                never,
                never,
                never,
                0,
                0,
                MessageTimings.NONE,
                ended,
                ended,
                ended);
        List<String> parents = switch (node) {
            case 0 -> List.of();
            case 3 -> List.of("left", "right");
            default -> List.of("main_0");
        };
        RequestRecord record = new RequestRecord(
                session + node,
                session,
                NODES.get(node),
                "default",
                parents,
                0,
                0,
                node,
                TurnType.STANDARD,
                settings(node, later),
                new RequestOutcome.Completed(),
                timings,
                tokens(TOKENS),
                UsageMetrics.NONE,
                null,
                new GenerationResponse(null, "x", null, List.of(), usage, tokens(1), null, null));
        books.ended(MeasuredRequest.of(record, true, OutputTokenCounter.NONE));
    }

    private static NodeSettings settings(int node, double later) {
        return new NodeSettings(RECORDED[node] + later, null, 1.0);
    }

    private static UsageMetrics tokens(int count) {
        return UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, (long) count));
    }
}
