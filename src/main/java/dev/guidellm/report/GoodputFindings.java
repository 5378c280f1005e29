package dev.guidellm.report;

import dev.guidellm.health.ClientHealth;
import dev.guidellm.health.ClientVerdict;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a goodput search found, read from the `conclusions` of a report, of ours or of the original.
///
/// @param byRate whether arrival rates were searched, not numbers of streams
/// @param confidence of the intervals
/// @param tolerance relative width at which the search was to end; null where the report does not say
/// @param levels that count, in the order in which they were first tried
/// @param best the highest that passed; null when none did
/// @param worst the lowest that failed; null when none did
/// @param stopReason as the report names it; null when the run failed before the search ended
/// @param probes benchmarks that were run
/// @param broken levels of the probes in which the server broke down, where that ended the search
/// @param climbedPast levels whose probes ended as soon as they leaned to passing, and were not run again
/// @param stoppedBy constraints that ended the whole run
/// @param clientAtWorst the worst word on the client while `worst` was measured; null where the report has none
public record GoodputFindings(
        boolean byRate,
        double confidence,
        @Nullable Double tolerance,
        List<SearchedLevel> levels,
        @Nullable SearchedLevel best,
        @Nullable SearchedLevel worst,
        @Nullable String stopReason,
        int probes,
        List<Double> broken,
        List<Double> climbedPast,
        List<String> stoppedBy,
        ClientVerdict.@Nullable Level clientAtWorst) {
    private static final double DEFAULT_CONFIDENCE = 0.95;

    public GoodputFindings {
        levels = List.copyOf(levels);
        broken = List.copyOf(broken);
        climbedPast = List.copyOf(climbedPast);
        stoppedBy = List.copyOf(stoppedBy);
    }

    /// Reads a conclusion; empty when it is not that of a goodput search.
    ///
    /// @param benchmarks those of the report: the original says there what was asked
    public static Optional<GoodputFindings> of(JsonValue conclusion, List<BenchmarkResult> benchmarks) {
        boolean byRate = JsonPath.members(conclusion).containsKey("best_passing_rate");
        if (!byRate && !JsonPath.members(conclusion).containsKey("best_passing_streams")) {
            return Optional.empty();
        }
        String key = byRate ? "rate" : "streams";
        JsonValue own = JsonPath.get(conclusion, BenchmarkReport.EXTENSION_KEY);
        JsonValue asked = benchmarks.isEmpty() ? null : benchmarks.getFirst().get("config");
        Reader reader = new Reader(conclusion, own, asked, key);
        List<SearchedLevel> levels = own == null ? reader.originalLevels() : reader.ownLevels();
        Double confidence = JsonPath.number(own, "confidence");
        if (confidence == null) {
            confidence = JsonPath.number(asked, "profile", "confidence");
        }
        Double tolerance = JsonPath.number(own, "tolerance");
        SearchedLevel worst = find(levels, JsonPath.number(conclusion, "lowest_failing_" + key));
        return Optional.of(new GoodputFindings(
                byRate,
                confidence == null ? DEFAULT_CONFIDENCE : confidence,
                tolerance == null ? JsonPath.number(asked, "profile", "tolerance") : tolerance,
                levels,
                find(levels, JsonPath.number(conclusion, "best_passing_" + key)),
                worst,
                JsonPath.text(conclusion, "stop_reason"),
                JsonPath.items(conclusion, "probes").size(),
                reader.brokenLevels(),
                reader.climbedPast(),
                reader.stoppedBy(),
                worst == null ? null : reader.clientAt(worst.level(), benchmarks)));
    }

    private static @Nullable SearchedLevel find(List<SearchedLevel> levels, @Nullable Double level) {
        return levels.stream()
                .filter(each -> level != null && each.level() == level)
                .findFirst()
                .orElse(null);
    }

    private record Reader(
            JsonValue conclusion,
            @Nullable JsonValue own,
            @Nullable JsonValue asked,
            String key) {

        List<SearchedLevel> ownLevels() {
            Map<Double, long[]> counts = new LinkedHashMap<>();
            List<JsonValue> probes = JsonPath.items(conclusion, "probes");
            List<JsonValue> own = JsonPath.items(this.own, "probes");
            for (int i = 0; i < Math.min(probes.size(), own.size()); i++) {
                long[] sum = counts.computeIfAbsent(number(probes.get(i), key), _ -> new long[2]);
                sum[0] += (long) number(own.get(i), "successful");
                sum[1] += (long) number(own.get(i), "errored");
            }
            List<SearchedLevel> levels = new ArrayList<>();
            for (JsonValue level : JsonPath.items(this.own, "levels")) {
                double load = number(level, key);
                long[] sum = counts.getOrDefault(load, new long[2]);
                levels.add(new SearchedLevel(
                        load,
                        truth(level, "passed"),
                        truth(level, "resolved"),
                        (long) number(level, "runs_set_aside"),
                        truth(level, "over_saturated"),
                        JsonPath.items(level, "goals").stream()
                                .map(goal ->
                                        goal(goal, JsonPath.get(goal, "objectives"), JsonPath.number(goal, "target")))
                                .toList(),
                        sum[0],
                        sum[1]));
            }
            return levels;
        }

        List<SearchedLevel> originalLevels() {
            return JsonPath.items(conclusion, "probes").stream()
                    .filter(probe -> !truth(probe, "aborted"))
                    .map(probe -> new SearchedLevel(
                            number(probe, key),
                            truth(probe, "passed"),
                            truth(probe, "resolved"),
                            0,
                            false,
                            List.of(goal(
                                    probe,
                                    JsonPath.get(asked, "slo"),
                                    JsonPath.number(asked, "profile", "target_attainment"))),
                            null,
                            null))
                    .toList();
        }

        ClientVerdict.@Nullable Level clientAt(double level, List<BenchmarkResult> benchmarks) {
            List<JsonValue> probes = JsonPath.items(conclusion, "probes");
            ClientVerdict.Level worst = null;
            for (int i = 0; i < Math.min(probes.size(), benchmarks.size()); i++) {
                ClientHealth client = benchmarks.get(i).extension().client();
                if (number(probes.get(i), key) == level && client != null) {
                    ClientVerdict.Level here = client.verdict().level();
                    worst = worst == null || here.compareTo(worst) > 0 ? here : worst;
                }
            }
            return worst;
        }

        List<Double> brokenLevels() {
            boolean broken = "server_stopped_answering".equals(JsonPath.text(conclusion, "stop_reason"));
            return !broken
                    ? List.of()
                    : JsonPath.items(conclusion, "probes").stream()
                            .filter(probe -> truth(probe, "aborted"))
                            .map(probe -> number(probe, key))
                            .toList();
        }

        List<Double> climbedPast() {
            Map<Double, Boolean> past = new LinkedHashMap<>();
            List<JsonValue> probes = JsonPath.items(conclusion, "probes");
            List<JsonValue> own = JsonPath.items(this.own, "probes");
            for (int i = 0; i < Math.min(probes.size(), own.size()); i++) {
                past.merge(number(probes.get(i), key), truth(own.get(i), "climbed_past"), Boolean::logicalAnd);
            }
            return past.entrySet().stream()
                    .filter(Map.Entry::getValue)
                    .map(Map.Entry::getKey)
                    .toList();
        }

        List<String> stoppedBy() {
            return JsonPath.items(own, "probes").stream()
                    .flatMap(probe -> JsonPath.items(probe, "stopped_whole_run").stream())
                    .filter(JsonString.class::isInstance)
                    .map(name -> ((JsonString) name).value())
                    .distinct()
                    .toList();
        }

        private static SearchedLevel.Goal goal(
                JsonValue figures, @Nullable JsonValue objectives, @Nullable Double target) {
            String limits = JsonPath.members(objectives).keySet().stream()
                    .filter(name -> name.endsWith("_ms") && JsonPath.number(objectives, name) != null)
                    .map(name -> name.substring(0, name.length() - "_ms".length()) + " "
                            + plain(number(objectives, name)) + " ms")
                    .collect(Collectors.joining(" and "));
            return new SearchedLevel.Goal(
                    limits.isEmpty() ? "the objectives" : limits,
                    target,
                    JsonPath.number(figures, "attainment"),
                    JsonPath.number(figures, "attainment_lower"),
                    JsonPath.number(figures, "attainment_upper"),
                    (long) number(figures, "determined_requests"));
        }

        private static double number(@Nullable JsonValue value, String key) {
            Double number = JsonPath.number(value, key);
            return number == null ? 0 : number;
        }

        private static boolean truth(JsonValue value, String key) {
            return Boolean.TRUE.equals(JsonPath.truth(value, key));
        }
    }

    /// A number without needless decimals.
    static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : NumberText.of(value);
    }
}
