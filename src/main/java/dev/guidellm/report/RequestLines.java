package dev.guidellm.report;

import dev.guidellm.json.JsonBytes;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.RequestStatus;
import java.util.Map;

/// Requests as lines of JSON: the members that a report lists of each, behind those that say where it belongs.
public final class RequestLines {
    private RequestLines() {}

    /// Adds the line of a request of a run.
    public static void write(EndedRequest ended, JsonBytes out) {
        RequestStatus status = RequestStatus.of(ended.request().request().outcome());
        out.beginObject();
        place(ended.benchmark(), ended.strategy(), status == null ? RequestStatus.INCOMPLETE : status, out);
        new RequestJson(ended.originEpochSeconds(), ended.benchmarkStart()).members(ended.request(), out);
        out.endObject();
        out.endLine();
    }

    /// Adds the line of a request that a report lists.
    ///
    /// @param index number of the benchmark, where the report does not say it
    public static void write(
            BenchmarkResult benchmark, int index, RequestStatus status, JsonValue request, JsonBytes out) {
        Long known = JsonPath.whole(benchmark.get("config"), "run_index");
        out.beginObject();
        place(known == null ? index : known, benchmark.strategyText(), status, out);
        for (Map.Entry<String, JsonValue> member : JsonPath.members(request).entrySet()) {
            out.member(member.getKey(), member.getValue());
        }
        out.endObject();
        out.endLine();
    }

    private static void place(long benchmark, String strategy, RequestStatus status, JsonBytes out) {
        out.name("benchmark_index").whole(benchmark);
        out.name("strategy").text(strategy);
        out.name("status").text(status.key());
    }
}
