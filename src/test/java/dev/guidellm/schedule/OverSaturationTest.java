package dev.guidellm.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.json.JsonValue;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// The constraint in the ledger, against servers that keep up and servers that do not.
@NullMarked
class OverSaturationTest {
    private static final double NONE = Double.NaN;

    /// A server that takes a request every `pace` seconds, in turn, and answers `service` seconds later.
    private static SchedulerLedger serve(boolean streams, int requests, double gap, double pace, double service) {
        SchedulerLedger ledger = new SchedulerLedger(0, List.of(constraint(ConstraintConfig.SaturationMode.ENFORCE)));
        record InFlight(LedgerEntry entry, double start, double token, double end) {}
        ArrayDeque<InFlight> waiting = new ArrayDeque<>();
        double free = 0;
        for (int i = 0; i < requests && !ledger.processingStopped(); i++) {
            double now = i * gap;
            while (!waiting.isEmpty() && waiting.getFirst().end() <= now) {
                InFlight done = waiting.removeFirst();
                double token = streams ? done.token() : NONE;
                if (streams) {
                    ledger.update(
                            done.entry(),
                            new RequestUpdate(RequestStep.FIRST_TOKEN, done.end(), done.start(), token, NONE, NONE));
                }
                ledger.update(
                        done.entry(),
                        new RequestUpdate(
                                RequestStep.COMPLETED, done.end(), done.start(), token, done.end(), done.end()));
            }
            LedgerEntry entry = new LedgerEntry();
            ledger.update(entry, RequestUpdate.of(RequestStep.QUEUED, now));
            ledger.update(entry, RequestUpdate.of(RequestStep.IN_PROGRESS, now));
            free = Math.max(free, now) + pace;
            waiting.add(new InFlight(entry, now, free, free + service));
        }
        return ledger;
    }

    @Test
    void aServerThatFallsBehindIsFoundWithAndWithoutStreaming() {
        SchedulerState streamed = serve(true, 400, 0.5, 0.8, 0.1).snapshot();
        assertThat(streamed.endProcessingConstraints()).containsOnlyKeys("over_saturation");
        assertThat(streamed.endProcessingTime()).isBetween(30.0, 40.0);
        assertThat(streamed.progress().stopTime()).isEqualTo(streamed.endProcessingTime());
        // Each request's wait is one sample, though both its first token and its end tell of it.
        assertThat(count(streamed, "ttft_n"))
                .isLessThanOrEqualTo((int) (0.75 * (streamed.counts().processed() + 1)));

        SchedulerState whole = serve(false, 400, 0.5, 0.8, 10).snapshot();
        assertThat(whole.endProcessingConstraints()).containsOnlyKeys("over_saturation");
        assertThat(whole.endProcessingTime()).isBetween(30.0, 60.0);
        assertThat(count(whole, "ttft_violations")).isPositive();
    }

    @Test
    void longAnswersWithoutStreamingAreNoWaits() {
        SchedulerState state = serve(false, 400, 0.5, 0.01, 10).snapshot();
        assertThat(state.endProcessingConstraints()).isEmpty();
        assertThat(count(state, "ttft_n")).isGreaterThan(100);
        assertThat(count(state, "ttft_violations")).isZero();
    }

    @Test
    void aServerThatKeepsUpIsLeftAlone() {
        SchedulerState state = serve(true, 400, 0.5, 0.4, 3).snapshot();
        assertThat(state.endQueuingConstraints()).isEmpty();
        assertThat(state.schedulerConstraints()).containsOnlyKeys("over_saturation");
    }

    @Test
    void growingLoadWithoutAnyAnswerProvesNothing() {
        SchedulerState state = serve(true, 400, 0.5, 1e6, 0).snapshot();
        assertThat(state.endProcessingConstraints()).isEmpty();
        assertThat(state.counts().processing()).isEqualTo(400);
        assertThat(value(state, "concurrent_slope")).isNotEqualTo(JsonValue.NULL);
        assertThat(value(state, "is_over_saturated")).isEqualTo(JsonValue.of(false));
    }

    @Test
    void certaintyCannotBeAskedFor() {
        assertThatThrownBy(() -> config(ConstraintConfig.SaturationMode.MONITOR, 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("use less than 1");
    }

    private static Constraint constraint(ConstraintConfig.SaturationMode mode) {
        return Constraints.create(List.of(config(mode, 0.95)), 0, ConstraintCasesTest.NO_JUDGES)
                .getFirst();
    }

    private static ConstraintConfig config(ConstraintConfig.SaturationMode mode, double confidence) {
        return new ConstraintConfig.OverSaturation(
                ConstraintConfig.StoppingScope.CURRENT, mode, 30.0, 120.0, 2.0, 2.5, 0.75, 5, confidence);
    }

    private static JsonValue value(SchedulerState state, String key) {
        return Objects.requireNonNull(action(state).metadata().values().get(key));
    }

    private static ConstraintAction action(SchedulerState state) {
        return Objects.requireNonNull(state.schedulerConstraints().get("over_saturation"));
    }

    private static int count(SchedulerState state, String key) {
        return ((JsonValue.JsonInteger) value(state, key)).value().intValueExact();
    }
}
