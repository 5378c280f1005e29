package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.mockserver.MockServerOptions;
import dev.guidellm.mockserver.TruthRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each profile against a server that keeps its own record: both must tell the same story.
class ProfilesIT {
    private static final String DATA =
            "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"kind":"synchronous"}                                                 | synchronous | 1
                    {"kind":"concurrent","streams":4}                                      | concurrent  | 4
                    {"kind":"concurrent","streams":6,"rampup_duration":0.3}                | concurrent  | 6
                    {"kind":"throughput","max_concurrency":null}                           | throughput  | 40
                    {"kind":"throughput","max_concurrency":5,"rampup_duration":0.2}        | throughput  | 5
                    {"kind":"constant","rate":60}                                          | constant    | 40
                    {"kind":"constant","rate":200,"max_concurrency":3}                     | constant    | 3
                    {"kind":"constant","rate":60,"rampup_duration":0.4}                    | constant    | 40
                    {"kind":"poisson","rate":60}                                           | poisson     | 40
                    {"kind":"poisson","rate":200,"max_concurrency":3}                      | poisson     | 3
                    {"kind":"gamma","rate":60,"burstiness":0.5}                            | poisson     | 40
                    {"kind":"gamma","rate":200,"burstiness":4,"max_concurrency":3}         | poisson     | 3
                    """)
    void countsEqualWhatTheServerGot(String profile, String type, int most) throws IOException {
        try (MockServer server = server()) {
            JsonValue report = run(server, profile, "kind=max_requests,count=40");
            assertThat(items(report, "benchmarks")).hasSize(1);
            JsonValue benchmark = at(report, "benchmarks/0");
            Books.balance(benchmark);
            Books.allMeasured(benchmark);
            Books.ratePlausible(benchmark);
            assertThat(text(benchmark, "config/strategy/type_")).isEqualTo(type);
            assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(40);
            assertThat(known(benchmark, "metrics/request_totals/total")).isEqualTo(40);
            assertThat(server.truth()).hasSize(40).allMatch(TruthRecord::completed);
            assertThat(ids(benchmark, "successful")).isEqualTo(ids(server));
            assertThat(mostInService(server)).isLessThanOrEqualTo(most);
            assertThat(known(benchmark, "metrics/request_concurrency/total/max"))
                    .isLessThanOrEqualTo(most);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"kind":"synchronous","warmup":0.2,"cooldown":0.2}
                    {"kind":"concurrent","streams":4,"warmup":0.2,"cooldown":0.2,"rampup_duration":0.2}
                    {"kind":"throughput","max_concurrency":8,"warmup":0.2,"cooldown":0.2}
                    {"kind":"constant","rate":60,"warmup":0.2,"cooldown":0.2}
                    {"kind":"poisson","rate":60,"warmup":0.2,"cooldown":0.2}
                    """)
    void windowLeavesWarmUpAndCoolDownOut(String profile) throws IOException {
        try (MockServer server = server()) {
            JsonValue benchmark = at(run(server, profile, "kind=max_duration,seconds=1.2"), "benchmarks/0");
            JsonValue state = at(benchmark, "scheduler_state");
            Books.balance(benchmark);
            Books.ratePlausible(benchmark);
            double warmup = known(benchmark, "warmup_duration");
            double cooldown = known(benchmark, "cooldown_duration");
            // Counted from the first request, which may leave late where the machine is busy.
            assertThat(warmup).isBetween(0.0, 0.5);
            assertThat(cooldown).isBetween(0.2, 0.5);
            assertThat(known(benchmark, "duration")).isBetween(0.3, 0.95);
            assertThat(known(benchmark, "start_time") - known(state, "start_time"))
                    .isBetween(0.2, 0.5);
            assertThat(known(benchmark, "metrics/request_totals/successful"))
                    .isLessThan(known(state, "successful_requests"));
            assertThat(server.truth().stream().filter(TruthRecord::completed).count())
                    .isGreaterThanOrEqualTo((long) known(state, "successful_requests"));
        }
    }

    @Test
    void sweepMeasuresItsEndsAndTheRatesBetween() throws IOException {
        try (MockServer server = server()) {
            JsonValue report = run(
                    server,
                    "{\"kind\":\"sweep\",\"sweep_size\":3,\"max_concurrency\":16}",
                    "kind=max_requests,count=30");
            List<JsonValue> benchmarks = items(report, "benchmarks");
            assertThat(benchmarks.stream().map(b -> text(b, "config/strategy/type_")))
                    .containsExactly("synchronous", "throughput", "constant");
            benchmarks.forEach(Books::balance);
            double slow = known(benchmarks.get(0), "metrics/requests_per_second/successful/mean");
            double fast = known(benchmarks.get(1), "metrics/requests_per_second/successful/mean");
            assertThat(known(benchmarks.get(2), "config/strategy/rate")).isBetween(slow, fast);
            assertThat(server.truth()).hasSize(90);
        }
    }

    @Test
    void stagesEndByThemselvesAndEachHasItsFigures() throws IOException {
        try (MockServer server = server()) {
            String profile = "{\"kind\":\"stages\",\"stages\":[{\"rate\":50,\"duration\":0.4},"
                    + "{\"rate\":0,\"duration\":0.1},{\"rate\":150,\"duration\":0.4,\"ramp\":0.4,\"from\":50}]}";
            JsonValue benchmark = at(run(server, profile, "kind=max_duration,seconds=30"), "benchmarks/0");
            Books.balance(benchmark);
            assertThat(server.truth()).hasSize(60).allMatch(TruthRecord::completed);
            assertThat(text(benchmark, "config/strategy/type_")).isEqualTo("constant");
            JsonValue arrivals = at(benchmark, "x_guidellm_java/figures/arrivals");
            assertThat(text(arrivals, "strategy/text")).isEqualTo("stages@66.67");
            List<JsonValue> stages = items(arrivals, "stages");
            assertThat(stages.stream().map(stage -> known(stage, "requests"))).containsExactly(20.0, 0.0, 40.0);
            assertThat(known(stages.get(0), "requests_per_second")).isEqualTo(50);
            assertThat(known(stages.get(2), "ttft_ms/p50")).isGreaterThanOrEqualTo(20);
            assertThat(known(stages.get(2), "load/rate_before_ramp")).isEqualTo(50);
            assertThat(known(arrivals, "dispatch_lateness_ms/count")).isEqualTo(60);
            assertThat(known(arrivals, "dispatch_lateness_ms/p50")).isBetween(0.0, 100.0);
            assertThat(known(arrivals, "open_loop_closed/requests")).isZero();
        }
    }

    @Test
    void aCapThatClosesTheOpenLoopIsSaid() throws IOException {
        try (MockServer server = server()) {
            JsonValue benchmark = at(
                    run(
                            server,
                            "{\"kind\":\"constant\",\"rate\":200,\"max_concurrency\":2}",
                            "kind=max_requests,count=40"),
                    "benchmarks/0");
            JsonValue own = at(benchmark, "x_guidellm_java");
            assertThat(known(own, "figures/arrivals/open_loop_closed/requests")).isBetween(30.0, 38.0);
            assertThat(known(own, "figures/arrivals/open_loop_closed/seconds")).isGreaterThan(0.2);
            assertThat(items(own, "notes")).anyMatch(note -> note.toString().contains("The open loop was closed for"));
        }
    }

    @Test
    void streamsComeAndGoWithTheirStages() throws IOException {
        try (MockServer server = server()) {
            String profile = "{\"kind\":\"stages\",\"stages\":[{\"streams\":1,\"duration\":0.4},"
                    + "{\"streams\":5,\"duration\":0.4,\"ramp\":0.2},{\"streams\":2,\"duration\":0.3}]}";
            JsonValue benchmark = at(run(server, profile, "kind=max_duration,seconds=30"), "benchmarks/0");
            Books.balance(benchmark);
            assertThat(text(benchmark, "config/strategy/type_")).isEqualTo("concurrent");
            assertThat(mostInService(server)).isEqualTo(5);
            List<JsonValue> stages = items(benchmark, "x_guidellm_java/figures/arrivals/stages");
            assertThat(stages).hasSize(3);
            assertThat(known(stages.get(1), "requests")).isGreaterThan(known(stages.get(0), "requests"));
            // What began between the end of the last stage and the moment at which the end was noticed is in none.
            assertThat(stages.stream()
                            .mapToDouble(stage -> known(stage, "requests"))
                            .sum())
                    .isBetween(
                            server.truth().size() - 4.0, (double) server.truth().size());
        }
    }

    @Test
    void aTimetableIsSentAsWritten() throws IOException {
        Path table = Files.writeString(folder.resolve("times.csv"), "time\n0\n0.1\n0.1\n0.4\n");
        try (MockServer server = server()) {
            JsonValue benchmark = at(
                    run(server, "{\"kind\":\"timetable\",\"path\":\"" + table + "\"}", "kind=max_duration,seconds=30"),
                    "benchmarks/0");
            Books.balance(benchmark);
            assertThat(server.truth()).hasSize(4);
            long first = server.truth().stream()
                    .mapToLong(TruthRecord::arrivalNanos)
                    .min()
                    .orElseThrow();
            long last = server.truth().stream()
                    .mapToLong(TruthRecord::arrivalNanos)
                    .max()
                    .orElseThrow();
            assertThat((last - first) / 1e9).isBetween(0.15, 0.65);
            assertThat(text(benchmark, "x_guidellm_java/figures/arrivals/strategy/type"))
                    .isEqualTo("timetable");
        }
    }

    private JsonValue run(MockServer server, String profile, String constraint) {
        return ProductRun.report(
                0,
                folder,
                "--backend",
                "kind=openai_http,target=" + server.baseUrl(),
                "--profile",
                profile,
                "--data",
                DATA,
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                constraint);
    }

    private static MockServer server() throws IOException {
        MockServerSettings quick = new MockServerSettings(
                "127.0.0.1",
                0,
                1,
                "mock",
                null,
                null,
                0.0,
                20.0,
                0.0,
                1.0,
                0.0,
                8,
                0.0,
                576,
                1024,
                25.0,
                null,
                null,
                false);
        return MockServer.start(quick, MockServerOptions.RECORDING);
    }

    private static Set<String> ids(JsonValue benchmark, String status) {
        Set<String> ids = new HashSet<>();
        items(benchmark, "requests/" + status).forEach(request -> ids.add(text(request, "request_id")));
        return ids;
    }

    private static Set<String> ids(MockServer server) {
        Set<String> ids = new HashSet<>();
        server.truth().forEach(entry -> ids.add(entry.requestId()));
        return ids;
    }

    /// Most requests that were between their arrival and the last write of their answer at once.
    private static int mostInService(MockServer server) {
        List<TruthRecord> all = server.truth();
        int most = 0;
        for (TruthRecord one : all) {
            int overlapping = 0;
            for (TruthRecord other : all) {
                if (other.arrivalNanos() <= one.arrivalNanos() && one.arrivalNanos() < other.endNanos()) {
                    overlapping++;
                }
            }
            most = Math.max(most, overlapping);
        }
        return most;
    }
}
