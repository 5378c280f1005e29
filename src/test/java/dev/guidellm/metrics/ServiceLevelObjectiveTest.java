package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.SloConfig;
import dev.guidellm.metrics.ServiceLevelObjective.Verdict;
import dev.guidellm.record.RequestOutcome;
import org.junit.jupiter.api.Test;

class ServiceLevelObjectiveTest {
    private static final ServiceLevelObjective BOTH = new ServiceLevelObjective(new SloConfig(200.0, null, 2000.0));

    private static MeasuredRequest measured(Requests request) {
        return MeasuredRequest.of(request.build(), true, _ -> null);
    }

    private static Requests cutOff(double start, double end) {
        return Requests.from(start, end).outcome(new RequestOutcome.Cancelled(true));
    }

    @Test
    void theWorstObjectiveDecides() {
        MeasuredRequest good = measured(Requests.from(10, 11).tokens(10.1, 11, 5));
        assertThat(BOTH.largestShare(good)).isCloseTo(0.5, within(1e-9));
        assertThat(BOTH.judge(good)).isEqualTo(Verdict.MET);
        MeasuredRequest lateToken = measured(Requests.from(10, 11).tokens(10.3, 11, 5));
        assertThat(BOTH.largestShare(lateToken)).isCloseTo(1.5, within(1e-9));
        assertThat(BOTH.judge(lateToken)).isEqualTo(Verdict.MISSED);
        MeasuredRequest unstreamed = measured(Requests.from(10, 11));
        assertThat(BOTH.largestShare(unstreamed)).isNaN();
        assertThat(BOTH.judge(unstreamed)).isEqualTo(Verdict.UNDETERMINED);
    }

    @Test
    void whatWasCutOffHasTakenAtLeastSoMuch() {
        assertThat(BOTH.leastShare(measured(cutOff(10, 13)))).isCloseTo(15, within(1e-6)); // no token for 3 s
        assertThat(BOTH.leastShare(measured(cutOff(10, 13).tokens(10.1, 12, 5))))
                .isCloseTo(1.5, within(1e-9));
        assertThat(BOTH.leastShare(measured(cutOff(10, 11).tokens(10.1, 11, 5))))
                .isLessThan(1);
        ServiceLevelObjective gaps = new ServiceLevelObjective(new SloConfig(null, 10.0, null));
        assertThat(gaps.leastShare(measured(cutOff(10, 13)))).isZero();
    }
}
