package dev.guidellm.simulation;

import static dev.guidellm.simulation.SimulatedRun.number;
import static dev.guidellm.simulation.SimulatedRun.virtualSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.simulation.Served.Ending;
import dev.guidellm.simulation.ServerModel.Faults;
import dev.guidellm.simulation.ServerModel.Noise;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Benchmarks stop at the moment at which they should, whatever the server does.
class ConstraintsInVirtualTimeTest {
    /// Wall-clock seconds as a `double` are exact to a quarter of a microsecond.
    private static final Offset<Double> MOMENT = within(1e-6);

    private static final double NEVER = Double.POSITIVE_INFINITY;

    private static final ServerModel VARIED =
            ServerModel.steady(16, 80, 5, 20).with(new Noise(Noise.Shape.LOG_NORMAL, 0.5, 0.2, 0));

    private static Simulation streams(ServerModel server, int streams) {
        return new Simulation(server).profile("kind=concurrent,streams=" + streams);
    }

    private static SimulatedRun run(Simulation simulation) {
        SimulatedRun run = simulation.run();
        ServerTruth.holds(run);
        return run;
    }

    private static List<Served> ended(SimulatedRun run, Ending ending) {
        return run.arrived().stream().filter(entry -> entry.ending() == ending).toList();
    }

    private static double stopped(SimulatedRun run) {
        return virtualSeconds(run.only(), "scheduler_state", "end_processing_time");
    }

    @ParameterizedTest
    @CsvSource({"30", "7.25", "0.001"})
    void timeIsUpToTheNanosecond(double seconds) {
        SimulatedRun run = run(streams(VARIED, 20).constraint("kind=max_duration,seconds=" + seconds));
        assertThat(virtualSeconds(run.only(), "scheduler_state", "end_queuing_time"))
                .isEqualTo(seconds, MOMENT);
        assertThat(stopped(run)).isEqualTo(seconds, MOMENT);
        assertThat(ended(run, Ending.GIVEN_UP))
                .hasSize(20)
                .allMatch(entry -> entry.endNanos() == Math.round(seconds * 1e9));
    }

    @Test
    void soManyRequestsAreMadeAndAllAreAnswered() {
        SimulatedRun run = run(streams(VARIED, 20).constraint("kind=max_requests,count=333"));
        assertThat(ended(run, Ending.ANSWERED)).hasSize(333);
        assertThat(run.arrived()).hasSize(333);
    }

    @Test
    void whatIsUnderWayWhenEnoughHaveEndedIsGivenUp() {
        SimulatedRun run = run(streams(VARIED, 20).constraint("kind=min_requests,count=333"));
        assertThat(ended(run, Ending.ANSWERED)).hasSize(333);
        long end = ended(run, Ending.ANSWERED).stream()
                .mapToLong(Served::endNanos)
                .max()
                .orElseThrow();
        assertThat(ended(run, Ending.GIVEN_UP)).hasSize(20).allMatch(entry -> entry.endNanos() == end);
    }

    @ParameterizedTest
    @CsvSource({"1", "5", "40"})
    void theLastErrorAllowedStopsAtOnce(int errors) {
        SimulatedRun run = run(
                streams(VARIED.with(new Faults(0.1, NEVER, NEVER)), 20).constraint("kind=max_errors,count=" + errors));
        List<Served> failed = ended(run, Ending.ERROR);
        assertThat(failed).hasSize(errors);
        assertThat(stopped(run)).isEqualTo(failed.getLast().endNanos() / 1e9, MOMENT);
        assertThat(ended(run, Ending.GIVEN_UP))
                .allMatch(entry -> entry.endNanos() == failed.getLast().endNanos());
    }

    @Test
    void tooLargeAShareOfErrorsStops() {
        SimulatedRun run = run(streams(VARIED.with(new Faults(0.3, NEVER, NEVER)), 20)
                .constraint("kind=max_global_error_rate,rate=0.25,minimum=100"));
        long over = run.arrived().stream()
                .filter(entry -> entry.ending() != Ending.GIVEN_UP)
                .count();
        assertThat(over).isGreaterThanOrEqualTo(100);
        assertThat(ended(run, Ending.ERROR).size()).isGreaterThanOrEqualTo((int) Math.ceil(0.25 * over));
    }

    @Test
    void aServerThatDiesEndsTheBenchmarkWhereErrorsDo() {
        SimulatedRun run = run(streams(VARIED.with(new Faults(0, 20, NEVER)), 20)
                .constraint("kind=max_errors,count=1")
                .constraint("kind=max_duration,seconds=60"));
        assertThat(stopped(run)).isEqualTo(20, MOMENT);
        assertThat(ended(run, Ending.BROKEN_OFF)).isNotEmpty().allMatch(entry -> entry.endNanos() == 20_000_000_000L);
        assertThat(ended(run, Ending.UNREACHABLE)).isEmpty();
        assertThat(ended(run, Ending.ANSWERED)).isNotEmpty();
    }

    @Test
    void aServerThatDiesCostsOnlyErrorsWhereThoseAreAllowed() {
        SimulatedRun run =
                run(streams(VARIED.with(new Faults(0, 20, NEVER)), 20).constraint("kind=max_duration,seconds=21"));
        assertThat(stopped(run)).isEqualTo(21, MOMENT);
        assertThat(ended(run, Ending.BROKEN_OFF)).hasSize(20);
        // Each stream fails a hundred times a second.
        assertThat(ended(run, Ending.UNREACHABLE)).hasSizeBetween(20 * 98, 20 * 100);
    }

    @Test
    void aServerThatHangsIsLeftWhenTimeIsUp() {
        SimulatedRun run =
                run(streams(VARIED.with(new Faults(0, NEVER, 20)), 20).constraint("kind=max_duration,seconds=60"));
        assertThat(stopped(run)).isEqualTo(60, MOMENT);
        assertThat(ended(run, Ending.GIVEN_UP)).hasSize(20).allMatch(entry -> entry.endNanos() == 60_000_000_000L);
        assertThat(run.arrived()).allMatch(entry -> entry.arrivedNanos() < 20_000_000_000L);
    }

    /// 8 slots of one second. What comes beyond waits, and each second of it half a second longer.
    @Test
    void aServerThatFallsBehindIsFoundOutAsSoonAsItMayBe() {
        SimulatedRun run = run(new Simulation(ServerModel.steady(8, 500, 50, 11))
                .profile("kind=constant,rate=12")
                .constraint("kind=over_saturation,min_seconds=30")
                .constraint("kind=max_duration,seconds=300"));
        assertThat(run.only().get("scheduler_state", "end_processing_constraints", "over_saturation"))
                .isNotNull();
        assertThat(stopped(run)).isBetween(30.0, 30.1);
    }

    @Test
    void aServerThatKeepsUpIsNotSuspected() {
        SimulatedRun run = run(new Simulation(ServerModel.steady(8, 500, 50, 11))
                .profile("kind=poisson,rate=7")
                .constraint("kind=over_saturation,min_seconds=30")
                .constraint("kind=max_duration,seconds=600"));
        assertThat(stopped(run)).isCloseTo(600, within(0.5));
    }

    @Test
    void aStopForAllEndsTheRun() {
        SimulatedRun run = new Simulation(VARIED.with(new Faults(0, 20, NEVER)))
                .profile("{\"kind\":\"concurrent\",\"streams\":[2,4,8,16]}")
                .constraint("kind=max_duration,seconds=15")
                .constraint("kind=max_errors,count=1,stopping_scope=all")
                .run();
        ServerTruth.holds(run);
        assertThat(run.benchmarks()).hasSize(2);
    }

    @Test
    void whoIsInterruptedCutsWhatIsUnderWay() {
        SimulatedRun run = run(streams(VARIED, 20).interruptedAt(12.5, Duration.ZERO));
        assertThat(run.result().interrupted()).isTrue();
        assertThat(ended(run, Ending.GIVEN_UP)).hasSize(20).allMatch(entry -> entry.endNanos() == 12_500_000_000L);
    }

    @Test
    void whoIsInterruptedWithGraceLetsItEnd() {
        SimulatedRun run = run(new Simulation(VARIED)
                .profile("{\"kind\":\"concurrent\",\"streams\":[20,40]}")
                .interruptedAt(12.5, Duration.ofSeconds(30)));
        assertThat(run.result().interrupted()).isTrue();
        assertThat(ended(run, Ending.GIVEN_UP)).isEmpty();
        assertThat(run.arrived()).allMatch(entry -> entry.arrivedNanos() <= 12_500_000_000L);
        assertThat(run.arrived())
                .filteredOn(entry -> entry.endNanos() > 12_500_000_000L)
                .hasSize(20);
    }

    @Test
    void theDataEndsBeforeTheTime() {
        SimulatedRun run = run(
                streams(VARIED, 20).workload(Workload.singles().only(50)).constraint("kind=max_duration,seconds=60"));
        assertThat(ended(run, Ending.ANSWERED)).hasSize(50);
        assertThat(number(run.only(), "scheduler_state", "created_requests")).isEqualTo(50);
        assertThat(run.json()).contains("The data ended after 50 requests");
    }
}
