package dev.guidellm.selftest;

import dev.guidellm.backend.BackendException;
import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.config.MockServerSettings;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.HealthMeter;
import dev.guidellm.schedule.SchedulingStrategy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Measures how much load this program can make on this machine, and looks at what stands in its way. Talks to
/// nobody but a server of its own on 127.0.0.1.
///
/// Blocks; the calling thread keeps the books of each step, as in a run.
public final class SelfTest {
    /// Tokens of the answers with which requests are counted.
    public static final long TOKENS = 32;

    /// In flight while requests are counted.
    private static final int STREAMS = 64;

    /// Requests of the open loop come at a fifth of the ceiling: what is late then is not late for want of cores.
    private static final double OPEN_LOOP_SHARE = 0.2;

    private static final double MOST_OPEN_LOOP_RATE = 2_000;
    private static final double LEAST_OPEN_LOOP_RATE = 10;
    private static final double BOTH_ENDS = 2;

    private final SelfTestPlan plan;
    private final Consumer<String> progress;
    private final RunClock clock = SystemRunClock.start();

    private SelfTest(SelfTestPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /// Measures.
    ///
    /// @param progress is told what is being done, a few words at a time
    public static SelfTestResult run(SelfTestPlan plan, Consumer<String> progress) {
        return new SelfTest(plan, progress).run();
    }

    private SelfTestResult run() {
        long begun = clock.nanos();
        HealthMeter.prepare();
        progress.accept("looking at the machine");
        MachineState machine = MachineState.read(clock, plan.wakes());
        List<Finding> findings = new ArrayList<>(MachineChecks.of(machine));
        Ceilings ceilings = null;
        if (findings.stream().noneMatch(finding -> finding.level() == Finding.Level.HOPELESS)) {
            try {
                ceilings = ceilings(machine);
                findings.addAll(LoadChecks.of(ceilings));
            } catch (IOException | BackendException e) {
                findings.add(LoadChecks.notStarted(String.valueOf(e.getMessage())));
            }
        }
        return new SelfTestResult(machine, findings, ceilings, (clock.nanos() - begun) / 1e9);
    }

    private Ceilings ceilings(MachineState machine) throws IOException, BackendException {
        double cores = machine.limits().cores();
        Long left = machine.connectionsLeft();
        // both ends of a connection are in this process
        int most =
                left == null ? StreamSearch.MOST_STREAMS : (int) Math.min(StreamSearch.MOST_STREAMS, left / BOTH_ENDS);
        int streams = Math.clamp(STREAMS, 1, Math.max(1, most));
        Rig.Step streamed;
        Ceiling streamedCeiling;
        double rate;
        DelaySummary late;
        try (Rig rig = Rig.open(clock, MockServerSettings.instant(), true)) {
            if (plan.warmUpSeconds() > 0) {
                progress.accept("warming up");
                var _ = rig.run(new SchedulingStrategy.Concurrent(streams, 0), TOKENS, plan.warmUpSeconds(), 0);
            }
            progress.accept("counting streamed requests");
            streamed = rig.run(new SchedulingStrategy.Concurrent(streams, 0), TOKENS, plan.stepSeconds(), 0);
            streamedCeiling = requests(streamed, cores);
            double reached = Objects.requireNonNullElse(streamedCeiling.together(), 0.0);
            // a quarter of a second's connections is opened beforehand
            rate = Math.clamp(Math.min(OPEN_LOOP_SHARE * reached, most), LEAST_OPEN_LOOP_RATE, MOST_OPEN_LOOP_RATE);
            progress.accept("keeping a timetable");
            late = rig.run(new SchedulingStrategy.Constant(rate, null, 0), TOKENS, plan.stepSeconds(), 0)
                    .result()
                    .dispatchLag()
                    .written();
        }
        Rig.Step plain;
        try (Rig rig = Rig.open(clock, MockServerSettings.instant(), false)) {
            progress.accept("counting requests that are not streamed");
            plain = rig.run(new SchedulingStrategy.Concurrent(streams, 0), TOKENS, plan.stepSeconds(), 0);
        }
        MockServerSettings paced = MockServerSettings.steady(StreamSearch.FIRST_TOKEN_MILLIS, StreamSearch.GAP_MILLIS);
        try (Rig rig = Rig.open(clock, paced, true)) {
            progress.accept("opening streams");
            StreamSearch search = new StreamSearch(rig, cores, plan.stepSeconds(), most);
            if (plan.warmUpSeconds() > 0) {
                search.warmUp(plan.firstStreams(), plan.warmUpSeconds() / 2);
            }
            search.run(plan.firstStreams(), plan.mostLevels());
            return new Ceilings(
                    streamedCeiling,
                    requests(plain, cores),
                    limited(search.best(), left),
                    search.levels(),
                    rate,
                    late.isEmpty() ? null : late,
                    streamed.client(),
                    failure(streamed, plain));
        }
    }

    private static Ceiling requests(Rig.Step step, double cores) {
        StepSink seen = step.seen();
        Double rate = seen.rate();
        if (rate == null || rate <= 0) {
            return Ceiling.NONE;
        }
        CpuSplit cpu = seen.cpu();
        CpuSplit.Ceiling alone = cpu == null ? null : cpu.alone((double) cpu.done(), cores);
        return cpu == null || alone == null
                ? new Ceiling(rate, null, null, null)
                : new Ceiling(rate, cpu.clientPart(), alone.perSecond(), alone.bound());
    }

    /// The ceiling where each stream takes one of the connections that are `left`.
    private static Ceiling limited(Ceiling streams, @Nullable Long left) {
        Double alone = streams.alone();
        return left == null || alone == null || alone <= left
                ? streams
                : new Ceiling(streams.together(), streams.clientPart(), (double) left, "connections");
    }

    private static @Nullable String failure(Rig.Step one, Rig.Step other) {
        String first = one.seen().failure();
        return first == null ? other.seen().failure() : first;
    }
}
