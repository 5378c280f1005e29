package dev.guidellm.report;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.BenchmarkMetric;
import dev.guidellm.metrics.BenchmarkMetrics;
import dev.guidellm.metrics.Modality;
import dev.guidellm.metrics.ModalityMetrics;
import dev.guidellm.metrics.TurnMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The `metrics` object of a benchmark.
final class MetricsJson {
    private MetricsJson() {}

    static JsonObject write(BenchmarkMetrics metrics) {
        JsonValue.ObjectBuilder out =
                JsonValue.object().put("request_totals", DistributionJson.write(metrics.requestTotals()));
        for (BenchmarkMetric metric : BenchmarkMetric.values()) {
            out.put(
                    metric.key(),
                    metric.isScheduleRelative()
                            ? DistributionJson.write(metrics.distribution(metric))
                            : DistributionJson.write(metrics.orEmpty(metric)));
            if (metric == BenchmarkMetric.TURN_SCHEDULING_DELAY) {
                out.put("root_dispatch_delay", DistributionJson.write(metrics.rootDispatchDelay()));
            }
        }
        Map<String, JsonValue.ObjectBuilder> groups = new LinkedHashMap<>();
        for (Modality modality : Modality.values()) {
            groups.computeIfAbsent(modality.group(), _ -> JsonValue.object())
                    .put(modality.key(), modality(metrics.modality(modality)));
        }
        groups.forEach((name, group) -> out.put(name, group.build()));
        return out.put("turns", turns(metrics.turns()))
                .put("slo_attainment", metrics.sloAttainment())
                .put("slo_determined_requests", metrics.sloDeterminedRequests())
                .put("request_goodput", DistributionJson.write(metrics.requestGoodput()))
                .build();
    }

    private static JsonObject modality(ModalityMetrics metrics) {
        return JsonValue.object()
                .put("input", DistributionJson.write(metrics.input()))
                .put("input_per_second", DistributionJson.write(metrics.inputPerSecond()))
                .put("input_concurrency", DistributionJson.write(metrics.inputConcurrency()))
                .put("output", DistributionJson.write(metrics.output()))
                .put("output_per_second", DistributionJson.write(metrics.outputPerSecond()))
                .put("output_concurrency", DistributionJson.write(metrics.outputConcurrency()))
                .put("total", DistributionJson.write(metrics.total()))
                .put("total_per_second", DistributionJson.write(metrics.totalPerSecond()))
                .put("total_concurrency", DistributionJson.write(metrics.totalConcurrency()))
                .build();
    }

    private static JsonValue turns(@Nullable List<TurnMetrics> turns) {
        return turns == null
                ? JsonValue.NULL
                : new JsonArray(turns.stream().map(MetricsJson::turn).toList());
    }

    private static JsonValue turn(TurnMetrics turn) {
        return JsonValue.object()
                .put("turn_index", turn.turnIndex())
                .put("request_totals", DistributionJson.write(turn.requestTotals()))
                .put("request_latency", DistributionJson.write(turn.requestLatency()))
                .put("prompt_token_count", DistributionJson.write(turn.promptTokenCount()))
                .put("time_to_first_token_ms", DistributionJson.write(turn.timeToFirstTokenMs()))
                .put("inter_token_latency_ms", DistributionJson.write(turn.interTokenLatencyMs()))
                .build();
    }
}
