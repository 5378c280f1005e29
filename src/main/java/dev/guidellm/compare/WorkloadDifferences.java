package dev.guidellm.compare;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// In what two runs differ beside what they measured: a change of a figure says nothing of the server when the
/// load was another one.
///
/// What cannot matter is left out: addresses, keys, output files, ids, how requests are sampled for the report.
/// Which levels were run may differ, since only those that both have are compared.
final class WorkloadDifferences {
    private static final int LONGEST = 60;

    /// Sections of the configuration that make the requests.
    private static final List<String> SECTIONS =
            List.of("tokenizer", "data", "data_column_mapper", "data_preprocessors", "data_finalizer", "data_loader");

    /// Keys of the backend that change what is sent or what its latency is.
    private static final List<String> BACKEND = List.of(
            "model",
            "request_format",
            "api_routes",
            "stream",
            "extras",
            "max_tokens",
            "server_history",
            "tool_call_missing_behavior",
            "multiturn_reasoning",
            "timeout",
            "http2");

    /// The same of keys that only we know.
    private static final List<String> OWN_BACKEND = List.of("connection", "http2_prior_knowledge", "http2_streams");

    /// Profiles that find their levels themselves: what guides them decides which levels there are, not how they
    /// run.
    private static final Set<String> SEARCHES = Set.of("sweep", "goodput", "knee");

    private static final Set<String> OF_EVERY_PROFILE = Set.of("kind", "rampup_duration", "warmup", "cooldown");
    private static final Set<String> LEVELS = Set.of("streams", "rate", "max_concurrency");

    private final Set<String> refused = new LinkedHashSet<>();
    private final Set<String> mentioned = new LinkedHashSet<>();

    private WorkloadDifferences() {}

    /// Compares two reports.
    ///
    /// @param labels of the levels to look at, as [BenchmarkReport#labels] has them
    static WorkloadDifferences between(BenchmarkReport a, BenchmarkReport b, Set<String> labels) {
        WorkloadDifferences found = new WorkloadDifferences();
        JsonValue ourA = JsonPath.get(a.extension(), "run");
        JsonValue ourB = JsonPath.get(b.extension(), "run");
        boolean exact = ourA != null && ourB != null;
        JsonValue specA = exact ? ourA : JsonPath.get(a.config(), "spec");
        JsonValue specB = exact ? ourB : JsonPath.get(b.config(), "spec");
        for (String section : SECTIONS) {
            found.compare(section, JsonPath.get(specA, section), JsonPath.get(specB, section));
        }
        found.compare("profile", profile(specA), profile(specB));
        if (!exact) {
            found.compare("benchmarks", overrides(a), overrides(b));
        } else {
            for (String key : OWN_BACKEND) {
                found.compare(
                        "backend." + key, JsonPath.get(specA, "backend", key), JsonPath.get(specB, "backend", key));
            }
        }
        for (String label : labels) {
            BenchmarkResult levelA = level(a, label);
            BenchmarkResult levelB = level(b, label);
            if (levelA != null && levelB != null) {
                found.levels(levelA, levelB);
            }
        }
        found.mention("seed", JsonPath.get(specA, "seed"), JsonPath.get(specB, "seed"));
        for (String key : List.of("guidellm_version", "platform")) {
            found.mention(key, JsonPath.get(a.metadata(), key), JsonPath.get(b.metadata(), key));
        }
        return found;
    }

    /// What forbids a comparison, one line each.
    Set<String> refused() {
        return refused;
    }

    /// What should be known and forbids nothing, one line each.
    Set<String> mentioned() {
        return mentioned;
    }

    private static @Nullable BenchmarkResult level(BenchmarkReport report, String label) {
        int place = report.labels().indexOf(label);
        return place < 0 ? null : report.benchmarks().get(place);
    }

    private void levels(BenchmarkResult a, BenchmarkResult b) {
        JsonValue exactA = a.get(BenchmarkReport.EXTENSION_KEY, "figures", "arrivals", "strategy");
        JsonValue exactB = b.get(BenchmarkReport.EXTENSION_KEY, "figures", "arrivals", "strategy");
        boolean exact = exactA != null && exactB != null;
        // The original writes a limit of requests in flight of its own even where none was asked for.
        Set<String> left =
                exact ? Set.of("random_seed", "text") : Set.of("random_seed", "worker_count", "max_concurrency");
        compare(
                "strategy",
                without(exact ? exactA : a.get("config", "strategy"), left),
                without(exact ? exactB : b.get("config", "strategy"), left));
        compare("constraints", constraints(a), constraints(b));
        for (String key : List.of("warmup", "cooldown")) {
            compare("profile." + key, a.get("config", key), b.get("config", key));
        }
        compare("metrics.slo", a.get("config", "slo"), b.get("config", "slo"));
        compare(
                "metrics.prefer_response_metrics",
                a.get("config", "prefer_response_metrics"),
                b.get("config", "prefer_response_metrics"));
        for (String key : BACKEND) {
            compare("backend." + key, a.get("config", "backend", key), b.get("config", "backend", key));
        }
    }

    private static @Nullable JsonValue profile(@Nullable JsonValue spec) {
        JsonValue profile = JsonPath.get(spec, "profile");
        if (!(profile instanceof JsonObject(Map<String, JsonValue> members))) {
            return profile;
        }
        Map<String, JsonValue> kept = new LinkedHashMap<>(members);
        if (SEARCHES.contains(String.valueOf(JsonPath.text(profile, "kind")))) {
            kept.keySet().retainAll(OF_EVERY_PROFILE);
        } else {
            kept.keySet().removeAll(LEVELS);
        }
        return new JsonObject(kept);
    }

    /// What a document changes for single benchmarks, beside their load and limits, which are compared one by one.
    private static JsonValue overrides(BenchmarkReport report) {
        Set<JsonValue> changes = new LinkedHashSet<>();
        for (JsonValue benchmark : JsonPath.items(report.config(), "benchmarks")) {
            Map<String, JsonValue> kept = new LinkedHashMap<>(JsonPath.members(benchmark));
            kept.keySet().removeIf(key -> key.startsWith("profile.") || key.startsWith("constraints"));
            if (!kept.isEmpty()) {
                changes.add(new JsonObject(kept));
            }
        }
        return new JsonArray(List.copyOf(changes));
    }

    /// The limits of one benchmark: of a list of values the one that was its.
    private static JsonValue constraints(BenchmarkResult benchmark) {
        JsonValue.ObjectBuilder out = JsonValue.object();
        JsonPath.members(benchmark.get("config", "constraints")).forEach((kind, constraint) -> {
            JsonValue arguments = JsonPath.get(constraint, "args");
            if (arguments == null) {
                out.put(kind, constraint);
                return;
            }
            Long index = JsonPath.whole(constraint, "current_index");
            JsonValue.ObjectBuilder values = JsonValue.object();
            JsonPath.members(arguments).forEach((key, value) -> {
                if (value instanceof JsonArray(List<JsonValue> items) && !items.isEmpty()) {
                    long at = Math.clamp(index == null ? 0 : index, 0, items.size() - 1);
                    values.put(key, items.get((int) at));
                } else {
                    values.put(key, value);
                }
            });
            out.put(kind, values.build());
        });
        return out.build();
    }

    private static @Nullable JsonValue without(@Nullable JsonValue value, Set<String> keys) {
        if (!(value instanceof JsonObject(Map<String, JsonValue> members))) {
            return value;
        }
        Map<String, JsonValue> kept = new LinkedHashMap<>(members);
        kept.keySet().removeAll(keys);
        return new JsonObject(kept);
    }

    private void mention(String name, @Nullable JsonValue a, @Nullable JsonValue b) {
        mentioned.addAll(differences(name, a, b));
    }

    private void compare(String path, @Nullable JsonValue a, @Nullable JsonValue b) {
        refused.addAll(differences(path, a, b));
    }

    private static List<String> differences(String path, @Nullable JsonValue a, @Nullable JsonValue b) {
        List<String> found = new ArrayList<>();
        collect(path, a, b, found);
        return found;
    }

    private static void collect(String path, @Nullable JsonValue a, @Nullable JsonValue b, List<String> found) {
        if (a instanceof JsonObject(Map<String, JsonValue> ofA)
                && b instanceof JsonObject(Map<String, JsonValue> ofB)) {
            Set<String> keys = new LinkedHashSet<>(ofA.keySet());
            keys.addAll(ofB.keySet());
            keys.forEach(key -> collect(path + "." + key, ofA.get(key), ofB.get(key), found));
        } else if (a instanceof JsonArray(List<JsonValue> ofA)
                && b instanceof JsonArray(List<JsonValue> ofB)
                && ofA.size() == ofB.size()) {
            for (int i = 0; i < ofA.size(); i++) {
                collect(path + "[" + i + "]", ofA.get(i), ofB.get(i), found);
            }
        } else if (!same(a, b)) {
            found.add(path + ": " + shown(a) + " and " + shown(b));
        }
    }

    /// A key that is missing and one without a value are the same, as are 1 and 1.0.
    private static boolean same(@Nullable JsonValue a, @Nullable JsonValue b) {
        JsonValue first = a instanceof JsonNull ? null : a;
        JsonValue second = b instanceof JsonNull ? null : b;
        Double numberA = JsonPath.number(first);
        Double numberB = JsonPath.number(second);
        if (numberA != null && numberB != null) {
            return numberA.equals(numberB);
        }
        return Objects.equals(first, second);
    }

    private static String shown(@Nullable JsonValue value) {
        if (value == null || value instanceof JsonNull) {
            return "nothing";
        }
        String text = JsonWriter.toString(value);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
