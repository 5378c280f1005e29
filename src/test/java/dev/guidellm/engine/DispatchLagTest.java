package dev.guidellm.engine;

import static dev.guidellm.engine.Conversations.endlessSingles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.engine.FakeBackend.Script;
import dev.guidellm.health.DispatchLag;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.schedule.Constraints;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a run says of its own lateness.
@Timeout(60)
class DispatchLagTest {
    private final RunClock clock = SystemRunClock.start();
    private final Recorder recorder = new Recorder();

    @Test
    void waitingForASlotIsNotTheClientsLateness() {
        DispatchLag lag = run(new SchedulingStrategy.Constant(100, 1, 0), 30, 50);
        RequestTimings last = recorder.records().getLast().timings();
        double late = last.requestStart() - last.targetedStart();
        assertThat(late).isGreaterThan(1); // 30 × 50 ms of work, due within 0.3 s
        assertThat(lag.openLoop()).isTrue();
        assertThat(lag.handedOver().count()).isEqualTo(30);
        assertThat(lag.written().count()).isEqualTo(30);
        assertThat(lag.written().p50()).isLessThan(250);
    }

    @Test
    void aClosedLoopMeasuresEachRefill() {
        DispatchLag lag = run(new SchedulingStrategy.Concurrent(4, 0), 20, 5);
        assertThat(lag.openLoop()).isFalse();
        assertThat(lag.handedOver().count()).isBetween(1L, 16L);
        assertThat(lag.written().count()).isEqualTo(lag.handedOver().count());
        assertThat(lag.handedOver().p50()).isLessThan(250);
    }

    private DispatchLag run(SchedulingStrategy strategy, int requests, long millis) {
        FakeBackend backend = new FakeBackend(clock, 2, _ -> Script.completed(millis));
        try {
            return new LoadEngine(backend, clock)
                    .run(
                            strategy,
                            List.of(Constraints.maxRequests(requests, StoppingScope.CURRENT)),
                            endlessSingles(),
                            recorder)
                    .dispatchLag();
        } finally {
            backend.close();
        }
    }
}
