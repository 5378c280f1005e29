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
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.ProductVersion;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.RunSpec;
import dev.guidellm.config.Settings;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.data.DataException;
import dev.guidellm.data.DataSources;
import dev.guidellm.engine.LoadEngine;
import dev.guidellm.health.HealthMeter;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.profile.Profile;
import dev.guidellm.profile.Profiles;
import dev.guidellm.report.ReportBuilder;
import dev.guidellm.tokenizer.TokenizerException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One run from its configuration to its report: sets up server, data and tokenizer, then runs one benchmark after
/// the other as the profile plans them.
///
/// [#run] blocks; [#interrupt] may come from any thread at any time.
public final class BenchmarkRunner {
    private static final Logger LOG = LoggerFactory.getLogger(BenchmarkRunner.class);

    private final BenchmarkSpec spec;
    private final Settings settings;
    private final ProgressListener listener;
    private final RunClock clock = SystemRunClock.start();
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
        Rehearsal rehearsal = Rehearsal.begin(
                asked,
                BenchmarkSeries.metrics(spec.run()),
                spec.run().profile(),
                loops,
                settings.syntheticToolResponse());
        try (Backend backend = Backends.create(
                asked,
                clock,
                loops,
                settings.syntheticToolResponse(),
                BenchmarkSeries.metrics(spec.run()).recordTokenTimes())) {
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
            Profile profile =
                    Profiles.create(spec.run().profile(), spec.run().metrics(), BenchmarkSeries.seed(spec.run()));
            announce(source, profile);
            rehearsal.await();
            OwnCeilings ceilings = OwnCeilings.measure(asked, spec.run().profile(), listener);
            ReportBuilder report = new ReportBuilder(
                    ProductVersion.TEXT, UUID.randomUUID().toString(), spec, resolved, clock.originEpochSeconds());
            report.selfTest(ceilings.json());
            LoadEngine load = engine(backend);
            PrefixWarmUp.run(source, load, listener);
            WatchedLoad watched = new WatchedLoad(backend, clock, load, ceilings);
            return new BenchmarkSeries(spec.run(), settings, clock, listener, watched, source, tokenizer, report)
                    .run(profile);
        } catch (BackendException | DataException | TokenizerException e) {
            throw new RunException(String.valueOf(e.getMessage()), e);
        }
    }

    private LoadEngine engine(Backend backend) {
        SpinPolicy spin =
                SpinPolicy.of(settings.dispatchSpin(), Runtime.getRuntime().availableProcessors());
        LoadEngine load = new LoadEngine(backend, clock, spin);
        synchronized (this) {
            engine = load;
            if (interruption != null) {
                load.interrupt(interruption);
            }
        }
        return load;
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

    private static BackendConfig withModel(BackendConfig asked, String model) {
        return asked instanceof BackendConfig.OpenAiHttp http ? http.withModel(model) : asked;
    }
}
