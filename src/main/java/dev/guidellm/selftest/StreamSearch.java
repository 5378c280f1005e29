package dev.guidellm.selftest;

import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.ClientVerdict;
import dev.guidellm.health.CpuUse;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.DispatchLag;
import dev.guidellm.health.Measured;
import dev.guidellm.health.VerdictRules;
import dev.guidellm.health.Words;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks for the number of streams that can be open at once, each with a token every [#GAP_MILLIS].
///
/// A level is good when the rules of a run's verdict on its client doubt nothing, with the server's part of the
/// CPU left out; when no request failed; and when first tokens were stamped in time.
final class StreamSearch {
    static final double FIRST_TOKEN_MILLIS = 50;
    static final double GAP_MILLIS = 50;
    static final double TOKENS_PER_SECOND = 1_000 / GAP_MILLIS;

    private static final long MOST_TOKENS = 20;
    private static final long FEWEST_TOKENS = 3;

    static final int MOST_STREAMS = 8_192;
    private static final double LATE_P50_MILLIS = 0.05 * FIRST_TOKEN_MILLIS;
    private static final double LATE_P99_MILLIS = 0.2 * FIRST_TOKEN_MILLIS;
    private static final double OPEN_SHARE = 0.95;
    private static final double RAMP_SHARE = 0.3;
    private static final double FULL_LOAD = 0.8;
    private static final double WORTH_A_TRY = 1.25;
    private static final int LONGEST_STRIDE = 8;
    private static final int FEWEST_STREAMS = 8;

    private final Rig rig;
    private final double cores;
    private final double seconds;
    private final long tokens;
    private final int most;
    private final List<StreamLevel> levels = new ArrayList<>();
    private Ceiling best = Ceiling.NONE;

    /// @param most streams that descriptors and ports allow, of which each takes two descriptors here
    StreamSearch(Rig rig, double cores, double seconds, int most) {
        this.rig = rig;
        this.cores = cores;
        this.seconds = seconds;
        this.most = most;
        // an answer takes half a step, so that streams begin anew while others go on
        tokens = Math.clamp(Math.round(seconds * 1e3 / 2 / GAP_MILLIS), FEWEST_TOKENS, MOST_TOKENS);
    }

    /// Puts a load on that is not measured.
    void warmUp(int streams, double warmUpSeconds) {
        var _ = rig.run(
                new SchedulingStrategy.Concurrent(Math.clamp(streams, 1, Math.max(1, most)), 0),
                tokens,
                warmUpSeconds,
                0);
    }

    /// What was tried, in order.
    List<StreamLevel> levels() {
        return List.copyOf(levels);
    }

    /// The best of the good levels; [Ceiling#NONE] when none was good.
    Ceiling best() {
        return best;
    }

    /// Tries at most `tries` levels.
    void run(int first, int tries) {
        int next = Math.min(first, most);
        int good = 0;
        int bad = Integer.MAX_VALUE;
        for (int i = 0; i < tries && next >= FEWEST_STREAMS; i++) {
            Tried tried = run(next);
            levels.add(tried.level);
            if (tried.level.trusted()) {
                good = next;
                best = ceiling(next, tried.cpu);
            } else {
                bad = next;
            }
            next = next(good, bad, tried.cpu);
        }
    }

    private record Tried(StreamLevel level, @Nullable CpuSplit cpu) {}

    private Tried run(int streams) {
        double ramp = RAMP_SHARE * seconds;
        Rig.Step step = rig.run(new SchedulingStrategy.Concurrent(streams, ramp), tokens, seconds, ramp);
        StepSink seen = step.seen();
        CpuSplit cpu = seen.cpu();
        Double share = cpu == null ? null : (Double) cpu.clientShare(cores);
        StreamLevel level = new StreamLevel(
                streams,
                Math.min(streams, seen.mostInFlight()), // ended ones may not be accounted for yet
                share,
                seen.firstTokenLate(),
                doubts(streams, step, share));
        return new Tried(level, cpu);
    }

    private List<String> doubts(int streams, Rig.Step step, @Nullable Double clientShare) {
        StepSink seen = step.seen();
        List<String> doubts = new ArrayList<>();
        if (seen.failed() > 0) {
            doubts.add(Words.count(seen.failed()) + " requests failed: " + seen.failure());
        }
        if (seen.mostInFlight() < OPEN_SHARE * streams) {
            doubts.add("only " + Words.count(seen.mostInFlight()) + " streams were open");
        }
        DelaySummary late = seen.firstTokenLate();
        if (late.isEmpty()) {
            doubts.add("no stream began anew in time");
        } else if (late.p50() >= LATE_P50_MILLIS) {
            doubts.add("half of the first tokens were stamped " + Words.millis(late.p50()) + " late or later");
        } else if (late.p99() >= LATE_P99_MILLIS) {
            doubts.add("1 % of the first tokens were stamped " + Words.millis(late.p99()) + " late or later");
        }
        if (clientShare != null && clientShare >= VerdictRules.OWN_CPU_DOUBT) {
            doubts.add("the client used " + Words.share(clientShare) + " of the cores");
        }
        ClientVerdict verdict = VerdictRules.judge(
                withoutServer(step, clientShare),
                new Measured(FIRST_TOKEN_MILLIS, FIRST_TOKEN_MILLIS + (tokens - 1) * GAP_MILLIS));
        if (verdict.doubtful()) {
            verdict.reasons().stream()
                    .filter(reason -> !reason.startsWith("it used"))
                    .forEach(doubts::add);
        }
        return doubts;
    }

    /// The figures of a client whose server is elsewhere. The few probes of the loops in a short step are left out:
    /// how late first tokens are is seen itself.
    private static ClientFigures withoutServer(Rig.Step step, @Nullable Double clientShare) {
        ClientFigures figures = step.client();
        CpuUse cpu = figures.cpu();
        DispatchLag lag = step.result().dispatchLag();
        return new ClientFigures(
                figures.seconds(),
                new CpuUse(cpu.cores(), clientShare, null, null, cpu.stolenShare(), cpu.throttledShare()),
                figures.gc(),
                figures.stalls(),
                lag.handedOver().isEmpty() ? null : lag,
                null,
                null,
                figures.mostAnswersWaiting(),
                null,
                null);
    }

    private Ceiling ceiling(int streams, @Nullable CpuSplit cpu) {
        CpuSplit.Ceiling alone = cpu == null ? null : cpu.alone(streams * cpu.seconds(), cores);
        return cpu == null || alone == null
                ? new Ceiling((double) streams, null, null, null)
                : new Ceiling((double) streams, cpu.clientPart(), alone.perSecond(), alone.bound());
    }

    /// The level to try next; 0 for none.
    private int next(int good, int bad, @Nullable CpuSplit cpu) {
        if (good == 0) {
            return bad / 4;
        }
        int next;
        if (bad == Integer.MAX_VALUE) {
            // as many as client and server together can be expected to carry here
            double share = cpu == null ? 0 : cpu.totalShare(cores);
            double most = share <= 0 ? LONGEST_STRIDE : Math.min(LONGEST_STRIDE, FULL_LOAD / share);
            next = (int) Math.min(this.most, good * most);
        } else {
            next = (int) Math.sqrt((double) good * bad);
        }
        return next >= WORTH_A_TRY * good ? next : 0;
    }
}
