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
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each sample of `examples/traces` is replayed, and the server's record says what was sent, and in which order.
@NullMarked
class MoreFormatsIT {
    private static final Path SAMPLES = Path.of("examples/traces").toAbsolutePath();
    private static final Path TOKENIZER_FILES =
            Path.of("src/test/resources/cases/tokenizer").toAbsolutePath();

    private final Tokenizer tokenizer = Tokenizers.resolve(TOKENIZER_FILES.toString(), null, null);

    @TempDir
    private Path folder;

    private List<TruthRecord> replay(String kind, String file) {
        try (MockServer server =
                MockServer.start(MockServerSettings.steady(5, 1), MockServerOptions.RECORDING_PROMPTS)) {
            JsonValue report = ProductRun.report(
                    0,
                    folder,
                    "--backend",
                    "kind=openai_http,target=" + server.baseUrl(),
                    "--profile",
                    "kind=replay,time_scale=0.3",
                    "--tokenizer",
                    "kind=huggingface_auto,model=" + TOKENIZER_FILES,
                    "--data",
                    "kind=" + kind + ",path=" + SAMPLES.resolve(file));
            Books.balance(ProductRun.at(report, "benchmarks/0"));
            return server.truth();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int tokens(TruthRecord record) {
        return record.prompt().stream().mapToInt(tokenizer::count).sum();
    }

    private TruthRecord ofSize(List<TruthRecord> record, int tokens) {
        return record.stream()
                .filter(each -> tokens(each) == tokens)
                .findFirst()
                .orElseThrow();
    }

    private static TruthRecord saying(List<TruthRecord> record, String text) {
        return record.stream()
                .filter(each -> each.prompt().getLast().equals(text))
                .findFirst()
                .orElseThrow();
    }

    private static void assertFollows(TruthRecord before, TruthRecord after) {
        assertThat(after.arrivalNanos()).isGreaterThanOrEqualTo(before.endNanos());
    }

    @Test
    void azure() {
        List<TruthRecord> record = replay("azure", "azure.csv");
        assertThat(record.stream().map(this::tokens)).containsExactlyInAnyOrder(374, 396, 879, 91, 2048);
    }

    @Test
    void burstGpt() {
        List<TruthRecord> record = replay("burstgpt", "burstgpt.csv");
        assertThat(record.stream().map(this::tokens)).containsExactlyInAnyOrder(40, 64, 300, 75, 130);
        assertFollows(ofSize(record, 40), ofSize(record, 75));
        assertFollows(ofSize(record, 75), ofSize(record, 130));
    }

    @Test
    void shareGpt() {
        List<TruthRecord> record = replay("sharegpt", "sharegpt.json");
        assertThat(record.stream().map(TruthRecord::prompt))
                .containsExactlyInAnyOrder(
                        List.of("You plan short trips.", "Which boats go to the island on Sunday?"),
                        List.of(
                                "You plan short trips.",
                                "Which boats go to the island on Sunday?",
                                "The white one at nine, the blue one at noon and again at four.",
                                "And back in the evening?"),
                        List.of("Say it again in one sentence."));
        assertFollows(
                saying(record, "Which boats go to the island on Sunday?"), saying(record, "And back in the evening?"));
        TruthRecord last = saying(record, "Say it again in one sentence.");
        assertThat(last.writeNanos()).hasSize(tokenizer.count("They hung it from two towers."));
    }

    @Test
    void bailian() {
        List<TruthRecord> record = replay("bailian", "bailian.jsonl");
        assertThat(record.stream().map(this::tokens)).containsExactlyInAnyOrder(40, 33, 70, 64, 96, 20);
        assertFollows(ofSize(record, 40), ofSize(record, 70));
        assertFollows(ofSize(record, 40), ofSize(record, 64));
        assertFollows(ofSize(record, 70), ofSize(record, 96));
    }

    @Test
    void aiperfDag() {
        List<TruthRecord> record = replay("aiperf_dag", "aiperf-dag.jsonl");
        assertThat(record).hasSize(9);
        TruthRecord plan = saying(record, "Plan the release.");
        TruthRecord again = saying(record, "Run them again.");
        TruthRecord left = saying(record, "The tests are through. What is left?");
        TruthRecord notes = saying(record, "Write the release notes.");
        TruthRecord sum = saying(record, "The notes are written. Sum up.");
        assertFollows(plan, notes);
        assertThat(notes.prompt()).hasSize(1);
        assertFollows(again, left);
        assertFollows(left, sum);
        assertFollows(notes, sum);
        for (String branch : List.of("As a mail, please.", "As a blog post, please.")) {
            assertFollows(sum, saying(record, branch));
            // A fork goes on from all that was said, the server's three answers included.
            assertThat(saying(record, branch).prompt()).hasSize(8).contains("Plan the release.");
        }
        assertThat(plan.writeNanos()).hasSize(12);
    }
}
