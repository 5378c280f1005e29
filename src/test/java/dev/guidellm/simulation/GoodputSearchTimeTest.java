package dev.guidellm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.simulation.GoodputRun.Probe;
import dev.guidellm.simulation.ServerModel.Noise;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How long a goodput search takes, and that it finds what is there: streams that open apart, levels that are only
/// climbed past.
class GoodputSearchTimeTest {
    /// 64 places, 50 ms and 127 gaps of 10 ms: all answers take 1.32 s.
    private static final ServerModel EVEN = ServerModel.steady(64, 50, 10, 128);
    /// 64 × 2500 / 1320 streams are answered within 2.5 s.
    private static final double LIMIT = 64 * 2500 / 1320.0;

    @ParameterizedTest
    @CsvSource({"20", "60"})
    void theRightLevelIsFoundInHalfTheTime(double probeSeconds) {
        GoodputRun quick = GoodputRun.of(EVEN, 2500, probeSeconds, ",target_attainment=0.95", 1);
        GoodputRun full = GoodputRun.of(EVEN, 2500, probeSeconds, ",target_attainment=0.95,early_stop=false", 1);
        for (GoodputRun run : List.of(quick, full)) {
            assertThat(run.best()).isLessThanOrEqualTo(LIMIT).isGreaterThanOrEqualTo(LIMIT / 1.1);
            assertThat(run.worst()).isGreaterThan(LIMIT).isLessThanOrEqualTo(1.1 * run.best());
        }
        assertThat(quick.best()).isEqualTo(full.best());
        assertThat(quick.worst()).isEqualTo(full.worst());
        assertThat(quick.seconds()).isLessThanOrEqualTo(0.5 * full.seconds());
        assertThat(quick.at(quick.best())).last().extracting(Probe::resolved).isEqualTo(true);
        assertThat(full.probes()).noneMatch(Probe::climbedPast);
    }

    /// Why they open apart: those who wait in step wait a whole turn.
    @Test
    void streamsThatOpenTogetherStayTogether() {
        GoodputRun together = GoodputRun.of(EVEN, 2500, 20, ",spread_starts=false", 1);
        assertThat(together.worst()).isLessThan(LIMIT / 1.5);
        assertThat(together.probes()).allMatch(probe -> probe.rampup() == 0);
    }

    /// Any number of places, and answers that all take equally long, which is where phases matter most.
    @Test
    void evenServersOfAnySizeAreFoundWithinTheTolerance() {
        Random random = new Random(1);
        for (long seed = 1; seed <= 30; seed++) {
            int slots = 2 + random.nextInt(120);
            double serviceMillis = 100 + random.nextInt(2000);
            double allowed = 1.1 + 2 * random.nextDouble();
            double limit = slots * allowed;
            ServerModel server = ServerModel.steady(slots, serviceMillis, 0, 1);
            GoodputRun run = GoodputRun.of(server, serviceMillis * allowed, 16e-3 * serviceMillis, "", seed);
            assertThat(run.best()).as("%d places, limit %.1f", slots, limit).isBetween(Math.floor(limit / 1.12), limit);
            assertThat(run.worst())
                    .as("%d places, limit %.1f", slots, limit)
                    .isBetween(0.98 * limit, Math.max(limit + 1, 1.1 * limit));
        }
    }

    /// All at once 36 of them wait a whole turn, and 100 seem to fail, which 121 do not.
    @Test
    void aFailureOfStreamsThatOpenedAtOnceIsRunAgainBeforeItBoundsTheSearch() {
        GoodputRun run = GoodputRun.of(EVEN, 2500, 20, ",initial_streams=100", 1);
        assertThat(run.probes().getFirst().passed()).isFalse();
        assertThat(run.best()).isBetween(LIMIT / 1.1, LIMIT);
        assertThat(run.worst()).isGreaterThan(LIMIT);
        assertThat(run.at(100)).extracting(Probe::passed).containsExactly(false, true);
    }

    @Test
    void aQuarterOfTheProbeIsTheMostThatTheStartsTake() {
        GoodputRun run = GoodputRun.of(EVEN, 2500, 6, "", 1);
        assertThat(run.probes()).allMatch(probe -> probe.rampup() <= 1.5 + 1e-9);
        assertThat(run.probes()).anyMatch(probe -> probe.rampup() == 1.5);
    }

    /// Turn after turn without a pause, and so as many in flight as there are streams: the same level.
    @Test
    void conversationsOfSeveralTurnsAreSpreadTheSame() {
        SimulatedRun run = new Simulation(EVEN.unstreamed())
                .workload(Workload.chains(3, null))
                .profile("kind=goodput")
                .metrics("{\"kind\":\"generative\",\"sample_size\":1,\"slo\":{\"e2el_ms\":2500}}")
                .constraint("kind=max_duration,seconds=20")
                .run();
        assertThat(GoodputRun.of(run).best()).isBetween(LIMIT / 1.1, LIMIT);
    }

    /// Where requests wait for each other, and times vary: what is climbed past is never the answer.
    @Test
    void noAnswerRestsOnALevelThatWasOnlyClimbedPast() {
        ServerModel server = ServerModel.steady(8, 30, 1, 21).with(new Noise(Noise.Shape.LOG_NORMAL, 0.4, 0, 0));
        Random random = new Random(7);
        double quickSeconds = 0;
        double fullSeconds = 0;
        for (long seed = 1; seed <= 20; seed++) {
            double objective = 70 + 300 * random.nextDouble();
            GoodputRun quick = GoodputRun.of(server, objective, 6, "", seed);
            assertThat(quick.at(quick.best())).as("best of seed %d", seed).anyMatch(probe -> !probe.climbedPast());
            quickSeconds += quick.seconds();
            fullSeconds += GoodputRun.of(server, objective, 6, ",early_stop=false", seed)
                    .seconds();
        }
        assertThat(quickSeconds).isLessThan(0.6 * fullSeconds);
    }

    /// A tenth of the answers misses the objective at any number of streams, which the first few may not show.
    @Test
    void aLevelThatOnlySeemedToPassIsFoundOut() {
        double spread = 20;
        ServerModel server = ServerModel.steady(500, 100, 0, 1).with(new Noise(Noise.Shape.NORMAL, spread, 0, 0));
        int climbed = 0;
        for (long seed = 1; seed <= 20; seed++) {
            GoodputRun run = GoodputRun.of(server, 100 + 1.2816 * spread, 10, "", seed);
            climbed += run.probes().getFirst().climbedPast() ? 1 : 0;
            assertThat(run.probes()).as("seed %d", seed).noneMatch(probe -> probe.passed() && probe.resolved());
            assertThat(run.at(4)).as("seed %d", seed).anyMatch(probe -> !probe.climbedPast());
        }
        assertThat(climbed).isBetween(1, 5);
    }
}
