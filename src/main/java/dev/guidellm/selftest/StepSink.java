package dev.guidellm.selftest;

import dev.guidellm.clock.RunClock;
import dev.guidellm.engine.RecordSink;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.DelayHistogram;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.HealthMeter;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Counts what comes of one step and samples the CPU. One thread.
final class StepSink implements RecordSink {
    /// [#progressed] comes that often.
    private static final double LONGEST_LOOK_SECONDS = 0.11;

    private final RunClock clock;
    private final HealthMeter meter;
    private final double skipSeconds;
    private final double finishSeconds;
    private final double serverFirstTokenSeconds;
    private final DelayHistogram firstTokenLate = new DelayHistogram();
    private double start;
    private long completed;
    private long failed;
    private long mostInFlight;
    private @Nullable String failure;
    private @Nullable CpuSample first;
    private @Nullable CpuSample last;
    private @Nullable ClientFigures client;

    /// @param seconds how long the step lasts; what is in flight then is cut, and that is not measured
    /// @param skipSeconds how much of the beginning is not measured
    /// @param serverFirstTokenSeconds how long the server lets a first token wait
    StepSink(RunClock clock, HealthMeter meter, double seconds, double skipSeconds, double serverFirstTokenSeconds) {
        this.clock = clock;
        this.meter = meter;
        this.skipSeconds = skipSeconds;
        finishSeconds = seconds - LONGEST_LOOK_SECONDS;
        this.serverFirstTokenSeconds = serverFirstTokenSeconds;
    }

    @Override
    public void started(double startSeconds) {
        meter.begin();
        start = startSeconds;
        if (skipSeconds == 0) {
            first = CpuSample.take(clock, 0);
        }
    }

    @Override
    public void accept(RequestRecord record, SchedulerCounts counts) {
        switch (record.outcome()) {
            case RequestOutcome.Completed _ -> completed++;
            case RequestOutcome.Failed wrong -> {
                failed++;
                failure = failure == null ? wrong.message() : failure;
            }
            case RequestOutcome.Cancelled _ -> {}
        }
        RequestTimings times = record.timings();
        if (RequestTimings.came(times.firstTokenIteration()) && times.requestStart() >= start + skipSeconds) {
            double late = times.firstTokenIteration() - times.requestStart() - serverFirstTokenSeconds;
            firstTokenLate.record((long) (late * 1e9));
        }
    }

    @Override
    public void progressed(SchedulerState state) {
        mostInFlight = Math.max(mostInFlight, state.counts().processing());
        boolean stopped = !state.endQueuingConstraints().isEmpty();
        if (!stopped && clock.nanos() / 1e9 >= start + skipSeconds) {
            CpuSample now = CpuSample.take(clock, completed);
            first = first == null ? now : first;
            last = now;
        }
        if (client == null && (stopped || clock.nanos() / 1e9 >= start + finishSeconds)) {
            client = meter.finish(null, List.of());
        }
    }

    /// Figures on this process until shortly before the end, when everything in flight is cut; without those on the
    /// dispatch.
    ClientFigures client() {
        if (client == null) {
            client = meter.finish(null, List.of());
        }
        return client;
    }

    long failed() {
        return failed;
    }

    /// What the first failed request said; null when none did.
    @Nullable
    String failure() {
        return failure;
    }

    long mostInFlight() {
        return mostInFlight;
    }

    /// How much later than the server wanted first tokens were stamped.
    DelaySummary firstTokenLate() {
        return firstTokenLate.summary();
    }

    /// Null when the step was too short to sample twice, or the system does not tell.
    @Nullable
    CpuSplit cpu() {
        return first == null || last == null ? null : CpuSplit.between(first, last);
    }

    /// Requests a second between the samples; null as for [#cpu].
    @Nullable
    Double rate() {
        if (first == null || last == null || last.nanos() <= first.nanos()) {
            return null;
        }
        return (last.done() - first.done()) * 1e9 / (last.nanos() - first.nanos());
    }
}
