package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports of real runs that use what only this program has, against the schema of the original's reports.
class ReportOfARunIT {
    private static final String MOCK = "kind=mock,host=127.0.0.1,port=0,workers=1,model=tiny,request_latency=0.002,"
            + "request_latency_std=0.0001,ttft_ms=2,ttft_ms_std=0.1,itl_ms=0.5,itl_ms_std=0.1,output_tokens=4,"
            + "output_tokens_std=0.5,image_tokens=5,video_tokens=5,audio_tokens_per_second=2,"
            + "max_concurrent_requests=2,log_request_received=false";
    private static final String DATA = "kind=synthetic_text,prompt_tokens=6,output_tokens=4";
    private static final String SLO =
            "{\"kind\":\"generative\",\"slo\":{\"ttft_ms\":500,\"tpot_ms\":500}," + "\"record_token_times\":true}";

    /// Members that differ with the kinds that were chosen.
    private static final Set<String> FREE = Set.of(
            "spec",
            "labels",
            "constraints",
            "strategy",
            "profile",
            "scheduler_constraints",
            "end_queuing_constraints",
            "end_processing_constraints",
            "environment",
            "warnings");

    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    Path folder;

    @Test
    void aStreamedRunOfSeveralLevelsIsValid() {
        JsonValue report = run(
                MOCK + ",stream=true",
                DATA,
                "--profile",
                "kind=concurrent",
                "--override",
                "profile.streams",
                "1,3",
                "--data-loader",
                "kind=pytorch,samples=4,repeat=true",
                "--metrics",
                SLO);
        assertThat(items(report, "benchmarks")).hasSize(2);
        assertThat(number(report, "benchmarks/1/metrics/time_to_first_token_ms/successful/count"))
                .isEqualTo(6);
        assertThat(text(report, "config/spec/backend/kind")).isEqualTo("openai_http");
        assertThat(text(report, "x_guidellm_java/config/spec/backend/kind")).isEqualTo("mock");
        String figures = "benchmarks/1/x_guidellm_java/figures/";
        assertThat(number(report, figures + "http/phases_ms/wait/count")).isEqualTo(6);
        assertThat(number(report, figures + "http/phases_ms/wait/p50")).isPositive();
        assertThat(number(report, figures + "http/phases_ms/dns/count")).isZero();
        assertThat(number(report, figures + "http/bytes_received")).isPositive();
        String request = "benchmarks/1/requests/successful/0/x_guidellm_java/";
        assertThat(number(report, request + "http/read_ms")).isPositive();
        assertThat(number(report, request + "http/connection_requests_before")).isNotNull();
        assertThat(items(report, request + "token_times_ms")).isNotEmpty();
        assertThat(number(report, "x_guidellm_java/config/spec/backend/max_concurrent_requests"))
                .isEqualTo(2);
    }

    @Test
    void aRunWithoutStreamingIsValidAndHasNoFirstTokens() {
        JsonValue report = run(MOCK + ",stream=false", DATA, "--profile", "kind=constant,rate=100", "--metrics", SLO);
        assertThat(number(report, "benchmarks/0/metrics/time_to_first_token_ms/successful/count"))
                .isZero();
        assertThat(number(report, "benchmarks/0/metrics/slo_attainment")).isNull();
    }

    @Test
    void aLoadWithoutALimitOfItsOwnHasThatOfTheSettings() {
        environment.put("GUIDELLM__MAX_CONCURRENCY", "3");
        JsonValue report = run(MOCK, DATA, "--profile", "kind=throughput,max_concurrency=null");
        assertThat(number(report, "benchmarks/0/config/strategy/max_concurrency"))
                .isEqualTo(3);
        assertThat(number(report, "benchmarks/0/metrics/request_concurrency/total/max"))
                .isBetween(1.0, 3.0);
    }

    @Test
    void aRunOfConversationsIsValidAndListsItsTurns() {
        JsonValue report = run(
                MOCK,
                DATA + ",turns=3,prefix_tokens=2,prefix_count=2",
                "--profile",
                "kind=throughput,max_concurrency=4",
                "--metrics",
                SLO);
        assertThat(items(report, "benchmarks/0/metrics/turns")).hasSize(3);
    }

    @Test
    void aRunWithErrorsIsValidAndNamesThem() {
        JsonValue report = run(
                MOCK + ",fail_after_requests=3",
                DATA,
                "--profile",
                "kind=poisson,rate=100",
                "--constraint",
                "kind=max_errors,count=50",
                "--metrics",
                SLO);
        assertThat(number(report, "benchmarks/0/metrics/request_totals/successful"))
                .isEqualTo(3);
        assertThat(number(report, "benchmarks/0/metrics/request_totals/errored"))
                .isEqualTo(3);
        assertThat(items(report, "benchmarks/0/x_guidellm_java/errors")).isNotEmpty();
    }

    @Test
    void aSampledRunAfterWarmUpIsValid() {
        JsonValue report = run(
                MOCK,
                DATA,
                "--profile",
                "{\"kind\":\"synchronous\",\"warmup\":{\"value\":1,\"mode\":\"requests\"},\"cooldown\":0.2}",
                "--metrics",
                "kind=generative,sample_size=2,confidence=null");
        assertThat(items(report, "benchmarks/0/requests/successful")).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aRunThatTrustsACertificateFileIsValidAndKeepsTheFileBeside() {
        String body =
                "{\"id\":\"c1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"},"
                        + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":6,\"completion_tokens\":1}}";
        try (ScriptedServer server = ScriptedServer.startTls(
                TestTls.localhost(),
                ScriptedServer.always("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body))) {
            JsonValue report = run(
                    "kind=openai_http,target=https://localhost:" + server.port()
                            + ",model=m,stream=false,verify=true,api_key=secret,ca_file=" + TestTls.authority(),
                    DATA,
                    "--profile",
                    "kind=synchronous");
            assertThat(number(report, "benchmarks/0/metrics/request_totals/successful"))
                    .isEqualTo(6);
            assertThat(text(report, "config/spec/backend/api_key")).isEqualTo("**********");
            assertThat(((JsonObject) at(report, "config/spec/backend")).members())
                    .doesNotContainKey("ca_file");
            assertThat(text(report, "x_guidellm_java/config/spec/backend/ca_file"))
                    .isEqualTo(TestTls.authority().toString());
        }
    }

    /// The report of a run of six requests per level, which is valid in both formats and has the original's members.
    private JsonValue run(String backend, String data, String... more) {
        Path file = folder.resolve("out.json");
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                backend,
                "--data",
                data,
                "--tokenizer",
                "kind=huggingface_auto,model=gpt2",
                "--constraint",
                "kind=max_requests,count=6",
                "--output",
                "kind=json,path=" + file,
                "--output",
                "kind=csv,path=" + folder.resolve("out.csv")));
        arguments.addAll(List.of(more));
        ProductRun run = ProductRun.in(folder, environment, arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        try {
            assertThat(schema().validate(Files.readString(file), InputFormat.JSON))
                    .isEmpty();
            JsonValue report = ProductRun.read(file);
            JsonValue original = JsonReader.read(resource("concurrent-slo.json"));
            assertSameMembers(report, original, "");
            return report;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonSyntaxException e) {
            throw new AssertionError("the original's report is no JSON", e);
        }
    }

    /// Wherever both have an object, ours has the same members in the same order, and none beside but our own.
    private static void assertSameMembers(JsonValue ours, JsonValue theirs, String path) {
        if (ours instanceof JsonObject mine && theirs instanceof JsonObject original) {
            assertThat(mine.members().keySet().stream().filter(key -> !key.equals("x_guidellm_java")))
                    .as(path)
                    .containsExactlyElementsOf(original.members().keySet());
            original.members().forEach((key, member) -> {
                if (!FREE.contains(key)) {
                    assertSameMembers(Objects.requireNonNull(mine.get(key)), member, path + "/" + key);
                }
            });
        }
        if (ours instanceof JsonArray(List<JsonValue> mine)
                && theirs instanceof JsonArray(List<JsonValue> original)
                && !mine.isEmpty()
                && !original.isEmpty()) {
            assertSameMembers(mine.getFirst(), original.getFirst(), path + "[0]");
        }
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(resource("report.schema.json"));
    }

    private static String resource(String file) throws IOException {
        try (InputStream stream = ReportOfARunIT.class.getResourceAsStream("/cases/report/" + file)) {
            return new String(Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
