package dev.guidellm.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class JudgedConstraintTest {
    private final Verdict judge = new Verdict();
    private final SchedulerLedger ledger =
            new SchedulerLedger(0, List.of(Constraints.judged("looks_enough", judge, StoppingScope.CURRENT)));

    /// A judge that says what it is told to.
    private static final class Verdict implements Judge {
        boolean satisfied;

        @Override
        public boolean satisfied() {
            return satisfied;
        }

        @Override
        public JsonObject findings() {
            return JsonValue.object().put("width", satisfied ? 0.04 : 0.2).build();
        }
    }

    @Test
    void goesOnWhileTheJudgeIsNotSatisfied() {
        ledger.update(new LedgerEntry(), RequestUpdate.of(RequestStep.QUEUED, 1));
        assertThat(ledger.queuingStopped()).isFalse();
        assertThat(ledger.nextDeadline()).isInfinite().isPositive();
        assertThat(metadata(ledger.snapshot()).get("stop_time")).isEqualTo(JsonValue.NULL);
    }

    @Test
    void stopsQueuingAndProcessingWithItsReason() {
        judge.satisfied = true;
        ledger.poll(2);
        ledger.poll(3);
        SchedulerState state = ledger.snapshot();
        assertThat(state.endQueuingConstraints()).containsOnlyKeys("looks_enough");
        assertThat(state.endProcessingConstraints()).containsOnlyKeys("looks_enough");
        assertThat(state.progress().stopTime()).isEqualTo(2.0);
        assertThat(state.stopsWholeRun()).isFalse();
        assertThat(metadata(state).get("width")).isEqualTo(JsonValue.of(0.04));
        assertThat(metadata(state).get("stop_time")).isEqualTo(JsonValue.of(2.0));
    }

    @Test
    void wantsToBeAskedAtOnceUntilItHasStopped() {
        judge.satisfied = true;
        assertThat(ledger.nextDeadline()).isInfinite().isNegative();
        ledger.poll(2);
        assertThat(ledger.nextDeadline()).isInfinite().isPositive();
    }

    private static JsonObject metadata(SchedulerState state) {
        return Objects.requireNonNull(state.schedulerConstraints().get("looks_enough"))
                .metadata()
                .values();
    }
}
