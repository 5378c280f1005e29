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
