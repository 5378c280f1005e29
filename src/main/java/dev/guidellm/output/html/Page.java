package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.report.BenchmarkReport;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A report as its page shows it.
///
/// @param levels one for each benchmark
/// @param data of each level, in the same order
/// @param peak index of the level with the highest token rate; -1 without levels
record Page(BenchmarkReport report, List<Level> levels, List<LevelData> data, int peak) {
    private static final String NOT_KNOWN = "N/A";

    static Page of(BenchmarkReport report) {
        List<Level> levels = Level.of(report);
        return new Page(report, levels, levels.stream().map(LevelData::of).toList(), Level.peak(levels));
    }

    boolean severalLevels() {
        return levels.size() > 1;
    }

    boolean hasTurns() {
        return data.stream().anyMatch(each -> each.turns() != null);
    }

    boolean hasObjectives() {
        return levels.stream().anyMatch(level -> level.result().hasObjectives());
    }

    /// What the first benchmark's backend says, else the configured one.
    @Nullable
    String backend(String key) {
        return Stream.concat(
                        levels.stream().limit(1).map(level -> level.result().get("config", "backend")),
                        Stream.of(JsonPath.get(report.config(), "spec", "backend")))
                .map(backend -> JsonPath.text(backend, key))
                .filter(Objects::nonNull)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse(null);
    }

    /// The model that was asked; that of the tokenizer where the backend names none.
    String model() {
        String model = backend("model");
        String tokenizer = JsonPath.text(report.config(), "spec", "tokenizer", "model");
        return model != null ? model : tokenizer != null ? tokenizer : NOT_KNOWN;
    }

    /// The server that was asked.
    String target() {
        String target = backend("target");
        String kind = backend("kind");
        return target != null ? target : kind != null ? kind : NOT_KNOWN;
    }

    /// The kind of the profile; ours where the exact configuration is there.
    String profile() {
        String own = JsonPath.text(report.extension(), "config", "spec", "profile", "kind");
        String known = JsonPath.text(report.config(), "spec", "profile", "kind");
        return own != null ? own : known != null ? known : NOT_KNOWN;
    }

    /// The data of the charts.
    JsonObject json() {
        return JsonValue.object()
                .put("peak", peak)
                .put(
                        "levels",
                        new JsonArray(
                                data.stream().<JsonValue>map(LevelData::charts).toList()))
                .put(
                        "objectives",
                        ObjectiveGrid.json(
                                levels, data.stream().map(LevelData::population).toList()))
                .put("conclusions", new JsonArray(report.conclusions()))
                .put("target_attainment", targetAttainment())
                .build();
    }

    /// What share of requests a goodput search asked for.
    @Nullable
    Double targetAttainment() {
        return JsonPath.number(report.config(), "spec", "profile", "target_attainment");
    }
}
