package dev.guidellm.report;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.RequestMetric;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import org.jspecify.annotations.Nullable;

/// The figures of one listed request, without its texts. NaN stands for what was not measured.
///
/// @param start when it started, in Unix seconds, as `end`, `firstToken` and `lastToken`
/// @param latencyMillis from its start to its end
/// @param tokenIterations events that carried a token
/// @param turnIndex depth of the turn in its history, 0 for a first turn
/// @param historyLength (request, answer) pairs sent along
/// @param agentId who asked in a trace of several agents; `default` where there is one only
public record RequestFigures(
        double start,
        double end,
        double firstToken,
        double lastToken,
        double ttftMillis,
        double interTokenMillis,
        double latencyMillis,
        double promptTokens,
        double outputTokens,
        int tokenIterations,
        int turnIndex,
        int historyLength,
        String agentId) {
    /// The agent of a conversation without other agents.
    public static final String MAIN_AGENT = "default";

    /// Of a request in a document.
    static RequestFigures of(JsonValue request) {
        JsonValue info = JsonPath.get(request, "info");
        JsonValue timings = JsonPath.get(info, "timings");
        String agent = JsonPath.text(info, "agent_id");
        double end = number(request, "request_end_time");
        double start = number(request, "request_start_time");
        return new RequestFigures(
                Double.isNaN(start) ? end : start,
                end,
                number(timings, "first_token_iteration"),
                number(timings, "last_token_iteration"),
                number(request, RequestMetric.TIME_TO_FIRST_TOKEN_MS.key()),
                number(request, RequestMetric.INTER_TOKEN_LATENCY_MS.key()),
                number(request, RequestMetric.REQUEST_LATENCY.key()) * 1000,
                number(request, RequestMetric.PROMPT_TOKENS.key()),
                number(request, RequestMetric.OUTPUT_TOKENS.key()),
                count(timings, "token_iterations"),
                count(info, "turn_index"),
                count(info, "history_len"),
                agent == null ? MAIN_AGENT : agent);
    }

    /// Of a request of this run: what [#of(JsonValue)] finds in its document.
    ///
    /// @param origin wall-clock time of the run clock's origin
    static RequestFigures of(MeasuredRequest measured, double origin) {
        RequestRecord request = measured.request();
        RequestTimings timings = measured.timings();
        double end = timings.completedAt();
        double ended = (Double.isNaN(end) ? timings.finalized() : end) + origin;
        double started = timings.startedAt() + origin;
        return new RequestFigures(
                Double.isNaN(started) ? ended : started,
                ended,
                timings.firstTokenIteration() + origin,
                timings.lastTokenIteration() + origin,
                RequestMetric.TIME_TO_FIRST_TOKEN_MS.of(measured),
                RequestMetric.INTER_TOKEN_LATENCY_MS.of(measured),
                RequestMetric.REQUEST_LATENCY.of(measured) * 1000,
                measured.promptTokens(),
                measured.outputTokens(),
                timings.tokenIterations(),
                request.turnIndex(),
                request.historyLength(),
                request.agentId());
    }

    private static double number(@Nullable JsonValue value, String key) {
        Double number = JsonPath.number(value, key);
        return number == null ? Double.NaN : number;
    }

    private static int count(@Nullable JsonValue value, String key) {
        Long count = JsonPath.whole(value, key);
        return count == null ? 0 : count.intValue();
    }
}
