package dev.guidellm.engine;

import static dev.guidellm.engine.Conversations.chain;
import static dev.guidellm.engine.Conversations.endlessSingles;
import static dev.guidellm.engine.Conversations.full;
import static dev.guidellm.engine.Conversations.node;
import static dev.guidellm.engine.Conversations.single;
import static dev.guidellm.engine.Conversations.singles;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.engine.FakeBackend.Script;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.Constraints;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LoadEngineTest {
    private final RunClock clock = SystemRunClock.start();
    private final Recorder recorder = new Recorder();
    private final List<FakeBackend> backends = new ArrayList<>();

    @AfterEach
    void closeBackends() {
        backends.forEach(FakeBackend::close);
    }

    private FakeBackend backend(Function<ConversationNode, Script> scripts) {
        FakeBackend backend = new FakeBackend(clock, 2, scripts);
        backends.add(backend);
        return backend;
    }

    private LoadResult run(
            FakeBackend backend,
            SchedulingStrategy strategy,
            Iterator<ConversationGraph> data,
            Constraint... constraints) {
        return new LoadEngine(backend, clock).run(strategy, List.of(constraints), data, recorder);
    }

    private static double known(@Nullable Double moment) {
        double known = Objects.requireNonNull(moment);
        assertThat(known).isNotNaN();
        return known;
    }

    private static SchedulingStrategy streams(int count) {
        return new SchedulingStrategy.Concurrent(count, 0);
    }

    private static Constraint maxRequests(Number count) {
        return Constraints.maxRequests(count, StoppingScope.CURRENT);
    }

    private static Constraint maxDuration(Number seconds) {
        return Constraints.maxDuration(seconds, StoppingScope.CURRENT);
    }

    /// Each created request ended in one way, and each that was started has one record.
    private void assertBooksBalance(LoadResult result) {
        SchedulerCounts counts = result.state().counts();
        assertThat(counts.processed()).isEqualTo(counts.created());
        assertThat(counts.queued() + counts.pending() + counts.processing()).isZero();
        assertThat(recorder.completed()).isEqualTo(counts.successful());
        assertThat(recorder.failed()).isEqualTo(counts.errored());
        assertThat(recorder.cancelled()).isLessThanOrEqualTo(counts.cancelled());
        assertThat(new HashSet<>(recorder.records().stream()
                        .map(RequestRecord::requestId)
                        .toList()))
                .hasSameSizeAs(recorder.records());
    }

    @ParameterizedTest
    @CsvSource({"1, 50", "7, 200", "64, 1000", "1000, 5000"})
    void keepsExactlyAsManyInFlightAsThereAreStreams(int streams, int total) {
        FakeBackend backend = FakeBackend.holding(clock, streams, total);
        backends.add(backend);
        LoadResult result = run(backend, streams(streams), endlessSingles(), maxRequests(total));
        assertThat(backend.mostInFlight()).isEqualTo(streams);
        assertThat(recorder.completed()).isEqualTo(total);
        assertBooksBalance(result);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 100, 1001})
    void makesExactlyTheRequestsThatAreAllowed(int count) {
        FakeBackend backend = backend(_ -> Script.AT_ONCE);
        Iterator<ConversationGraph> data =
                Stream.iterate(0, i -> i + 1).map(i -> chain("c" + i + "_", 3)).iterator();
        LoadResult result = run(backend, streams(4), data, maxRequests(count));
        assertThat(result.state().counts().created()).isEqualTo(count);
        assertThat(recorder.completed()).isEqualTo(count);
        assertThat(result.state().endQueuingConstraints()).containsOnlyKeys("max_requests");
        assertThat(result.state().endProcessingConstraints()).containsOnlyKeys("max_requests");
        assertThat(recorder.counts().getLast().processed()).isEqualTo(count);
        assertBooksBalance(result);
    }

    @Test
    void aFractionalCountIsRoundedUp() {
        LoadResult result = run(backend(_ -> Script.AT_ONCE), streams(1), endlessSingles(), maxRequests(2.5));
        assertThat(result.state().counts().created()).isEqualTo(3);
    }

    @Test
    void endsWithTheData() {
        LoadResult result = run(backend(_ -> Script.completed(5)), streams(3), singles(10));
        assertThat(recorder.completed()).isEqualTo(10);
        assertThat(result.state().dataExhausted()).isTrue();
        assertThat(result.generationDelaysSeconds()).hasSize(10);
        assertBooksBalance(result);
    }

    @Test
    void dataMadeInTimeDelaysNothing() {
        LoadResult result = run(backend(_ -> Script.completed(20)), streams(1), singles(6));
        assertThat(result.generationDelaysSeconds()).hasSize(6).containsOnly(0.0);
    }

    @Test
    void dataThatRequestsHadToWaitForIsADelay() {
        Iterator<ConversationGraph> ready = singles(4);
        CountDownLatch never = new CountDownLatch(1);
        Iterator<ConversationGraph> slow = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return ready.hasNext();
            }

            @Override
            public ConversationGraph next() {
                try {
                    boolean _ = never.await(400, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return ready.next();
            }
        };
        LoadResult result = run(backend(_ -> Script.AT_ONCE), streams(1), slow);
        assertThat(result.generationDelaysSeconds().subList(2, 4)).allMatch(seconds -> seconds > 0.3);
    }

    @Test
    void dataWithoutAnythingIsNoTrouble() {
        LoadResult result = run(backend(_ -> Script.AT_ONCE), streams(3), singles(0));
        assertThat(result.state().counts()).isEqualTo(SchedulerCounts.NONE);
        assertThat(result.state().dataExhausted()).isTrue();
    }

    @Test
    void aLongRunLosesNothing() {
        LoadResult result = run(backend(_ -> Script.AT_ONCE), streams(50), endlessSingles(), maxRequests(20_000));
        assertThat(recorder.completed()).isEqualTo(20_000);
        assertBooksBalance(result);
    }

    @Test
    void throughputWithoutLimitSendsWhatThereIs() {
        FakeBackend backend = FakeBackend.holding(clock, 3_000, 3_000);
        backends.add(backend);
        LoadResult result = run(backend, new SchedulingStrategy.Throughput(null, 0), singles(3_000));
        assertThat(backend.mostInFlight()).isEqualTo(3_000);
        double start = result.state().startTime();
        assertThat(recorder.records())
                .allSatisfy(r -> assertThat(r.timings().targetedStart()).isCloseTo(start, within(1e-6)));
        assertBooksBalance(result);
    }

    @Test
    void timesOfARequestAreInOrder() {
        LoadResult result = run(backend(_ -> Script.completed(20)), streams(2), singles(6));
        for (RequestRecord record : recorder.records()) {
            RequestTimings t = record.timings();
            assertThat(Stream.of(
                            t.queued(),
                            t.dequeued(),
                            t.scheduledAt(),
                            t.resolveStart(),
                            t.requestStart(),
                            t.requestEnd(),
                            t.resolveEnd(),
                            t.finalized()))
                    .doesNotContain(RequestTimings.NEVER)
                    .isSorted();
            assertThat(t.targetedStart()).isBetween(result.state().startTime(), t.resolveStart());
            assertThat(t.predecessorCompleted()).isNaN();
            assertThat(Objects.requireNonNull(record.requestArguments()).json()).contains(record.nodeId());
        }
        assertThat(result.state().startRequestsTime())
                .isEqualTo(recorder.records().stream()
                        .mapToDouble(r -> known(r.timings().requestStart()))
                        .min()
                        .orElseThrow());
    }

    @Test
    void aStopByDurationCutsWhatIsInFlightAndKeepsWhatArrived() {
        FakeBackend backend = backend(_ -> Script.never());
        LoadResult result = run(backend, streams(4), endlessSingles(), maxDuration(0.3));
        SchedulerCounts counts = result.state().counts();
        assertThat(recorder.records()).hasSize(4).allSatisfy(r -> {
            assertThat(r.outcome()).isEqualTo(new RequestOutcome.Cancelled(true));
            assertThat(r.response()).isNotNull();
            assertThat(r.timings().resolveStart()).isNotNaN();
        });
        assertThat(counts.cancelled()).isEqualTo(counts.created()).isGreaterThanOrEqualTo(4);
        double firstStart = known(result.state().startRequestsTime());
        assertThat(result.state().endProcessingTime()).isCloseTo(firstStart + 0.3, within(0.25));
        assertThat(result.state().endProcessingTime()).isGreaterThanOrEqualTo(firstStart + 0.3);
        assertThat(backend.inFlight()).isZero();
        assertBooksBalance(result);
    }

    @Test
    void minRequestsGivesUpTheRest() {
        LoadResult result = run(
                backend(n -> n.nodeId().equals("r2") ? Script.never() : Script.completed(10)),
                streams(3),
                endlessSingles(),
                Constraints.minRequests(20, StoppingScope.CURRENT));
        assertThat(result.state().counts().successful()).isGreaterThanOrEqualTo(20);
        assertThat(recorder.of("r2").outcome()).isInstanceOf(RequestOutcome.Cancelled.class);
        assertBooksBalance(result);
    }

    @Test
    void tooManyErrorsStopTheRun() {
        LoadResult result = run(
                backend(_ -> Script.failed(1)),
                streams(2),
                endlessSingles(),
                Constraints.maxErrors(5, StoppingScope.ALL));
        assertThat(result.state().stopsWholeRun()).isTrue();
        assertThat(result.state().counts().errored()).isGreaterThanOrEqualTo(5);
        assertBooksBalance(result);
    }

    @Test
    void requestsAreNotMadeFarAhead() {
        LoadResult result = run(
                backend(_ -> Script.completed(1)),
                new SchedulingStrategy.Constant(10, null, 0),
                endlessSingles(),
                maxDuration(0.5));
        assertThat(result.state().counts().created()).isLessThan(40);
        assertBooksBalance(result);
    }

    @Test
    void aRequestThatCannotBeBuiltFailsAloneInItsTurn() {
        FakeBackend backend = backend(_ -> Script.completed(1));
        Iterator<ConversationGraph> data =
                List.of(single("a"), single("bad"), single("b")).iterator();
        LoadResult result = run(backend, streams(1), data);
        assertThat(recorder.nodes()).containsExactlyInAnyOrder("a", "bad", "b");
        assertThat(recorder.of("bad").outcome())
                .isEqualTo(new RequestOutcome.Failed(FailureKind.BAD_REQUEST_DATA, null, null, "no text in bad", null));
        assertThat(recorder.of("bad").requestArguments()).isNull();
        assertThat(recorder.of("bad").timings().requestStart()).isNaN();
        assertThat(recorder.of("bad").timings().completedAt()).isNotNaN();
        assertThat(backend.sentNodes()).containsExactly("a", "b");
        assertBooksBalance(result);
    }

    @Test
    void dataThatBreaksOffEndsTheRunAndKeepsTheRecords() {
        Iterator<ConversationGraph> data = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public ConversationGraph next() {
                if (next == 3) {
                    throw new IllegalArgumentException("row 4 is unreadable");
                }
                return single("r" + next++);
            }
        };
        FakeBackend backend = backend(_ -> Script.completed(30));
        LoadResult result = run(backend, streams(3), data);
        assertThat(result.dataFailure()).hasMessage("row 4 is unreadable");
        assertThat(result.state().dataExhausted()).isFalse();
        assertThat(recorder.records()).hasSize(backend.sent().size());
        assertThat(recorder.completed()).isEqualTo(backend.sent().size());
        assertBooksBalance(result);
    }

    @Test
    void dataThatHangsDoesNotHoldTheRun() {
        CountDownLatch never = new CountDownLatch(1);
        Iterator<ConversationGraph> data = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public ConversationGraph next() {
                if (next == 3) {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        throw new NoSuchElementException("interrupted");
                    }
                }
                return single("r" + next++);
            }
        };
        LoadResult result = run(backend(_ -> Script.completed(1)), streams(3), data, maxDuration(0.2));
        assertThat(recorder.completed()).isEqualTo(3);
        assertThat(result.dataFailure()).isNull();
        assertBooksBalance(result);
    }

    @Test
    void anAnswerThatCannotBeDecodedIsOurBug() {
        FakeBackend backend = backend(_ -> Script.completed(1));
        Iterator<ConversationGraph> data =
                List.of(single("a"), single("undecodable")).iterator();
        assertThatThrownBy(() -> run(backend, streams(2), data))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("planted");
        assertThat(recorder.of("undecodable").outcome()).isInstanceOf(RequestOutcome.Failed.class);
    }

    @Test
    void aSinkThatFailsIsOurBugToo() {
        LoadEngine engine = new LoadEngine(backend(_ -> Script.completed(1)), clock);
        RecordSink sink = (_, _) -> {
            throw new IllegalStateException("sink");
        };
        assertThatThrownBy(() -> engine.run(streams(2), List.of(), singles(5), sink))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("sink");
    }

    @Test
    void oneEngineRunsManyBenchmarks() {
        LoadEngine engine = new LoadEngine(backend(_ -> Script.AT_ONCE), clock);
        Iterator<ConversationGraph> data = endlessSingles();
        for (int level = 1; level <= 10; level++) {
            Recorder records = new Recorder();
            engine.run(streams(level), List.of(maxRequests(100)), data, records);
            assertThat(records.completed()).isEqualTo(100);
        }
    }

    @Test
    void anInterruptLetsRequestsEndWithinTheGrace() throws Exception {
        FakeBackend backend = backend(n -> n.nodeId().equals("r0") ? Script.completed(400) : Script.never());
        LoadEngine engine = new LoadEngine(backend, clock);
        CountDownLatch bothSent = new CountDownLatch(1);
        CompletableFuture<LoadResult> result = CompletableFuture.supplyAsync(() ->
                engine.run(streams(2), List.of(), endlessSingles(), new RecordSink() {
                    @Override
                    public void accept(RequestRecord record, SchedulerCounts counts) {
                        recorder.accept(record, counts);
                    }

                    @Override
                    public void progressed(SchedulerState state) {
                        if (state.counts().processing() == 2) {
                            bothSent.countDown();
                        }
                    }
                }));
        assertThat(bothSent.await(20, TimeUnit.SECONDS)).isTrue();
        engine.interrupt(Duration.ofSeconds(2));
        LoadResult interrupted = result.get(20, TimeUnit.SECONDS);
        assertThat(interrupted.interrupted()).isTrue();
        assertThat(recorder.of("r0").outcome()).isInstanceOf(RequestOutcome.Completed.class);
        assertThat(recorder.of("r1").outcome()).isInstanceOf(RequestOutcome.Cancelled.class);
        assertThat(backend.sent()).hasSize(2);
        assertBooksBalance(interrupted);

        LoadResult later = engine.run(streams(2), List.of(), endlessSingles(), recorder);
        assertThat(later.interrupted()).isTrue();
        assertThat(backend.sent()).hasSize(2);
    }

    @Test
    void openLoopKeepsItsTimetable() {
        FakeBackend backend = backend(_ -> Script.completed(50));
        LoadResult result = run(backend, new SchedulingStrategy.Constant(200, null, 0), singles(60));
        double start = result.state().startTime();
        List<Double> targets = recorder.records().stream()
                .map(r -> known(r.timings().targetedStart()) - start)
                .sorted()
                .toList();
        List<Double> expected =
                IntStream.rangeClosed(1, 60).mapToObj(k -> k / 200.0).toList();
        for (int i = 0; i < expected.size(); i++) {
            assertThat(targets.get(i)).isCloseTo(expected.get(i), within(1e-8));
        }
        assertThat(recorder.records())
                .allSatisfy(r -> assertThat(known(r.timings().resolveStart())
                                - known(r.timings().targetedStart()))
                        .isBetween(0.0, 0.25));
        assertBooksBalance(result);
    }

    @Test
    void aCapMakesDueRequestsWaitInOrder() {
        FakeBackend backend = backend(_ -> Script.completed(10));
        LoadResult result = run(backend, new SchedulingStrategy.Constant(1_000, 2, 0), singles(40));
        assertThat(backend.mostInFlight()).isEqualTo(2);
        double start = result.state().startTime();
        List<Double> targets = backend.sent().stream()
                .map(s -> known(recorder.of(s.nodeId()).timings().targetedStart()) - start)
                .toList();
        // In order, but for the two that may start on two loops at the same moment.
        for (int i = 0; i < targets.size(); i++) {
            assertThat(targets.get(i)).isCloseTo((i + 1) / 1_000.0, within(0.0015));
        }
        assertThat(targets.stream().sorted().toList().getLast()).isCloseTo(0.04, within(1e-8));
        assertThat(known(recorder.of("r39").timings().resolveStart()) - start).isGreaterThan(0.15);
        assertBooksBalance(result);
    }

    @Test
    void streamsOpenOneByOneDuringTheRampupAndThenLoop() {
        FakeBackend backend = backend(_ -> Script.completed(10));
        LoadResult result = run(backend, new SchedulingStrategy.Concurrent(4, 0.8), endlessSingles(), maxDuration(1.0));
        double start = result.state().startTime();
        List<Double> sent =
                backend.sent().stream().map(s -> s.nanos() / 1e9 - start).toList();
        // Streams open at 0, 0.2, 0.4 and 0.6; each sends at most 100 requests a second from then on, fewer on a busy
        // machine.
        assertThat(sent.stream().filter(at -> at < 0.2)).hasSizeLessThanOrEqualTo(21);
        assertThat(sent.stream().filter(at -> at < 0.4)).hasSizeLessThanOrEqualTo(63);
        assertThat(sent.stream().filter(at -> at < 0.6)).hasSizeLessThanOrEqualTo(126);
        assertThat(sent).hasSizeGreaterThan(4);
        assertThat(backend.mostInFlight()).isEqualTo(4);
        assertBooksBalance(result);
    }

    @Test
    void aThinkingTurnHoldsNoSlot() {
        ConversationGraph thinking =
                new ConversationGraph("think", List.of(node("a0", 0.3), node("a1")), List.of(full("a0", "a1")));
        FakeBackend backend = backend(_ -> Script.completed(1));
        LoadResult result =
                run(backend, streams(1), List.of(thinking, single("b")).iterator());
        assertThat(backend.sentNodes()).containsExactly("a0", "b", "a1");
        RequestTimings child = recorder.of("a1").timings();
        assertThat(child.predecessorCompleted())
                .isEqualTo(recorder.of("a0").timings().requestEnd());
        assertThat(known(child.resolveStart()) - known(child.predecessorCompleted()))
                .isBetween(0.3, 0.8);
        assertBooksBalance(result);
    }

    @Test
    void manyThreadsOfRequestsEndOnce() {
        AtomicInteger count = new AtomicInteger();
        FakeBackend backend = backend(_ -> {
            int i = count.getAndIncrement();
            return i % 7 == 3 ? Script.failed(i % 3) : Script.completed(i % 4);
        });
        Iterator<ConversationGraph> data = Stream.iterate(0, i -> i + 1)
                .map(i -> i % 2 == 0 ? Conversations.fork("f" + i) : chain("c" + i + "_", 4))
                .iterator();
        LoadResult result = run(backend, streams(16), data, maxRequests(3_000));
        SchedulerCounts counts = result.state().counts();
        assertThat(counts.created()).isEqualTo(3_000);
        assertThat(counts.cancelled()).isPositive();
        assertThat(backend.mostInFlight()).isLessThanOrEqualTo(16);
        assertThat(recorder.records()).hasSize(backend.sent().size());
        assertBooksBalance(result);
    }

    @Test
    void connectionsAreOpenedOnceAndStayForLaterBenchmarks() {
        FakeBackend backend = backend(_ -> Script.AT_ONCE);
        LoadEngine engine = new LoadEngine(backend, clock);
        engine.run(streams(8), List.of(maxRequests(20)), endlessSingles(), recorder);
        engine.run(streams(4), List.of(maxRequests(20)), endlessSingles(), recorder);
        engine.run(streams(20), List.of(maxRequests(20)), endlessSingles(), recorder);
        assertThat(backend.warmedUp()).containsExactly(8, 12);
    }

    @Test
    void aBackendThatCannotPrepareIsOurBug() {
        FakeBackend backend = backend(_ -> Script.AT_ONCE);
        Iterator<ConversationGraph> data = List.of(single("a"), single("bug")).iterator();
        assertThatThrownBy(() -> run(backend, streams(1), data))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("planted in prepare");
    }

    @Test
    void aThreadThatDiesEndsTheRun() {
        FakeBackend backend = backend(_ -> Script.AT_ONCE);
        Iterator<ConversationGraph> data = new Iterator<>() {
            @Override
            public boolean hasNext() {
                throw new StackOverflowError("planted");
            }

            @Override
            public ConversationGraph next() {
                throw new NoSuchElementException();
            }
        };
        assertThatThrownBy(() -> run(backend, streams(1), data))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a thread of the load engine died");
    }
}
