package dev.guidellm.benchmark;

import dev.guidellm.clock.RunClock;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.engine.RecordSink;
import dev.guidellm.metrics.Accumulator;
import dev.guidellm.metrics.AccumulatorSettings;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.MeasurementWindowTracker;
import dev.guidellm.metrics.OutputTokenCounter;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.report.EndedRequest;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One benchmark of a run while it goes on: takes its records and tells the display. One thread.
final class RunningBenchmark implements RecordSink {
    private static final long UPDATE_NANOS = 200_000_000L;

    private final int index;
    private final RunClock clock;
    private final ProgressListener listener;
    private final ProfileConfig profile;
    private final AccumulatorSettings settings;
    private final SchedulerProgress limits;
    private final double begun;
    private final List<RequestJudge> judges = new ArrayList<>();
    private @Nullable ReplayFigures replay;
    private final String strategyText;
    private final int mostInFlight;
    private double opened;
    private @Nullable MeasurementWindowTracker tracker;
    private @Nullable Accumulator accumulator;
    private SchedulerCounts counts = SchedulerCounts.NONE;
    private SchedulerProgress progress = SchedulerProgress.NONE;
    private long lastUpdateNanos;

    /// @param limits what the benchmark is limited to, as far as its constraints say
    RunningBenchmark(
            int index,
            SchedulingStrategy strategy,
            RunClock clock,
            ProgressListener listener,
            ProfileConfig profile,
            MetricsConfig.Generative metrics,
            long seed,
            OutputTokenCounter counter,
            SchedulerProgress limits) {
        this.index = index;
        this.clock = clock;
        this.listener = listener;
        this.profile = profile;
        this.limits = limits;
        settings = new AccumulatorSettings(metrics, strategy.hasArrivalSchedule(), seed, counter);
        begun = clock.nanos() / 1e9;
        strategyText = strategy.toString();
        mostInFlight = strategy.resolvedRequestLimit();
        opened = begun;
        lastUpdateNanos = clock.nanos();
    }

    /// Tells `judge` of each request from now on.
    void judgedBy(RequestJudge judge) {
        judges.add(judge);
    }

    /// Tells `figures` of each request from now on.
    void replayedFor(@Nullable ReplayFigures figures) {
        replay = figures;
    }

    @Override
    public void started(double startSeconds) {
        open(startSeconds);
        judges.forEach(judge -> judge.started(startSeconds));
        listener.benchmarkStarted(snapshot(ProgressSnapshot.Phase.PENDING));
    }

    @Override
    public void begun(String requestId, double atSeconds) {
        judges.forEach(judge -> judge.begun(requestId, atSeconds));
    }

    @Override
    public void accept(RequestRecord record, SchedulerCounts counts) {
        this.counts = counts;
        MeasuredRequest measured = accumulator().add(record, clock.nanos() / 1e9);
        if (measured != null) {
            judges.forEach(judge -> judge.ended(measured));
            if (replay != null) {
                replay.ended(measured);
            }
            listener.requestEnded(new EndedRequest(index, strategyText, clock.originEpochSeconds(), opened, measured));
        }
        update();
    }

    @Override
    public void turnGivenUp() {
        accumulator().turnGivenUp();
    }

    @Override
    public void progressed(SchedulerState state) {
        counts = state.counts();
        progress = state.progress();
        update();
    }

    Accumulator accumulator() {
        if (accumulator == null) {
            open(begun);
        }
        return Objects.requireNonNull(accumulator);
    }

    MeasurementWindowTracker tracker() {
        accumulator();
        return Objects.requireNonNull(tracker);
    }

    /// Where the benchmark stands now.
    ProgressSnapshot snapshot(ProgressSnapshot.Phase phase) {
        double now = clock.nanos() / 1e9;
        Double remaining = progress.remainingFraction();
        return new ProgressSnapshot(
                index,
                strategyText,
                phase,
                now - begun,
                inFlight(),
                remaining == null ? null : 1 - remaining,
                progress.remainingDuration(),
                accumulator().live(now));
    }

    /// A stream may have begun its next request before the end of the one before was counted.
    private int inFlight() {
        return (int) Math.min(counts.processing(), mostInFlight);
    }

    private void open(double startSeconds) {
        opened = startSeconds;
        Double requests = limits.totalRequests();
        tracker = new MeasurementWindowTracker(
                profile.warmup(),
                profile.cooldown(),
                requests == null ? null : (int) Math.min(requests, Integer.MAX_VALUE),
                limits.totalDuration(),
                startSeconds);
        accumulator = new Accumulator(settings, tracker);
    }

    private void update() {
        long now = clock.nanos();
        if (now - lastUpdateNanos < UPDATE_NANOS) {
            return;
        }
        lastUpdateNanos = now;
        listener.benchmarkUpdated(snapshot(phase(now / 1e9)));
    }

    private ProgressSnapshot.Phase phase(double now) {
        if (counts.processing() == 0 && counts.processed() == 0) {
            return ProgressSnapshot.Phase.PENDING;
        }
        return switch (tracker().phaseAt(now)) {
            case WARMUP -> ProgressSnapshot.Phase.WARMUP;
            case ACTIVE -> ProgressSnapshot.Phase.ACTIVE;
            case COOLDOWN -> ProgressSnapshot.Phase.COOLDOWN;
        };
    }
}
