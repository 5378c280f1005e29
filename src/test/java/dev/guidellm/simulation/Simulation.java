package dev.guidellm.simulation;

import dev.guidellm.benchmark.BenchmarkSeries;
import dev.guidellm.benchmark.ProgressListener;
import dev.guidellm.benchmark.RunResult;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OptionValueParser;
import dev.guidellm.config.RunConfiguration;
import dev.guidellm.config.RunSpec;
import dev.guidellm.config.SeedConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.profile.Profiles;
import dev.guidellm.report.ReportBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One run in virtual time: options as on the command line, a server, and a workload.
///
/// Everything but the server, the data and the clock is what real runs use: configuration, profile, scheduler, books,
/// metrics, report. The same options and seed give the same run.
final class Simulation {
    private final ServerModel model;
    private final List<JsonValue> constraints = new ArrayList<>();
    private ConversationSource workload = Workload.singles();
    private @Nullable JsonValue profile;
    private @Nullable JsonValue metrics;
    private long seed = 42;
    private ProgressListener listener = new ProgressListener() {};
    private double interruptSeconds = Double.POSITIVE_INFINITY;
    private Duration grace = Duration.ZERO;

    Simulation(ServerModel model) {
        this.model = model;
    }

    /// `--profile`, such as `kind=concurrent,streams=16`.
    Simulation profile(String option) {
        profile = parse(option);
        return this;
    }

    /// One more `--constraint`.
    Simulation constraint(String option) {
        constraints.add(parse(option));
        return this;
    }

    /// `--metrics`.
    Simulation metrics(String option) {
        metrics = parse(option);
        return this;
    }

    /// `--seed`; the server's too.
    Simulation seed(long value) {
        seed = value;
        return this;
    }

    Simulation workload(ConversationSource other) {
        workload = other;
        return this;
    }

    Simulation listener(ProgressListener follower) {
        listener = follower;
        return this;
    }

    /// Has the user break the run off after so many seconds.
    Simulation interruptedAt(double seconds, Duration graceThen) {
        interruptSeconds = seconds;
        grace = graceThen;
        return this;
    }

    /// Runs all of it.
    SimulatedRun run() {
        VirtualTime time = new VirtualTime();
        SimulatedServer server = new SimulatedServer(model, time, seed);
        VirtualDriver driver = new VirtualDriver(server, time);
        if (interruptSeconds < Double.POSITIVE_INFINITY) {
            driver.interruptAt(Math.round(interruptSeconds * 1e9), grace);
        }
        Settings settings = Settings.defaults(Path.of("/simulated"));
        BenchmarkSpec spec = new RunConfiguration(settings, new JsonObject(Map.of()), null, document()).resolve();
        RunSpec run = spec.run();
        ReportBuilder report =
                new ReportBuilder("simulated", "simulated-run", spec, run.backend(), time.originEpochSeconds());
        BenchmarkSeries series =
                new BenchmarkSeries(run, settings, time, listener, driver, workload, _ -> null, report);
        RunResult result = series.run(Profiles.create(run.profile(), run.metrics(), seedOf(run)));
        return new SimulatedRun(result, server, driver.served(), model.streamed());
    }

    private JsonObject document() {
        JsonValue.ObjectBuilder spec = JsonValue.object()
                .put("backend", parse("kind=openai_http,target=http://simulated,stream=" + model.streamed()))
                .put("profile", profile)
                .put("constraints", new JsonArray(constraints))
                .put("data", new JsonArray(List.of(parse("kind=synthetic_text,prompt_tokens=100,output_tokens=10"))))
                .put("seed", parse("kind=static,value=" + seed));
        if (metrics != null) {
            spec.put("metrics", metrics);
        }
        return JsonValue.object().put("spec", spec.build()).build();
    }

    private static long seedOf(RunSpec run) {
        return switch (run.seed()) {
            case SeedConfig.Static(long value) -> value;
        };
    }

    private static JsonValue parse(String option) {
        try {
            return OptionValueParser.parse(option);
        } catch (OptionValueException e) {
            throw new IllegalArgumentException(option, e);
        }
    }
}
