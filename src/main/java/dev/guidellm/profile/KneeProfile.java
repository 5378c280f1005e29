package dev.guidellm.profile;

import dev.guidellm.config.ProfileConfig;
import dev.guidellm.json.JsonValue;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.search.RefinementPlan;
import dev.guidellm.search.SaturationAnalysis;
import dev.guidellm.search.ThroughputFit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Measures some concurrencies, looks for the one from which on throughput stops growing, and measures more around
/// it where that was asked for.
///
/// It ends early when a constraint stops the whole run, or when not a single request of a benchmark succeeds: what
/// comes after that would measure a server that is gone.
final class KneeProfile implements Profile {
    private static final Logger LOG = LoggerFactory.getLogger(KneeProfile.class);
    /// Share of failed requests from which on a point's throughput is in doubt.
    private static final double DOUBTFUL_FAILURES = 0.01;

    private final ProfileConfig.Knee config;
    private final Queue<Integer> waiting;
    private final List<SaturationAnalysis.Point> points = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int running;
    private @Nullable String ended;
    private @Nullable SaturationAnalysis initial;
    private @Nullable RefinementPlan plan;

    KneeProfile(ProfileConfig.Knee config) {
        this.config = config;
        waiting = new ArrayDeque<>(config.startingStreams());
    }

    @Override
    public Optional<SchedulingStrategy> next(@Nullable BenchmarkOutcome previous) {
        if (previous != null) {
            take(previous);
        }
        if (ended != null) {
            waiting.clear();
        }
        if (waiting.isEmpty() && plan == null) {
            waiting.addAll(plan().concurrencies());
        }
        Integer streams = waiting.poll();
        if (streams == null) {
            return Optional.empty();
        }
        running = streams;
        return Optional.of(new SchedulingStrategy.Concurrent(streams, config.rampupDuration()));
    }

    @Override
    public List<String> plannedTypes() {
        int refinement = config.adaptive() ? 2 * config.pointsEachSide() + 1 : 0;
        return Collections.nCopies(config.startingStreams().size() + refinement, "concurrent");
    }

    /// A level that was cut is left out: it may have covered its ramp-up only.
    @Override
    public void brokenOff(@Nullable BenchmarkOutcome last, Ending ending) {
        ended = switch (ending) {
            case INTERRUPTED -> "The run was interrupted";
            case FAILED -> "The run could not go on";
        };
        note(ended + (last == null ? "." : " at " + streams(running) + ": this level is left out of the analysis."));
    }

    @Override
    public Optional<JsonValue> conclusion() {
        if (running == 0) {
            return Optional.empty();
        }
        RefinementPlan planned = plan();
        SaturationAnalysis last = SaturationAnalysis.of(points);
        if (!points.isEmpty() && points.stream().allMatch(point -> point.throughput() == null)) {
            note("No level has a rate of output tokens, which is what a knee is looked for in.");
        }
        switch (last.throughput()) {
            case ThroughputFit.Knee knee ->
                LOG.info(String.format(
                        Locale.ROOT,
                        "Throughput knee: %.2f concurrent streams; %s.",
                        knee.concurrency(),
                        last.assessment().reason()));
            case ThroughputFit.NoKnee none -> LOG.info("Throughput knee: not detected; {}.", none.reason());
        }
        return Optional.of(KneeConclusion.write(initial == null ? last : initial, planned, last, notes));
    }

    private void take(BenchmarkOutcome outcome) {
        DetectorReading detector = DetectorReading.of(running, outcome.state());
        detector.problems()
                .forEach(problem ->
                        note("The detector's word at " + streams(running) + " cannot be used: " + problem + "."));
        points.add(
                new SaturationAnalysis.Point(running, outcome.successfulOutputTokensPerSecond(), detector.reading()));
        SchedulerCounts counts = outcome.state().counts();
        if (counts.successful() == 0 && counts.errored() > 0) {
            ended = "No request succeeded at " + streams(running);
            note(ended + " (" + counts.errored() + " failed): the search ended there.");
        } else if (counts.errored() > DOUBTFUL_FAILURES * (counts.successful() + counts.errored())) {
            note("At " + streams(running) + " " + counts.errored() + " of " + (counts.successful() + counts.errored())
                    + " requests failed: its throughput is of the others only.");
        }
        if (outcome.state().stopsWholeRun()) {
            ended = "An initial benchmark triggered a stopping_scope='all' constraint";
        }
    }

    /// Analyses the first points, once, and plans what to measure around what they show.
    private RefinementPlan plan() {
        if (plan == null) {
            SaturationAnalysis first = SaturationAnalysis.of(points);
            initial = first;
            if (ended != null) {
                plan = RefinementPlan.skipped(ended);
            } else if (!config.adaptive()) {
                plan = RefinementPlan.skipped("Adaptive refinement is disabled");
            } else {
                Set<Integer> measured =
                        points.stream().map(SaturationAnalysis.Point::streams).collect(Collectors.toUnmodifiableSet());
                plan = RefinementPlan.of(first.assessment(), measured, config.pointsEachSide(), config.maxStep());
            }
        }
        return plan;
    }

    private void note(String sentence) {
        notes.add(sentence);
        LOG.warn("{}", sentence);
    }

    private static String streams(int count) {
        return count + (count == 1 ? " stream" : " concurrent streams");
    }
}
