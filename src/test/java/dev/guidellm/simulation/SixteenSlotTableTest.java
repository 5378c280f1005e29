package dev.guidellm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.simulation.ServerModel.Noise;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The documented table of a server with 16 slots, an objective of 1500 ms, and 16, 26 and 32 streams.
class SixteenSlotTableTest {
    private static final ServerModel SERVER = ServerModel.steady(16, 500, 10, 16)
            .with(new Noise(Noise.Shape.NORMAL, 235, 0, 0))
            .unstreamed();

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theRateStaysAndTheGoodputFalls(long seed) {
        List<BenchmarkResult> levels = new Simulation(SERVER)
                .profile("{\"kind\":\"concurrent\",\"streams\":[16,26,32]}")
                .metrics("{\"kind\":\"generative\",\"slo\":{\"e2el_ms\":1500}}")
                .constraint("kind=max_duration,seconds=1200")
                .seed(seed)
                .run()
                .benchmarks();
        for (BenchmarkResult level : levels) {
            assertThat(rate(level)).isBetween(24.0, 24.7);
        }
        assertThat(attainment(levels.get(0))).isGreaterThanOrEqualTo(0.997);
        assertThat(attainment(levels.get(1))).isBetween(0.94, 0.975);
        assertThat(attainment(levels.get(2))).isBetween(0.75, 0.81);
        assertThat(goodput(levels.get(2)) / goodput(levels.get(0))).isBetween(0.75, 0.81);
    }

    private static double rate(BenchmarkResult level) {
        return SimulatedRun.number(level, "metrics", "requests_per_second", "successful", "mean");
    }

    private static double goodput(BenchmarkResult level) {
        return SimulatedRun.number(level, "metrics", "request_goodput", "successful", "mean");
    }

    private static double attainment(BenchmarkResult level) {
        return SimulatedRun.number(level, "metrics", "slo_attainment");
    }
}
