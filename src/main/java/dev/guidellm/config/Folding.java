package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Folds the configurations of several benchmarks into one: rates, streams and limits become lists with one entry per
/// benchmark, everything else must be the same in all.
final class Folding {
    private static final Set<String> LISTED = Set.of("rate", "streams", "seconds", "count");

    private Folding() {}

    /// The one configuration that runs all of them.
    static RunSpec fold(List<RunSpec> specs) {
        RunSpec first = specs.getFirst();
        if (specs.size() == 1) {
            return first;
        }
        same(specs, "backend", RunSpec::backend);
        same(specs, "tokenizer", RunSpec::tokenizer);
        same(specs, "data", RunSpec::data);
        same(specs, "data_column_mapper", RunSpec::dataColumnMapper);
        same(specs, "data_preprocessors", RunSpec::dataPreprocessors);
        same(specs, "data_finalizer", RunSpec::dataFinalizer);
        same(specs, "data_loader", RunSpec::dataLoader);
        same(specs, "seed", RunSpec::seed);
        same(specs, "outputs", RunSpec::outputs);
        same(specs, "metrics", RunSpec::metrics);
        same(specs, "constraints", spec -> spec.constraints().size());
        List<ConstraintConfig> constraints = new ArrayList<>();
        for (int i = 0; i < first.constraints().size(); i++) {
            int index = i;
            constraints.add(constraint(
                    specs.stream().map(spec -> spec.constraints().get(index)).toList()));
        }
        return new RunSpec(
                first.backend(),
                profile(specs.stream().map(RunSpec::profile).toList()),
                constraints,
                first.tokenizer(),
                first.data(),
                first.dataColumnMapper(),
                first.dataPreprocessors(),
                first.dataFinalizer(),
                first.dataLoader(),
                first.seed(),
                first.outputs(),
                first.metrics());
    }

    private static void same(List<RunSpec> specs, String field, Function<RunSpec, Object> value) {
        if (specs.stream().map(value).distinct().count() > 1) {
            throw differing("benchmark field '" + field + "'");
        }
    }

    private static ConfigException differing(String what) {
        return new ConfigException(
                "benchmarks",
                "Differing " + what
                        + " cannot be merged. All sub-benchmarks must share the same value for this field.");
    }

    private static void sameButLists(List<? extends Record> records, String what) {
        JsonObject first = ConfigWriter.write(records.getFirst());
        for (Record other : records) {
            JsonObject written = ConfigWriter.write(other);
            Set<String> keys = new LinkedHashSet<>(first.members().keySet());
            keys.addAll(written.members().keySet());
            for (String key : keys) {
                boolean equal = String.valueOf(first.get(key)).equals(String.valueOf(written.get(key)));
                if (!LISTED.contains(key) && !equal) {
                    throw differing(what + " field '" + key + "'");
                }
            }
        }
    }

    private static ProfileConfig profile(List<ProfileConfig> profiles) {
        sameButLists(profiles.stream().map(Record.class::cast).toList(), "profile");
        return switch (profiles.getFirst()) {
            case ProfileConfig.Constant p ->
                new ProfileConfig.Constant(
                        p.kind(), p.rampupDuration(), p.warmup(), p.cooldown(), rates(profiles), p.maxConcurrency());
            case ProfileConfig.Poisson p ->
                new ProfileConfig.Poisson(
                        p.rampupDuration(), p.warmup(), p.cooldown(), rates(profiles), p.maxConcurrency());
            case ProfileConfig.Gamma p ->
                new ProfileConfig.Gamma(
                        p.rampupDuration(),
                        p.warmup(),
                        p.cooldown(),
                        rates(profiles),
                        p.burstiness(),
                        p.maxConcurrency());
            case ProfileConfig.Concurrent p ->
                new ProfileConfig.Concurrent(
                        p.rampupDuration(),
                        p.warmup(),
                        p.cooldown(),
                        profiles.stream()
                                .map(ProfileConfig.Concurrent.class::cast)
                                .flatMap(other -> other.streams().stream())
                                .toList());
            case ProfileConfig.Goodput p -> p;
            case ProfileConfig.Knee p -> p;
            case ProfileConfig.Replay p -> p;
            case ProfileConfig.Sweep p -> p;
            case ProfileConfig.Synchronous p -> p;
            case ProfileConfig.Throughput p -> p;
            case ProfileConfig.Stages p -> p;
            case ProfileConfig.Timetable p -> p;
        };
    }

    private static List<Double> rates(List<ProfileConfig> profiles) {
        return profiles.stream().flatMap(p -> rates(p).stream()).toList();
    }

    private static List<Double> rates(ProfileConfig profile) {
        return switch (profile) {
            case ProfileConfig.Constant p -> p.rate();
            case ProfileConfig.Poisson p -> p.rate();
            case ProfileConfig.Gamma p -> p.rate();
            case ProfileConfig.Concurrent _,
                    ProfileConfig.Goodput _,
                    ProfileConfig.Knee _,
                    ProfileConfig.Replay _,
                    ProfileConfig.Sweep _,
                    ProfileConfig.Stages _,
                    ProfileConfig.Synchronous _,
                    ProfileConfig.Throughput _,
                    ProfileConfig.Timetable _ -> List.of();
        };
    }

    private static ConstraintConfig constraint(List<ConstraintConfig> same) {
        sameButLists(same.stream().map(Record.class::cast).toList(), "constraint");
        return switch (same.getFirst()) {
            case ConstraintConfig.MaxErrors c -> new ConstraintConfig.MaxErrors(c.stoppingScope(), all(same));
            case ConstraintConfig.MaxErrorRate c ->
                new ConstraintConfig.MaxErrorRate(c.stoppingScope(), all(same), c.window());
            case ConstraintConfig.MaxGlobalErrorRate c ->
                new ConstraintConfig.MaxGlobalErrorRate(c.stoppingScope(), all(same), c.minimum());
            case ConstraintConfig.MaxDuration c -> new ConstraintConfig.MaxDuration(c.stoppingScope(), all(same));
            case ConstraintConfig.MaxRequests c -> new ConstraintConfig.MaxRequests(c.stoppingScope(), all(same));
            case ConstraintConfig.MinRequests c -> new ConstraintConfig.MinRequests(c.stoppingScope(), all(same));
            case ConstraintConfig.OverSaturation c -> c;
            case ConstraintConfig.EnoughSamples c -> c;
        };
    }

    private static PerBenchmark all(List<ConstraintConfig> constraints) {
        return new PerBenchmark(
                constraints.stream().flatMap(c -> limits(c).stream()).toList());
    }

    private static List<Number> limits(ConstraintConfig constraint) {
        return switch (constraint) {
            case ConstraintConfig.MaxErrors c -> c.count().values();
            case ConstraintConfig.MaxErrorRate c -> c.rate().values();
            case ConstraintConfig.MaxGlobalErrorRate c -> c.rate().values();
            case ConstraintConfig.MaxDuration c -> c.seconds().values();
            case ConstraintConfig.MaxRequests c -> c.count().values();
            case ConstraintConfig.MinRequests c -> c.count().values();
            case ConstraintConfig.OverSaturation _, ConstraintConfig.EnoughSamples _ -> List.of();
        };
    }

    /// What the user should be told about lists inside a single benchmark.
    static List<String> listWarnings(List<RunSpec> specs) {
        Set<String> warnings = new LinkedHashSet<>();
        for (RunSpec spec : specs) {
            switch (spec.profile()) {
                case ProfileConfig.Concurrent p -> warn(warnings, "profile.streams", p.streams());
                case ProfileConfig.Constant p -> warn(warnings, "profile.rate", p.rate());
                case ProfileConfig.Poisson p -> warn(warnings, "profile.rate", p.rate());
                case ProfileConfig.Gamma p -> warn(warnings, "profile.rate", p.rate());
                case ProfileConfig.Goodput _,
                        ProfileConfig.Knee _,
                        ProfileConfig.Replay _,
                        ProfileConfig.Sweep _,
                        ProfileConfig.Stages _,
                        ProfileConfig.Synchronous _,
                        ProfileConfig.Throughput _,
                        ProfileConfig.Timetable _ -> {}
            }
            for (int i = 0; i < spec.constraints().size(); i++) {
                ConstraintConfig constraint = spec.constraints().get(i);
                warn(warnings, "constraints[" + i + "]." + limitKey(constraint), limits(constraint));
            }
        }
        return List.copyOf(warnings);
    }

    private static String limitKey(ConstraintConfig constraint) {
        return switch (constraint) {
            case ConstraintConfig.MaxErrorRate _, ConstraintConfig.MaxGlobalErrorRate _ -> "rate";
            case ConstraintConfig.MaxDuration _ -> "seconds";
            case ConstraintConfig.MaxErrors _, ConstraintConfig.MaxRequests _, ConstraintConfig.MinRequests _ ->
                "count";
            case ConstraintConfig.OverSaturation _, ConstraintConfig.EnoughSamples _ -> "";
        };
    }

    private static void warn(Set<String> warnings, String path, List<? extends Number> values) {
        if (values.size() > 1) {
            String list = values.stream()
                    .map(value -> PythonText.repr(JsonValue.ofNumber(value)))
                    .collect(Collectors.joining(","));
            warnings.add("One or more sub-benchmarks specified a list of " + path
                    + ". This pattern is deprecated and will be removed in a future release. Please use `--override "
                    + path + " " + list + "` on the CLI or sub-benchmarks in the config file instead.");
        }
    }
}
