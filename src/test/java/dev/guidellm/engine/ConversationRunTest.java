package dev.guidellm.engine;

import static dev.guidellm.engine.Conversations.chain;
import static dev.guidellm.engine.Conversations.fork;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.backend.TurnPlace;
import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.engine.FakeBackend.Script;
import dev.guidellm.json.JsonValue;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Conversations of several turns on the engine.
@NullMarked
@Timeout(60)
class ConversationRunTest {
    private final RunClock clock = SystemRunClock.start();
    private final Recorder recorder = new Recorder();
    private @Nullable FakeBackend backend;

    @AfterEach
    void closeBackend() {
        if (backend != null) {
            backend.close();
        }
    }

    private SchedulerCounts run(int streams, Function<ConversationNode, Script> scripts, ConversationGraph... data) {
        FakeBackend server = new FakeBackend(clock, 2, scripts);
        backend = server;
        return new LoadEngine(server, clock)
                .run(
                        new SchedulingStrategy.Concurrent(streams, 0),
                        List.of(),
                        List.of(data).iterator(),
                        recorder)
                .state()
                .counts();
    }

    private FakeBackend server() {
        if (backend == null) {
            throw new IllegalStateException("run first");
        }
        return backend;
    }

    @Test
    void laterTurnsCarryTheServersOwnAnswers() {
        run(1, _ -> Script.completed(1), chain("a", 3));
        assertThat(server().sent().stream().map(FakeBackend.Sent::answersSent))
                .containsExactly(List.of(), List.of("answer of a0"), List.of("answer of a0", "answer of a1"));
        RequestRecord last = recorder.of("a2");
        assertThat(last.historyLength()).isEqualTo(2);
        assertThat(last.turnIndex()).isEqualTo(2);
        assertThat(last.precedingNodes()).isEqualTo(2);
        assertThat(last.parentNodeIds()).containsExactly("a1");
        assertThat(last.conversationId()).isEqualTo("a");
        assertThat(last.timings().predecessorCompleted())
                .isEqualTo(recorder.of("a1").timings().requestEnd());
    }

    @Test
    void turnsTellTheirConversationAndWhetherItEndsWithThem() {
        run(1, _ -> Script.completed(1), chain("a", 3), chain("a", 1), fork("f"));
        List<TurnPlace> places =
                server().sent().stream().map(FakeBackend.Sent::place).toList();
        assertThat(places.stream().map(TurnPlace::last).toList())
                .containsExactly(false, false, true, true, false, false, false, false, true);
        assertThat(places.stream().limit(3).map(TurnPlace::conversation).distinct())
                .hasSize(1);
        assertThat(places.stream().map(TurnPlace::conversation).distinct()).hasSize(3);
    }

    @Test
    void eachPromptOfALongConversationIsMadeOnce() {
        AtomicInteger made = new AtomicInteger();
        int turns = 300;
        run(1, _ -> Script.completed(0), unmade(chain("a", turns), made));
        assertThat(recorder.of("a" + (turns - 1)).historyLength()).isEqualTo(turns - 1);
        assertThat(made).hasValue(turns);
    }

    /// Prompts that are made when they are asked for, and counted.
    private static ConversationGraph unmade(ConversationGraph graph, AtomicInteger made) {
        List<ConversationNode> nodes = graph.nodes().stream()
                .map(node -> node.with(unmade(node.request(), made)))
                .toList();
        return new ConversationGraph(graph.graphId(), nodes, graph.edges());
    }

    private static GenerationRequest unmade(GenerationRequest request, AtomicInteger made) {
        return new GenerationRequest(
                request.turnType(), Map.of(), request.inputMetrics(), request.outputMetrics(), known -> {
                    made.incrementAndGet();
                    return new GenerationRequest(
                            known.turnType(),
                            Map.of(Columns.TEXT, List.of(JsonValue.of("a prompt"))),
                            known.inputMetrics(),
                            known.outputMetrics());
                });
    }

    @Test
    void aStreamTalksToTheEndBeforeItBeginsAnew() {
        run(1, _ -> Script.completed(1), chain("a", 3), chain("b", 3));
        assertThat(server().sentNodes()).containsExactly("a0", "a1", "a2", "b0", "b1", "b2");
    }

    @Test
    void branchesRunAtTheSameTime() {
        SchedulerCounts counts = run(3, _ -> Script.completed(300), fork("f"));
        assertThat(server().mostInFlight()).isEqualTo(3);
        assertThat(recorder.nodes()).hasSize(5).startsWith("fm").endsWith("fend");
        assertThat(recorder.of("fend").historyLength()).isEqualTo(3);
        assertThat(counts.successful()).isEqualTo(5);
    }

    @Test
    void branchesKeepToTheStreams() {
        run(2, _ -> Script.completed(5), fork("f"), fork("g"), fork("h"));
        assertThat(server().mostInFlight()).isEqualTo(2);
        assertThat(recorder.completed()).isEqualTo(15);
    }

    @Test
    void aFailedTurnCancelsTheRestOfItsConversation() {
        SchedulerCounts counts = run(
                1, n -> n.nodeId().equals("a1") ? Script.failed(1) : Script.completed(1), chain("a", 4), chain("b", 2));
        assertThat(recorder.nodes()).containsExactly("a0", "a1", "b0", "b1");
        assertThat(counts).isEqualTo(new SchedulerCounts(6, 0, 0, 0, 6, 3, 1, 2));
    }

    @Test
    void aFailedBranchCutsItsSiblingsOnce() {
        SchedulerCounts counts = run(
                3,
                n -> switch (n.nodeId()) {
                    case "fx" -> Script.failed(100);
                    case "fy", "fz" -> Script.never();
                    default -> Script.completed(1);
                },
                fork("f"));
        assertThat(counts).isEqualTo(new SchedulerCounts(5, 0, 0, 0, 5, 1, 1, 3));
        assertThat(recorder.of("fy").outcome()).isEqualTo(new RequestOutcome.Cancelled(true));
        assertThat(recorder.records()).hasSize(4);
    }

    @Test
    void anAnswerMayEndItsConversation() {
        SchedulerCounts counts = run(
                1,
                n -> n.nodeId().equals("a0")
                        ? new Script(1, new RequestOutcome.Completed(), true)
                        : Script.completed(1),
                chain("a", 3));
        assertThat(counts).isEqualTo(new SchedulerCounts(3, 0, 0, 0, 3, 1, 0, 2));
    }
}
