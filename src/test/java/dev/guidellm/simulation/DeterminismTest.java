package dev.guidellm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.simulation.ServerModel.Answers;
import dev.guidellm.simulation.ServerModel.Faults;
import dev.guidellm.simulation.ServerModel.Noise;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same seed gives the same report, byte for byte, apart from made-up ids.
class DeterminismTest {
    private static final ServerModel VARIED = ServerModel.steady(16, 80, 5, 20)
            .with(new Noise(Noise.Shape.LOG_NORMAL, 0.5, 0.2, 0.3))
            .with(new Answers(20, 6))
            .with(new Faults(0.05, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));

    private static String report(String profile, long seed) {
        return new Simulation(VARIED)
                .workload(Workload.chains(3, 0.3))
                .profile(profile)
                .metrics("{\"kind\":\"generative\",\"slo\":{\"ttft_ms\":150},\"sample_size\":40}")
                .constraint("kind=max_duration,seconds=20")
                .constraint("kind=max_requests,count=400")
                .seed(seed)
                .run()
                .json()
                .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind=concurrent,streams=24",
                "kind=poisson,rate=30",
                "kind=gamma,rate=30,burstiness=0.5",
                "kind=sweep,sweep_size=4"
            })
    void theSeedDecidesEverything(String profile) {
        String report = report(profile, 7);
        assertThat(report(profile, 7).equals(report)).as("same seed").isTrue();
        String other = report(profile, 8).replace("\"value\":8", "\"value\":7");
        assertThat(other.equals(report)).as("another seed").isFalse();
    }
}
