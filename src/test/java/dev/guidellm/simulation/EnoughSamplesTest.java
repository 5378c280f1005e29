package dev.guidellm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.simulation.ServerModel.Noise;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// `enough_samples` ends runs in virtual time.
class EnoughSamplesTest {
    private static final ServerModel NOISY =
            ServerModel.steady(8, 200, 10, 10).with(new Noise(Noise.Shape.NORMAL, 40, 0, 0));

    private static Simulation simulation(ServerModel server, String enough) {
        return new Simulation(server)
                .profile("kind=concurrent,streams=8")
                .constraint("kind=enough_samples," + enough)
                .constraint("kind=max_duration,seconds=1000");
    }

    private static JsonObject object(BenchmarkResult benchmark, String... keys) {
        return (JsonObject) Objects.requireNonNull(benchmark.get(keys));
    }

    private static JsonObject findings(BenchmarkResult benchmark) {
        return object(benchmark, "scheduler_state", "scheduler_constraints", "enough_samples", "metadata");
    }

    @Test
    void endsWhenTheIntervalIsNarrowEnough() {
        BenchmarkResult benchmark = simulation(NOISY, "metric=ttft_ms.mean,relative_width=0.02")
                .run()
                .only();
        assertThat(object(benchmark, "scheduler_state", "end_processing_constraints")
                        .members())
                .containsOnlyKeys("enough_samples");
        JsonObject findings = findings(benchmark);
        assertThat(findings.get("reached")).isEqualTo(JsonValue.of(true));
        assertThat(SimulatedRun.number(findings, "reached_width")).isBetween(0.017, 0.02);
        // 4 s² z² / (w m)²: standard deviation 40, mean 200.
        assertThat(SimulatedRun.number(findings, "requests")).isBetween(1_300.0, 2_300.0);
        assertThat(SimulatedRun.number(findings, "lower")).isLessThan(200.5);
        assertThat(SimulatedRun.number(findings, "upper")).isGreaterThan(199.5);
        assertThat(benchmark.extension().notes()).noneMatch(note -> note.contains("enough_samples"));
    }

    @Test
    void saysWhatWasReachedWhenAnotherConstraintComesFirst() {
        BenchmarkResult benchmark = simulation(NOISY, "metric=ttft_ms.mean,relative_width=0.02")
                .constraint("kind=max_requests,count=200")
                .run()
                .only();
        assertThat(object(benchmark, "scheduler_state", "end_queuing_constraints")
                        .members())
                .containsOnlyKeys("max_requests");
        assertThat(findings(benchmark).get("reached")).isEqualTo(JsonValue.of(false));
        List<String> notes = benchmark.extension().notes();
        assertThat(notes)
                .anySatisfy(note -> assertThat(note)
                        .startsWith("enough_samples was not reached: the 95 % interval of ttft_ms.mean is ")
                        .contains("after 200 requests; asked were 2 %, for which about "));
    }

    @Test
    void saysWhenThereIsNoIntervalYet() {
        BenchmarkResult benchmark = simulation(NOISY, "metric=e2el_ms.p99,relative_width=0.5")
                .constraint("kind=max_requests,count=150")
                .run()
                .only();
        assertThat(benchmark.extension().notes())
                .contains("enough_samples was not reached: 150 measured requests are too few for a 95 % interval of"
                        + " e2el_ms.p99, which takes 368.");
    }

    @Test
    void goesOnWithAPercentileUntilItHasAnInterval() {
        BenchmarkResult benchmark =
                simulation(NOISY, "metric=e2el_ms.p99,relative_width=0.5").run().only();
        assertThat(SimulatedRun.number(findings(benchmark), "requests")).isBetween(368.0, 450.0);
    }

    @Test
    void requestsThatResembleTheirNeighboursTakeLonger() {
        ServerModel drifting = NOISY.with(new Noise(Noise.Shape.NORMAL, 40, 0, 0.8));
        double independent = SimulatedRun.number(
                findings(simulation(NOISY, "metric=ttft_ms.mean,relative_width=0.04")
                        .run()
                        .only()),
                "requests");
        double alike = SimulatedRun.number(
                findings(simulation(drifting, "metric=ttft_ms.mean,relative_width=0.04")
                        .run()
                        .only()),
                "requests");
        assertThat(alike).isGreaterThan(3 * independent);
    }

    @Test
    void countsOnlyRequestsOfTheMeasuredPart() {
        BenchmarkResult benchmark = new Simulation(NOISY)
                .profile("kind=concurrent,streams=8,warmup=30")
                .constraint("kind=enough_samples,metric=slo_attainment,relative_width=0.9,min_requests=40")
                .constraint("kind=max_duration,seconds=1000")
                .metrics("{\"kind\":\"generative\",\"slo\":{\"e2el_ms\":280}}")
                .run()
                .only();
        JsonObject findings = findings(benchmark);
        assertThat(SimulatedRun.number(findings, "requests")).isBetween(40.0, 160.0);
        assertThat(SimulatedRun.number(findings, "stop_time")
                        - SimulatedRun.number(benchmark, "scheduler_state", "start_time"))
                .isGreaterThan(30.0);
    }
}
