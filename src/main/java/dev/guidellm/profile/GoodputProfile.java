package dev.guidellm.profile;

import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.SloConfig;
import dev.guidellm.json.JsonValue;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.search.CapacitySearch;
import dev.guidellm.search.LevelResult;
import dev.guidellm.search.SearchEnd;
import dev.guidellm.search.SearchLevels;
import dev.guidellm.search.SearchStep;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Searches the highest load at which enough requests keep their objectives: one benchmark per probe, the levels as
/// [CapacitySearch] says.
final class GoodputProfile implements Profile {
    private static final Logger LOG = LoggerFactory.getLogger(GoodputProfile.class);

    private final ProfileConfig.Goodput config;
    private final long seed;
    private final ProbeTarget target;
    private final GoodputJudge judge;
    private final SearchWords words;
    private final GoodputMessages messages;
    private final CapacitySearch<GoodputProbe> search;
    private final SpreadStarts starts = new SpreadStarts();
    private final List<GoodputProbe> probes = new ArrayList<>();
    private double planned;
    private boolean climbing;
    private boolean summarized;

    /// @param seed of random arrivals
    GoodputProfile(ProfileConfig.Goodput config, SloConfig objectives, long seed) {
        this.config = config;
        this.seed = seed;
        target = new ProbeTarget(
                objectives.groups().stream()
                        .map(group -> new ProbeTarget.Goal(group, group.share(config.targetAttainment())))
                        .toList(),
                config.confidence());
        judge = new GoodputJudge(target);
        words = SearchWords.of(config.load());
        messages = new GoodputMessages(words, target);
        SearchLevels levels = switch (config.load()) {
            case CONCURRENCY ->
                new SearchLevels.Streams(config.initialStreams(), config.maxStreams(), config.tolerance());
            case RATE ->
                new SearchLevels.Rates(config.initialRate(), config.maxRate(), config.lowestRate(), config.tolerance());
        };
        search = new CapacitySearch<>(levels, config.maxProbes(), config.reprobe(), judge);
    }

    @Override
    public Optional<SchedulingStrategy> next(@Nullable BenchmarkOutcome previous) throws ProfileException {
        if (previous != null && search.end().isEmpty()) {
            read(previous);
        }
        return switch (search.next()) {
            case SearchStep.Probe(double level) -> {
                planned = level;
                climbing = config.earlyStop() && search.climbing(level);
                yield Optional.of(strategy(level));
            }
            case SearchStep.End(SearchEnd reason) -> {
                summarize(reason);
                yield Optional.empty();
            }
        };
    }

    @Override
    public List<String> plannedTypes() {
        return Collections.nCopies(config.maxProbes(), strategy(1).type());
    }

    @Override
    public Optional<ProbeTarget> probeTarget() {
        return config.earlyStop() ? Optional.of(targetAfter(planned)) : Optional.empty();
    }

    @Override
    public void brokenOff(@Nullable BenchmarkOutcome last, Ending ending) {
        if (last != null) {
            add(probe(last));
        }
        SearchEnd reason = switch (ending) {
            case INTERRUPTED -> SearchEnd.INTERRUPTED;
            case FAILED -> SearchEnd.RUN_FAILED;
        };
        search.stop(reason, last == null ? 0 : 1);
        summarize(reason);
    }

    @Override
    public Optional<JsonValue> conclusion() {
        return Optional.of(new GoodputConclusion(words, judge, config.tolerance()).write(search, probes));
    }

    /// The target with what earlier probes of the level have counted.
    private ProbeTarget targetAfter(double level) {
        List<GoodputProbe> earlier = search.results().stream()
                .filter(result -> result.level() == level)
                .flatMap(result -> result.counted().stream())
                .filter(run -> !judge.judge(List.of(run)).provisionalFailure())
                .toList();
        List<ProbeTarget.Goal> goals = new ArrayList<>();
        for (int group = 0; group < target.goals().size(); group++) {
            ProbeTarget.Goal goal = target.goals().get(group);
            goals.add(new ProbeTarget.Goal(goal.objectives(), goal.share(), GoodputJudge.reading(earlier, group)));
        }
        return new ProbeTarget(goals, target.confidence(), climbing);
    }

    private SchedulingStrategy strategy(double level) {
        return switch (config.load()) {
            case CONCURRENCY -> new SchedulingStrategy.Concurrent((int) level, rampup((int) level));
            // A level that is run again must not see the same arrivals again.
            case RATE -> new SchedulingStrategy.Poisson(level, null, seed + probes.size(), config.rampupDuration());
        };
    }

    private double rampup(int streams) {
        return spreads() ? starts.rampup(streams) : config.rampupDuration();
    }

    private boolean spreads() {
        return config.load() == ProfileConfig.SearchedLoad.CONCURRENCY
                && config.spreadStarts()
                && config.rampupDuration() == 0;
    }

    private boolean offPace(BenchmarkOutcome outcome) {
        return spreads() && starts.offPace((int) planned, outcome.strategy().rampupSeconds());
    }

    private void read(BenchmarkOutcome outcome) throws ProfileException {
        starts.measured((int) planned, outcome);
        GoodputProbe probe = probe(outcome);
        boolean stopped = outcome.state().stopsWholeRun();
        boolean first = probes.stream().allMatch(GoodputProbe::nothingMeasured);
        if (probe.nothingMeasured() && !probe.overSaturated() && !stopped && first) {
            throw new ProfileException(
                    probe.counts().created() > 0
                                    && probe.counts().processed()
                                            == probe.counts().cancelled()
                            ? GoodputMessages.UNMEASURABLE + " No request ended before the benchmark did."
                            : GoodputMessages.UNMEASURABLE);
        }
        add(probe);
        if (stopped) {
            search.stop(SearchEnd.STOPPED_BY_CONSTRAINT, 1);
        } else if (serverSilent()) {
            search.stop(SearchEnd.SERVER_SILENT, probesOfABreakdown());
        } else {
            warn(probe);
        }
    }

    private void add(GoodputProbe probe) {
        probes.add(probe);
        search.ran(planned, probe);
    }

    private GoodputProbe probe(BenchmarkOutcome outcome) {
        // Only where arrivals do not wait for answers does a queue grow without bound.
        boolean saturationFails = config.load() == ProfileConfig.SearchedLoad.RATE;
        return GoodputProbe.of(probes.size(), planned, outcome, offPace(outcome), climbing, saturationFails);
    }

    /// Whether the two latest probes were not answered at all, after a level had passed: a server that is down says
    /// nothing about its capacity.
    private boolean serverSilent() {
        int count = probes.size();
        return count > 2
                && probes.get(count - 1).unanswered()
                && probes.get(count - 2).unanswered()
                && search.best().isPresent();
    }

    /// How many of the latest probes failed by errors: the server may have gone down in the first of them.
    private int probesOfABreakdown() {
        int first = probes.size();
        while (first > 0 && probes.get(first - 1).failedByErrors()) {
            first--;
        }
        return probes.size() - first;
    }

    private void warn(GoodputProbe probe) {
        if (probe.overSaturated()) {
            LOG.warn(messages.overSaturated(probe.level()));
            return;
        }
        if (probe.nothingMeasured()) {
            LOG.warn(messages.nothingMeasured(probe.level()));
            return;
        }
        LevelResult<GoodputProbe> level = search.results().stream()
                .filter(result -> result.level() == probe.level())
                .findFirst()
                .orElseThrow();
        if (!level.verdict().resolved()) {
            judge.goals(level.counted()).stream()
                    .filter(goal -> !goal.resolved())
                    .findFirst()
                    .ifPresent(goal -> unclear(level, goal));
        }
    }

    /// That a search climbs past levels is worth a warning once; then it is known.
    private void unclear(LevelResult<GoodputProbe> level, GoodputJudge.GoalResult goal) {
        if (!level.verdict().provisionalPass()) {
            LOG.warn(messages.unresolved(level.level(), goal));
        } else if (probes.size() == 1) {
            LOG.warn(messages.climbedPast(level.level(), goal));
        } else {
            LOG.info(messages.climbedPast(level.level(), goal));
        }
    }

    private void summarize(SearchEnd reason) {
        if (summarized) {
            return;
        }
        summarized = true;
        GoodputMessages.Summary summary = messages.summary(search, reason, probes.size());
        if (summary.warning()) {
            LOG.warn(summary.text());
        } else {
            LOG.info(summary.text());
        }
    }
}
