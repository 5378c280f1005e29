package dev.guidellm.benchmark;

import dev.guidellm.benchmark.ProgressListener.Level;
import dev.guidellm.clock.RunClock;
import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.RunSpec;
import dev.guidellm.config.SeedConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.data.DataException;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.health.ClientHealth;
import dev.guidellm.health.Measured;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.Accumulator;
import dev.guidellm.metrics.BenchmarkMetric;
import dev.guidellm.metrics.BenchmarkMetrics;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.ErrorSummary;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.MeasurementWindow;
import dev.guidellm.metrics.OutputTokenCounter;
import dev.guidellm.metrics.ReportedRequests;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.metrics.SchedulerMetrics;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.metrics.WarningRules;
import dev.guidellm.metrics.WireSummary;
import dev.guidellm.profile.BenchmarkOutcome;
import dev.guidellm.profile.ProbeTarget;
import dev.guidellm.profile.Profile;
import dev.guidellm.profile.ProfileException;
import dev.guidellm.record.NetworkRoundTrip;
import dev.guidellm.report.BenchmarkExtension;
import dev.guidellm.report.FinishedBenchmark;
import dev.guidellm.report.ReportBuilder;
import dev.guidellm.report.WireFigures;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.Constraints;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import dev.guidellm.search.AttainmentReading;
import dev.guidellm.tokenizer.TokenizerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The benchmarks of one run, one after the other as a profile plans them, and the report of them. It knows no server,
/// no thread and no real time: a [BenchmarkDriver] carries each benchmark out.
public final class BenchmarkSeries {
    private static final Logger LOG = LoggerFactory.getLogger(BenchmarkSeries.class);

    private final RunSpec run;
    private final Settings settings;
    private final RunClock clock;
    private final ProgressListener listener;
    private final BenchmarkDriver driver;
    private final ConversationSource source;
    private final OutputTokenCounter counter;
    private final ReportBuilder report;

    /// @param clock of the run, the driver's too
    /// @param counter counts the tokens of answers that the server did not count
    /// @param report gets each benchmark, and what ended the run
    public BenchmarkSeries(
            RunSpec run,
            Settings settings,
            RunClock clock,
            ProgressListener listener,
            BenchmarkDriver driver,
            ConversationSource source,
            OutputTokenCounter counter,
            ReportBuilder report) {
        this.run = run;
        this.settings = settings;
        this.clock = clock;
        this.listener = listener;
        this.driver = driver;
        this.source = source;
        this.counter = counter;
        this.report = report;
    }

    /// Runs what `profile` plans, until it is done, the run is broken off or cannot go on.
    public RunResult run(Profile profile) {
        listener.runStarted(profile.plannedTypes());
        String failure = null;
        boolean interrupted = false;
        BenchmarkOutcome previous = null;
        try {
            for (int index = 0; failure == null && !interrupted; index++) {
                Optional<SchedulingStrategy> next = profile.next(previous);
                if (next.isEmpty()) {
                    break;
                }
                SchedulingStrategy strategy = limited(next.get());
                Finished finished = benchmark(index, strategy, profile.probeTarget());
                previous = finished.outcome();
                interrupted = finished.load().interrupted();
                RuntimeException broken = finished.load().dataFailure();
                failure = broken == null ? null : reason(broken);
            }
            if (interrupted || failure != null) {
                profile.brokenOff(previous, interrupted ? Profile.Ending.INTERRUPTED : Profile.Ending.FAILED);
            }
        } catch (ProfileException e) {
            failure = e.getMessage();
        } finally {
            listener.runFinished();
        }
        profile.conclusion().ifPresent(report::addConclusion);
        if (failure != null) {
            report.failed(failure);
        }
        return new RunResult(report.build(interrupted), interrupted, failure);
    }

    /// The strategy with the limit of the settings, where somebody has set one; else unlimited stays unlimited.
    private SchedulingStrategy limited(SchedulingStrategy strategy) {
        int most = settings.maxConcurrency();
        return most == SchedulingStrategy.DEFAULT_REQUEST_LIMIT ? strategy : strategy.withLimit(most);
    }

    /// How one benchmark went, for the profile and for the run.
    private record Finished(BenchmarkOutcome outcome, LoadResult load) {}

    private Finished benchmark(int index, SchedulingStrategy strategy, Optional<ProbeTarget> target) {
        RunningBenchmark running = new RunningBenchmark(
                index,
                strategy,
                clock,
                listener,
                run.profile(),
                metrics(run),
                seed(run) + index,
                counter,
                limits(run.constraints(), index, strategy));
        List<EnoughSamples> watched = new ArrayList<>();
        List<Constraint> constraints = new ArrayList<>(Constraints.create(run.allConstraints(), index, config -> {
            EnoughSamples judge = new EnoughSamples(config, running, clock);
            running.judgedBy(judge);
            watched.add(judge);
            return judge;
        }));
        Optional<ProbeTest> test = target.map(goals -> new ProbeTest(goals, strategy, running));
        test.ifPresent(judge -> {
            running.judgedBy(judge);
            constraints.add(Constraints.judged(ProbeTarget.CONSTRAINT, judge, StoppingScope.CURRENT));
        });
        ReplayFigures replay = ReplayFigures.of(strategy, source, run.profile(), seed(run) + index);
        running.replayedFor(replay);
        try (ConversationIterator conversations = source.iterator(index)) {
            BenchmarkDriver.Driven driven = driver.drive(
                    strategy, constraints, replay == null ? conversations : replay.noted(conversations), running);
            listener.benchmarkCompiling(running.snapshot(ProgressSnapshot.Phase.COMPILING));
            BenchmarkOutcome outcome = compile(index, driven, running, watched, test, replay, conversations);
            listener.benchmarkCompleted(running.snapshot(ProgressSnapshot.Phase.COMPLETED));
            return new Finished(outcome, driven.load());
        }
    }

    private BenchmarkOutcome compile(
            int index,
            BenchmarkDriver.Driven driven,
            RunningBenchmark running,
            List<EnoughSamples> watched,
            Optional<ProbeTest> test,
            @Nullable ReplayFigures replay,
            ConversationIterator conversations) {
        LoadResult load = driven.load();
        SchedulerState state = load.state();
        Accumulator accumulator = running.accumulator();
        MeasurementWindow window = running.tracker().finish(state.progress().stopTime());
        BenchmarkMetrics metrics = accumulator.compile(window);
        SchedulerMetrics scheduler = accumulator.schedulerMetrics(
                window,
                state.startTime(),
                state.endTime(),
                load.generationDelaysSeconds().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray(),
                !state.dataExhausted(),
                load.strategy().type());
        ErrorSummary errors = accumulator.errors();
        List<String> notes = new ArrayList<>(RunNotes.of(load, source, conversations, errors));
        ArrivalFigures arrivals = new ArrivalFigures(load, accumulator);
        notes.addAll(arrivals.notes());
        notes.addAll(driver.doubts(load.strategy()));
        for (EnoughSamples judge : watched) {
            judge.conclude(window);
            if (judge.satisfied()) {
                LOG.info("Benchmark {} ({}): {}", index + 1, load.strategy(), judge.sentence());
            } else {
                notes.add(judge.sentence());
            }
        }
        notes.forEach(note -> LOG.warn("Benchmark {} ({}): {}", index + 1, load.strategy(), note));
        ClientHealth client = ClientHealth.judged(driven.client(), measured(metrics));
        listener.clientJudged(
                running.snapshot(ProgressSnapshot.Phase.COMPILING),
                client.verdict().doubtful() ? Level.WARNING : Level.INFO,
                client.line());
        ReportedRequests requests = accumulator.requests();
        List<BenchmarkWarning> warnings =
                new ArrayList<>(WarningRules.evaluate(metrics(run).warnings(), scheduler, metrics, window));
        ReplayFigures.Found replayed = replay == null ? null : replay.found(load, requests.successful());
        if (replayed != null) {
            warnings.addAll(replayed.warnings());
        }
        if (!warnings.isEmpty()) {
            listener.benchmarkWarned(running.snapshot(ProgressSnapshot.Phase.COMPILING), warnings);
        }
        Map<RequestStatus, List<MeasuredRequest>> listed = Map.of(
                RequestStatus.SUCCESSFUL, requests.successful(),
                RequestStatus.ERRORED, requests.errored(),
                RequestStatus.INCOMPLETE, requests.incomplete());
        report.add(new FinishedBenchmark(
                UUID.randomUUID().toString(),
                index,
                load.strategy(),
                load.strategy().resolvedRequestLimit(),
                state,
                scheduler,
                metrics,
                window,
                listed,
                warnings,
                new BenchmarkExtension(
                        load.interrupted(),
                        errors,
                        notes,
                        client,
                        figures(arrivals, accumulator.wire(window), driven.network(), replayed))));
        return outcome(load, metrics, test.map(ProbeTest::conclude).orElse(List.of()));
    }

    private static BenchmarkOutcome outcome(
            LoadResult load, BenchmarkMetrics metrics, List<AttainmentReading> readings) {
        DistributionSummary tokens =
                metrics.orEmpty(BenchmarkMetric.OUTPUT_TOKENS_PER_SECOND).successful();
        DistributionSummary latency =
                metrics.orEmpty(BenchmarkMetric.REQUEST_LATENCY).successful();
        StatusDistributionSummary goodput = metrics.requestGoodput();
        return new BenchmarkOutcome(
                load.strategy(),
                load.state(),
                metrics.orEmpty(BenchmarkMetric.REQUESTS_PER_SECOND)
                        .successful()
                        .mean(),
                latency.isEmpty() ? null : (Double) latency.median(),
                tokens.isEmpty() ? null : (Double) tokens.mean(),
                metrics.objectiveAttainments(),
                metrics.overallAttainment(),
                readings,
                goodput == null ? null : (Double) goodput.successful().mean());
    }

    /// What the server took, as measured: the client's delays are weighed against that.
    private static Measured measured(BenchmarkMetrics metrics) {
        DistributionSummary firstToken =
                metrics.orEmpty(BenchmarkMetric.TIME_TO_FIRST_TOKEN_MS).successful();
        DistributionSummary latency =
                metrics.orEmpty(BenchmarkMetric.REQUEST_LATENCY).successful();
        return new Measured(
                firstToken.isEmpty() ? null : (Double) firstToken.median(),
                latency.isEmpty() ? null : (Double) (latency.median() * 1e3));
    }

    private static JsonObject figures(
            ArrivalFigures arrivals,
            WireSummary wire,
            @Nullable NetworkRoundTrip network,
            ReplayFigures.@Nullable Found replayed) {
        return JsonValue.object()
                .put("arrivals", arrivals.figures())
                .put("http", WireFigures.http(wire))
                .put("network", network == null ? JsonValue.NULL : WireFigures.network(network))
                .put("replay", replayed == null ? JsonValue.NULL : replayed.figures())
                .build();
    }

    /// What the constraints limit the benchmark to, before anything is sent.
    private static SchedulerProgress limits(
            List<ConstraintConfig> constraints, int index, SchedulingStrategy strategy) {
        OptionalLong arrivals = strategy.arrivals();
        Double requests = arrivals.isPresent() ? (Double) (double) arrivals.getAsLong() : null;
        Double seconds = strategy instanceof SchedulingStrategy.StreamStages stages ? (Double) stages.seconds() : null;
        for (ConstraintConfig constraint : constraints) {
            switch (constraint) {
                case ConstraintConfig.MaxRequests max ->
                    requests = smaller(requests, max.count().at(index));
                case ConstraintConfig.MinRequests min ->
                    requests = smaller(requests, min.count().at(index));
                case ConstraintConfig.MaxDuration max ->
                    seconds = smaller(seconds, max.seconds().at(index));
                case ConstraintConfig.MaxErrors _,
                        ConstraintConfig.MaxErrorRate _,
                        ConstraintConfig.MaxGlobalErrorRate _,
                        ConstraintConfig.OverSaturation _,
                        ConstraintConfig.EnoughSamples _ -> {}
            }
        }
        return new SchedulerProgress(requests, requests, seconds, seconds, null);
    }

    private static Double smaller(@Nullable Double known, double other) {
        return known == null ? other : Math.min(known, other);
    }

    private static String reason(RuntimeException broken) {
        if (broken instanceof DataException || broken instanceof TokenizerException) {
            return String.valueOf(broken.getMessage());
        }
        throw broken;
    }

    static long seed(RunSpec run) {
        return switch (run.seed()) {
            case SeedConfig.Static(long value) -> value;
        };
    }

    static MetricsConfig.Generative metrics(RunSpec run) {
        return switch (run.metrics()) {
            case MetricsConfig.Generative generative -> generative;
        };
    }
}
