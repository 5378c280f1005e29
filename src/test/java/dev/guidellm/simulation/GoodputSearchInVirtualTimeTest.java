package dev.guidellm.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.simulation.ServerModel.Faults;
import dev.guidellm.simulation.ServerModel.Noise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The search for the highest load that keeps its objectives, against servers whose limit is known.
class GoodputSearchInVirtualTimeTest {
    private static final double TOLERANCE = 0.1;

    /// A probe as the conclusion tells it.
    private record Probe(int streams, double attainment, boolean passed, boolean resolved) {}

    private static Simulation search(ServerModel server, double e2elMillis, double probeSeconds, String arguments) {
        return new Simulation(server.unstreamed())
                .profile("kind=goodput" + arguments)
                .metrics("{\"kind\":\"generative\",\"sample_size\":1,\"slo\":{\"e2el_ms\":" + e2elMillis + "}}")
                .constraint("kind=max_duration,seconds=" + probeSeconds);
    }

    private static JsonValue conclusion(SimulatedRun run) {
        assertThat(run.result().report().conclusions()).hasSize(1);
        return run.result().report().conclusions().getFirst();
    }

    private static List<Probe> probes(SimulatedRun run) {
        return JsonPath.items(conclusion(run), "probes").stream()
                .map(probe -> new Probe(
                        Objects.requireNonNull(JsonPath.whole(probe, "streams")).intValue(),
                        Objects.requireNonNull(JsonPath.number(probe, "attainment")),
                        Objects.requireNonNull(JsonPath.truth(probe, "passed")),
                        Objects.requireNonNull(JsonPath.truth(probe, "resolved"))))
                .toList();
    }

    private static String stopReason(SimulatedRun run) {
        return Objects.requireNonNull(JsonPath.text(conclusion(run), "stop_reason"));
    }

    /// 64 slots of 690 ms: with 232 streams a request takes 2.5 s in the middle.
    private static ServerModel slots64() {
        return ServerModel.steady(64, 490, 10, 21).with(new Noise(Noise.Shape.LOG_NORMAL, 0.15, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theSearchOfTheArticleTakesItsPath(long seed) {
        double objective = latencyAt(slots64(), 232, 40, 2);
        SimulatedRun run = search(slots64(), objective, 40, ",target_attainment=0.95")
                .seed(seed)
                .run();
        assertThat(probes(run))
                .extracting(probe -> probe.streams() * (probe.passed() ? 1 : -1))
                .containsExactly(4, 8, 16, 32, 64, 128, -256, 192, 224, -240);
        assertThat(stopReason(run)).isEqualTo("converged");
        assertThat(run.conclusionNumber("best_passing_streams")).isEqualTo(224);
        assertThat(run.conclusionNumber("lowest_failing_streams")).isEqualTo(240);
    }

    /// The limit is the number of streams at which, over many probes, just the target share keeps the objective.
    @Test
    void limitsDrawnAtRandomAreFoundWithinTheTolerance() {
        ServerModel server = ServerModel.steady(8, 30, 1, 21).with(new Noise(Noise.Shape.LOG_NORMAL, 0.4, 0, 0));
        Random random = new Random(5);
        int resolved = 0;
        int wrong = 0;
        for (long seed = 1; seed <= 40; seed++) {
            int limit = (int) Math.round(10 * Math.pow(10, random.nextDouble()));
            SimulatedRun run = search(server, latencyAt(server, limit, 6, 3), 6, ",target_attainment=0.95")
                    .seed(seed)
                    .run();
            assertThat(stopReason(run)).isEqualTo("converged");
            double best = run.conclusionNumber("best_passing_streams");
            assertThat(best)
                    .as("limit of %d", limit)
                    .isBetween(limit * (1 - TOLERANCE) - 1, limit * (1 + TOLERANCE) + 1);
            for (Probe probe : probes(run)) {
                resolved += probe.resolved() ? 1 : 0;
                boolean misjudged = probe.passed() ? probe.streams() > limit : probe.streams() < limit;
                wrong += probe.resolved() && misjudged ? 1 : 0;
            }
        }
        tell("on the way to 40 limits", wrong, resolved);
        assertThat((double) wrong / resolved).isLessThanOrEqualTo(0.05);
    }

    /// No request waits for another, so that each keeps the objective by itself with 95 %: any clear verdict is wrong.
    @Test
    void exactlyAtTheLimitAClearVerdictIsAsRareAsStated() {
        double spread = 0.4;
        ServerModel server = ServerModel.steady(8, 30, 0, 1).with(new Noise(Noise.Shape.LOG_NORMAL, spread, 0, 0));
        double objective = 30 * Math.exp(1.6448536 * spread - spread * spread / 2);
        List<Probe> probes = probesAt(server, 8, objective, 1.5, 150);
        int clear = clear(probes);
        tell("at the limit, no queue", clear, probes.size());
        assertThat((double) clear / probes.size())
                .isLessThanOrEqualTo(0.05 + 2 * Math.sqrt(0.05 * 0.95 / probes.size()));
    }

    /// Requests that wait in one queue fare alike, so that so many say less than so many by themselves. The test that
    /// ends probes knows that, Wilson's interval does not; the guide says so, with these figures.
    @Test
    void exactlyAtTheLimitAQueueMakesNoVerdictClearThatIsNot() {
        ServerModel server = ServerModel.steady(8, 30, 1, 21).with(new Noise(Noise.Shape.LOG_NORMAL, 0.4, 0, 0));
        double objective = latencyAt(server, 40, 8, 20);
        List<Probe> tested = probesAt(server, 40, objective, 8, 40);
        List<Probe> untested = probesAt(server, "40,early_stop=false", objective, 8, 40);
        tell("at the limit, all in one queue", clear(tested), tested.size());
        tell("the same with early_stop=false", clear(untested), untested.size());
        assertThat(untested.stream().mapToDouble(Probe::attainment).average().orElseThrow())
                .isCloseTo(0.95, within(0.03));
        assertThat(clear(tested)).isLessThanOrEqualTo(4);
        assertThat(clear(untested)).isGreaterThan(4);
    }

    private static List<Probe> probesAt(
            ServerModel server, int streams, double objective, double probeSeconds, int runs) {
        return probesAt(server, Integer.toString(streams), objective, probeSeconds, runs);
    }

    /// Searches of one probe each.
    private static List<Probe> probesAt(
            ServerModel server, String streams, double objective, double probeSeconds, int runs) {
        List<Probe> probes = new ArrayList<>();
        for (long seed = 1; seed <= runs; seed++) {
            probes.addAll(probes(search(server, objective, probeSeconds, ",max_probes=1,initial_streams=" + streams)
                    .seed(seed)
                    .run()));
        }
        return probes;
    }

    private static int clear(List<Probe> probes) {
        return (int) probes.stream().filter(Probe::resolved).count();
    }

    private static void tell(String where, int wrong, int verdicts) {
        System.out.printf(
                "goodput search, %s: %d of %d verdicts clear and wrong, %.1f %%; stated: at most 5 %%%n",
                where, wrong, verdicts, 100.0 * wrong / verdicts);
    }

    /// The latency in milliseconds that 95 % of the requests keep, over so many probes like those of the search.
    private static double latencyAt(ServerModel server, int streams, double probeSeconds, int runs) {
        DoubleStream.Builder latencies = DoubleStream.builder();
        for (long seed = 1_000; seed < 1_000 + runs; seed++) {
            SimulatedRun run = new Simulation(server.unstreamed())
                    .profile("kind=concurrent,streams=" + streams)
                    .metrics("kind=generative,sample_size=1")
                    .constraint("kind=max_duration,seconds=" + probeSeconds)
                    .seed(seed)
                    .run();
            run.arrived().stream()
                    .filter(Served::answered)
                    .forEach(entry -> latencies.add(1e3 * entry.latencySeconds()));
        }
        double[] sorted = latencies.build().sorted().toArray();
        return sorted[(int) (0.95 * sorted.length)];
    }

    /// 20 slots of half a second serve 40 requests a second, if they come at even gaps; by chance, less.
    @Test
    void theHighestRateIsBelowWhatTheSlotsServe() {
        SimulatedRun run = search(
                        ServerModel.steady(20, 300, 10, 21),
                        750,
                        120,
                        ",load=rate,initial_rate=4,target_attainment=0.95")
                .run();
        assertThat(stopReason(run)).isEqualTo("converged");
        assertThat(run.conclusionNumber("best_passing_rate")).isBetween(30.0, 40.0);
        assertThat(run.conclusionNumber("lowest_failing_rate")).isBetween(34.0, 42.0);
    }

    @Test
    void notEvenOneStreamIsSaidWhereOneWasTried() {
        SimulatedRun run =
                search(ServerModel.steady(4, 300, 10, 21), 400, 200, "").run();
        assertThat(probes(run)).extracting(Probe::streams).containsExactly(4, 2, 1);
        assertThat(stopReason(run)).isEqualTo("objectives_unmet_at_minimum");
    }

    @Test
    void aServerThatDiesEndsTheSearchWithWhatIsKnown() {
        ServerModel dying = slots64().with(new Faults(0, 20 * 2.5, Double.POSITIVE_INFINITY));
        SimulatedRun run = search(dying, 2500, 20, ",early_stop=false").run();
        assertThat(stopReason(run)).isEqualTo("server_stopped_answering");
        assertThat(run.conclusionNumber("best_passing_streams")).isEqualTo(8);
    }

    @Test
    void whoInterruptsKeepsTheProbesSoFar() {
        SimulatedRun run = search(slots64(), 2500, 60, ",early_stop=false")
                .interruptedAt(190, Duration.ZERO)
                .run();
        assertThat(run.result().interrupted()).isTrue();
        assertThat(stopReason(run)).isEqualTo("interrupted");
        List<Integer> streams = new ArrayList<>();
        probes(run).forEach(probe -> streams.add(probe.streams()));
        assertThat(streams).startsWith(4, 8, 16);
    }
}
