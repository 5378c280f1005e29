package dev.guidellm.profile;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.search.RefinementGrid;
import dev.guidellm.search.RefinementPlan;
import dev.guidellm.search.SaturationAnalysis;
import dev.guidellm.search.SaturationAssessment;
import dev.guidellm.search.SaturationBoundary;
import dev.guidellm.search.SaturationReading;
import dev.guidellm.search.ThroughputFit;
import java.util.List;

/// The `knee_detection` object in the conclusions of a report.
final class KneeConclusion {
    private KneeConclusion() {}

    /// @param initial what the first points showed
    /// @param last what all points show
    /// @param notes what must be known beside it, in sentences; ours, and written only when there is something
    static JsonObject write(
            SaturationAnalysis initial, RefinementPlan plan, SaturationAnalysis last, List<String> notes) {
        JsonValue.ObjectBuilder conclusion = JsonValue.object()
                .put("kind", "knee_detection")
                .put("initial", analysis(initial))
                .put("adaptive_plan", plan(plan))
                .put("final", analysis(last));
        if (!notes.isEmpty()) {
            conclusion.put(
                    "x_guidellm_java",
                    JsonValue.object().put("notes", JsonValue.ofStrings(notes)).build());
        }
        return conclusion.build();
    }

    private static JsonObject analysis(SaturationAnalysis analysis) {
        return JsonValue.object()
                .put("throughput", throughput(analysis.throughput()))
                .put("saturation", saturation(analysis.boundary()))
                .put("assessment", assessment(analysis.assessment()))
                .build();
    }

    private static JsonObject throughput(ThroughputFit fit) {
        ThroughputFit.Knee knee = fit instanceof ThroughputFit.Knee found ? found : null;
        JsonValue.ObjectBuilder json = JsonValue.object()
                .put("status", knee == null ? "no_knee" : "ok")
                .put("reason", fit.reason());
        if (knee == null) {
            for (String key : List.of(
                    "knee",
                    "saturation_concurrency",
                    "breakpoint_concurrency",
                    "pre_slope",
                    "tail_slope",
                    "slope_ratio",
                    "fit_improvement",
                    "throughput_fraction")) {
                json.put(key, JsonValue.NULL);
            }
            return json.build();
        }
        return json.put("knee", (Double) knee.concurrency())
                .put("saturation_concurrency", (Double) knee.saturationConcurrency())
                .put("breakpoint_concurrency", (Double) knee.breakpointConcurrency())
                .put("pre_slope", (Double) knee.risingSlope())
                .put("tail_slope", (Double) knee.tailSlope())
                .put("slope_ratio", (Double) knee.slopeRatio())
                .put("fit_improvement", (Double) knee.fitImprovement())
                .put("throughput_fraction", (Double) knee.throughputFraction())
                .build();
    }

    private static JsonObject saturation(SaturationBoundary boundary) {
        return JsonValue.object()
                .put("status", boundary.status().key())
                .put("reason", boundary.reason())
                .put(
                        "points",
                        new JsonArray(boundary.readings().stream()
                                .map(KneeConclusion::reading)
                                .toList()))
                .put("previous_safe_concurrency", boundary.previousSafe())
                .put("first_oversaturated_concurrency", boundary.firstOverSaturated())
                .build();
    }

    private static JsonValue reading(SaturationReading reading) {
        Boolean overSaturated = reading.overSaturated();
        return JsonValue.object()
                .put("concurrency", (Double) reading.concurrency())
                .put(
                        "is_over_saturated",
                        overSaturated == null ? JsonValue.NULL : JsonValue.of((boolean) overSaturated))
                .put("concurrent_slope", reading.concurrencySlope())
                .put("concurrent_slope_moe", reading.concurrencySlopeMargin())
                .put("concurrent_n", reading.concurrencySamples())
                .put("ttft_slope", reading.ttftSlope())
                .put("ttft_slope_moe", reading.ttftSlopeMargin())
                .put("ttft_n", reading.ttftSamples())
                .put("ttft_violations", reading.ttftViolations())
                .build();
    }

    private static JsonObject assessment(SaturationAssessment assessment) {
        return JsonValue.object()
                .put("status", assessment.status().key())
                .put("reason", assessment.reason())
                .put("selection_center", assessment.centre())
                .put("refinement_lower", assessment.lower())
                .put("refinement_upper", assessment.upper())
                .build();
    }

    private static JsonObject plan(RefinementPlan plan) {
        RefinementGrid grid = plan.grid();
        return JsonValue.object()
                .put("status", plan.ready() ? "ready" : "skipped")
                .put("reason", plan.reason())
                .put("concurrencies", whole(plan.concurrencies()))
                .put("selection_center", plan.centre())
                .put("anchor", grid == null ? null : (Integer) grid.anchor())
                .put("step", grid == null ? null : (Integer) grid.step())
                .put("candidate_concurrencies", whole(grid == null ? List.of() : grid.concurrencies()))
                .put("excluded_concurrencies", whole(plan.excluded()))
                .build();
    }

    private static JsonArray whole(List<Integer> numbers) {
        return new JsonArray(numbers.stream()
                .<JsonValue>map(number -> JsonValue.of((long) number))
                .toList());
    }
}
