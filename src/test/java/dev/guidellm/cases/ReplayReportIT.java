package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.mockserver.MockServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the report of a real run says of its fidelity, held against the trace.
@NullMarked
class ReplayReportIT {
    private static final Path TOKENIZER =
            Path.of("src/test/resources/cases/tokenizer").toAbsolutePath();
    private static final int BLOCK = 16;

    private final RecordedSessions sessions = new RecordedSessions(4);

    @TempDir
    private Path folder;

    @Test
    void forkedSessionsAreReplayedAsRecorded() throws IOException {
        JsonValue replay = replay("weka", sessions.weka());
        assertThat(number(replay, "turns")).isEqualTo(40);
        assertThat(number(replay, "lag_ms", "first_turns", "count")).isEqualTo(4);
        assertThat(number(replay, "lag_ms", "later_turns", "count")).isEqualTo(36);
        assertThat(number(replay, "sessions_in_flight", "intended", "sessions")).isEqualTo(4);
        assertThat(number(replay, "sessions_in_flight", "achieved", "sessions")).isEqualTo(4);
        assertThat(number(replay, "order", "before_parents")).isZero();
        assertThat(number(replay, "read_again", "prompts")).isEqualTo(40);
        assertThat(number(replay, "read_again", "size_deviating")).isZero();
        assertThat(number(replay, "read_again", "shared_prefixes")).isEqualTo(39);
        assertThat(number(replay, "read_again", "prefix_deviating")).isZero();
        assertThat(number(replay, "prefix_cache", "recorded", "hit_rate")).isEqualTo(bestHitRate());
        assertThat(number(replay, "prefix_cache", "sent", "prompt_tokens"))
                .isEqualTo(sessions.calls().stream()
                        .mapToInt(RecordedSessions.Call::tokens)
                        .sum());
        assertThat(JsonPath.get(replay, "prefix_cache", "measured")).isNull();
    }

    @Test
    void aListOfTimesIsNoSessions() throws IOException {
        JsonValue replay = replay("mooncake,hash_id_block_size=16", sessions.flattened());
        assertThat(number(replay, "sessions_in_flight", "intended", "sessions")).isEqualTo(40);
        assertThat(JsonPath.get(replay, "lag_ms", "later_turns")).isNull();
    }

    /// Every prompt in the order of the record has what the ones before had, block by block.
    private double bestHitRate() {
        Set<List<Integer>> known = new HashSet<>();
        double hits = 0;
        double all = 0;
        for (RecordedSessions.Call call : sessions.calls().stream()
                .sorted((a, b) -> Double.compare(a.start(), b.start()))
                .toList()) {
            all += call.tokens();
            for (int length = 1; length <= call.ids().size(); length++) {
                hits += known.add(call.ids().subList(0, length)) ? 0 : BLOCK;
            }
        }
        return hits / all;
    }

    private JsonValue replay(String kind, String trace) throws IOException {
        Files.writeString(folder.resolve("trace.jsonl"), trace);
        try (MockServer server =
                MockServer.start(MockServerSettings.steady(30, 1), MockServerOptions.RECORDING_PROMPTS)) {
            JsonValue report = ProductRun.report(
                    0,
                    folder,
                    "--backend",
                    "kind=openai_http,target=" + server.baseUrl(),
                    "--profile",
                    "kind=replay,prefix_cache_tokens=400",
                    "--tokenizer",
                    "kind=huggingface_auto,model=" + TOKENIZER,
                    "--data",
                    "kind=" + kind + ",path=" + folder.resolve("trace.jsonl"));
            return Objects.requireNonNull(
                    JsonPath.get(ProductRun.at(report, "benchmarks/0"), "x_guidellm_java", "figures", "replay"));
        }
    }

    private static double number(JsonValue replay, String... keys) {
        return Objects.requireNonNull(
                JsonPath.number(replay, keys), () -> Stream.of(keys).toList().toString());
    }
}
