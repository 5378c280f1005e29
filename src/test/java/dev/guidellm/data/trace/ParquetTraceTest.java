package dev.guidellm.data.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A trace in Parquet is replayed as the same trace in JSON lines: times, edges, texts, tools, limits.
class ParquetTraceTest {
    private static final String PARQUET = "src/test/resources/cases/data/parquet/";

    @ParameterizedTest
    @CsvSource(textBlock = """
            trace_synthetic, trace_minimal
            mooncake,        mooncake
            weka,            weka
            weka,            weka_lanes
            otel,            otel_spans
            otel,            otel_sessions
            """)
    void givesTheConversationsOfJsonLines(String kind, String file) {
        String arguments = kind.equals("mooncake") || kind.equals("weka") ? ",hash_id_block_size=16" : "";
        List<String> lines = shown("kind=" + kind + arguments + ",path=" + Traces.FILES + file + ".jsonl");
        assertThat(lines).isNotEmpty();
        assertThat(shown("kind=" + kind + arguments + ",path=" + PARQUET + file + ".parquet"))
                .isEqualTo(lines);
        assertThat(shown("kind=" + kind + arguments + ",source.kind=parquet_file,source.path=" + PARQUET + file
                        + ".parquet"))
                .isEqualTo(lines);
        assertThat(shown("kind=" + kind + arguments + ",source.kind=huggingface,source.source=" + PARQUET
                        + ",source.load_kwargs.data_files=" + file + ".parquet"))
                .isEqualTo(lines);
    }

    private static List<String> shown(String option) {
        List<String> shown = new ArrayList<>();
        for (ConversationGraph graph : Traces.graphs(option)) {
            for (ConversationNode node : graph.nodes()) {
                GenerationRequest request = node.request().complete();
                shown.add(node.nodeId() + " " + node.agentId() + " " + node.settings() + " " + request.turnType() + " "
                        + request.columns() + " " + request.inputMetrics() + " " + request.outputMetrics());
            }
            shown.add(graph.edges().toString());
        }
        return shown;
    }
}
