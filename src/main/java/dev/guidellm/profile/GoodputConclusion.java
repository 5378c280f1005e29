package dev.guidellm.profile;

import dev.guidellm.config.SloConfig;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.search.AttainmentReading;
import dev.guidellm.search.CapacitySearch;
import dev.guidellm.search.LevelResult;
import dev.guidellm.search.ProbeVerdict;
import dev.guidellm.search.SearchEnd;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes what a goodput search found: the original's document, and what it cannot say in `x_guidellm_java`.
final class GoodputConclusion {
    private static final String EXTENSION_KEY = "x_guidellm_java";

    private final SearchWords words;
    private final GoodputJudge judge;
    private final double tolerance;

    GoodputConclusion(SearchWords words, GoodputJudge judge, double tolerance) {
        this.words = words;
        this.judge = judge;
        this.tolerance = tolerance;
    }

    /// The document.
    ///
    /// @param probes all of them, in order
    JsonObject write(CapacitySearch<GoodputProbe> search, List<GoodputProbe> probes) {
        SearchEnd end = search.end().orElse(null);
        List<JsonValue> rows = new ArrayList<>();
        for (int i = 0; i < probes.size(); i++) {
            rows.add(probe(probes.get(i), i >= probes.size() - search.withdrawn()));
        }
        return JsonValue.object()
                .put("probes", new JsonArray(rows))
                .put(
                        "best_passing_" + words.key(),
                        search.best().map(this::number).orElse(JsonValue.NULL))
                .put(
                        "lowest_failing_" + words.key(),
                        search.worst().map(this::number).orElse(JsonValue.NULL))
                .put("stop_reason", end == null ? null : words.key(end))
                .put(EXTENSION_KEY, extension(search, probes))
                .build();
    }

    private JsonObject probe(GoodputProbe probe, boolean aborted) {
        ProbeVerdict verdict = judge.judge(List.of(probe));
        JsonValue.ObjectBuilder row = JsonValue.object().put(words.key(), words.json(probe.level()));
        List<GoodputJudge.GoalResult> goals = judge.goals(List.of(probe));
        ObjectiveAttainment counted = goals.size() == 1 ? goals.getFirst().attainment() : probe.overall();
        figures(counted, goals.size() == 1 ? goals.getFirst().interval() : judge.interval(counted), row);
        return row.put("determined_requests", counted.determined())
                .put("goodput", probe.goodputPerSecond())
                .put("passed", verdict.passed())
                .put("resolved", verdict.resolved())
                .put("aborted", aborted)
                .build();
    }

    private static void figures(
            ObjectiveAttainment attainment, ConfidenceInterval interval, JsonValue.ObjectBuilder into) {
        boolean none = attainment.determined() == 0;
        into.put("attainment", attainment.share())
                .put("attainment_lower", none ? null : (Double) interval.lower())
                .put("attainment_upper", none ? null : (Double) interval.upper());
    }

    private JsonObject extension(CapacitySearch<GoodputProbe> search, List<GoodputProbe> probes) {
        return JsonValue.object()
                .put("load", words.load())
                .put("confidence", judge.target().confidence())
                .put("tolerance", tolerance)
                .put(
                        "levels",
                        new JsonArray(search.results().stream().map(this::level).toList()))
                .put(
                        "unclear_levels",
                        new JsonArray(
                                search.unclear().stream().map(this::number).toList()))
                .put("probes", new JsonArray(probes.stream().map(this::counts).toList()))
                .build();
    }

    private JsonValue number(LevelResult<GoodputProbe> result) {
        return words.json(result.level());
    }

    /// A level over all its runs.
    private JsonValue level(LevelResult<GoodputProbe> result) {
        List<JsonValue> goals = new ArrayList<>();
        for (GoodputJudge.GoalResult goal : judge.goals(result.counted())) {
            JsonValue.ObjectBuilder json = JsonValue.object()
                    .put("objectives", objectives(goal.objectives()))
                    .put("target", goal.target());
            figures(goal.attainment(), goal.interval(), json);
            goals.add(json.put("determined_requests", goal.attainment().determined())
                    .put("passed", goal.passed())
                    .put("resolved", goal.resolved())
                    .build());
        }
        return JsonValue.object()
                .put(words.key(), words.json(result.level()))
                .put("runs", result.runs().size())
                .put("runs_set_aside", result.runs().size() - result.counted().size())
                .put("passed", result.verdict().passed())
                .put("resolved", result.verdict().resolved())
                .put("over_saturated", result.counted().stream().anyMatch(GoodputProbe::overSaturated))
                .put("goals", new JsonArray(goals))
                .build();
    }

    private static JsonObject objectives(SloConfig limits) {
        JsonValue.ObjectBuilder json = JsonValue.object();
        if (limits.ttftMs() != null) {
            json.put("ttft_ms", limits.ttftMs());
        }
        if (limits.tpotMs() != null) {
            json.put("tpot_ms", limits.tpotMs());
        }
        if (limits.e2elMs() != null) {
            json.put("e2el_ms", limits.e2elMs());
        }
        return json.build();
    }

    private JsonValue counts(GoodputProbe probe) {
        ProbeVerdict verdict = judge.judge(List.of(probe));
        return JsonValue.object()
                .put("run_index", probe.index())
                .put("successful", probe.counts().successful())
                .put("errored", probe.counts().errored())
                .put("over_saturated", probe.overSaturated())
                .put("tested_requests", tested(probe))
                .put("ended_early", probe.endedEarly())
                .put("climbed_past", verdict.provisionalPass())
                .put("off_pace", probe.offPace())
                .put("ended_because", probe.endedEarly() ? reason(verdict) : null)
                .put("stopped_whole_run", JsonValue.ofStrings(probe.wholeRunStoppedBy()))
                .build();
    }

    private static String reason(ProbeVerdict verdict) {
        if (verdict.provisionalPass()) {
            return "climbed past: it leaned to passing, and a higher level was to settle it";
        }
        return verdict.passed()
                ? "clear: enough requests kept the objectives"
                : "clear: too few requests kept the objectives";
    }

    /// Requests that entered the test while the probe ran; null when none was made.
    private static @Nullable Integer tested(GoodputProbe probe) {
        return probe.readings().isEmpty()
                ? null
                : (Integer) probe.readings().stream()
                        .mapToInt(AttainmentReading::judged)
                        .max()
                        .orElse(0);
    }
}
