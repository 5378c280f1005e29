package dev.guidellm.engine;

import static dev.guidellm.engine.Conversations.chain;
import static dev.guidellm.engine.Conversations.endlessSingles;
import static dev.guidellm.engine.Conversations.singles;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.engine.FakeBackend.Script;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.schedule.ArrivalGaps;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.RateStage;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StreamStage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Loads that change over time and end by themselves.
@NullMarked
@Timeout(60)
class TimetableRunTest {
    private final RunClock clock = SystemRunClock.start();
    private final Recorder recorder = new Recorder();
    private final List<FakeBackend> backends = new ArrayList<>();

    @AfterEach
    void closeBackends() {
        backends.forEach(FakeBackend::close);
    }

    private LoadResult run(SchedulingStrategy strategy, long millis, Iterator<ConversationGraph> data) {
        FakeBackend backend = new FakeBackend(clock, 2, _ -> Script.completed(millis));
        backends.add(backend);
        return new LoadEngine(backend, clock).run(strategy, List.of(), data, recorder);
    }

    private static double known(@Nullable Double moment) {
        return Objects.requireNonNull(moment);
    }

    private static SchedulingStrategy stages(@Nullable Integer limit, RateStage... stages) {
        return new SchedulingStrategy.Stages(List.of(stages), ArrivalGaps.EVEN, limit);
    }

    @Test
    void stagesSendExactlyWhatIsDueAndThenEnd() {
        LoadResult result = run(
                stages(null, RateStage.steady(200, 0.3), RateStage.steady(0, 0.1), RateStage.steady(400, 0.2)),
                1,
                endlessSingles());
        assertThat(recorder.completed()).isEqualTo(140);
        assertThat(result.state().counts().created()).isEqualTo(140);
        assertThat(result.state().endQueuingConstraints()).containsOnlyKeys(Constraint.SCHEDULE_ENDED);
        assertThat(result.state().dataExhausted()).isFalse();
        List<Double> targets = recorder.records().stream()
                .map(r -> known(r.timings().targetedStart()) - result.state().startTime())
                .sorted()
                .toList();
        assertThat(targets.get(59)).isCloseTo(0.3, within(1e-8));
        assertThat(targets.get(60)).isCloseTo(0.4025, within(1e-8));
        assertThat(targets.getLast()).isCloseTo(0.6, within(1e-8));
        assertThat(result.heldBack()).isEqualTo(HeldBack.NONE);
    }

    @Test
    void aConversationIsCutWhereTheTimetableEnds() {
        Iterator<ConversationGraph> data =
                Stream.iterate(0, i -> i + 1).map(i -> chain("c" + i + "_", 3)).iterator();
        run(stages(null, RateStage.steady(200, 0.1)), 1, data);
        assertThat(recorder.completed()).isEqualTo(20);
    }

    @Test
    void dataThatEndsBeforeTheTimetableEndsTheRun() {
        LoadResult result = run(stages(null, RateStage.steady(500, 0.2)), 1, singles(30));
        assertThat(recorder.completed()).isEqualTo(30);
        assertThat(result.state().dataExhausted()).isTrue();
    }

    @Test
    void recordedArrivalsAreSentAndNoMore() {
        LoadResult result =
                run(new SchedulingStrategy.Recorded(List.of(0.0, 0.05, 0.05, 0.2), null), 1, endlessSingles());
        assertThat(recorder.completed()).isEqualTo(4);
        assertThat(recorder.records().stream()
                        .map(r -> known(r.timings().targetedStart())
                                - result.state().startTime())
                        .sorted()
                        .toList())
                .usingComparatorForType((a, b) -> Math.abs(a - b) < 1e-8 ? 0 : Double.compare(a, b), Double.class)
                .containsExactly(0.0, 0.05, 0.05, 0.2);
    }

    @Test
    void aCapIsReportedAsAClosedLoop() {
        // 100 due in 0.1 s; two at a time for 10 ms each take half a second.
        LoadResult result = run(stages(2, RateStage.steady(1_000, 0.1)), 10, endlessSingles());
        assertThat(recorder.completed()).isEqualTo(100);
        assertThat(result.heldBack().requests()).isBetween(50L, 98L);
        assertThat(result.heldBack().seconds()).isBetween(0.35, 5.0);
    }

    @Test
    void everyRequestIsLateByWhatItWaited() {
        LoadResult result = run(stages(1, RateStage.steady(500, 0.02)), 20, endlessSingles());
        double last = recorder.records().stream()
                .mapToDouble(r ->
                        known(r.timings().requestStart()) - known(r.timings().targetedStart()))
                .max()
                .orElseThrow();
        // The tenth is due after 20 ms and starts after nine others of 20 ms.
        assertThat(last).isGreaterThan(0.155);
        assertThat(result.heldBack().seconds()).isGreaterThanOrEqualTo(last);
    }

    @Test
    void streamsFollowTheStages() {
        LoadResult result = run(
                new SchedulingStrategy.StreamStages(
                        List.of(new StreamStage(1, 0, 0.3), new StreamStage(6, 0, 0.3), new StreamStage(2, 0, 0.4))),
                5,
                endlessSingles());
        assertThat(backends.getFirst().mostInFlight()).isEqualTo(6);
        double start = result.state().startTime();
        assertThat(mostAtOnce(start, start + 0.3)).isEqualTo(1);
        assertThat(mostAtOnce(start + 0.3, start + 0.6)).isEqualTo(6);
        // What was in flight when the third stage began may end first.
        double quiet = recorder.records().stream()
                .filter(r -> known(r.timings().requestStart()) < start + 0.6)
                .mapToDouble(r -> known(r.timings().requestEnd()))
                .max()
                .orElseThrow();
        assertThat(mostAtOnce(Math.max(quiet, start + 0.6), start + 1)).isEqualTo(2);
        assertThat(recorder.records())
                .allSatisfy(r -> assertThat(known(r.timings().requestStart())).isLessThan(start + 1 + 0.25));
        assertThat(result.state().endQueuingConstraints()).containsOnlyKeys(Constraint.SCHEDULE_ENDED);
        assertThat(result.state().counts().processed())
                .isEqualTo(result.state().counts().created());
        assertThat(recorder.failed()).isZero();
        assertThat(recorder.cancelled()).isZero();
    }

    @Test
    void aPauseOfStreamsSendsNothing() {
        LoadResult result = run(
                new SchedulingStrategy.StreamStages(
                        List.of(new StreamStage(3, 0, 0.2), new StreamStage(0, 0, 0.3), new StreamStage(3, 0, 0.2))),
                5,
                endlessSingles());
        double start = result.state().startTime();
        List<RequestRecord> within = recorder.records().stream()
                .filter(r -> known(r.timings().requestStart()) > start + 0.35
                        && known(r.timings().requestStart()) < start + 0.5)
                .toList();
        assertThat(within).isEmpty();
        assertThat(recorder.records().stream().filter(r -> known(r.timings().requestStart()) >= start + 0.5))
                .hasSizeGreaterThan(5);
    }

    private int mostAtOnce(double from, double to) {
        List<RequestRecord> records = recorder.records().stream()
                .filter(r -> known(r.timings().requestStart()) >= from
                        && known(r.timings().requestStart()) < to)
                .toList();
        int most = 0;
        for (RequestRecord record : records) {
            double start = known(record.timings().requestStart());
            most = Math.max(most, (int) records.stream()
                    .filter(r -> known(r.timings().requestStart()) <= start
                            && known(r.timings().requestEnd()) > start)
                    .count());
        }
        return most;
    }
}
