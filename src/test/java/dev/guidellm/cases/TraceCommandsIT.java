package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `guidellm trace` as it is typed.
@NullMarked
class TraceCommandsIT {
    private static final String WEKA = Path.of("src/test/resources/cases/data/trace/files/weka.jsonl")
            .toAbsolutePath()
            .toString();

    @TempDir
    private Path folder;

    private ProductRun trace(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "trace";
        System.arraycopy(words, 0, all, 1, words.length);
        return ProductRun.in(folder, all);
    }

    @Test
    void statsAreShownWrittenAndDrawn() throws IOException {
        ProductRun run = trace("stats", WEKA, "--json", "s.json", "--plot", "s.svg", "--cache-tokens", "50,1e2");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.words())
                .contains("(weka): 3 sessions (1 with sub-agents or branches), 12 requests")
                .contains("Sessions in progress: median 1")
                .contains("256 distinct tokens of 560 prompt tokens")
                .contains("endless");
        JsonValue json = ProductRun.read(folder.resolve("s.json"));
        assertThat(ProductRun.known(json, "requests")).isEqualTo(12);
        assertThat(ProductRun.known(json, "distributions/prompt_tokens/max")).isEqualTo(100);
        assertThat(ProductRun.items(json, "prefixes/hit_rates")).hasSize(2);
        assertThat(ProductRun.known(json, "prefixes/endless_cache_hit_rate")).isBetween(0.48, 0.49);
        assertThat(Files.readString(folder.resolve("s.svg"))).contains("Prompt length", "hit rate");
    }

    @Test
    void argumentsOfTheFormatCount() {
        ProductRun run = trace("stats", WEKA, "--format", "kind=weka,time_scale=0.5,copies=2,copy_offset=0");
        assertThat(run.words()).contains("6 sessions").contains("24 requests").contains("starting over 26 s");
    }

    @Test
    void everyProblemIsNamedWithItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("t.jsonl"), """
            {"timestamp": 0.0, "input_length": 4, "output_length": 4}
            {"timestamp": 1.0, "input_length": -1, "output_length": 4}
            {"timestamp": 2.0, "input_length":
            [1]
            {"timestamp": "soon", "input_length": 4, "output_length": 4}
            {"timestamp": 3.0, "input_length": 4, "output_length": 4}
            """);
        ProductRun run = trace("validate", file.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("✖ .*t.jsonl line 2: .*non-negative")
                .containsPattern("✖ .*t.jsonl line 3: is no valid JSON")
                .containsPattern("✖ .*t.jsonl line 4: is no JSON object")
                .containsPattern("✖ .*t.jsonl line 5: timestamp must be a number")
                .contains("4 with problems; 2 sessions with 2 requests can be replayed");
        assertThat(trace("validate", WEKA).exitCode()).isZero();
    }

    @Test
    void aTraceIsEnlargedAndConverted() {
        ProductRun run = trace("synthesize", WEKA, "large.jsonl", "--sessions", "20", "--requests", "100");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("(weka): 20 sessions with 100 requests");
        String large = folder.resolve("large.jsonl").toString();
        assertThat(trace("validate", large).out()).contains("20 sessions with 100 requests can be replayed");
        ProductRun converted = trace("convert", large, "large.csv", "--to", "burstgpt");
        assertThat(converted.out())
                .contains("⚠ kind=burstgpt cannot hold: shared prefixes (hash_ids)")
                .contains("(burstgpt): 20 sessions with 100 requests");
        assertThat(trace("validate", folder.resolve("large.csv").toString()).exitCode())
                .isZero();
    }

    @Test
    void mistakesAreOneLine() throws IOException {
        Path odd = Files.writeString(folder.resolve("odd.jsonl"), "{\"a\": 1}\n");
        for (List<String> words : List.of(
                List.of("stats"),
                List.of("stats", WEKA, "--cache-tokens", "many"),
                List.of("stats", WEKA, "--plot", "s.bmp"),
                List.of("stats", WEKA, "--json", "none/s.json"),
                List.of("stats", WEKA, "--format", "wekka"),
                List.of("stats", WEKA, "--format", "json_file"),
                List.of("convert", WEKA, "x.jsonl"),
                List.of("synthesize", WEKA, "x.jsonl", "--sessions", "0"),
                List.of("synthesize", WEKA, "x.jsonl", "--seed", "99999999999999999999"))) {
            ProductRun run = trace(words.toArray(String[]::new));
            assertThat(run.exitCode()).as("%s: %s", words, run.err()).isEqualTo(2);
            assertThat(run.err()).doesNotContain("\tat ");
        }
        for (List<String> words : List.of(
                List.of("stats", odd.toString()),
                List.of("stats", folder.resolve("none.jsonl").toString()),
                List.of("convert", WEKA, "x.jsonl", "--to", "otel"),
                List.of("synthesize", WEKA, "x.jsonl", "--sessions", "9", "--requests", "8"))) {
            ProductRun run = trace(words.toArray(String[]::new));
            assertThat(run.exitCode()).as("%s: %s", words, run.err()).isEqualTo(1);
            assertThat(run.err()).startsWith("Error: ").doesNotContain("\tat ");
        }
    }
}
