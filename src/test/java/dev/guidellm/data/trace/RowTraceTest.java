package dev.guidellm.data.trace;

import static dev.guidellm.data.trace.Traces.graphs;
import static dev.guidellm.data.trace.Traces.text;
import static dev.guidellm.data.trace.Traces.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.data.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/// Single requests: their order, their blocks, and rows that are no requests.
@NullMarked
class RowTraceTest {
    @TempDir
    private Path folder;

    @Test
    void rowsComeInTheOrderOfTheirTimes() throws IOException {
        List<ConversationGraph> graphs = graphs(write(
                "trace_synthetic",
                "{\"timestamp\":5000.0,\"input_length\":12,\"output_length\":3}",
                "{\"timestamp\":5000.9,\"input_length\":20,\"output_length\":5}",
                "{\"timestamp\":5000.3,\"input_length\":7,\"output_length\":2}",
                "{\"timestamp\":5000.3,\"input_length\":8,\"output_length\":4}",
                "{\"timestamp\":5000.6,\"input_length\":30,\"output_length\":6}"));
        List<Long> millis = graphs.stream()
                .map(graph -> Traces.starts(graph).get("main_0"))
                .map(start -> Math.round(Objects.requireNonNull(start) * 1e3))
                .toList();
        assertThat(millis).containsExactly(0L, 300L, 300L, 600L, 900L);
        assertThat(graphs).extracting(graph -> tokens(graph.nodes().getFirst())).containsExactly(12, 7, 8, 30, 20);
    }

    @Test
    void aRowWithoutSenseIsNamedAndLeftOut() throws IOException {
        Logger logger = (Logger) LoggerFactory.getLogger(SkippedRows.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            TraceConversations trace = Traces.open(write(
                    "mooncake",
                    "{\"timestamp\":0,\"input_length\":20,\"output_length\":4,\"hash_ids\":[1]}",
                    "{\"timestamp\":0.2,\"input_length\":20,\"output_length\":4,\"hash_ids\":[1,2]}",
                    "{\"timestamp\":null,\"input_length\":20,\"output_length\":4,\"hash_ids\":[1]}",
                    "{\"timestamp\":1,\"input_length\":-2,\"output_length\":4,\"hash_ids\":[]}",
                    "{\"timestamp\":1,\"input_length\":2.5,\"output_length\":4,\"hash_ids\":[1]}",
                    "{\"timestamp\":1,\"input_length\":20,\"output_length\":4,\"hash_ids\":[-1]}",
                    "{\"timestamp\":1,\"input_length\":20,\"output_length\":4,\"hash_ids\":\"1\"}",
                    "{\"timestamp\":1,\"input_length\":20,\"output_length\":4,\"hash_ids\":[1],\"duration\":-1}",
                    "{\"timestamp\":2,\"input_length\":0,\"output_length\":1,\"hash_ids\":[],\"extra\":true}"));
            assertThat(graphs(trace)).hasSize(2);
            assertThat(trace.iterator(0).rowsSkipped()).isEqualTo(7);
            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .anyMatch(line -> line.contains("Input token count of 20 split into blocks of size 512 does not"
                                    + " match given 2 blocks")
                            && line.contains("trace.jsonl line 2"));
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void anIdIsTheSameTextWhateverIsLeftForIt() throws IOException {
        List<ConversationGraph> graphs = graphs(write(
                        "mooncake",
                        "{\"timestamp\":0,\"input_length\":24,\"output_length\":2,\"hash_ids\":[1,2]}",
                        "{\"timestamp\":1,\"input_length\":48,\"output_length\":2,\"hash_ids\":[1,2,3]}",
                        "{\"timestamp\":2,\"input_length\":20,\"output_length\":2,\"hash_ids\":[1,3]}")
                + ",hash_id_block_size=16");
        assertThat(graphs).extracting(graph -> tokens(graph.nodes().getFirst())).containsExactly(24, 48, 20);
        String longest = text(graphs.get(1).nodes().getFirst());
        assertThat(longest).startsWith(text(graphs.get(0).nodes().getFirst()));
        assertThat(text(graphs.get(2).nodes().getFirst())).isNotEqualTo(longest.substring(0, 20));
    }

    @Test
    void otherSourcesAreTables() {
        String minimal = "kind=trace_synthetic,timestamp_column=ts,prompt_tokens_column=prompt_len,"
                + "output_tokens_column=gen_len,";
        String csv = Traces.FILES + "trace_minimal.csv";
        assertThat(graphs(minimal + "path=" + csv)).hasSize(4);
        assertThat(graphs(minimal + "source.kind=csv_file,source.path=" + csv)).hasSize(4);
        assertThat(graphs("{\"kind\":\"trace_synthetic\",\"source\":{\"kind\":\"in_memory_dict\",\"data\":"
                        + "{\"timestamp\":[1,2],\"input_length\":[3,4],\"output_length\":[5,6]}}}"))
                .hasSize(2);
        assertThatThrownBy(() -> graphs("kind=trace_synthetic,source.kind=synthetic_text,source.prompt_tokens=5"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("source.kind=synthetic_text holds no recorded rows");
    }

    @Test
    void aFileWithoutTheColumnsIsNamed() {
        assertThatThrownBy(() -> Traces.open("kind=mooncake,path=" + Traces.FILES + "trace_minimal.jsonl"))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith("Trace missing required columns: ['hash_ids']");
    }

    private String write(String kind, String... rows) throws IOException {
        Path file = folder.resolve("trace.jsonl");
        Files.writeString(file, String.join("\n", rows) + "\n");
        return "kind=" + kind + ",path=" + file;
    }
}
