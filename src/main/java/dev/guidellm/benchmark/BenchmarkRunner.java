package dev.guidellm.benchmark;

import dev.guidellm.backend.Backend;
import dev.guidellm.backend.BackendException;
import dev.guidellm.backend.Backends;
import dev.guidellm.benchmark.ProgressListener.Level;
import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SpinPolicy;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ConfigWriter;
import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.ProductVersion;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.RunSpec;
import dev.guidellm.config.SeedConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.data.DataException;
import dev.guidellm.data.DataSources;
import dev.guidellm.engine.LoadEngine;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.ClientHealth;
import dev.guidellm.health.HealthMeter;
import dev.guidellm.health.Measured;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.Accumulator;
import dev.guidellm.metrics.BenchmarkMetric;
import dev.guidellm.metrics.BenchmarkMetrics;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.ErrorSummary;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.MeasurementWindow;
import dev.guidellm.metrics.ReportedRequests;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.metrics.SchedulerMetrics;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.metrics.WarningRules;
import dev.guidellm.metrics.WireSummary;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.profile.BenchmarkOutcome;
import dev.guidellm.profile.Profile;
import dev.guidellm.profile.ProfileException;
import dev.guidellm.profile.Profiles;
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
import dev.guidellm.tokenizer.TokenizerException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One run from its configuration to its report: sets up server, data and tokenizer, then runs one benchmark after the
/// other as the profile plans them.
///
/// [#run] blocks; [#interrupt] may come from any thread at any time.
public final class BenchmarkRunner {
    private static final Logger LOG = LoggerFactory.getLogger(BenchmarkRunner.class);

    private final BenchmarkSpec spec;
    private final Settings settings;
    private final ProgressListener listener;
    private final RunClock clock = SystemRunClock.start();
    private OwnCeilings ceilings = OwnCeilings.NOT_MEASURED;
    private @Nullable LoadEngine engine;
    private @Nullable Duration interruption;

    /// @param spec validated, and of kinds that this version can run
    public BenchmarkRunner(BenchmarkSpec spec, Settings settings, ProgressListener listener) {
        this.spec = spec;
        this.settings = settings;
        this.listener = listener;
    }

    /// Breaks the run off: nothing more is sent, requests in flight may take `grace`, then they are cut. What was
    /// measured stays. A second call can only shorten the grace.
    ///
    /// @return whether there is anything to wait for; before that, setting up may hang in a server or a file
    public synchronized boolean interrupt(Duration grace) {
        interruption = grace;
        if (engine == null) {
            return false;
        }
        engine.interrupt(grace);
        return true;
    }

    /// Runs everything.
    ///
    /// @throws RunException when the run could not begin; what goes wrong later stands in the result
    public RunResult run() throws RunException {
        return switch (spec.run().backend()) {
            case BackendConfig.Mock mock -> {
                try (MockServer server = MockServer.start(mock.server())) {
                    yield run(mock.client(server.baseUrl()));
                } catch (IOException e) {
                    throw new RunException("The built-in mock server cannot be started: " + e.getMessage(), e);
                }
            }
            case BackendConfig.OpenAiHttp http -> run(http);
            case BackendConfig.OpenAiWebSocket other -> run(other);
            case BackendConfig.VllmPythonAsync other -> run(other);
            case BackendConfig.VllmPythonBatch other -> run(other);
        };
    }

    private RunResult run(BackendConfig asked) throws RunException {
        int loops = Backends.loopsForThisMachine();
        Thread.ofVirtual().name("guidellm-health-loading").start(HealthMeter::prepare);
        try (Backend backend = Backends.create(
                asked, clock, loops, settings.syntheticToolResponse(), metrics().recordTokenTimes())) {
            backend.start();
            BackendConfig resolved = withModel(asked, backend.model());
            listener.message(
                    Level.SUCCESS,
                    "OpenAIHTTPBackend backend validated with model " + backend.model(),
                    List.of(ConfigWriter.write((Record) resolved)));
            if (asked instanceof BackendConfig.OpenAiHttp http
                    && http.target().startsWith("https:")
                    && !http.verify()) {
                listener.message(
                        Level.WARNING,
                        "The server's TLS certificate is not checked; --backend …,verify=true checks it.",
                        List.of());
            }
            TokenizerChoice tokenizer = new TokenizerChoice(spec.run().tokenizer(), backend.model(), listener);
            ConversationSource source =
                    DataSources.open(spec.run(), tokenizer::require, settings.syntheticToolResponse());
            Profile profile = Profiles.create(spec.run().profile(), seed());
            announce(source, profile);
            if (asked instanceof BackendConfig.OpenAiHttp http) {
                Rehearsal.run(http, metrics(), spec.run().profile(), loops, settings.syntheticToolResponse());
            }
            ceilings = OwnCeilings.measure(asked, spec.run().profile(), listener);
            ReportBuilder report = new ReportBuilder(
                    ProductVersion.TEXT, UUID.randomUUID().toString(), spec, resolved, clock.originEpochSeconds());
            report.selfTest(ceilings.json());
            return benchmarks(backend, source, profile, tokenizer, report);
        } catch (BackendException | DataException | TokenizerException e) {
            throw new RunException(String.valueOf(e.getMessage()), e);
        }
    }

    private RunResult benchmarks(
            Backend backend,
            ConversationSource source,
            Profile profile,
            TokenizerChoice tokenizer,
            ReportBuilder report) {
        SpinPolicy spin =
                SpinPolicy.of(settings.dispatchSpin(), Runtime.getRuntime().availableProcessors());
        LoadEngine load = new LoadEngine(backend, clock, spin);
        synchronized (this) {
            engine = load;
            if (interruption != null) {
                load.interrupt(interruption);
            }
        }
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
                Finished finished = benchmark(index, strategy, backend, load, source, tokenizer, report);
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
            report.addNote(failure);
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

    private Finished benchmark(
            int index,
            SchedulingStrategy strategy,
            Backend backend,
            LoadEngine load,
            ConversationSource source,
            TokenizerChoice tokenizer,
            ReportBuilder report) {
        List<Constraint> constraints = Constraints.create(spec.run().constraints(), index);
        RunningBenchmark running = new RunningBenchmark(
                index,
                strategy,
                clock,
                listener,
                spec.run().profile(),
                metrics(),
                seed() + index,
                tokenizer,
                limits(spec.run().constraints(), index, strategy));
        try (ConversationIterator conversations = source.iterator(index);
                HealthMeter meter = HealthMeter.start(clock, load)) {
            running.watchedBy(meter);
            LoadResult result = load.run(strategy, constraints, conversations, running);
            ClientFigures client = meter.finish(result.dispatchLag(), result.generationDelaysSeconds());
            NetworkRoundTrip network = backend.network(); // while the connections are still open
            listener.benchmarkCompiling(running.snapshot(ProgressSnapshot.Phase.COMPILING));
            BenchmarkOutcome outcome = compile(index, result, client, running, network, source, conversations, report);
            listener.benchmarkCompleted(running.snapshot(ProgressSnapshot.Phase.COMPLETED));
            return new Finished(outcome, result);
        }
    }

    private BenchmarkOutcome compile(
            int index,
            LoadResult load,
            ClientFigures clientFigures,
            RunningBenchmark running,
            @Nullable NetworkRoundTrip network,
            ConversationSource source,
            ConversationIterator conversations,
            ReportBuilder report) {
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
        notes.addAll(ceilings.notes(load.strategy()));
        notes.forEach(note -> LOG.warn("Benchmark {} ({}): {}", index + 1, load.strategy(), note));
        ClientHealth client = ClientHealth.judged(clientFigures, measured(metrics));
        listener.clientJudged(
                running.snapshot(ProgressSnapshot.Phase.COMPILING),
                client.verdict().doubtful() ? Level.WARNING : Level.INFO,
                client.line());
        ReportedRequests requests = accumulator.requests();
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
                WarningRules.evaluate(metrics().warnings(), scheduler, metrics, window),
                new BenchmarkExtension(
                        load.interrupted(),
                        errors,
                        notes,
                        client,
                        figures(arrivals, accumulator.wire(window), network))));
        return outcome(load, metrics);
    }

    private BenchmarkOutcome outcome(LoadResult load, BenchmarkMetrics metrics) {
        DistributionSummary tokens =
                metrics.orEmpty(BenchmarkMetric.OUTPUT_TOKENS_PER_SECOND).successful();
        StatusDistributionSummary goodput = metrics.requestGoodput();
        return new BenchmarkOutcome(
                load.strategy(),
                load.state(),
                metrics.orEmpty(BenchmarkMetric.REQUESTS_PER_SECOND)
                        .successful()
                        .mean(),
                tokens.isEmpty() ? null : (Double) tokens.mean(),
                metrics.objectiveAttainments(),
                metrics.overallAttainment(),
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

    private static JsonObject figures(ArrivalFigures arrivals, WireSummary wire, @Nullable NetworkRoundTrip network) {
        return JsonValue.object()
                .put("arrivals", arrivals.figures())
                .put("http", WireFigures.http(wire))
                .put("network", network == null ? JsonValue.NULL : WireFigures.network(network))
                .build();
    }

    private void announce(ConversationSource source, Profile profile) {
        RunSpec run = spec.run();
        List<JsonValue> data = run.data().stream()
                .<JsonValue>map(each -> ConfigWriter.write((Record) each))
                .toList();
        listener.message(Level.SUCCESS, data.size() + " datasets resolved", List.of(new JsonArray(data)));
        List<JsonValue> steps = new ArrayList<>();
        steps.add(ConfigWriter.write((Record) run.dataColumnMapper()));
        run.dataPreprocessors().forEach(step -> steps.add(ConfigWriter.write((Record) step)));
        listener.message(Level.SUCCESS, steps.size() + " preprocessors resolved", List.of(new JsonArray(steps)));
        listener.message(
                Level.SUCCESS, "Finalizer resolved", List.of(ConfigWriter.write((Record) run.dataFinalizer())));
        String unique = source.endless() || source.rows().isEmpty()
                ? "inf"
                : Long.toString(source.rows().getAsLong());
        DataLoaderConfig loader = run.dataLoader();
        listener.message(
                Level.SUCCESS,
                "Request loader resolved with " + unique + " unique requests",
                List.of(ConfigWriter.write((Record) loader)));
        listener.message(
                Level.SUCCESS, profileName(run.profile()) + " profile resolved", List.of(ConfigWriter.write((Record)
                        run.profile())));
        List<JsonValue> outputs = run.outputs().stream()
                .<JsonValue>map(each -> ConfigWriter.write((Record) each))
                .toList();
        listener.message(Level.SUCCESS, "Output formats resolved", List.of(new JsonArray(outputs)));
        listener.message(Level.SUCCESS, "Setup complete, starting benchmarks...", List.of());
        LOG.debug("planned: {}", profile.plannedTypes());
    }

    private static String profileName(ProfileConfig profile) {
        return switch (profile) {
            case ProfileConfig.Synchronous _ -> "SynchronousProfile";
            case ProfileConfig.Concurrent _ -> "ConcurrentProfile";
            case ProfileConfig.Throughput _ -> "ThroughputProfile";
            case ProfileConfig.Constant _, ProfileConfig.Poisson _, ProfileConfig.Gamma _ -> "AsyncProfile";
            case ProfileConfig.Stages _ -> "StagesProfile";
            case ProfileConfig.Timetable _ -> "TimetableProfile";
            case ProfileConfig.Sweep _ -> "SweepProfile";
            case ProfileConfig.Replay _ -> "ReplayProfile";
            case ProfileConfig.Goodput _ -> "GoodputProfile";
            case ProfileConfig.Knee _ -> "KneeProfile";
        };
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
                        ConstraintConfig.OverSaturation _ -> {}
            }
        }
        return new SchedulerProgress(requests, requests, seconds, seconds, null);
    }

    private static Double smaller(@Nullable Double known, double other) {
        return known == null ? other : Math.min(known, other);
    }

    private static BackendConfig withModel(BackendConfig asked, String model) {
        return asked instanceof BackendConfig.OpenAiHttp http ? http.withModel(model) : asked;
    }

    private static String reason(RuntimeException broken) {
        if (broken instanceof DataException || broken instanceof TokenizerException) {
            return String.valueOf(broken.getMessage());
        }
        throw broken;
    }

    private long seed() {
        return switch (spec.run().seed()) {
            case SeedConfig.Static(long value) -> value;
        };
    }

    private MetricsConfig.Generative metrics() {
        return switch (spec.run().metrics()) {
            case MetricsConfig.Generative generative -> generative;
        };
    }
}
