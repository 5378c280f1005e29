package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.mockserver.MockServerOptions;
import dev.guidellm.mockserver.TruthRecord;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ten forked sessions at once, judged by nothing but the server's own record.
@NullMarked
class TraceFidelityIT {
    private static final Path TOKENIZER =
            Path.of("src/test/resources/cases/tokenizer").toAbsolutePath();
    private static final MockServerSettings SERVER = MockServerSettings.steady(120, 2);

    private final RecordedSessions sessions = new RecordedSessions(10);
    private final Tokenizer tokenizer = Tokenizers.resolve(TOKENIZER.toString(), null, null);

    @TempDir
    private Path folder;

    private @Nullable Double measured;

    @Test
    void theServersRecordIsTheTracesGraph() throws IOException {
        List<TruthRecord> record = replay("weka", sessions.weka());
        assertThat(record).hasSameSizeAs(sessions.calls());
        assertThat(sessions.contradictions(record, tokenizer)).isEmpty();
        assertThat(mostAtOnce(record)).isGreaterThanOrEqualTo(10);
    }

    @Test
    void aListOfTimesDoesNotPassForIt() throws IOException {
        List<TruthRecord> record = replay("mooncake,hash_id_block_size=16", sessions.flattened());
        assertThat(record).hasSameSizeAs(sessions.calls());
        assertThat(sessions.contradictions(record, tokenizer)).anyMatch(text -> text.contains("after the end of"));
    }

    @Test
    void warmedPrefixesComeFirstAndAreInNoBenchmark() throws IOException {
        String session = "{\"id\":\"%s\",\"block_size\":16,\"hash_id_scope\":\"global\",\"tool_tokens\":32,"
                + "\"system_tokens\":0,\"requests\":["
                + "{\"type\":\"s\",\"t\":0,\"in\":48,\"out\":3,\"hash_ids\":[1,2,%d]},"
                + "{\"type\":\"s\",\"t\":0.3,\"in\":64,\"out\":3,\"hash_ids\":[1,2,%d,%d]}]}\n";
        String trace = session.formatted("a", 3, 3, 4) + session.formatted("b", 5, 5, 6);
        List<TruthRecord> record = replay("weka,warm_prefixes=true", trace);
        assertThat(record).hasSize(5);
        assertThat(measured).isEqualTo(4);
        TruthRecord first = record.getFirst();
        String prefix = first.prompt().getFirst();
        assertThat(tokenizer.count(prefix)).isEqualTo(32);
        assertThat(first.writeNanos()).hasSize(1);
        assertThat(record.subList(1, 5)).allSatisfy(later -> {
            assertThat(later.arrivalNanos()).isGreaterThan(first.endNanos());
            assertThat(later.prompt().getFirst()).startsWith(prefix).isNotEqualTo(prefix);
        });
    }

    private List<TruthRecord> replay(String kind, String trace) throws IOException {
        Files.writeString(folder.resolve("trace.jsonl"), trace);
        try (MockServer server = MockServer.start(SERVER, MockServerOptions.RECORDING_PROMPTS)) {
            JsonValue report = ProductRun.report(
                    0,
                    folder,
                    "--backend",
                    "kind=openai_http,target=" + server.baseUrl(),
                    "--profile",
                    "kind=replay",
                    "--tokenizer",
                    "kind=huggingface_auto,model=" + TOKENIZER,
                    "--data",
                    "kind=" + kind + ",path=" + folder.resolve("trace.jsonl"));
            Books.balance(ProductRun.at(report, "benchmarks/0"));
            measured = ProductRun.number(report, "benchmarks/0/metrics/request_totals/successful");
            return server.truth();
        }
    }

    /// How many requests were in service at the same moment, at most.
    private static int mostAtOnce(List<TruthRecord> record) {
        return record.stream()
                .mapToInt(one -> (int) record.stream()
                        .filter(other -> other.arrivalNanos() <= one.arrivalNanos())
                        .filter(other -> other.endNanos() > one.arrivalNanos())
                        .count())
                .max()
                .orElse(0);
    }
}
