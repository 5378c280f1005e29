package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.RequestFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What successive turns of conversations cost: one row per turn index over the successful requests of the
/// window, for all agents, for the conversations' own agent and for its sub-agents.
///
/// @param groups rows by the group's name; without sub-agents there is only `all`
/// @param agents successful requests by agent
record TurnFigures(Map<String, List<Row>> groups, Map<String, Integer> agents) {
    /// All agents.
    static final String ALL = "all";
    /// The main agent.
    static final String PARENT = "parent";
    /// The others.
    static final String SUBAGENTS = "subagents";

    /// One turn. NaN where nothing was measured.
    ///
    /// @param historyMedian median number of earlier (request, answer) pairs
    record Row(
            int turn,
            int count,
            double historyMedian,
            double promptMedian,
            double promptP95,
            double e2eP95,
            double e2eP99,
            double ttftP95,
            double ttftP99,
            double itlP95,
            double itlP99) {
        JsonObject json() {
            return JsonValue.object()
                    .put("turn", turn)
                    .put("count", count)
                    .put("history_median", number(historyMedian))
                    .put("prompt_median", number(promptMedian))
                    .put("prompt_p95", number(promptP95))
                    .put("e2e_p95", number(e2eP95))
                    .put("e2e_p99", number(e2eP99))
                    .put("ttft_p95", number(ttftP95))
                    .put("ttft_p99", number(ttftP99))
                    .put("itl_p95", number(itlP95))
                    .put("itl_p99", number(itlP99))
                    .build();
        }

        private static @Nullable JsonValue number(double value) {
            return Double.isNaN(value) ? null : JsonValue.of(Figure.rounded(value));
        }
    }

    /// Of a level; null where every request is a first turn.
    static @Nullable TurnFigures of(Level level, LevelRequests requests) {
        List<JsonValue> reported = JsonPath.items(level.result().get("metrics"), "turns");
        List<RequestFigures> listed = requests.within(RequestStatus.SUCCESSFUL);
        if (reported.size() <= 1 && listed.stream().allMatch(each -> each.turnIndex() == 0)) {
            return null;
        }
        Map<String, Integer> agents = new TreeMap<>();
        listed.forEach(each -> agents.merge(each.agentId(), 1, Integer::sum));
        Predicate<RequestFigures> main = each -> each.agentId().equals(RequestFigures.MAIN_AGENT);
        Map<String, List<Row>> groups = new TreeMap<>();
        groups.put(ALL, requests.complete() ? rows(listed, _ -> true, requests) : reported(reported));
        if (agents.keySet().stream().anyMatch(agent -> !agent.equals(RequestFigures.MAIN_AGENT))) {
            groups.put(PARENT, rows(listed, main, requests));
            groups.put(SUBAGENTS, rows(listed, main.negate(), requests));
        }
        return new TurnFigures(groups, agents);
    }

    /// Whether any group but that of all requests is there.
    boolean hasSubagents() {
        return groups.containsKey(SUBAGENTS);
    }

    private static List<Row> rows(
            List<RequestFigures> requests, Predicate<RequestFigures> member, LevelRequests level) {
        Map<Integer, List<RequestFigures>> byTurn = new TreeMap<>();
        for (RequestFigures request : requests) {
            if (member.test(request)) {
                byTurn.computeIfAbsent(request.turnIndex(), _ -> new ArrayList<>())
                        .add(request);
            }
        }
        List<Row> rows = new ArrayList<>();
        byTurn.forEach((turn, of) -> rows.add(row(turn, of, level)));
        return rows;
    }

    private static Row row(int turn, List<RequestFigures> requests, LevelRequests level) {
        CumulativeDistribution prompts = of(requests, RequestFigures::promptTokens);
        CumulativeDistribution latencies = of(requests, RequestFigures::latencyMillis);
        CumulativeDistribution first = of(level.counting(LatencyMetric.TTFT, requests), RequestFigures::ttftMillis);
        CumulativeDistribution gaps = CumulativeDistribution.of(
                level.counting(LatencyMetric.ITL, requests),
                RequestFigures::interTokenMillis,
                LatencyMetric.ITL::weight);
        return new Row(
                turn,
                requests.size(),
                of(requests, RequestFigures::historyLength).percentile(0.5),
                prompts.percentile(0.5),
                prompts.percentile(0.95),
                latencies.percentile(0.95),
                latencies.percentile(0.99),
                first.percentile(0.95),
                first.percentile(0.99),
                gaps.percentile(0.95),
                gaps.percentile(0.99));
    }

    private static CumulativeDistribution of(List<RequestFigures> requests, ToDoubleFunction<RequestFigures> value) {
        return CumulativeDistribution.of(requests, value, _ -> 1);
    }

    /// The report's own rows, where not all requests are listed; the length of the history is not among them.
    private static List<Row> reported(List<JsonValue> turns) {
        List<Row> rows = new ArrayList<>();
        for (JsonValue turn : turns) {
            Long index = JsonPath.whole(turn, "turn_index");
            Long count = JsonPath.whole(turn, "request_totals", "successful");
            rows.add(new Row(
                    index == null ? rows.size() : index.intValue(),
                    count == null ? 0 : count.intValue(),
                    Double.NaN,
                    reported(turn, "prompt_token_count", "p50"),
                    reported(turn, "prompt_token_count", "p95"),
                    reported(turn, "request_latency", "p95") * 1000,
                    reported(turn, "request_latency", "p99") * 1000,
                    reported(turn, "time_to_first_token_ms", "p95"),
                    reported(turn, "time_to_first_token_ms", "p99"),
                    reported(turn, "inter_token_latency_ms", "p95"),
                    reported(turn, "inter_token_latency_ms", "p99")));
        }
        return rows;
    }

    private static double reported(JsonValue turn, String metric, String percentile) {
        JsonValue summary = JsonPath.get(turn, metric, "successful");
        Double count = JsonPath.number(summary, "count");
        Double value = JsonPath.number(summary, "percentiles", percentile);
        return value == null || count == null || count == 0 ? Double.NaN : value;
    }

    /// The member of the page's data.
    JsonObject json() {
        JsonValue.ObjectBuilder out = JsonValue.object();
        groups.forEach((name, rows) -> out.put(
                name, new JsonArray(rows.stream().<JsonValue>map(Row::json).toList())));
        return out.build();
    }
}
