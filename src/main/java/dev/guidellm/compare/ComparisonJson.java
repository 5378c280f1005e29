package dev.guidellm.compare;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.ConfidenceInterval;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A comparison as a document. A bound of an interval that the sample is too small for is null.
public final class ComparisonJson {
    private static final int FORMAT_VERSION = 1;

    private ComparisonJson() {}

    /// The document.
    ///
    /// @param limits the findings on changes that must not be
    public static JsonObject write(Comparison comparison, List<ChangeLimit.Result> limits) {
        return JsonValue.object()
                .put("type_", "comparison")
                .put("version", FORMAT_VERSION)
                .put("confidence", comparison.confidence())
                .put("correction", comparison.corrected() ? "holm" : "none")
                .put("comparisons", list(comparison.sides(), ComparisonJson::side))
                .put("fail_on", list(limits, ComparisonJson::limit))
                .put("failed", limits.stream().anyMatch(ChangeLimit.Result::failed))
                .build();
    }

    private static JsonObject side(SideComparison side) {
        JsonValue.ObjectBuilder verdicts = JsonValue.object();
        for (Verdict verdict : Verdict.values()) {
            verdicts.put(verdict.key(), side.count(verdict));
        }
        return JsonValue.object()
                .put("baseline", side.baseline())
                .put("candidate", side.candidate())
                .put("tests", side.tests())
                .put("verdicts", verdicts.build())
                .put("workload_differences", JsonValue.ofStrings(List.copyOf(side.differences())))
                .put("other_differences", JsonValue.ofStrings(List.copyOf(side.mentioned())))
                .put("missing_levels", JsonValue.ofStrings(side.missing()))
                .put("levels", list(side.levels(), ComparisonJson::level))
                .build();
    }

    private static JsonObject level(LevelComparison level) {
        return JsonValue.object()
                .put("strategy", level.strategy())
                .put("baseline_runs", level.baselineRuns())
                .put("candidate_runs", level.candidateRuns())
                .put("within_run_only", level.withinRunOnly())
                .put("evidence", level.evidence())
                .put("notes", JsonValue.ofStrings(level.notes()))
                .put("metrics", list(level.metrics(), ComparisonJson::metric))
                .build();
    }

    private static JsonObject metric(MetricComparison metric) {
        ConfidenceInterval interval = metric.interval();
        return JsonValue.object()
                .put("metric", metric.expression().text())
                .put("unit", metric.expression().unit())
                .put("direction", metric.expression().direction().name().toLowerCase(Locale.ROOT))
                .put("baseline", finite(metric.baseline()))
                .put("candidate", finite(metric.candidate()))
                .put("change", finite(metric.change()))
                .put("change_percent", finite(metric.percent()))
                .put(
                        "interval",
                        interval == null
                                ? null
                                : JsonValue.object()
                                        .put("lower", finite(interval.lower()))
                                        .put("upper", finite(interval.upper()))
                                        .build())
                .put("test", metric.method().key())
                .put("baseline_sample", size(metric.baselineSize()))
                .put("candidate_sample", size(metric.candidateSize()))
                .put("p_value", metric.pValue())
                .put("p_adjusted", metric.adjusted())
                .put("verdict", metric.verdict().key())
                .put("words", JsonValue.ofStrings(metric.words()))
                .build();
    }

    private static @Nullable JsonObject size(@Nullable SampleSize size) {
        return size == null
                ? null
                : JsonValue.object()
                        .put("count", size.count())
                        .put("effective", size.effective())
                        .build();
    }

    private static JsonObject limit(ChangeLimit.Result limit) {
        return JsonValue.object()
                .put("limit", limit.text())
                .put("candidate", limit.candidate())
                .put("strategy", limit.strategy().isEmpty() ? null : limit.strategy())
                .put("failed", limit.failed())
                .put("words", limit.words())
                .build();
    }

    private static @Nullable Double finite(@Nullable Double value) {
        return value == null || !Double.isFinite(value) ? null : value;
    }

    private static <T> JsonArray list(List<T> items, Function<T, JsonValue> write) {
        return new JsonArray(items.stream().map(write).toList());
    }
}
