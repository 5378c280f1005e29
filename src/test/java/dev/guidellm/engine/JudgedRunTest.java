package dev.guidellm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.engine.FakeBackend.Script;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.schedule.Constraints;
import dev.guidellm.schedule.Judge;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A judge that looks at the records ends the run.
@Timeout(60)
class JudgedRunTest {
    private final RunClock clock = SystemRunClock.start();

    /// Wants so many records.
    private static final class Collector implements RecordSink, Judge {
        private final int wanted;
        private int seen;

        Collector(int wanted) {
            this.wanted = wanted;
        }

        @Override
        public void accept(RequestRecord record, SchedulerCounts counts) {
            seen++;
        }

        @Override
        public boolean satisfied() {
            return seen >= wanted;
        }

        @Override
        public JsonObject findings() {
            return JsonValue.object().put("seen", seen).build();
        }
    }

    @Test
    void endsThoughNothingElseHappensAfterTheLastRecord() {
        // Of two streams one is never answered, and the other's third request is not either.
        FakeBackend backend = new FakeBackend(
                clock,
                1,
                node -> node.nodeId().endsWith("0") || node.nodeId().endsWith("3")
                        ? Script.never()
                        : Script.completed(1));
        try (backend) {
            Collector collector = new Collector(2);
            LoadResult result = new LoadEngine(backend, clock)
                    .run(
                            new SchedulingStrategy.Concurrent(2, 0),
                            List.of(Constraints.judged("enough", collector, StoppingScope.CURRENT)),
                            Conversations.endlessSingles(),
                            collector);
            assertThat(result.state().endQueuingConstraints()).containsOnlyKeys("enough");
            assertThat(result.state().endProcessingConstraints()).containsOnlyKeys("enough");
            assertThat(result.state().counts().successful()).isEqualTo(2);
            assertThat(result.state().counts().cancelled()).isGreaterThanOrEqualTo(1);
        }
    }
}
