package dev.guidellm.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DispatchMeterTest {
    @Test
    void requestsThatOnlyFillTheSlotsOfAClosedLoopAreNotMeasured() {
        DispatchMeter meter = new DispatchMeter(false, 2);
        assertThat(meter.started(0, 9_000_000)).isEqualTo(Turn.NEVER);
        assertThat(meter.started(0, 9_000_000)).isEqualTo(Turn.NEVER);
        assertThat(meter.started(0, 1_000_000)).isZero();
        meter.written(0, 3_000_000);
        assertThat(meter.lag().openLoop()).isFalse();
        assertThat(meter.lag().handedOver().count()).isEqualTo(1);
        assertThat(meter.lag().handedOver().max()).isEqualTo(1);
        assertThat(meter.lag().written().max()).isEqualTo(3);
    }

    @Test
    void requestsThatWaitedForSomethingElseAreNotMeasured() {
        DispatchMeter meter = new DispatchMeter(true, 2);
        assertThat(meter.started(Turn.NEVER, 5)).isEqualTo(Turn.NEVER);
        meter.written(Turn.NEVER, 9);
        assertThat(meter.lag().handedOver().isEmpty()).isTrue();
        assertThat(meter.lag().written().isEmpty()).isTrue();
    }
}
