package dev.guidellm.report;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ConfigWriter;
import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.DbFile;
import dev.guidellm.config.FileData;
import dev.guidellm.config.HuggingFaceData;
import dev.guidellm.config.InMemoryData;
import dev.guidellm.config.LoadStage;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.SyntheticData;
import dev.guidellm.config.TraceData;
import dev.guidellm.config.TraceSettings;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The configuration as the original's format can say it. Kinds of ours become their nearest original, keys of ours
/// are left out; the exact configuration stands in `x_guidellm_java`.
final class ConfigProjection {
    /// The keys that only we know, by section of `spec`.
    private static final Map<String, Set<String>> OWN_KEYS = Map.of(
            "backend",
            Set.of(
                    "connection",
                    "ca_file",
                    "client_cert",
                    "client_key",
                    "client_key_password",
                    "proxy",
                    "uds",
                    "http2_prior_knowledge",
                    "http2_streams",
                    "selftest"),
            "data_loader",
            Set.of("repeat"),
            "profile",
            Set.of(
                    "early_stop",
                    "spread_starts",
                    "reprobe",
                    "load",
                    "initial_rate",
                    "max_rate",
                    "min_rate",
                    "prefix_cache_tokens"),
            "outputs",
            Set.of("columns"),
            "metrics",
            Set.of(
                    "record_token_times",
                    "mean_interval",
                    "slo.ttft_attainment",
                    "slo.tpot_attainment",
                    "slo.e2el_attainment"));

    private static final Pattern CONSTRAINT_PATH = Pattern.compile("constraints\\[(\\d{1,9})](.*)");
    private static final Map<String, Set<String>> OWN_DATA_KEYS = Map.of(
            "weka",
            Set.of("history", "warm_prefixes", "split_agents"),
            "otel",
            Set.of("trace_offsets"),
            "opentelemetry",
            Set.of("trace_offsets"));

    private static final JsonValue OTLP = JsonValue.of("otlp_file");

    private ConfigProjection() {}

    /// The document of `spec` in the original's terms.
    ///
    /// @param asked what was asked in place of a kind that the original does not know
    static JsonObject document(BenchmarkSpec spec, BackendConfig asked) {
        JsonObject exact = ConfigWriter.document(spec);
        boolean ownBackend = spec.configured().backend() instanceof BackendConfig.Mock;
        Map<String, JsonValue> members = new LinkedHashMap<>(exact.members());
        if (members.get("spec") instanceof JsonObject configured) {
            Map<String, JsonValue> run = new LinkedHashMap<>(configured.members());
            run.put("backend", backend(ownBackend ? asked : spec.configured().backend()));
            run.put("profile", profile(spec.configured().profile()));
            run.put(
                    "constraints",
                    new JsonArray(known(spec.configured().constraints()).stream()
                            .<JsonValue>map(each -> ConfigWriter.write((Record) each))
                            .toList()));
            run.put("data", data(spec.configured().data()));
            run.put("data_loader", dataLoader(spec.configured().dataLoader()));
            run.put("outputs", outputs(spec.configured().outputs()));
            run.put("metrics", metrics(spec.configured().metrics()));
            members.put("spec", new JsonObject(run));
        }
        Set<String> ownSections = new HashSet<>();
        if (ownBackend) {
            ownSections.add("backend");
        }
        if (!nearest(spec.configured().profile()).equals(spec.configured().profile())) {
            ownSections.add("profile");
        }
        List<JsonValue> benchmarks = new ArrayList<>();
        for (JsonValue changes : JsonPath.items(exact, "benchmarks")) {
            benchmarks.add(
                    changes instanceof JsonObject object
                            ? known(object, ownSections, spec.configured().constraints())
                            : changes);
        }
        members.put("benchmarks", new JsonArray(benchmarks));
        return new JsonObject(members);
    }

    /// The backend without keys of ours.
    static JsonObject backend(BackendConfig backend) {
        return known(ConfigWriter.write((Record) backend), "backend");
    }

    /// The constraints that the original knows.
    static List<ConstraintConfig> known(List<ConstraintConfig> constraints) {
        return constraints.stream().filter(ConfigProjection::isKnown).toList();
    }

    /// The data without keys of ours; what the original knows of another kind keeps its key there.
    private static JsonArray data(List<DataConfig> data) {
        return new JsonArray(
                data.stream().<JsonValue>map(ConfigProjection::data).toList());
    }

    private static JsonObject data(DataConfig data) {
        DataConfig nearest = nearest(data);
        Map<String, JsonValue> members =
                new LinkedHashMap<>(ConfigWriter.write((Record) nearest).members());
        members.keySet().removeAll(OWN_DATA_KEYS.getOrDefault(data.kind(), Set.of()));
        members.computeIfPresent(
                "source", (_, source) -> source instanceof JsonObject object ? nearestSource(object) : source);
        return nearestSource(new JsonObject(members));
    }

    /// A trace of a format that the original does not know, as one of which it knows times and token counts.
    private static DataConfig nearest(DataConfig data) {
        return switch (data) {
            case TraceData.Azure(TraceSettings trace) -> new TraceData.Minimal(trace);
            case TraceData.BurstGpt(TraceSettings trace) -> new TraceData.Minimal(trace);
            case TraceData.ShareGpt chats -> new TraceData.Minimal(chats.trace());
            case TraceData.AiperfDag graphs -> new TraceData.Minimal(graphs.trace());
            case TraceData.Bailian bailian ->
                new TraceData.Mooncake(bailian.trace(), bailian.hashIdsColumn(), bailian.hashIdBlockSize());
            case TraceData.Minimal _,
                    TraceData.Mooncake _,
                    TraceData.Weka _,
                    TraceData.Otel _,
                    FileData _,
                    DbFile _,
                    HuggingFaceData _,
                    InMemoryData _,
                    SyntheticData _ -> data;
        };
    }

    /// A file of a kind that the original does not know, as one whose rows are the same.
    private static JsonObject nearestSource(JsonObject data) {
        return OTLP.equals(data.get("kind"))
                ? JsonValue.object().putAll(data).put("kind", "json_file").build()
                : data;
    }

    /// The data loader without keys of ours.
    static JsonObject dataLoader(DataLoaderConfig loader) {
        return known(ConfigWriter.write((Record) loader), "data_loader");
    }

    /// The metrics without keys of ours.
    static JsonObject metrics(MetricsConfig metrics) {
        return known(ConfigWriter.write((Record) metrics), "metrics");
    }

    /// The profile, or the original's nearest to it.
    static JsonObject profile(ProfileConfig profile) {
        return known(ConfigWriter.write((Record) nearest(profile)), "profile");
    }

    /// The outputs of kinds that the original knows, without keys of ours.
    private static JsonArray outputs(List<OutputConfig> outputs) {
        return new JsonArray(outputs.stream()
                .filter(ConfigProjection::isOriginal)
                .<JsonValue>map(output -> known(ConfigWriter.write((Record) output), "outputs"))
                .toList());
    }

    private static boolean isOriginal(OutputConfig output) {
        return switch (output) {
            case OutputConfig.JsonLines _, OutputConfig.Junit _ -> false;
            case OutputConfig.Console _,
                    OutputConfig.Csv _,
                    OutputConfig.Html _,
                    OutputConfig.Json _,
                    OutputConfig.Plot _,
                    OutputConfig.Yaml _ -> true;
        };
    }

    private static ProfileConfig nearest(ProfileConfig profile) {
        return switch (profile) {
            case ProfileConfig.Gamma gamma ->
                new ProfileConfig.Poisson(
                        gamma.rampupDuration(), gamma.warmup(), gamma.cooldown(), gamma.rate(), gamma.maxConcurrency());
            case ProfileConfig.Stages stages
            when stages.ofStreams() ->
                new ProfileConfig.Concurrent(
                        0,
                        stages.warmup(),
                        stages.cooldown(),
                        stages.stages().stream()
                                .map(LoadStage::streams)
                                .filter(streams -> streams != null && streams > 0)
                                .toList());
            case ProfileConfig.Stages stages -> rates(stages);
            // The original's way to send at times that a file says.
            case ProfileConfig.Timetable table ->
                new ProfileConfig.Replay(
                        0, table.warmup(), table.cooldown(), 1, ProfileConfig.TurnSchedule.TIMESTAMP, null);
            case ProfileConfig.Constant _,
                    ProfileConfig.Poisson _,
                    ProfileConfig.Concurrent _,
                    ProfileConfig.Goodput _,
                    ProfileConfig.Knee _,
                    ProfileConfig.Replay _,
                    ProfileConfig.Sweep _,
                    ProfileConfig.Synchronous _,
                    ProfileConfig.Throughput _ -> profile;
        };
    }

    private static ProfileConfig rates(ProfileConfig.Stages stages) {
        List<Double> rates = stages.stages().stream()
                .map(stage -> stage.rate() != null && stage.rate() > 0 ? stage.rate() : stage.from())
                .filter(rate -> rate != null && rate > 0)
                .toList();
        return switch (stages.arrivals()) {
            case CONSTANT ->
                new ProfileConfig.Constant(
                        "constant", 0, stages.warmup(), stages.cooldown(), rates, stages.maxConcurrency());
            case POISSON, GAMMA ->
                new ProfileConfig.Poisson(0, stages.warmup(), stages.cooldown(), rates, stages.maxConcurrency());
        };
    }

    private static JsonObject known(JsonObject section, String name) {
        JsonObject known = section;
        for (String key : OWN_KEYS.getOrDefault(name, Set.of())) {
            known = without(known, key);
        }
        return known;
    }

    /// @param path the key, or one key after the other with points between them
    private static JsonObject without(JsonObject object, String path) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        int dot = path.indexOf('.');
        if (dot < 0) {
            members.remove(path);
        } else {
            members.computeIfPresent(
                    path.substring(0, dot),
                    (_, inner) ->
                            inner instanceof JsonObject deeper ? without(deeper, path.substring(dot + 1)) : inner);
        }
        return new JsonObject(members);
    }

    /// The changes of one benchmark without those of keys of ours. Constraints are named by their place, which is
    /// another one where constraints of ours are left out.
    private static JsonObject known(JsonObject changes, Set<String> ownSections, List<ConstraintConfig> constraints) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        changes.members().forEach((path, value) -> {
            Matcher place = CONSTRAINT_PATH.matcher(path);
            if (place.matches()) {
                int index = Integer.parseInt(place.group(1));
                if (isKnown(constraints.get(index))) {
                    int before = known(constraints.subList(0, index)).size();
                    members.put("constraints[" + before + "]" + place.group(2), value);
                }
            } else if (!isOwn(path, ownSections)) {
                members.put(path, value);
            }
        });
        return new JsonObject(members);
    }

    private static boolean isKnown(ConstraintConfig constraint) {
        return !(constraint instanceof ConstraintConfig.EnoughSamples);
    }

    private static boolean isOwn(String path, Set<String> ownSections) {
        int dot = path.indexOf('.');
        String section = dot < 0 ? path : path.substring(0, dot);
        if (ownSections.contains(section)) {
            return true;
        }
        return dot >= 0 && OWN_KEYS.getOrDefault(section, Set.of()).contains(path.substring(dot + 1));
    }
}
