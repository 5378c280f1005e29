package dev.guidellm.engine;

import static dev.guidellm.engine.Conversations.singles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.engine.FakeBackend.Script;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// When requests without an arrival schedule are due: the reference's cases `synchronous_with_completions` and
/// `concurrent_with_completions` pin that the end of a request is the due time of the next.
@NullMarked
@Timeout(60)
class ClosedLoopTest {
    private final RunClock clock = SystemRunClock.start();
    private final Recorder recorder = new Recorder();

    @Test
    void theNextRequestOfAStreamIsDueWhenTheOneBeforeHasEnded() {
        LoadResult result;
        try (FakeBackend backend = new FakeBackend(clock, 1, _ -> Script.completed(2))) {
            result = new LoadEngine(backend, clock)
                    .run(new SchedulingStrategy.Synchronous(), List.of(), singles(8), recorder);
        }
        List<RequestTimings> timings = recorder.records().stream()
                .map(record -> record.timings())
                .sorted(Comparator.comparingDouble(RequestTimings::requestStart))
                .toList();
        assertThat(timings).hasSize(8);
        assertThat(timings.getFirst().targetedStart())
                .isGreaterThanOrEqualTo(result.state().startTime());
        for (int i = 1; i < timings.size(); i++) {
            assertThat(timings.get(i).targetedStart())
                    .isBetween(timings.get(i - 1).requestEnd(), timings.get(i).resolveStart());
        }
    }
}
