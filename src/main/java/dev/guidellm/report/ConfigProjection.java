package dev.guidellm.report;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ConfigWriter;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The configuration as the original's format can say it. Kinds of ours become their nearest original, keys of ours
/// are left out; the exact configuration stands in `x_guidellm_java`.
final class ConfigProjection {
    /// The keys that only we know, by section of `spec`.
    private static final Map<String, Set<String>> OWN_KEYS = Map.of(
            "backend",
            Set.of("connection", "ca_file", "client_cert", "client_key", "client_key_password", "proxy", "uds"),
            "data_loader",
            Set.of("repeat"));

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
            run.put("data_loader", dataLoader(spec.configured().dataLoader()));
            members.put("spec", new JsonObject(run));
        }
        List<JsonValue> benchmarks = new ArrayList<>();
        for (JsonValue changes : spec.benchmarks()) {
            benchmarks.add(changes instanceof JsonObject object ? known(object, ownBackend) : changes);
        }
        members.put("benchmarks", new JsonArray(benchmarks));
        return new JsonObject(members);
    }

    /// The backend without keys of ours.
    static JsonObject backend(BackendConfig backend) {
        return known(ConfigWriter.write((Record) backend), "backend");
    }

    /// The data loader without keys of ours.
    static JsonObject dataLoader(DataLoaderConfig loader) {
        return known(ConfigWriter.write((Record) loader), "data_loader");
    }

    private static JsonObject known(JsonObject section, String name) {
        Map<String, JsonValue> members = new LinkedHashMap<>(section.members());
        members.keySet().removeAll(OWN_KEYS.getOrDefault(name, Set.of()));
        return new JsonObject(members);
    }

    /// The changes of one benchmark without those of keys of ours.
    private static JsonObject known(JsonObject changes, boolean ownBackend) {
        Map<String, JsonValue> members = new LinkedHashMap<>(changes.members());
        members.keySet().removeIf(path -> isOwn(path, ownBackend));
        return new JsonObject(members);
    }

    private static boolean isOwn(String path, boolean ownBackend) {
        int dot = path.indexOf('.');
        String section = dot < 0 ? path : path.substring(0, dot);
        if (ownBackend && section.equals("backend")) {
            return true;
        }
        return dot >= 0 && OWN_KEYS.getOrDefault(section, Set.of()).contains(path.substring(dot + 1));
    }
}
