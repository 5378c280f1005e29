package dev.guidellm.health;

import dev.guidellm.health.ClientVerdict.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// From figures to the verdict. Why the bounds are what they are stands in
/// `docs/decisions/0010-client-verdict.md`.
///
/// A delay of the client's is weighed against the shortest time that the benchmark reports, since that is the one which
/// it falsifies most.
public final class VerdictRules {
    private static final double SHORTEST_JUDGED_SECONDS = 1;
    private static final int FEWEST_MEASURED = 20;

    /// Share of the cores from which on a client that uses it is possibly the limit.
    public static final double OWN_CPU_DOUBT = 0.7;

    private static final double OWN_CPU_LIMIT = 0.9;
    private static final double BUSY_DOUBT = 0.9;
    private static final double STOLEN_DOUBT = 0.05;
    private static final double TIME_LOST_LIMIT = 0.05;
    private static final double TIME_LOST_DOUBT = 0.01;
    private static final double LONG_PAUSE_MILLIS = 100;
    private static final double GC_LIMIT = 0.1;
    private static final double GC_DOUBT = 0.02;
    private static final double RATE_LOST_LIMIT = 0.1;
    private static final double RATE_LOST_DOUBT = 0.02;
    private static final int BACKLOG_LIMIT = 10_000;
    private static final double ALLOWANCE_LIMIT = 0.99;
    private static final double ALLOWANCE_DOUBT = 0.9;

    private final ClientFigures figures;
    private final Measured measured;
    private final List<String> limits = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();

    private VerdictRules(ClientFigures figures, Measured measured) {
        this.figures = figures;
        this.measured = measured;
    }

    /// The verdict on one benchmark.
    public static ClientVerdict judge(ClientFigures figures, Measured measured) {
        return new VerdictRules(figures, measured).verdict();
    }

    private ClientVerdict verdict() {
        boolean longEnough = figures.seconds() >= SHORTEST_JUDGED_SECONDS;
        if (longEnough) {
            processors();
            collector();
        }
        pauses(longEnough);
        dispatch();
        loops();
        data();
        backlog();
        allowance(figures.descriptors(), "file descriptors", "raise it with ulimit -n before the start");
        allowance(figures.ports(), "local ports", "widen net.ipv4.ip_local_port_range or use fewer connections");
        if (!limits.isEmpty()) {
            limits.addAll(doubts);
            return new ClientVerdict(Level.THE_LIMIT, limits);
        }
        if (!doubts.isEmpty()) {
            return new ClientVerdict(Level.POSSIBLY, doubts);
        }
        return longEnough
                ? new ClientVerdict(Level.NOT_THE_LIMIT, List.of())
                : new ClientVerdict(
                        Level.UNKNOWN,
                        List.of("the benchmark took only " + Words.millis(figures.seconds() * 1e3)
                                + ", and it takes a second to judge"));
    }

    private void processors() {
        CpuUse cpu = figures.cpu();
        Double own = cpu.ownShare();
        if (own != null) {
            add(own, OWN_CPU_LIMIT, OWN_CPU_DOUBT, "it used " + Words.share(own) + " of " + Words.cores(cpu.cores()));
        }
        Double busy = cpu.busyShare();
        Double other = cpu.otherShare();
        if (busy != null && other != null && busy >= BUSY_DOUBT && (own == null || own < OWN_CPU_LIMIT)) {
            doubts.add("the cores were busy to " + Words.share(busy) + ", with other programs to " + Words.share(other)
                    + " (the server's too, if it runs here)");
        }
        Double stolen = cpu.stolenShare();
        if (stolen != null && stolen >= STOLEN_DOUBT) {
            doubts.add("the hypervisor took " + Words.share(stolen) + " of the cores away");
        }
        Double throttled = cpu.throttledShare();
        if (throttled != null) {
            add(
                    throttled,
                    TIME_LOST_LIMIT,
                    TIME_LOST_DOUBT,
                    "the container's CPU quota stopped it for " + Words.share(throttled) + " of the time");
        }
    }

    private void collector() {
        GcPauses gc = figures.gc();
        double share = gc.totalMillis() / 1e3 / figures.seconds();
        add(
                share,
                GC_LIMIT,
                GC_DOUBT,
                "garbage collection stopped it for " + Words.share(share) + " of the time (a larger heap helps: -Xmx)");
    }

    /// A pause falsifies what arrives or is due within it, and then by up to its length. So the share of time lost is
    /// the share of requests with a wrong figure, hence the percentile from which on figures are the client's.
    private void pauses(boolean longEnough) {
        Stalls stalls = figures.stalls();
        if (stalls.count() == 0) {
            return;
        }
        double longest = stalls.longestMillis();
        double share = stalls.totalMillis() / 1e3 / figures.seconds();
        String by = figures.gc().longestMillis() >= 0.7 * longest ? " (garbage collection)" : "";
        String words = stalls.count() == 1
                ? "a pause of " + Words.millis(longest) + by
                : Words.count(stalls.count()) + " pauses, the longest of " + Words.millis(longest) + by + ", together "
                        + Words.share(share) + " of the time";
        if (share >= TIME_LOST_DOUBT && longest >= within(0.5, LONG_PAUSE_MILLIS, Double.MAX_VALUE)) {
            limits.add(words);
        } else if (longest >= LONG_PAUSE_MILLIS) {
            doubts.add(words);
        } else if (longEnough && longest >= within(0.1, Stalls.LEAST_MILLIS, LONG_PAUSE_MILLIS)) {
            add(share, TIME_LOST_LIMIT, TIME_LOST_DOUBT, words);
        }
    }

    private void dispatch() {
        DispatchLag dispatch = figures.dispatch();
        if (dispatch == null || dispatch.handedOver().count() < FEWEST_MEASURED) {
            return;
        }
        DelaySummary lag = dispatch.handedOver();
        if (!dispatch.openLoop()) {
            rateLost(
                    lag.mean(),
                    "a stream went on only " + Words.millis(lag.mean()) + " after a request's end on average");
        } else if (lag.p50() >= within(0.1, 2, 100)) {
            limits.add("half of the requests left " + Words.millis(lag.p50()) + " late or later");
        } else if (lag.p99() >= within(0.25, 10, 250)) {
            doubts.add("1 % of the requests left " + Words.millis(lag.p99()) + " late or later");
        }
    }

    /// A stream that waits `millis` between two requests has that much less of a rate.
    private void rateLost(double millis, String words) {
        Double latency = measured.latencyMillis();
        if (latency != null) {
            double lost = millis / (latency + millis);
            add(lost, RATE_LOST_LIMIT, RATE_LOST_DOUBT, words + ", which costs " + Words.share(lost) + " of the rate");
        }
    }

    private void loops() {
        DelaySummary wait = figures.loopWait();
        if (wait == null || wait.count() < FEWEST_MEASURED) {
            return;
        }
        if (wait.p50() >= within(0.05, 0.5, 50)) {
            limits.add("half of the time its event loops were " + Words.millis(wait.p50()) + " behind or more");
        } else if (wait.p99() >= within(0.2, 5, 200)) {
            doubts.add("1 % of the time its event loops were " + Words.millis(wait.p99()) + " behind or more");
        }
    }

    private void data() {
        DataDelays data = figures.data();
        if (data != null && data.late() > 0 && data.conversations() >= FEWEST_MEASURED) {
            rateLost(
                    data.totalMillis() / data.conversations(),
                    "the making of data held " + Words.count(data.late()) + " requests back, the longest by "
                            + Words.millis(data.longestMillis()));
        }
    }

    private void backlog() {
        if (figures.mostAnswersWaiting() >= BACKLOG_LIMIT) {
            limits.add(Words.count(figures.mostAnswersWaiting())
                    + " answers waited to be understood, so that fewer requests were made");
        }
    }

    private void allowance(@Nullable Allowance allowance, String what, String remedy) {
        if (allowance != null) {
            add(
                    allowance.share(),
                    ALLOWANCE_LIMIT,
                    ALLOWANCE_DOUBT,
                    Words.count(allowance.used()) + " of " + Words.count(allowance.limit()) + " " + what
                            + " were in use (" + remedy + ")");
        }
    }

    private void add(double value, double limit, double doubt, String words) {
        if (value >= limit) {
            limits.add(words);
        } else if (value >= doubt) {
            doubts.add(words);
        }
    }

    /// `share` of the shortest measured time, but at least `least` and at most `most`. When nothing was measured:
    /// `most`, or `least` where there is no most.
    private double within(double share, double least, double most) {
        Double shortest = measured.shortestMillis();
        if (shortest == null) {
            return most == Double.MAX_VALUE ? least : most;
        }
        return Math.clamp(share * shortest, least, most);
    }
}
