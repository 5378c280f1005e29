package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonString;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Searches for the highest load against the mock server, from the command to the report.
class GoodputIT {
    private static final String DATA =
            "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}";
    /// Four slots, 20 ms each: 200 requests/s whatever the number of streams, 80 ms at 16 of them.
    private static final String SERVER = "kind=mock,ttft_ms=20,itl_ms=0,output_tokens=2,max_concurrent_requests=4";

    @TempDir
    Path folder;

    private static List<String> arguments(String backend, String profile, String slo, String... constraints) {
        List<String> arguments = new ArrayList<>(List.of(
                "--backend",
                backend,
                "--profile",
                profile + ",early_stop=false",
                "--data",
                DATA,
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--metrics",
                "{\"kind\":\"generative\",\"slo\":" + slo + "}"));
        for (String constraint : constraints) {
            arguments.addAll(List.of("--constraint", constraint));
        }
        return arguments;
    }

    private JsonValue search(String backend, String profile, String slo) {
        return search(0, backend, profile, slo, "kind=max_requests,count=40");
    }

    private JsonValue search(int exitCode, String backend, String profile, String slo, String... constraints) {
        return ProductRun.report(
                exitCode, folder, arguments(backend, profile, slo, constraints).toArray(String[]::new));
    }

    private static List<Integer> levels(JsonValue report) {
        return items(report, "conclusions/0/probes").stream()
                .map(probe -> (int) known(probe, "streams"))
                .toList();
    }

    private static String answer(JsonValue report) {
        List<String> sentences = new ArrayList<>();
        for (JsonValue sentence : items(report, "conclusions/0/x_guidellm_java/answer")) {
            sentences.add(((JsonString) sentence).value());
        }
        return String.join(" ", sentences);
    }

    /// Where exactly the limit lies depends on how busy this machine is; that the search closes in on one does not.
    @Test
    void aSearchClosesInOnTheLimitAndSaysSoEverywhere() {
        JsonValue report =
                search(SERVER, "kind=goodput,target_attainment=0.9,tolerance=1,initial_streams=2", "{\"e2el_ms\":120}");
        JsonValue found = at(report, "conclusions/0");
        assertThat(text(found, "stop_reason")).isEqualTo("converged");
        double best = known(found, "best_passing_streams");
        double worst = known(found, "lowest_failing_streams");
        assertThat(worst).isGreaterThan(best).isLessThanOrEqualTo(2 * best);
        List<JsonValue> benchmarks = items(report, "benchmarks");
        List<JsonValue> probes = items(found, "probes");
        assertThat(probes).hasSameSizeAs(benchmarks);
        for (int i = 0; i < probes.size(); i++) {
            assertThat(known(probes.get(i), "streams")).isEqualTo(known(benchmarks.get(i), "config/strategy/streams"));
            assertThat(known(probes.get(i), "attainment"))
                    .isEqualTo(known(benchmarks.get(i), "metrics/slo_attainment"));
        }
        String headline = "Holds " + (int) best + " concurrent requests with at least 90 % within e2el 120 ms";
        assertThat(answer(report)).contains(headline.substring(headline.indexOf("with")));
        ProductRun export = ProductRun.in(folder, "export", "report.json", "--output", "kind=console");
        assertThat(export.words()).contains("Goodput search").contains(headline.substring(headline.indexOf("with")));
    }

    @Test
    void objectivesThatOneStreamMissesAreUnmet() {
        JsonValue report = search(SERVER, "kind=goodput,target_attainment=0.9", "{\"e2el_ms\":5}");
        assertThat(levels(report)).containsExactly(4, 2, 1);
        assertThat(text(report, "conclusions/0/stop_reason")).isEqualTo("objectives_unmet_at_minimum");
        assertThat(at(report, "conclusions/0/best_passing_streams")).isEqualTo(JsonNull.NULL);
        assertThat(known(report, "conclusions/0/lowest_failing_streams")).isEqualTo(1);
        assertThat(answer(report))
                .startsWith("Does not hold even a single stream with at least 90 % within e2el 5 ms (0.000 of 40");
    }

    @Test
    void theHighestAllowedLevelIsALowerBound() {
        JsonValue report = search(SERVER, "kind=goodput,target_attainment=0.9,max_streams=10", "{\"e2el_ms\":60000}");
        assertThat(levels(report)).containsExactly(4, 8, 10);
        assertThat(text(report, "conclusions/0/stop_reason")).isEqualTo("max_streams_reached");
        assertThat(answer(report))
                .startsWith("Holds at least 10 concurrent requests")
                .contains("(max_streams)");
    }

    @Test
    void arrivalRatesAreSearchedUnderGuard() {
        JsonValue report = search(
                SERVER,
                "kind=goodput,target_attainment=0.9,load=rate,initial_rate=60,max_rate=120",
                "{\"e2el_ms\":60000}");
        JsonValue found = at(report, "conclusions/0");
        assertThat(items(found, "probes").stream().map(probe -> known(probe, "rate")))
                .containsExactly(60.0, 120.0);
        assertThat(text(found, "stop_reason")).isEqualTo("max_rate_reached");
        assertThat(known(found, "best_passing_rate")).isEqualTo(120);
        assertThat(text(report, "benchmarks/0/config/strategy/type_")).isEqualTo("poisson");
        assertThat(at(report, "benchmarks/0/scheduler_state/scheduler_constraints/over_saturation"))
                .isNotNull();
        assertThat(known(report, "benchmarks/0/config/constraints/over_saturation/minimum_ttft"))
                .isEqualTo(30);
        assertThat(answer(report)).startsWith("Holds at least 120 requests/s with at least 90 %");
    }

    @Test
    void objectivesMayHaveSharesOfTheirOwn() {
        JsonValue report = search(
                SERVER,
                "kind=goodput,target_attainment=0.5,max_streams=4",
                "{\"ttft_ms\":1,\"ttft_attainment\":0.2,\"e2el_ms\":60000}");
        assertThat(levels(report)).containsExactly(4, 2, 1);
        JsonValue level = at(report, "conclusions/0/x_guidellm_java/levels/2");
        assertThat(at(level, "goals/0/passed")).isEqualTo(JsonBoolean.TRUE);
        assertThat(at(level, "goals/1/passed")).isEqualTo(JsonBoolean.FALSE);
        assertThat(known(level, "goals/1/target")).isEqualTo(0.2);
        assertThat(answer(report)).contains("at least 50 % within e2el 60000 ms and at least 20 % within ttft 1 ms");
        assertThat(text(report, "x_guidellm_java/config/spec/profile/load")).isEqualTo("concurrency");
        assertThat(at(report, "config/spec/metrics/slo").toString()).doesNotContain("ttft_attainment");
    }

    @Test
    void aServerThatDiesHalfWayEndsTheSearchWithThatReason() {
        JsonValue report =
                search(SERVER + ",fail_after_requests=50", "kind=goodput,target_attainment=0.9", "{\"e2el_ms\":60000}");
        assertThat(levels(report)).containsExactly(4, 8, 6, 5);
        assertThat(text(report, "conclusions/0/stop_reason")).isEqualTo("server_stopped_answering");
        assertThat(known(report, "conclusions/0/best_passing_streams")).isEqualTo(4);
        // at 8 streams it broke down: that is no limit of its capacity
        assertThat(number(report, "conclusions/0/lowest_failing_streams")).isNull();
        assertThat(answer(report))
                .startsWith("Holds at least 4 concurrent requests")
                .contains("broke down: at 8, then at 6, then at 5 most requests failed, at the last two all of them.");
    }

    @Test
    void aConstraintThatStopsTheRunEndsTheSearch() {
        JsonValue report = search(
                0,
                SERVER + ",fail_after_requests=50",
                "kind=goodput,target_attainment=0.9",
                "{\"e2el_ms\":60000}",
                "kind=max_requests,count=40",
                "kind=max_errors,count=3,stopping_scope=all");
        assertThat(levels(report)).containsExactly(4, 8);
        assertThat(text(report, "conclusions/0/stop_reason")).isEqualTo("constraint_stopped_escalation");
        assertThat(number(report, "conclusions/0/lowest_failing_streams")).isNull();
        assertThat(answer(report)).contains("ended by max_errors, which stops the whole run");
    }

    @Test
    void objectivesThatCannotBeMeasuredFailTheRunWithAReport() {
        JsonValue report =
                search(1, SERVER + ",stream=false", "kind=goodput", "{\"tpot_ms\":50}", "kind=max_requests,count=8");
        assertThat(items(report, "benchmarks")).hasSize(1);
        assertThat(at(report, "conclusions/0/stop_reason")).isEqualTo(JsonNull.NULL);
        assertThat(items(report, "x_guidellm_java/notes"))
                .anyMatch(note -> note.toString().contains("requires latency objectives that can be measured"));
    }

    @Test
    void aSearchThatTheUserStopsKeepsItsProbes() throws Exception {
        AtomicInteger count = new AtomicInteger();
        try (ChatServer server = ChatServer.start((connection, _) -> {
            if (count.incrementAndGet() > 12) {
                connection.pause(60_000);
            }
            connection.write(ChatServer.stream("short"));
        })) {
            List<String> all = new ArrayList<>(List.of("run"));
            all.addAll(
                    arguments(server.backend(), "kind=goodput", "{\"e2el_ms\":50000}", "kind=max_requests,count=12"));
            all.addAll(List.of("--output", "kind=json,path=report.json"));
            try (ChildProduct run = ChildProduct.start(folder, Map.of(), all)) {
                run.await("second probe", () -> server.posts().size() >= 16);
                run.signal("INT");
                assertThat(run.exitCode()).as(run.err()).isEqualTo(130);
                JsonValue report = ProductRun.read(folder.resolve("report.json"));
                assertThat(levels(report)).containsExactly(4, 8);
                assertThat(text(report, "conclusions/0/stop_reason")).isEqualTo("interrupted");
                assertThat(known(report, "conclusions/0/best_passing_streams")).isEqualTo(4);
                assertThat(at(report, "conclusions/0/probes/1/aborted")).isEqualTo(JsonBoolean.TRUE);
                assertThat(run.out()).contains("The search was interrupted");
            }
        }
    }
}
