package dev.guidellm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.simulation.Served.Ending;
import dev.guidellm.simulation.ServerModel.Answers;
import dev.guidellm.simulation.ServerModel.Faults;
import dev.guidellm.simulation.ServerModel.Noise;
import dev.guidellm.simulation.ServerModel.Speed;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The simulated server does what its model says.
class SimulatedServerTest {
    private static final int REQUESTS = 4_000;

    private static List<Served> served(ServerModel model, int streams) {
        return new Simulation(model)
                .profile("kind=concurrent,streams=" + streams)
                .constraint("kind=max_requests,count=" + REQUESTS)
                .metrics("kind=generative,sample_size=1")
                .run()
                .arrived();
    }

    private static double[] ttfts(ServerModel model) {
        return served(model, 1).stream().mapToDouble(Served::ttftMillis).toArray();
    }

    private static double mean(double[] values) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[i])
                .average()
                .orElseThrow();
    }

    /// Of values that are `lag` apart; 0 gives the variance.
    private static double covariance(double[] values, int lag) {
        double mean = mean(values);
        return IntStream.range(lag, values.length)
                .mapToDouble(i -> (values[i] - mean) * (values[i - lag] - mean))
                .average()
                .orElseThrow();
    }

    @Test
    void aSteadyServerTakesItsTime() {
        assertThat(served(ServerModel.steady(4, 120, 7, 11), 4)).allSatisfy(entry -> {
            assertThat(entry.ttftMillis()).isEqualTo(120);
            assertThat(entry.latencySeconds()).isEqualTo(0.19);
            assertThat(entry.tokens()).isEqualTo(11);
        });
    }

    @Test
    void whoComesFirstIsServedFirst() {
        List<Served> served = served(ServerModel.steady(4, 120, 7, 11), 10);
        for (int i = 1; i < served.size(); i++) {
            assertThat(served.get(i).firstTokenNanos())
                    .isGreaterThanOrEqualTo(served.get(i - 1).firstTokenNanos());
        }
        // Ten streams on four slots: in the long run each request waits for 1.5 others.
        assertThat(served.subList(100, REQUESTS))
                .allMatch(entry -> Math.abs(entry.latencySeconds() - 0.19 * 2.5) < 0.1);
    }

    @ParameterizedTest
    @CsvSource({"NORMAL, 30, 0", "NORMAL, 30, 0.8", "LOG_NORMAL, 0.3, 0", "LOG_NORMAL, 0.3, -0.5"})
    void noiseHasItsMeanItsSpreadAndItsCorrelation(Noise.Shape shape, double spread, double correlation) {
        double[] ttfts = ttfts(ServerModel.steady(1, 100, 0, 1).with(new Noise(shape, spread, 0, correlation)));
        double deviation = shape == Noise.Shape.NORMAL ? spread : 100 * Math.sqrt(Math.expm1(spread * spread));
        // Correlated draws are worth fewer: (1 - φ) / (1 + φ) of them.
        double worth = REQUESTS * (1 - correlation) / (1 + correlation);
        assertThat(mean(ttfts)).isCloseTo(100, within(4 * deviation / Math.sqrt(worth)));
        assertThat(Math.sqrt(covariance(ttfts, 0))).isCloseTo(deviation, within(0.1 * deviation));
        assertThat(covariance(ttfts, 1) / covariance(ttfts, 0)).isCloseTo(correlation, within(0.07));
    }

    @Test
    void theFirstAnswersAreQuick() {
        List<Served> served = served(ServerModel.steady(4, 0, 0, 11).with(new Speed(100, 0.5, 10, 6, 0.25)), 4);
        assertThat(served.subList(0, 6)).allMatch(entry -> entry.latencySeconds() == 0.0625);
        assertThat(served.subList(6, REQUESTS)).allMatch(entry -> entry.latencySeconds() == 0.25);
    }

    @Test
    void answersVaryInLengthAndSomeFail() {
        List<Served> served = served(
                ServerModel.steady(4, 100, 10, 0)
                        .with(new Answers(50, 10))
                        .with(new Faults(0.2, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)),
                4);
        double[] tokens = served.stream()
                .filter(Served::answered)
                .mapToDouble(Served::tokens)
                .toArray();
        assertThat(mean(tokens)).isCloseTo(50, within(0.7));
        assertThat(Math.sqrt(covariance(tokens, 0))).isCloseTo(10, within(0.5));
        assertThat(served.stream()
                        .filter(entry -> entry.ending() == Ending.ERROR)
                        .count())
                .isBetween((long) (0.17 * REQUESTS), (long) (0.23 * REQUESTS));
    }
}
