package dev.guidellm.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.health.ClientVerdict.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The judgement, on figures alone.
class VerdictRulesTest {
    private static final Measured QUICK = new Measured(50.0, 500.0);
    private static final Measured SLOW = new Measured(2_000.0, 20_000.0);
    private static final CpuUse IDLE = new CpuUse(2, 0.1, 0.2, 0.1, 0.0, 0.0);
    private static final GcPauses NO_GC = new GcPauses(0, 0, 0);
    private static final Stalls NO_STALL = stalls(0, 0, 0);
    private static final DispatchLag PROMPT = open(0.05, 0.4);
    private static final DelaySummary AWAKE = delays(0.06, 0.06, 0.4);

    private static ClientFigures quiet() {
        return figures(10, IDLE, NO_GC, NO_STALL, PROMPT, AWAKE);
    }

    private static ClientFigures figures(
            double seconds,
            CpuUse cpu,
            GcPauses gc,
            Stalls stalls,
            @Nullable DispatchLag dispatch,
            @Nullable DelaySummary loopWait) {
        return new ClientFigures(
                seconds,
                cpu,
                gc,
                stalls,
                dispatch,
                loopWait,
                new DataDelays(100, 0, 0, 0),
                3,
                new Allowance(40, 1_024),
                new Allowance(10, 28_232));
    }

    private static ClientFigures with(CpuUse cpu) {
        return figures(10, cpu, NO_GC, NO_STALL, PROMPT, AWAKE);
    }

    private static ClientFigures with(double seconds, Stalls stalls) {
        return figures(seconds, IDLE, NO_GC, stalls, PROMPT, AWAKE);
    }

    private static ClientFigures with(@Nullable DispatchLag dispatch) {
        return figures(10, IDLE, NO_GC, NO_STALL, dispatch, AWAKE);
    }

    private static Stalls stalls(long count, double total, double longest) {
        return new Stalls(count, total, longest, delays(0.1, 0.1, 0.5));
    }

    private static DelaySummary delays(double mean, double p50, double p99) {
        return new DelaySummary(1_000, mean, p50, p99, p99, p99, p99);
    }

    private static DispatchLag open(double p50, double p99) {
        return new DispatchLag(true, delays(p50, p50, p99), delays(p50, p50, p99));
    }

    private static DispatchLag closed(double mean) {
        return new DispatchLag(false, delays(mean, mean, mean), delays(mean, mean, mean));
    }

    private static void expect(Level level, ClientFigures figures, Measured measured, String... reasons) {
        ClientVerdict verdict = VerdictRules.judge(figures, measured);
        assertThat(verdict.level()).as(verdict.text()).isEqualTo(level);
        assertThat(verdict.reasons()).containsExactly(reasons);
    }

    @Test
    void aQuietClientIsNotTheLimit() {
        expect(Level.NOT_THE_LIMIT, quiet(), QUICK);
        expect(Level.NOT_THE_LIMIT, quiet(), Measured.NOTHING);
        assertThat(new ClientHealth(quiet(), VerdictRules.judge(quiet(), QUICK)).line())
                .isEqualTo("client not the limit (it used 10 % of 2 cores, no pause of 10 ms, 99 % of the requests left"
                        + " within 0.40 ms)");
    }

    @Test
    void whatTheSystemDoesNotTellIsNoReason() {
        ClientFigures figures = new ClientFigures(
                10, new CpuUse(2, null, null, null, null, null), NO_GC, NO_STALL, null, null, null, 0, null, null);
        expect(Level.NOT_THE_LIMIT, figures, QUICK);
    }

    @Test
    void aShortBenchmarkCannotBeJudgedUnlessSomethingIsWrong() {
        expect(
                Level.UNKNOWN,
                figures(0.3, IDLE, NO_GC, NO_STALL, PROMPT, AWAKE),
                QUICK,
                "the benchmark took only 300 ms, and it takes a second to judge");
        expect(Level.THE_LIMIT, with(0.5, stalls(1, 310, 310)), QUICK, "a pause of 310 ms");
        CpuUse compiling = new CpuUse(2, 0.95, 1.0, 0.05, 0.0, 0.0);
        ClientVerdict verdict = VerdictRules.judge(figures(0.4, compiling, NO_GC, NO_STALL, PROMPT, AWAKE), QUICK);
        assertThat(verdict.level()).isEqualTo(Level.UNKNOWN);
        assertThat(verdict.text()).startsWith("client: can't tell: ");
    }

    @ParameterizedTest
    @CsvSource({"0.69, NOT_THE_LIMIT", "0.7, POSSIBLY", "0.89, POSSIBLY", "0.9, THE_LIMIT", "0.97, THE_LIMIT"})
    void ownCpuBoundsTheLoad(double share, Level level) {
        ClientVerdict verdict = VerdictRules.judge(with(new CpuUse(2, share, share, 0.0, 0.0, null)), QUICK);
        assertThat(verdict.level()).isEqualTo(level);
        assertThat(verdict.reasons()).hasSize(level == Level.NOT_THE_LIMIT ? 0 : 1);
    }

    @Test
    void cpuIsSaidInWords() {
        expect(Level.THE_LIMIT, with(new CpuUse(2, 0.97, 0.99, 0.02, 0.0, null)), QUICK, "it used 97 % of 2 cores");
        expect(
                Level.POSSIBLY,
                with(new CpuUse(1.5, 0.2, 0.98, 0.78, 0.06, null)),
                QUICK,
                "the cores were busy to 98 %, with other programs to 78 % (the server's too, if it runs here)",
                "the hypervisor took 6.0 % of the cores away");
        expect(
                Level.THE_LIMIT,
                with(new CpuUse(0.5, 0.6, 0.3, 0.0, 0.0, 0.2)),
                QUICK,
                "the container's CPU quota stopped it for 20 % of the time");
    }

    @Test
    void aLongPauseIsNamedEvenInALongRun() {
        expect(Level.POSSIBLY, with(3_600, stalls(1, 310, 310)), SLOW, "a pause of 310 ms");
        expect(Level.POSSIBLY, with(3_600, stalls(1, 310, 310)), Measured.NOTHING, "a pause of 310 ms");
    }

    @Test
    void aPauseThatMovesThe99thPercentileIsTheLimit() {
        expect(Level.THE_LIMIT, with(10, stalls(1, 310, 310)), QUICK, "a pause of 310 ms");
        expect(Level.POSSIBLY, with(10, stalls(1, 310, 310)), SLOW, "a pause of 310 ms");
    }

    @Test
    void shortPausesCountByTheirShareAndBesideWhatWasMeasured() {
        expect(Level.NOT_THE_LIMIT, with(10, stalls(4, 60, 20)), QUICK);
        expect(
                Level.POSSIBLY,
                with(10, stalls(10, 200, 30)),
                QUICK,
                "10 pauses, the longest of 30 ms, together 2.0 % of the time");
        expect(
                Level.THE_LIMIT,
                with(10, stalls(40, 800, 30)),
                QUICK,
                "40 pauses, the longest of 30 ms, together 8.0 % of the time");
        expect(Level.NOT_THE_LIMIT, with(10, stalls(40, 800, 30)), SLOW);
    }

    @Test
    void theCollectorIsNamedAsTheCause() {
        expect(
                Level.THE_LIMIT,
                figures(10, IDLE, new GcPauses(30, 2_000, 280), stalls(20, 1_800, 290), PROMPT, AWAKE),
                QUICK,
                "garbage collection stopped it for 20 % of the time (a larger heap helps: -Xmx)",
                "20 pauses, the longest of 290 ms (garbage collection), together 18 % of the time");
        expect(
                Level.POSSIBLY,
                figures(10, IDLE, new GcPauses(100, 300, 4), NO_STALL, PROMPT, AWAKE),
                QUICK,
                "garbage collection stopped it for 3.0 % of the time (a larger heap helps: -Xmx)");
    }

    @Test
    void latenessCountsBesideWhatWasMeasured() {
        expect(Level.THE_LIMIT, with(open(12, 40)), QUICK, "half of the requests left 12 ms late or later");
        expect(Level.POSSIBLY, with(open(0.1, 40)), QUICK, "1 % of the requests left 40 ms late or later");
        expect(Level.NOT_THE_LIMIT, with(open(0.1, 9)), QUICK);
        expect(Level.NOT_THE_LIMIT, with(open(12, 40)), SLOW);
        expect(Level.THE_LIMIT, with(open(150, 300)), SLOW, "half of the requests left 150 ms late or later");
    }

    @Test
    void aRefillGapCostsRate() {
        expect(Level.NOT_THE_LIMIT, with(closed(0.1)), QUICK);
        expect(
                Level.POSSIBLY,
                with(closed(20)),
                QUICK,
                "a stream went on only 20 ms after a request's end on average, which costs 3.8 % of the rate");
        expect(
                Level.THE_LIMIT,
                with(closed(500)),
                QUICK,
                "a stream went on only 500 ms after a request's end on average, which costs 50 % of the rate");
        expect(Level.NOT_THE_LIMIT, with(closed(20)), SLOW);
        expect(Level.NOT_THE_LIMIT, with(closed(500)), Measured.NOTHING);
    }

    @Test
    void loopsThatAreBehindStampLate() {
        expect(
                Level.THE_LIMIT,
                figures(10, IDLE, NO_GC, NO_STALL, PROMPT, delays(6, 5, 30)),
                QUICK,
                "half of the time its event loops were 5.0 ms behind or more");
        expect(
                Level.POSSIBLY,
                figures(10, IDLE, NO_GC, NO_STALL, PROMPT, delays(1, 0.1, 30)),
                QUICK,
                "1 % of the time its event loops were 30 ms behind or more");
        expect(Level.NOT_THE_LIMIT, figures(10, IDLE, NO_GC, NO_STALL, PROMPT, delays(6, 5, 30)), SLOW);
    }

    @Test
    void dataBacklogAndAllowancesAreReasons() {
        ClientFigures scarce = new ClientFigures(
                10,
                IDLE,
                NO_GC,
                NO_STALL,
                PROMPT,
                AWAKE,
                new DataDelays(100, 50, 20_000, 900),
                10_000,
                new Allowance(1_000, 1_024),
                new Allowance(28_232, 28_232));
        expect(
                Level.THE_LIMIT,
                scarce,
                QUICK,
                "the making of data held 50 requests back, the longest by 900 ms, which costs 29 % of the rate",
                "10,000 answers waited to be understood, so that fewer requests were made",
                "28,232 of 28,232 local ports were in use (widen net.ipv4.ip_local_port_range or use fewer"
                        + " connections)",
                "1,000 of 1,024 file descriptors were in use (raise it with ulimit -n before the start)");
    }

    @Test
    void fewRequestsSayNothingOfLateness() {
        DelaySummary few = new DelaySummary(5, 400, 400, 400, 400, 400, 400);
        expect(Level.NOT_THE_LIMIT, figures(10, IDLE, NO_GC, NO_STALL, new DispatchLag(true, few, few), few), QUICK);
    }

    @Test
    void doubtsFollowWhatIsCertain() {
        ClientFigures both =
                figures(10, new CpuUse(2, 0.75, 0.8, 0.05, 0.0, null), NO_GC, NO_STALL, open(12, 40), AWAKE);
        ClientVerdict verdict = VerdictRules.judge(both, QUICK);
        assertThat(verdict.reasons())
                .isEqualTo(List.of("half of the requests left 12 ms late or later", "it used 75 % of 2 cores"));
        assertThat(verdict.text())
                .isEqualTo("the client was the limit: half of the requests left 12 ms late or later; it used 75 % of 2"
                        + " cores");
    }
}
