package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.requests;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `guidellm mock-server` as a process: it serves, and on request writes down what it sent.
class MockServerCommandIT {
    private static final Pattern PORT = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+) ");

    @TempDir
    Path folder;

    @Test
    void truthFileHoldsWhatWasSent() throws Exception {
        Path truth = folder.resolve("truth.jsonl");
        Path report = folder.resolve("report.json");
        try (ChildProduct server = ChildProduct.start(
                folder,
                Map.of(),
                List.of(
                        "mock-server",
                        "--port",
                        "0",
                        "--ttft-ms",
                        "20",
                        "--itl-ms",
                        "2",
                        "--output-tokens",
                        "5",
                        "--record-truth",
                        "truth.jsonl"))) {
            server.await("start line", () -> PORT.matcher(server.out()).find());
            Matcher port = PORT.matcher(server.out());
            assertThat(port.find()).isTrue();
            ProductRun run = ProductRun.in(
                    folder,
                    "run",
                    "--backend",
                    "kind=openai_http,target=http://127.0.0.1:" + port.group(1),
                    "--profile",
                    "kind=synchronous",
                    "--data",
                    "kind=synthetic_text,prompt_tokens=8,output_tokens=5",
                    "--tokenizer",
                    "kind=huggingface_auto,model=gpt2",
                    "--constraint",
                    "kind=max_requests,count=3",
                    "--output",
                    "kind=json,path=" + report);
            assertThat(run.exitCode()).as(run.err()).isZero();
            server.signal("TERM");
            assertThat(server.exitCode()).isEqualTo(143);
        }
        List<String> lines = Files.readAllLines(truth);
        List<JsonValue> sent = requests(ProductRun.read(report), "successful");
        assertThat(lines).hasSize(3);
        for (int i = 0; i < 3; i++) {
            JsonValue line = JsonReader.read(lines.get(i));
            assertThat(text(line, "request_id")).isEqualTo(text(sent.get(i), "request_id"));
            assertThat(items(line, "write_ns")).hasSize(5);
            double served =
                    Objects.requireNonNull(number(line, "end_ns")) - Objects.requireNonNull(number(line, "arrival_ns"));
            assertThat(served).isGreaterThanOrEqualTo(28e6);
        }
    }
}
