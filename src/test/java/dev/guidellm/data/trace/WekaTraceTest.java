package dev.guidellm.data.trace;

import static dev.guidellm.data.trace.Traces.edges;
import static dev.guidellm.data.trace.Traces.graphs;
import static dev.guidellm.data.trace.Traces.starts;
import static dev.guidellm.data.trace.Traces.text;
import static dev.guidellm.data.trace.Traces.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.guidellm.config.ConfigException;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What we make of WEKA files where the reference does otherwise, and of broken ones.
@NullMarked
class WekaTraceTest {
    private static final String WEKA = "kind=weka,path=" + Traces.FILES + "weka.jsonl";

    @TempDir
    private Path folder;

    @Test
    void everyPromptIsSentAloneAndAsLongAsRecorded() {
        for (ConversationGraph graph : graphs(WEKA)) {
            assertThat(graph.edges()).allMatch(edge -> edge.context() == HistoryContext.NEW);
        }
        ConversationGraph lanes = graphs("kind=weka,hash_id_block_size=16,path=" + Traces.FILES + "weka_lanes.jsonl")
                .getFirst();
        // The reference sends 16, 52 and 104 tokens, see weka_request_shape.
        assertThat(lanes.nodes()).extracting(Traces::tokens).containsExactly(16, 32, 48);
        String first = text(lanes.nodes().get(0));
        String second = text(lanes.nodes().get(1));
        assertThat(second).startsWith(first);
        assertThat(text(lanes.nodes().get(2))).startsWith(second);
    }

    @Test
    void blockSizeAndDurationsAreThoseOfTheFile() {
        ConversationGraph graph = graphs(WEKA).getFirst();
        assertThat(graph.nodes()).hasSize(9);
        assertThat(graph.nodes())
                .extracting(node -> node.settings().traceDurationSeconds())
                .startsWith(2.0, 1.0, 0.5);
    }

    @Test
    void nestedTimesAddUp() {
        assertThat(starts(graphs(WEKA).getFirst())).contains(entry("sa_1_0", 6.25), entry("sa_0_2", 7.5));
    }

    @Test
    void idsAreSharedWhereTheFileSaysSo() throws IOException {
        String row = "{\"id\":\"%s\",\"block_size\":8,\"hash_id_scope\":%s,\"requests\":[{\"t\":0,\"in\":16,\"out\":1,"
                + "\"hash_ids\":[1,2]}]}";
        List<String> texts = texts(write(
                row.formatted("a", "\"global\""),
                row.formatted("b", "\"global\""),
                row.formatted("c", "\"local\""),
                row.formatted("d", "null")));
        assertThat(texts.get(0)).isEqualTo(texts.get(1));
        assertThat(texts.stream().distinct()).hasSize(3);
    }

    @Test
    void copiesHaveTextsOfTheirOwn() {
        List<ConversationGraph> graphs = graphs(WEKA + ",copies=2,copy_offset=0");
        assertThat(graphs).hasSize(6);
        assertThat(graphs.stream().map(graph -> text(graph.nodes().getFirst())).distinct())
                .hasSize(6);
        assertThat(graphs.stream().map(ConversationGraph::graphId).distinct()).hasSize(6);
    }

    @Test
    void theSameSeedGivesTheSameTexts() {
        assertThat(text(graphs(WEKA).getFirst().nodes().getFirst()))
                .isEqualTo(text(graphs(WEKA).getFirst().nodes().getFirst()));
    }

    @Test
    void aToolsResultIsPartOfTheRecordedPrompt() {
        ConversationGraph graph = graphs(WEKA).getFirst();
        ConversationNode call = graph.nodes().get(0);
        assertThat(call.request().turnType()).isEqualTo(TurnType.CLIENT_TOOL_CALL);
        assertThat(call.request().column(Columns.TOOLS)).hasSize(1);
        ConversationNode result = graph.nodes().get(1);
        assertThat(result.request().turnType()).isEqualTo(TurnType.TOOL_RESPONSE_INJECTION);
        List<String> contents = Traces.contents(result);
        assertThat(contents).hasSize(3);
        assertThat(contents.get(0)).startsWith("user:");
        assertThat(contents.get(1)).isEqualTo("assistant:");
        assertThat(contents.get(2)).startsWith("tool:");
        int sum = contents.stream()
                .mapToInt(message -> Traces.TOKENIZER.count(message.substring(message.indexOf(':') + 1)))
                .sum();
        assertThat(sum).isEqualTo(70);
        // 70 tokens are 4 blocks of 16 and 6 of its own: too few for the default result, so its last words stand
        // there.
        assertThat(contents.get(0).substring(5) + contents.get(2).substring(5)).isEqualTo(text(result));
    }

    @Test
    void aDefaultResultStandsWhereThereIsRoomForIt() throws IOException {
        ConversationNode result = graphs(write("{\"id\":\"a\",\"block_size\":32,\"requests\":["
                        + "{\"t\":0,\"in\":32,\"out\":1,\"hash_ids\":[1],\"stop\":\"tool_use\"},"
                        + "{\"t\":1,\"in\":60,\"out\":1,\"hash_ids\":[1]}]}"))
                .getFirst()
                .nodes()
                .get(1);
        assertThat(Traces.contents(result).get(2)).isEqualTo("tool:{\"status\": \"ok\"}");
        int sum = Traces.contents(result).stream()
                .mapToInt(message -> Traces.TOKENIZER.count(message.substring(message.indexOf(':') + 1)))
                .sum();
        assertThat(sum).isEqualTo(60);
    }

    @Test
    void historyAtRunTimeIsTheReferencesGraph() {
        ConversationGraph graph =
                graphs(WEKA + ",history=runtime,tool_response_tokens=5").getFirst();
        assertThat(graph.edges()).anyMatch(edge -> edge.context() == HistoryContext.FULL);
        ConversationNode result = graph.nodes().get(1);
        assertThat(result.request().complete().column(Columns.RAW_MESSAGES)).isEmpty();
        assertThat(result.request().column(Columns.TOOL_RESPONSE)).hasSize(1);
    }

    @Test
    void aSpreadWithoutValuesIsRefused() {
        assertThatThrownBy(() -> Traces.open(WEKA + ",tool_response_tokens=5,tool_response_tokens_min=9"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("tool_response_tokens");
    }

    @Test
    void whatPromptsBeginWithIsSentBeforehandOnce() throws IOException {
        String row =
                "{\"id\":\"%s\",\"block_size\":8,\"hash_id_scope\":\"global\",\"tool_tokens\":10,\"system_tokens\":7,"
                        + "\"requests\":[{\"t\":0,\"in\":32,\"out\":1,\"hash_ids\":[1,2,3,%d]}]}";
        String option = write(row.formatted("a", 5), row.formatted("b", 6));
        assertThat(Traces.open(option).warmUps()).isExhausted();
        TraceConversations trace = Traces.open(option + ",warm_prefixes=true");
        Iterator<ConversationGraph> prefixes = trace.warmUps();
        ConversationNode prefix = prefixes.next().nodes().getFirst();
        assertThat(prefixes).isExhausted();
        assertThat(tokens(prefix)).isEqualTo(16);
        assertThat(graphs(trace))
                .allMatch(graph -> text(graph.nodes().getFirst()).startsWith(text(prefix)));
    }

    @Test
    void subAgentsInOneListAreFoundByTheirBlocks() throws IOException {
        // main: 1 2 3 …, two sub-agents that begin with 50 and 60 side by side, then main goes on.
        String option = write("{\"id\":\"a\",\"block_size\":8,\"requests\":["
                + call(0, "1,2,3") + "," + call(1, "1,2,3,4") + "," + call(2, "50,51") + "," + call(3, "60,61") + ","
                + call(4, "50,51,52") + "," + call(5, "60,61,62") + "," + call(6, "1,2,3,4,5") + ","
                + call(7, "1,2,3,4,5,6") + "]}");
        assertThat(edges(graphs(option).getFirst())).hasSize(7);
        ConversationGraph split = graphs(option + ",split_agents=true").getFirst();
        assertThat(edges(split))
                .containsExactlyInAnyOrder(
                        "main_0>main_1",
                        "main_1>sa_0_0",
                        "sa_0_0>sa_0_1",
                        "main_1>sa_1_0",
                        "sa_1_0>sa_1_1",
                        "main_1>main_2",
                        "sa_0_1>main_2",
                        "sa_1_1>main_2",
                        "main_2>main_3");
        assertThat(starts(split).values()).containsExactlyInAnyOrder(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0);
    }

    @Test
    void anAgentThatRunsBesideTheMainOneIsJoinedAfterItsEnd() throws IOException {
        String option = write("{\"id\":\"a\",\"block_size\":8,\"requests\":[" + call(0, "1,2") + "," + call(1, "70,71")
                + "," + call(2, "1,2,3") + "," + call(3, "70,71,72") + "," + call(4, "1,2,3,4") + "]}");
        assertThat(edges(graphs(option + ",split_agents=true").getFirst()))
                .containsExactlyInAnyOrder(
                        "main_0>sa_0_0", "sa_0_0>sa_0_1", "main_0>main_1", "main_1>main_2", "sa_0_1>main_2");
    }

    @Test
    void aCompactedHistoryIsNoSubAgent() throws IOException {
        String option = write("{\"id\":\"a\",\"block_size\":8,\"requests\":[" + call(0, "1,2") + "," + call(1, "1,2,3")
                + "," + call(2, "90,91") + "," + call(3, "90,91,92") + "]}");
        assertThat(edges(graphs(option + ",split_agents=true").getFirst()))
                .containsExactly("main_0>main_1", "main_1>main_2", "main_2>main_3");
    }

    @Test
    void aBrokenConversationIsLeftOutAndCounted() throws IOException {
        String good = "{\"id\":\"g\",\"block_size\":8,\"requests\":[" + call(0, "1") + "]}";
        TraceConversations trace = Traces.open(write(
                good,
                "{\"id\":\"empty\",\"block_size\":8,\"requests\":[]}",
                "{\"id\":\"only"
                        + " groups\",\"block_size\":8,\"requests\":[{\"type\":\"subagent\",\"t\":0,\"requests\":[]}]}",
                "{\"id\":\"count\",\"block_size\":8,\"requests\":[{\"t\":0,\"in\":40,\"out\":1,\"hash_ids\":[1,2]}]}",
                "{\"id\":\"id\",\"block_size\":8,\"requests\":[{\"t\":0,\"in\":8,\"out\":1,\"hash_ids\":[-1]}]}",
                "{\"id\":\"time\",\"block_size\":8,\"requests\":[{\"t\":null,\"in\":8,\"out\":1,\"hash_ids\":[1]}]}",
                "{\"id\":\"text\",\"block_size\":8,\"requests\":[{\"t\":0,\"in\":\"8\",\"out\":1,\"hash_ids\":[1]}]}",
                "{\"id\":\"no ids\",\"block_size\":8,\"requests\":[{\"t\":0,\"in\":8,\"out\":1}]}",
                "{\"id\":\"block\",\"block_size\":0,\"requests\":[" + call(0, "1") + "]}",
                "{\"requests\":[" + call(0, "1") + "]}",
                "{\"id\":\"odd\",\"block_size\":8,\"unknown\":{\"a\":1},\"requests\":[" + call(5, "1") + "]}"));
        assertThat(graphs(trace)).hasSize(2);
        assertThat(trace.iterator(0).rowsRead()).isEqualTo(11);
        assertThat(trace.iterator(0).rowsSkipped()).isEqualTo(9);
    }

    @Test
    void negativeGapsStayAndOrderIsThatOfTheList() throws IOException {
        ConversationGraph graph = graphs(write(
                        "{\"id\":\"a\",\"block_size\":8,\"requests\":[" + call(5, "1") + "," + call(2, "1,2") + "]}"))
                .getFirst();
        assertThat(edges(graph)).containsExactly("main_0>main_1");
        assertThat(starts(graph)).containsExactly(entry("main_0", 3.0), entry("main_1", 0.0));
    }

    @Test
    void aFileOfAnotherFormatEndsWithOneLine() {
        assertThatThrownBy(() -> Traces.open("kind=weka,path=" + Traces.FILES + "trace_minimal.jsonl"))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith("WEKA format: Failed to find requests column or requests was empty");
        assertThatThrownBy(() -> Traces.open(write("{\"id\":\"a\",\"requests\":[{\"t\":0}]}")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("none of its 1 rows can be replayed (1 errors); the first error:")
                .hasMessageContaining("line 1: Trace missing required columns: ['in', 'out', 'hash_ids']");
    }

    private static String call(int t, String ids) {
        int tokens = ids.split(",").length * 8;
        return "{\"t\":" + t + ",\"in\":" + tokens + ",\"out\":1,\"hash_ids\":[" + ids + "],\"api_time\":0.5}";
    }

    private static List<String> texts(String option) {
        List<String> texts = new ArrayList<>();
        for (ConversationGraph graph : graphs(option)) {
            texts.add(text(graph.nodes().getFirst()));
        }
        return texts;
    }

    private String write(String... lines) throws IOException {
        Path file = folder.resolve("trace.jsonl");
        Files.writeString(file, String.join("\n", lines) + "\n");
        return "kind=weka,path=" + file;
    }
}
