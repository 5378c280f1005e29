package dev.guidellm.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.FinalizerConfig.ToolCallMode;
import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FinalizerTest {

    @Test
    void aToolTurnBecomesACallAndAnInjectionThatCarriesTheTiming() throws Exception {
        ConversationGraph graph = graph(
                ToolCallMode.CLIENT,
                "{'text_column':['q'],'tools_column':['[]'],'tool_response_column':['r'],"
                        + "'output_tokens_count_column':[7],'relative_timestamp_column':[1.5]}",
                "{'text_column':['next']}");
        assertThat(graph.nodes())
                .extracting(ConversationNode::nodeId)
                .containsExactly("turn_0", "turn_0_injection", "turn_1");
        assertThat(graph.edges())
                .containsExactly(
                        new ConversationEdge("turn_0", "turn_0_injection", HistoryContext.FULL),
                        new ConversationEdge("turn_0_injection", "turn_1", HistoryContext.FULL));
        ConversationNode call = graph.nodes().get(0);
        ConversationNode injection = graph.nodes().get(1);
        assertThat(call.request().turnType()).isEqualTo(TurnType.CLIENT_TOOL_CALL);
        assertThat(call.settings()).isEqualTo(NodeSettings.NONE);
        assertThat(call.request().outputMetrics().isEmpty()).isTrue();
        assertThat(call.request().columns()).doesNotContainKeys("tool_response_column", "relative_timestamp_column");
        assertThat(injection.request().turnType()).isEqualTo(TurnType.TOOL_RESPONSE_INJECTION);
        assertThat(injection.settings().relativeTimestampSeconds()).isEqualTo(1.5);
        assertThat(injection.request().outputMetrics().get(UsageField.TEXT_TOKENS))
                .isEqualTo(7L);
        assertThat(injection.request().column("tool_response_column")).containsExactly(JsonValue.of("r"));
    }

    @Test
    void serverModeSendsNoToolsAndAddsNoTurn() throws Exception {
        ConversationGraph graph =
                graph(ToolCallMode.SERVER, "{'text_column':['q'],'tools_column':['[]'],'tool_response_column':['r']}");
        assertThat(graph.nodes()).hasSize(1);
        assertThat(graph.nodes().getFirst().request().turnType()).isEqualTo(TurnType.SERVER_TOOL_CALL);
        assertThat(graph.nodes().getFirst().request().columns()).containsOnlyKeys("text_column");
    }

    @Test
    void anExplicitTypeDecides() throws Exception {
        assertThat(graph(
                                ToolCallMode.CLIENT,
                                "{'text_column':['q'],'tools_column':['[]'],'turn_type_column':['standard']}")
                        .nodes())
                .hasSize(1);
        assertThat(graph(
                                ToolCallMode.SERVER,
                                "{'text_column':['q'],'turn_type_column':[null,'client_tool_call'],"
                                        + "'tool_response_column':['r']}")
                        .nodes())
                .hasSize(2);
        assertThatThrownBy(() -> graph(ToolCallMode.CLIENT, "{'text_column':['q'],'turn_type_column':['nope']}"))
                .hasMessage("turn_type_column holds no known turn type: 'nope'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'relative_timestamp_column':[-1]}|relative_timestamp Input should be greater than or equal to 0",
                "{'requeue_delay_column':[-0.5]}|requeue_delay Input should be greater than 0",
                "{'request_duration_column':[-2]}|trace_duration Input should be greater than or equal to 0",
                "{'request_duration_column':['soon']}|trace_duration Input should be a valid number",
                "{'output_tokens_count_column':[3.5]}|output_tokens_count_column must be a whole number of at least 0",
                "{'prompt_tokens_count_column':[-3]}|prompt_tokens_count_column must be a whole number of at least 0",
                "{'text_column':[{}]}|text_column must hold text",
                "{'conversation_turns_column':['{']}|conversation_turns is no valid JSON",
                "{'conversation_turns_column':[7]}|conversation_turns must be an object with 'turns'",
                "{'conversation_turns_column':[{'turns':[{'node_id':'a','parents':[{'parent_node_id':'a',"
                        + "'history_context':'half'}]}]}]}|Input should be 'full', 'last' or 'new', got 'half'",
            })
    void saysWhatIsWrongWithARow(String columns, String problem) {
        assertThatThrownBy(() -> graph(ToolCallMode.CLIENT, columns))
                .isInstanceOf(RowException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void aDelayOfZeroIsNone() throws Exception {
        assertThat(graph(ToolCallMode.CLIENT, "{'text_column':['q'],'requeue_delay_column':[0]}")
                        .nodes()
                        .getFirst()
                        .settings())
                .isEqualTo(NodeSettings.NONE);
    }

    @Test
    void countsWordsAndCharactersAsPythonDoes() throws Exception {
        ConversationGraph graph = graph(
                ToolCallMode.CLIENT,
                "{'prefix_column':['a\u00a0b'],'text_column':[' c\u2003d\u0085e ','\uD83D\uDE80'],"
                        + "'prompt_tokens_count_column':[3,4.0,'5'],'output_tokens_count_column':[0]}");
        var request = graph.nodes().getFirst().request();
        assertThat(request.inputMetrics().get(UsageField.TEXT_WORDS)).isEqualTo(6L);
        assertThat(request.inputMetrics().get(UsageField.TEXT_CHARACTERS)).isEqualTo(11L);
        assertThat(request.inputMetrics().get(UsageField.TEXT_TOKENS)).isEqualTo(12L);
        assertThat(request.outputMetrics().get(UsageField.TEXT_TOKENS)).isNull();
        assertThat(request.column("prompt_tokens_count_column"))
                .containsExactly(JsonValue.of(3L), JsonValue.of(4L), JsonValue.of(5L));
    }

    @Test
    void siblingColumnsJoinTheRoot() throws Exception {
        ConversationGraph graph = graph(
                ToolCallMode.CLIENT,
                "{'conversation_turns_column':[{'graph_id':'g','turns':[{'node_id':'a','columns':{'text_column':['x']}},"
                        + "{'node_id':'b','agent_id':'w','parents':[{'parent_node_id':'a','history_context':'new'}],"
                        + "'columns':{'text_column':['y']},'settings':{'requeue_delay':2}}]}],"
                        + "'prefix_column':['P'],'text_column':['z'],'relative_timestamp_column':[4]}");
        ConversationNode root = graph.nodes().getFirst();
        assertThat(graph.graphId()).isEqualTo("g");
        assertThat(root.request().column("text_column")).containsExactly(JsonValue.of("x"), JsonValue.of("z"));
        assertThat(root.request().column("prefix_column")).containsExactly(JsonValue.of("P"));
        assertThat(root.settings().relativeTimestampSeconds()).isEqualTo(4.0);
        assertThat(graph.nodes().getLast().agentId()).isEqualTo("w");
        assertThat(graph.nodes().getLast().settings().requeueDelaySeconds()).isEqualTo(2.0);
        assertThat(graph.edges()).containsExactly(new ConversationEdge("a", "b", HistoryContext.NEW));
    }

    private static ConversationGraph graph(ToolCallMode mode, String... turns) throws RowException {
        List<Map<String, List<JsonValue>>> row =
                List.of(turns).stream().map(FinalizerTest::columns).toList();
        Finalizer.Conversation conversation =
                Objects.requireNonNull(new Finalizer(new FinalizerConfig.Generative(mode)).conversation(row));
        return conversation.named(Objects.requireNonNullElse(conversation.graphId(), "graph"));
    }

    private static Map<String, List<JsonValue>> columns(String json) {
        try {
            Map<String, List<JsonValue>> columns = new LinkedHashMap<>();
            ((JsonObject) JsonReader.read(json.replace('\'', '"')))
                    .members()
                    .forEach((name, values) -> columns.put(name, ((JsonArray) values).items()));
            return columns;
        } catch (JsonSyntaxException e) {
            throw new AssertionError(json, e);
        }
    }
}
