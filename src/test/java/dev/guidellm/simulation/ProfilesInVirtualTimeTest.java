package dev.guidellm.simulation;

import static dev.guidellm.simulation.SimulatedRun.number;
import static dev.guidellm.simulation.SimulatedRun.virtualSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.simulation.ServerModel.Answers;
import dev.guidellm.simulation.ServerModel.Noise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What each kind of profile sends and when, and that the report says what the server saw.
class ProfilesInVirtualTimeTest {
    private static final ServerModel VARIED = ServerModel.steady(16, 80, 5, 20)
            .with(new Noise(Noise.Shape.LOG_NORMAL, 0.5, 0.2, 0.3))
            .with(new Answers(20, 6));

    private static SimulatedRun run(ServerModel server, Workload data, String profile, String... constraints) {
        Simulation simulation = new Simulation(server).workload(data).profile(profile);
        List.of(constraints).forEach(simulation::constraint);
        SimulatedRun run = simulation.run();
        ServerTruth.holds(run);
        return run;
    }

    private static SimulatedRun run(ServerModel server, String profile, String... constraints) {
        return run(server, Workload.singles(), profile, constraints);
    }

    /// From the start of the benchmark to the end of its queue.
    private static Occupancy whileQueuing(SimulatedRun run) {
        BenchmarkResult benchmark = run.only();
        return Occupancy.of(
                run.arrived(),
                Math.round(virtualSeconds(benchmark, "scheduler_state", "start_time") * 1e9),
                Math.round(virtualSeconds(benchmark, "scheduler_state", "end_queuing_time") * 1e9));
    }

    /// When requests came to the server, in seconds after the first benchmark's start.
    private static double[] arrivals(SimulatedRun run) {
        return run.arrived().stream()
                .mapToDouble(entry -> entry.arrivedNanos() / 1e9)
                .toArray();
    }

    private static double[] gaps(double[] arrivals) {
        return IntStream.range(1, arrivals.length)
                .mapToDouble(i -> arrivals[i] - arrivals[i - 1])
                .toArray();
    }

    private static double mean(double[] values) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[i])
                .average()
                .orElseThrow();
    }

    private static double coefficientOfVariation(double[] values) {
        double mean = mean(values);
        double squares = IntStream.range(0, values.length)
                .mapToDouble(i -> (values[i] - mean) * (values[i] - mean))
                .average()
                .orElseThrow();
        return Math.sqrt(squares) / mean;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void synchronousSendsOneAfterTheOther(boolean streamed) {
        ServerModel server = streamed ? VARIED : VARIED.unstreamed();
        SimulatedRun run = run(server, "kind=synchronous", "kind=max_requests,count=200");
        assertThat(run.server().served()).hasSize(200);
        List<Served> served = run.arrived();
        for (int i = 1; i < served.size(); i++) {
            assertThat(served.get(i).arrivedNanos()).isEqualTo(served.get(i - 1).endNanos());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64})
    void streamsAreFullFromTheStartToTheEnd(int streams) {
        SimulatedRun run = run(VARIED, "kind=concurrent,streams=" + streams, "kind=max_duration,seconds=60");
        Occupancy occupancy = whileQueuing(run);
        assertThat(occupancy.most()).isEqualTo(streams);
        assertThat(occupancy.mean()).isCloseTo(streams, within(1e-6 * streams));
    }

    @Test
    void streamsOpenOverTheRampUp() {
        SimulatedRun run = run(
                ServerModel.steady(100, 1000, 0, 1),
                "kind=concurrent,streams=10,rampup_duration=5",
                "kind=max_duration,seconds=20");
        double[] arrivals = arrivals(run);
        for (int stream = 0; stream < 10; stream++) {
            int opened = stream;
            double opening = 0.5 * stream;
            assertThat(arrivals).contains(opening);
            assertThat(Occupancy.of(run.arrived(), nanos(opening), nanos(opening + 0.5))
                            .most())
                    .isEqualTo(opened + 1);
        }
    }

    @Test
    void throughputSendsAllThereIsAtOnce() {
        SimulatedRun run = run(VARIED, Workload.singles().only(3_000), "kind=throughput,max_concurrency=null");
        assertThat(run.server().mostOpen()).isEqualTo(3_000);
        assertThat(arrivals(run)).hasSize(3_000).containsOnly(0);
    }

    @Test
    void throughputKeepsItsLimit() {
        SimulatedRun run = run(VARIED, "kind=throughput,max_concurrency=50", "kind=max_requests,count=2000");
        assertThat(run.server().mostOpen()).isEqualTo(50);
        assertThat(whileQueuing(run).mean()).isGreaterThan(0.99 * 50);
        assertThat(run.server().served()).hasSize(2_000);
    }

    @Test
    void aConstantRateIsKeptToTheNanosecond() {
        SimulatedRun run = run(VARIED, "kind=constant,rate=37", "kind=max_requests,count=1000");
        double[] arrivals = arrivals(run);
        for (int i = 0; i < arrivals.length; i++) {
            assertThat(arrivals[i]).isEqualTo((i + 1) / 37.0, within(1e-9));
        }
        assertThat(figure(run, "dispatch_lateness_ms", "max")).isZero();
    }

    @Test
    void aRateThatGrowsBringsHalfAsMuchMeanwhile() {
        SimulatedRun run = run(VARIED, "kind=constant,rate=40,rampup_duration=20", "kind=max_duration,seconds=60");
        double[] arrivals = arrivals(run);
        assertThat(IntStream.range(0, arrivals.length).filter(i -> arrivals[i] <= 20 + 1e-9))
                .hasSize(400);
        for (int i = 0; i < 400; i++) {
            assertThat(arrivals[i]).isEqualTo(Math.sqrt(2 * 20 * (i + 1) / 40.0), within(1e-9));
        }
    }

    /// 16 slots of 180 ms serve 89 requests a second.
    @Test
    void aLimitClosesTheOpenLoopAndThatIsSaid() {
        ServerModel server = ServerModel.steady(16, 80, 5, 21);
        SimulatedRun run = run(server, "kind=constant,rate=120,max_concurrency=20", "kind=max_requests,count=2400");
        assertThat(run.server().mostOpen()).isEqualTo(20);
        assertThat(number(run.only(), "metrics", "requests_per_second", "successful", "mean"))
                .isCloseTo(16 / 0.18, within(0.5));
        // Request k is due at k/120, and comes when the server has done k-20.
        double last = 2400 / 120.0;
        double come = run.arrived().getLast().arrivedNanos() / 1e9;
        assertThat(figure(run, "dispatch_lateness_ms", "max")).isCloseTo((come - last) * 1e3, within(1e-3));
        assertThat(run.json()).contains("The open loop was closed for");
    }

    @ParameterizedTest
    @CsvSource({"kind=poisson, 1", "'kind=gamma,burstiness=0.25', 2", "'kind=gamma,burstiness=16', 0.25"})
    void randomArrivalsHaveTheirRateAndTheirSpread(String kind, double variation) {
        SimulatedRun run = run(VARIED, kind + ",rate=50", "kind=max_requests,count=4000");
        double[] gaps = gaps(arrivals(run));
        assertThat(mean(gaps)).isCloseTo(0.02, within(4 * variation * 0.02 / Math.sqrt(gaps.length)));
        assertThat(coefficientOfVariation(gaps)).isCloseTo(variation, within(0.1 * variation));
        assertThat(figure(run, "dispatch_lateness_ms", "max")).isZero();
    }

    @Test
    void ratesChangeFromStageToStage() {
        SimulatedRun run = run(VARIED, """
            {"kind": "stages", "stages": [
              {"rate": 10, "duration": 20}, {"rate": 50, "duration": 10, "ramp": 10}, {"rate": 5, "duration": 30}]}
            """);
        double[] arrivals = arrivals(run);
        assertThat(between(arrivals, 0, 20)).isEqualTo(200);
        assertThat(between(arrivals, 20, 30)).isEqualTo(300);
        assertThat(between(arrivals, 30, 60)).isEqualTo(150);
        assertThat(arrivals).hasSize(650);
    }

    @Test
    void streamsChangeFromStageToStage() {
        SimulatedRun run = run(ServerModel.steady(100, 20, 10, 9), """
            {"kind": "stages", "stages": [
              {"streams": 4, "duration": 10}, {"streams": 20, "duration": 10}, {"streams": 2, "duration": 10}]}
            """);
        List<Served> served = run.arrived();
        assertThat(Occupancy.of(served, nanos(0), nanos(10))).isEqualTo(new Occupancy(4, 4));
        assertThat(Occupancy.of(served, nanos(10), nanos(20))).isEqualTo(new Occupancy(20, 20));
        // Streams that end finish what they are at.
        assertThat(Occupancy.of(served, nanos(20.1), nanos(30))).isEqualTo(new Occupancy(2, 2));
        assertThat(virtualSeconds(run.only(), "scheduler_state", "end_queuing_time"))
                .isCloseTo(30, within(1e-6));
    }

    @Test
    void aTimetableIsKeptToTheNanosecond(@TempDir Path folder) throws IOException {
        List<Double> times = List.of(0.0, 0.25, 0.25, 1.0, 1.001, 7.5, 30.0);
        List<String> lines = new ArrayList<>(List.of("time"));
        times.forEach(time -> lines.add(Double.toString(time)));
        Path table = Files.write(folder.resolve("table.csv"), lines);
        SimulatedRun run = run(VARIED, "kind=timetable,path=" + table);
        assertThat(arrivals(run))
                .containsExactly(times.stream().mapToDouble(x -> x).toArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"constant", "poisson"})
    void aSweepGoesFromOneStreamToWhatTheServerCanDo(String type) {
        ServerModel server = ServerModel.steady(8, 50, 10, 16); // 200 ms: 5/s with one stream, 40/s in all
        SimulatedRun run = run(server, "kind=sweep,sweep_size=6,strategy_type=" + type, "kind=max_duration,seconds=60");
        List<BenchmarkResult> benchmarks = run.benchmarks();
        assertThat(benchmarks)
                .extracting(BenchmarkResult::strategyText)
                .startsWith("synchronous", "throughput@512")
                .hasSize(6);
        assertThat(rate(benchmarks.get(0))).isCloseTo(5, within(0.05));
        assertThat(rate(benchmarks.get(1))).isCloseTo(40, within(0.5));
        for (int i = 1; i <= 4; i++) {
            double meant = rate(benchmarks.get(0)) + i * (rate(benchmarks.get(1)) - rate(benchmarks.get(0))) / 4;
            double wide = type.equals("constant") ? 0.01 * meant : 4 * Math.sqrt(meant / 60);
            assertThat(rate(benchmarks.get(1 + i))).isCloseTo(meant, within(wide));
        }
    }

    /// Each stream is served at once up to 12, so that throughput grows until there.
    @Test
    void theKneeIsWhereTheSlotsEnd() {
        SimulatedRun run = run(
                ServerModel.steady(12, 100, 10, 20),
                "kind=knee,min_streams=2,max_streams=26,count=13",
                "kind=max_requests,count=500");
        assertThat(run.benchmarks()).hasSize(13);
        assertThat(run.result().report().conclusions()).hasSize(1);
        assertThat(run.conclusionNumber("final", "throughput", "knee")).isBetween(11.0, 13.0);
    }

    private static long between(double[] arrivals, double from, double to) {
        return IntStream.range(0, arrivals.length)
                .filter(i -> arrivals[i] > from + 1e-9 && arrivals[i] <= to + 1e-9)
                .count();
    }

    private static double rate(BenchmarkResult benchmark) {
        return number(benchmark, "metrics", "requests_per_second", "successful", "mean");
    }

    private static double figure(SimulatedRun run, String... keys) {
        List<String> path = new ArrayList<>(List.of("x_guidellm_java", "figures", "arrivals"));
        path.addAll(List.of(keys));
        return number(run.only(), path.toArray(String[]::new));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
