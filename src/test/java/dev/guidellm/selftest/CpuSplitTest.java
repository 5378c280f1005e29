package dev.guidellm.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.selftest.CpuSample.ThreadTime;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CpuSplitTest {
    private static final long SECOND = 1_000_000_000L;

    private static CpuSample sample(double seconds, long done, double process, Map<Long, ThreadTime> threads) {
        return new CpuSample((long) (seconds * SECOND), done, (long) (process * SECOND), threads, Map.of());
    }

    private static ThreadTime thread(String name, double seconds) {
        return new ThreadTime(name, (long) (seconds * SECOND));
    }

    /// Two seconds: the server's threads used 1.0 s, the client's 2.6 s, the collector and the like 0.4 s.
    private static CpuSplit split() {
        CpuSample first = sample(
                10,
                100,
                5,
                Map.of(
                        1L, thread("main", 1),
                        2L, thread("transport-loop-1", 0.5),
                        3L, thread("transport-loop-2", 0.5),
                        4L, thread("mock-server-3-1", 2)));
        CpuSample last = sample(
                12,
                20_100,
                9,
                Map.of(
                        1L, thread("main", 1.2),
                        2L, thread("transport-loop-1", 1.5),
                        3L, thread("transport-loop-2", 1.5),
                        4L, thread("mock-server-3-1", 3),
                        5L, thread("guidellm-decoder-0", 0.4)));
        return Objects.requireNonNull(CpuSplit.between(first, last));
    }

    @Test
    void theClientsTimeIsTheProcessesWithoutTheServers() {
        CpuSplit split = split();
        assertThat(split.seconds()).isEqualTo(2);
        assertThat(split.done()).isEqualTo(20_000);
        assertThat(split.serverSeconds()).isCloseTo(1.0, within(1e-9));
        assertThat(split.clientSeconds()).isCloseTo(3.0, within(1e-9));
        assertThat(split.clientPart()).isCloseTo(0.75, within(1e-9));
        assertThat(split.clientShare(4)).isCloseTo(3.0 / 8, within(1e-9));
        assertThat(split.totalShare(4)).isCloseTo(0.5, within(1e-9));
        assertThat(split.groups()).containsOnlyKeys("main", "transport-loop", "guidellm-decoder");
    }

    @Test
    void whatTheCompilerUsedIsNobodys() {
        CpuSample first = new CpuSample(0, 0, SECOND, Map.of(1L, thread("main", 0.5)), Map.of(7, SECOND / 2));
        CpuSample last =
                new CpuSample(SECOND, 10, 3 * SECOND, Map.of(1L, thread("main", 1)), Map.of(7, SECOND, 8, SECOND / 4));
        CpuSplit split = Objects.requireNonNull(CpuSplit.between(first, last));
        assertThat(split.clientSeconds()).isCloseTo(1.25, within(1e-9));
        assertThat(split.serverSeconds()).isZero();
    }

    @Test
    void theCeilingIsWhereTheCoresAreBusyToSeventyPercent() {
        // 150 µs of CPU a request; two of two cores to 70 %
        CpuSplit.Ceiling alone = Objects.requireNonNull(split().alone(20_000, 2));
        assertThat(alone.bound()).isEqualTo("cores");
        assertThat(alone.perSecond()).isCloseTo(0.7 * 2 / 150e-6, within(1e-6));
    }

    @Test
    void onManyCoresAFewThreadsRunOutFirst() {
        // the two loops used 2 s for 20,000 requests
        CpuSplit.Ceiling alone = Objects.requireNonNull(split().alone(20_000, 64));
        assertThat(alone.bound()).isEqualTo("transport-loop");
        assertThat(alone.perSecond()).isCloseTo(0.7 * 2 / 100e-6, within(1e-6));
    }

    @Test
    void whatWasNotDoneOrNotToldGivesNothing() {
        assertThat(split().alone(0, 2)).isNull();
        CpuSample untold = sample(1, 1, -1, Map.of());
        assertThat(CpuSplit.between(untold, sample(2, 2, -1, Map.of()))).isNull();
        assertThat(CpuSplit.between(sample(1, 1, 1, Map.of()), sample(1, 1, 1, Map.of())))
                .isNull();
    }
}
