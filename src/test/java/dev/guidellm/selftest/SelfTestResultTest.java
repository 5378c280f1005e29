package dev.guidellm.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.CpuUse;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.GcPauses;
import dev.guidellm.health.MachineLimits;
import dev.guidellm.health.Stalls;
import dev.guidellm.json.JsonPath;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.selftest.Finding.Level;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SelfTestResultTest {
    private static final Ceiling STREAMED = new Ceiling(9_512.0, 0.6, 10_987.0, "cores");
    private static final Ceiling PLAIN = new Ceiling(20_000.0, 0.5, 24_900.0, "transport-loop");
    private static final Ceiling STREAMS = new Ceiling(1_024.0, 0.5, 1_955.0, "cores");
    private static final DelaySummary LATE = new DelaySummary(100, 0.05, 0.04, 0.1, 0.3, 0.4, 0.5);

    private static Ceilings ceilings(
            Ceiling streamed, Ceiling streams, DelaySummary late, CpuUse cpu, @Nullable String failure) {
        ClientFigures client = new ClientFigures(
                1.5,
                cpu,
                new GcPauses(0, 0, 0),
                new Stalls(0, 0, 0, DelaySummary.NONE),
                null,
                null,
                null,
                0,
                null,
                null);
        StreamLevel level = new StreamLevel(1_024, 1_024, 0.3, LATE, List.of());
        return new Ceilings(streamed, PLAIN, streams, List.of(level), 1_902, late, client, failure);
    }

    private static Ceilings usual() {
        return ceilings(STREAMED, STREAMS, LATE, new CpuUse(2, 0.9, 0.95, 0.02, 0.0, 0.0), null);
    }

    private static SelfTestResult result(@Nullable Ceilings ceilings, Finding... findings) {
        MachineState machine = new MachineState(
                new MachineLimits(2, null, null, null),
                "tsc",
                List.of("tsc"),
                Set.of(),
                Set.of(),
                new TimeKeeping(25, 20, LATE));
        return new SelfTestResult(machine, List.of(findings), ceilings, 9.5);
    }

    @Test
    void theVerdictNamesRoundFigures() {
        assertThat(result(usual()).sentence())
                .isEqualTo("Up to about 10,000 streamed requests/s (350,000 tokens/s) and 1,900 open streams the client"
                        + " is not the limit on this machine.");
        assertThat(result(usual()).trustworthy()).isTrue();
    }

    @Test
    void aMachineWithoutAGoodLevelOfStreamsSaysSo() {
        assertThat(result(ceilings(
                                STREAMED, Ceiling.NONE, LATE, usual().client().cpu(), null))
                        .sentence())
                .endsWith("the client is not the limit on this machine, but it is with 1,024 open streams already.");
    }

    @Test
    void aHopelessFindingIsTheVerdict() {
        SelfTestResult result = result(
                null, Finding.fine("cores", "2"), Finding.hopeless("file descriptors", "200 may be open", "ulimit"));
        assertThat(result.trustworthy()).isFalse();
        assertThat(result.sentence())
                .isEqualTo("Nothing that is measured on this machine can be trusted: file descriptors, 200 may be"
                        + " open.");
        assertThat(JsonPath.truth(result.json(), "trustworthy")).isFalse();
    }

    @Test
    void anEstimateIsBelievedUpToTwiceWhatWasSeen() {
        assertThat(new Ceiling(100.0, 0.1, 5_000.0, "cores").trusted()).isEqualTo(200);
        assertThat(new Ceiling(1_000.0, 0.9, 789.0, "cores").trusted()).isEqualTo(780);
        assertThat(new Ceiling(1_000.0, null, null, null).trusted()).isEqualTo(700);
        assertThat(Ceiling.NONE.trusted()).isZero();
    }

    @Test
    void loadBeyondTheCeilingIsDoubted() {
        SelfTestResult result = result(usual());
        assertThat(result.doubtsOn(new SchedulingStrategy.Concurrent(1_900, 0), true))
                .isEmpty();
        assertThat(result.doubtsOn(new SchedulingStrategy.Concurrent(1_901, 0), true))
                .containsExactly("The self-test found the client good for about 1,900 open streams on this machine,"
                        + " and 1,901 were asked for: mind the verdict on the client.");
        assertThat(result.doubtsOn(new SchedulingStrategy.Constant(12_000, null, 0), true))
                .containsExactly("The self-test found the client good for about 10,000 streamed requests/s on this"
                        + " machine, and 12,000 were asked for: mind the verdict on the client.");
        assertThat(result.doubtsOn(new SchedulingStrategy.Constant(12_000, null, 0), false))
                .isEmpty();
        assertThat(result.doubtsOn(new SchedulingStrategy.Poisson(30_000, null, 1, 0), false))
                .hasSize(1);
        assertThat(result.doubtsOn(new SchedulingStrategy.Throughput(null, 0), true))
                .isEmpty();
        assertThat(result.doubtsOn(new SchedulingStrategy.Throughput(5_000, 0), true))
                .hasSize(1);
    }

    @Test
    void whatTheLoadShowedIsJudged() {
        assertThat(LoadChecks.of(usual()))
                .allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.FINE));
        CpuUse disturbed = new CpuUse(2, 0.4, 0.95, 0.5, 0.2, 0.05);
        DelaySummary late = new DelaySummary(100, 3, 2, 9, 12, 13, 14);
        assertThat(LoadChecks.of(ceilings(STREAMED, STREAMS, late, disturbed, null)))
                .hasSize(4)
                .allSatisfy(finding -> {
                    assertThat(finding.level()).isEqualTo(Level.DOUBTFUL);
                    assertThat(finding.remedy()).isNotNull();
                });
        assertThat(LoadChecks.of(
                        ceilings(Ceiling.NONE, STREAMS, LATE, usual().client().cpu(), "HTTP 500")))
                .anySatisfy(finding -> {
                    assertThat(finding.level()).isEqualTo(Level.HOPELESS);
                    assertThat(finding.text()).contains("HTTP 500");
                });
    }
}
