package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.report.ReportReader;
import java.io.InputStream;
import java.io.StringWriter;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/// Reports for tests of the page: those that the original wrote, and variations of them.
final class SampleReports {
    /// Markup where text belongs.
    static final String HOSTILE = "</script><img src=x onerror=\"document.title='broken in'\"><!--<script>";

    /// A session of a replay, as a report has it: a tool, two sub-agents of which one sends two requests at once, and
    /// a failed turn.
    static final String FORKED_SESSION = """
        {"conversation": "c1", "slowest": true, "from": 10.0, "to": 19.0, "turns_left_out": 7, "turns": [
          {"node": "main_0", "agent": "default", "parents": [], "calls_tool": true, "status": "successful",
           "due": 10.0, "sent": 10.0, "first_token": 10.5, "ended": 11.0},
          {"node": "main_1", "agent": "default", "parents": ["main_0"], "calls_tool": false,
           "status": "successful", "due": 11.5, "sent": 11.5, "first_token": 11.75, "ended": 12.0},
          {"node": "left_0", "agent": "left", "parents": ["main_1"], "calls_tool": false,
           "status": "successful", "due": 12.5, "sent": 12.5, "first_token": null, "ended": 14.5},
          {"node": "left_1", "agent": "left", "parents": ["main_1"], "calls_tool": false,
           "status": "successful", "due": 13.0, "sent": 13.0, "first_token": null, "ended": 15.0},
          {"node": "right_0", "agent": "right", "parents": ["main_1"], "calls_tool": false,
           "status": "successful", "due": 12.5, "sent": 12.5, "first_token": 13.0, "ended": 13.5},
          {"node": "right_1", "agent": "right", "parents": ["left_0"], "calls_tool": false,
           "status": "successful", "due": 15.0, "sent": 15.0, "first_token": 15.5, "ended": 16.0},
          {"node": "main_2", "agent": "default", "parents": ["main_1", "left_0", "left_1", "right_1"],
           "calls_tool": false, "status": "errored", "due": 18.0, "sent": 18.0, "first_token": null,
           "ended": 19.0}]}
        """;

    private static final double ORIGIN = 1_796_000_000;

    private SampleReports() {}

    /// A report that the original wrote.
    static BenchmarkReport original(String name) throws Exception {
        return ReportReader.read(document(name), name);
    }

    static JsonValue document(String name) throws Exception {
        try (InputStream stream = SampleReports.class.getResourceAsStream("/cases/report/" + name + ".json")) {
            assertThat(stream).isNotNull();
            return JsonReader.read(stream);
        }
    }

    static String page(BenchmarkReport report) throws Exception {
        StringWriter out = new StringWriter();
        HtmlReport.write(report, out);
        return out.toString();
    }

    /// A report of levels of concurrency with what a knee profile found.
    static BenchmarkReport knee() throws Exception {
        JsonValue found = JsonReader.read("""
            {"kind": "knee_detection", "final": {
              "throughput": {"status": "ok", "reason": "flat", "knee": 3.5, "saturation_concurrency": 4},
              "saturation": {"status": "detected", "reason": "steep", "points": [
                {"concurrency": 2, "is_over_saturated": false, "ttft_slope": 0.5, "ttft_slope_moe": 0.1}]},
              "assessment": {"status": "compatible", "reason": "both"}}}
            """);
        JsonValue whole = with(document("concurrent-slo"), _ -> new JsonArray(List.of(found)), "conclusions");
        return ReportReader.read(whole, "knee");
    }

    /// A report of a replay with two sessions, one of them with markup for names.
    static BenchmarkReport replay() throws Exception {
        JsonValue forked = JsonReader.read(FORKED_SESSION);
        JsonValue hostile =
                with(with(forked, _ -> JsonValue.of(HOSTILE), "conversation"), _ -> JsonValue.FALSE, "slowest");
        hostile = with(hostile, turns -> each(turns, turn -> with(turn, _ -> JsonValue.of(HOSTILE), "agent")), "turns");
        JsonValue lanes = new JsonArray(List.of(forked, hostile));
        JsonValue figures = with(JsonReader.read("""
            {"replay": {"turns": 12, "lag_ms": {"first_turns": {"p99": 1.5}, "later_turns": null},
              "sessions_in_flight": {"recorded": null, "intended": {"mean": 1.5, "max": 2}},
              "order": {"deviating_share": 0.25}, "prefix_cache": {"sent": {"hit_rate": 0.5}}}}
            """), _ -> lanes, "replay", "lanes");
        JsonValue changed = with(
                document("constant-multiturn"),
                list -> each(
                        list,
                        benchmark -> with(
                                benchmark,
                                _ -> JsonValue.object().put("figures", figures).build(),
                                BenchmarkReport.EXTENSION_KEY)),
                "benchmarks");
        return ReportReader.read(changed, "replay");
    }

    /// A report with markup wherever a server, a data set or a user can put text.
    static BenchmarkReport hostile() throws Exception {
        JsonValue whole = document("concurrent-slo");
        JsonValue text = JsonValue.of(HOSTILE);
        JsonValue error = JsonReader.read("""
            {"request_id": "r1", "request_start_time": 1.0, "request_end_time": 2.0, "info": {"error": "x"}}
            """);
        error = with(error, _ -> text, "info", "error");
        JsonArray errors = new JsonArray(List.of(error));
        JsonValue extension = JsonValue.object()
                .put("notes", new JsonArray(List.of(text)))
                .put("version", HOSTILE)
                .put("config", JsonValue.object().put("spec", text).build())
                .build();
        JsonValue warnings = new JsonArray(List.of(JsonValue.object()
                .put("code", HOSTILE)
                .put("message", HOSTILE)
                .put("note", HOSTILE)
                .build()));
        JsonValue changed = with(whole, _ -> extension, BenchmarkReport.EXTENSION_KEY);
        changed = with(changed, _ -> text, "metadata", "guidellm_version");
        changed = with(changed, _ -> text, "config", "spec", "data");
        changed = with(
                changed,
                list -> each(list, benchmark -> {
                    JsonValue made = with(benchmark, _ -> text, "config", "backend", "model");
                    made = with(made, _ -> text, "config", "backend", "target");
                    made = with(made, _ -> text, "config", "strategy", "type_");
                    made = with(made, _ -> errors, "requests", "errored");
                    return with(made, _ -> warnings, "warnings");
                }),
                "benchmarks");
        return ReportReader.read(changed, "hostile");
    }

    /// `value` with another value below `keys`, where members that are missing are made.
    static JsonValue with(JsonValue value, UnaryOperator<JsonValue> change, String... keys) {
        if (keys.length == 0) {
            return change.apply(value);
        }
        Map<String, JsonValue> members =
                value instanceof JsonObject object ? new LinkedHashMap<>(object.members()) : new LinkedHashMap<>();
        String[] rest = Arrays.copyOfRange(keys, 1, keys.length);
        members.put(keys[0], with(members.getOrDefault(keys[0], JsonValue.NULL), change, rest));
        return new JsonObject(members);
    }

    static JsonValue each(JsonValue list, UnaryOperator<JsonValue> change) {
        assertThat(list).isInstanceOf(JsonArray.class);
        return new JsonArray(((JsonArray) list).items().stream().map(change).toList());
    }

    /// The first benchmark of `concurrent-slo` with requests made at random, some without a first token, of several
    /// agents and turns, some of which failed.
    static BenchmarkReport random(int count, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<JsonValue> good = new ArrayList<>();
        List<JsonValue> bad = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            (random.nextInt(20) == 0 ? bad : good).add(request(i, random));
        }
        JsonValue totals = JsonValue.object()
                .put("successful", good.size())
                .put("errored", bad.size())
                .put("incomplete", 0)
                .put("total", count)
                .build();
        JsonValue requests = JsonValue.object()
                .put("successful", new JsonArray(good))
                .put("errored", new JsonArray(bad))
                .put("incomplete", new JsonArray(List.of()))
                .build();
        JsonValue document = document("concurrent-slo");
        JsonValue changed = with(
                document,
                list -> {
                    JsonValue first = ((JsonArray) list).items().getFirst();
                    first = with(first, _ -> requests, "requests");
                    first = with(first, _ -> totals, "metrics", "request_totals");
                    for (String moment : List.of("measure_start_time", "request_start_time")) {
                        first = with(first, _ -> JsonValue.of(ORIGIN), "scheduler_metrics", moment);
                    }
                    for (String moment : List.of("measure_end_time", "request_end_time")) {
                        first = with(first, _ -> JsonValue.of(ORIGIN + 1000), "scheduler_metrics", moment);
                    }
                    return new JsonArray(List.of(first));
                },
                "benchmarks");
        return ReportReader.read(changed, "random");
    }

    /// A report of many levels with many requests each, which are made while they are read.
    static BenchmarkReport large(int levels, int requests) throws Exception {
        BenchmarkReport small = original("concurrent-slo");
        List<BenchmarkResult> benchmarks = new ArrayList<>();
        for (int level = 1; level <= levels; level++) {
            int streams = level;
            JsonValue body = small.benchmarks().getFirst().body();
            body = with(body, _ -> JsonValue.of(streams), "config", "strategy", "streams");
            body = with(body, _ -> JsonValue.of(requests), "metrics", "request_totals", "successful");
            for (String moment : List.of("measure_start_time", "request_start_time")) {
                body = with(body, _ -> JsonValue.of(ORIGIN), "scheduler_metrics", moment);
            }
            for (String moment : List.of("measure_end_time", "request_end_time")) {
                body = with(body, _ -> JsonValue.of(ORIGIN + 1000), "scheduler_metrics", moment);
            }
            benchmarks.add(new BenchmarkResult(
                    (JsonObject) body, Map.of(RequestStatus.SUCCESSFUL, new RandomRequests(requests, level))));
        }
        return new BenchmarkReport(small.metadata(), small.config(), benchmarks, List.of(), null);
    }

    private static final class RandomRequests extends AbstractList<JsonValue> {
        private final int size;
        private final long seed;

        RandomRequests(int size, long seed) {
            this.size = size;
            this.seed = seed;
        }

        @Override
        public JsonValue get(int index) {
            return request(index, new SplittableRandom(seed << 32 | index));
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static JsonValue request(int number, SplittableRandom random) {
        double start = ORIGIN + random.nextDouble() * 100;
        double ttft = random.nextInt(10) == 0 ? Double.NaN : 20 + 80 * random.nextDouble();
        int tokens = 2 + random.nextInt(30);
        double itl = 3 + 4 * random.nextDouble();
        double latency = 0.5 + random.nextDouble();
        int turn = random.nextInt(3);
        JsonValue timings = JsonValue.object()
                .put("first_token_iteration", number(start + ttft / 1000))
                .put("last_token_iteration", number(start + (ttft + itl * (tokens - 1)) / 1000))
                .put("token_iterations", tokens)
                .build();
        JsonValue info = JsonValue.object()
                .put("turn_index", turn)
                .put("history_len", turn)
                .put("agent_id", random.nextInt(3) == 0 ? "helper" : random.nextBoolean() ? "default" : null)
                .put("timings", timings)
                .build();
        return JsonValue.object()
                .put("request_id", "r" + number)
                .put("info", info)
                .put("request_start_time", start)
                .put("request_end_time", start + latency)
                .put("request_latency", latency)
                .put("prompt_tokens", 100 + random.nextInt(50))
                .put("output_tokens", tokens)
                .put("time_to_first_token_ms", number(ttft))
                .put("inter_token_latency_ms", number(Double.isNaN(ttft) ? Double.NaN : itl))
                .put("time_per_output_token_ms", number(itl + 1))
                .build();
    }

    private static JsonValue number(double value) {
        return Double.isNaN(value) ? JsonValue.NULL : JsonValue.of(value);
    }
}
