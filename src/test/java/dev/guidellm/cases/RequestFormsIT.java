package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Both endpoints, streamed and not, and prompts from files of several kinds.
class RequestFormsIT {
    private static final String MOCK = "kind=mock,ttft_ms=20,itl_ms=5,output_tokens=6";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "/v1/chat/completions,true",
        "/v1/chat/completions,false",
        "/v1/completions,true",
        "/v1/completions,false"
    })
    void everyFormIsCountedAlikeAndTimedAsFarAsItShows(String endpoint, boolean stream) throws IOException {
        Path prompts = Files.writeString(folder.resolve("prompts.txt"), "first line\nsecond line\n");
        JsonValue benchmark = run(
                MOCK + ",request_format=" + endpoint + ",stream=" + stream, List.of("kind=text_file,path=" + prompts));
        assertThat(items(benchmark, "requests/successful")).hasSize(2).allSatisfy(request -> {
            assertThat(known(request, "output_tokens")).isEqualTo(6);
            assertThat(known(request, "prompt_tokens")).isPositive();
            assertThat(text(request, "output")).isNotBlank();
            assertThat(known(request, "request_latency")).isBetween(0.040, 2.0);
            if (stream) {
                assertThat(known(request, "time_to_first_token_ms")).isBetween(19.0, 1_000.0);
                assertThat(known(request, "info/timings/token_iterations")).isEqualTo(6);
            } else {
                assertThat(number(request, "time_to_first_token_ms")).isNull();
                assertThat(number(request, "inter_token_latency_ms")).isNull();
            }
        });
    }

    @Test
    void packedLinesAndSeveralSourcesMakeOneRequest() throws Exception {
        Path texts = Files.writeString(folder.resolve("prompts.txt"), "first\nsecond\n");
        Path packed = folder.resolve("more.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write("{\"prompt\":\"and x\",\"output_tokens_count\":3}\n{\"prompt\":\"and y\"}\n"
                    .getBytes(StandardCharsets.UTF_8));
        }
        JsonValue benchmark = run(MOCK, List.of("kind=text_file,path=" + texts, "kind=json_file,path=" + packed));
        List<JsonValue> requests = items(benchmark, "requests/successful");
        assertThat(requests).hasSize(2);
        JsonValue body = at(JsonReader.read(Objects.requireNonNull(text(requests.getFirst(), "request_args"))), "body");
        assertThat(text(body, "messages/0/content/0/text")).startsWith("first");
        assertThat(text(body, "messages/0/content/1/text")).isEqualTo("and x");
        assertThat(known(body, "max_completion_tokens")).isEqualTo(3);
        assertThat(known(requests.getFirst(), "output_tokens")).isEqualTo(3);
    }

    private JsonValue run(String backend, List<String> data) {
        List<String> arguments = new ArrayList<>(List.of("--backend", backend, "--profile", "kind=synchronous"));
        data.forEach(each -> arguments.addAll(List.of("--data", each)));
        JsonValue benchmark = at(ProductRun.report(0, folder, arguments.toArray(String[]::new)), "benchmarks/0");
        Books.balance(benchmark);
        Books.allMeasured(benchmark);
        return benchmark;
    }
}
