package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.HttpPhase;
import dev.guidellm.record.HttpPhases;
import dev.guidellm.record.RequestOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireColumnsTest {
    private static final float NONE = Float.NaN;

    private final Accumulator accumulator = new Accumulator(
            new AccumulatorSettings(
                    new MetricsConfig.Generative(
                            List.of(), 0, true, null, null, false, MetricsConfig.MeanInterval.STUDENT),
                    false,
                    1,
                    OutputTokenCounter.NONE),
            new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, null, null, 0));

    private void add(double from, double to, HttpPhases http) {
        accumulator.add(Requests.from(from, to).tokens(from, to, 10).http(http).build(), to);
    }

    private static HttpPhases waited(float wait, int servedBefore, int sharing) {
        return new HttpPhases(NONE, NONE, NONE, 0.001f, wait, 0.5f, servedBefore, 100, 1000, sharing);
    }

    @Test
    void eachPhaseIsSummedUpOverTheRequestsThatHadIt() {
        add(0, 1, new HttpPhases(0.01f, 0.02f, 0.03f, 0.001f, 0.1f, 0.5f, 0, 100, 1000, 0));
        for (int i = 2; i <= 100; i++) {
            add(0, 1, waited(i / 10f, i, 1));
        }
        WireSummary wire = accumulator.wire(new MeasurementWindow(0, 0, 1, 1));
        PhaseSummary wait = wire.phase(HttpPhase.WAIT);
        assertThat(wait.count()).isEqualTo(100);
        assertThat(wait.mean()).isEqualTo(5.05, within(1e-5));
        assertThat(wait.p50()).isEqualTo(5.0, within(1e-6));
        assertThat(wait.p95()).isEqualTo(9.5, within(1e-6));
        assertThat(wait.p99()).isEqualTo(9.9, within(1e-6));
        assertThat(wire.phase(HttpPhase.TLS).count()).isEqualTo(1);
        assertThat(wire.phase(HttpPhase.TLS).p99()).isEqualTo(0.03, within(1e-8));
        assertThat(wire.requests()).isEqualTo(100);
        assertThat(wire.onReusedConnections()).isEqualTo(99);
        assertThat(wire.bytesSent()).isEqualTo(10_000);
        assertThat(wire.bytesReceived()).isEqualTo(100_000);
        assertThat(wire.tokenEvents()).isEqualTo(1000);
        assertThat(wire.eventsSharingRead()).isEqualTo(99);
    }

    @Test
    void onlyTheMeasuredPartOfARunCounts() {
        add(0, 1, waited(9, 0, 0));
        add(2, 3, waited(1, 1, 0));
        add(4, 5, waited(9, 2, 0));
        WireSummary wire = accumulator.wire(new MeasurementWindow(0, 1.5, 3.5, 5));
        assertThat(wire.requests()).isEqualTo(1);
        assertThat(wire.phase(HttpPhase.WAIT).mean()).isEqualTo(1.0, within(1e-9));
    }

    @Test
    void timesAreThoseOfGoodAnswersAndBytesThoseOfAll() {
        add(0, 1, waited(1, 0, 0));
        accumulator.add(
                Requests.from(0, 1)
                        .outcome(new RequestOutcome.Failed(FailureKind.HTTP_STATUS, 503, null, "busy", null))
                        .http(waited(0.001f, 1, 0))
                        .build(),
                1);
        WireSummary wire = accumulator.wire(new MeasurementWindow(0, 0, 1, 1));
        assertThat(wire.phase(HttpPhase.WAIT).count()).isEqualTo(1);
        assertThat(wire.requests()).isEqualTo(2);
        assertThat(wire.bytesReceived()).isEqualTo(2000);
    }

    @Test
    void withoutHttpNothingIsMeasured() {
        accumulator.add(Requests.from(0, 1).tokens(0, 1, 3).build(), 1);
        WireSummary wire = accumulator.wire(new MeasurementWindow(0, 0, 1, 1));
        assertThat(wire.requests()).isZero();
        assertThat(wire.tokenEvents()).isZero();
        for (HttpPhase phase : HttpPhase.values()) {
            assertThat(wire.phase(phase)).isEqualTo(PhaseSummary.EMPTY);
        }
    }
}
