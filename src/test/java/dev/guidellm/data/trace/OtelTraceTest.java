package dev.guidellm.data.trace;

import static dev.guidellm.data.trace.Traces.contents;
import static dev.guidellm.data.trace.Traces.edges;
import static dev.guidellm.data.trace.Traces.graphs;
import static dev.guidellm.data.trace.Traces.starts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spans in the forms that the reference does not read, and what overlaps.
@NullMarked
class OtelTraceTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1760000000",
                "1760000000.0",
                "1760000000000",
                "1760000000000000",
                "1760000000000000000",
                "\"1760000000000000000\"",
                "\"2025-10-09T08:53:20Z\"",
                "\"2025-10-09 08:53:20\"",
                "\"2025-10-09T10:53:20+02:00\""
            })
    void timesMayBeOfAnyUnit(String start) throws IOException {
        ConversationGraph graph = graphs(write(
                        "{\"trace_id\":\"t\",\"span_id\":\"a\",\"start_time\":" + start + "," + chat("hi", "ho") + "}",
                        "{\"trace_id\":\"t\",\"span_id\":\"b\",\"start_time\":\"2025-10-09T08:53:22.500Z\","
                                + chat("hi again", "ho") + "}"))
                .getFirst();
        assertThat(starts(graph)).containsExactly(entry("main_0", 0.0), entry("main_1", 2.5));
    }

    @Test
    void failuresAreKnownByNumberTextAndErrorType() throws IOException {
        List<ConversationGraph> graphs = graphs(write(
                "{\"start_time\":1,\"status\":{\"code\":2}," + chat("a", "b") + "}",
                "{\"start_time\":2,\"status\":{\"code\":\"STATUS_CODE_ERROR\"}," + chat("a", "b") + "}",
                "{\"start_time\":3,\"status\":{\"code\":\"ERROR\"}," + chat("a", "b") + "}",
                "{\"start_time\":4,\"status\":\"error\"," + chat("a", "b") + "}",
                "{\"start_time\":5,\"status\":{\"code\":\"OK\"}," + chat("fine", "b") + "}",
                "{\"start_time\":6,\"attributes\":{\"error.type\":\"timeout\",\"gen_ai.usage.input_tokens\":1,"
                        + "\"gen_ai.usage.output_tokens\":1}}"));
        assertThat(graphs).hasSize(1);
        assertThat(contents(graphs.getFirst().nodes().getFirst())).containsExactly("user:fine");
    }

    @Test
    void spansThatOverlapRunSideBySide() throws IOException {
        ConversationGraph graph = graphs(write(
                        span("plan", 0, 2),
                        span("left", 3, 9),
                        span("right", 4, 8),
                        span("after right", 8.5, 8.8),
                        span("join", 10, 12),
                        span("end", 13, 14)))
                .getFirst();
        assertThat(edges(graph))
                .containsExactly(
                        "main_0>main_1", // left after plan
                        "main_0>main_2", // right after plan, beside left
                        "main_2>main_3", // only right was over
                        "main_1>main_4", // both branches are waited for
                        "main_3>main_4",
                        "main_4>main_5");
        assertThat(graph.nodes().get(4).settings().traceDurationSeconds()).isEqualTo(2.0);
    }

    @Test
    void aTraceMayStandAnywhereInTheFile() throws IOException {
        List<ConversationGraph> graphs = graphs(write(
                "{\"trace_id\":\"x\",\"start_time\":100," + chat("x1", "") + "}",
                "{\"trace_id\":\"y\",\"start_time\":150," + chat("y1", "") + "}",
                "{\"trace_id\":\"x\",\"start_time\":110," + chat("x2", "") + "}"));
        assertThat(graphs).extracting(graph -> graph.nodes().size()).containsExactly(2, 1);
    }

    @Test
    void offsetsBetweenTracesAreKeptWhereAskedFor() throws IOException {
        String option = write(
                "{\"trace_id\":\"x\",\"start_time\":100," + chat("x1", "") + "}",
                "{\"trace_id\":\"y\",\"start_time\":150," + chat("y1", "") + "}");
        assertThat(graphs(option)).allSatisfy(graph -> assertThat(starts(graph)).containsValue(0.0));
        assertThat(starts(graphs(option + ",trace_offsets=true").get(1))).containsExactly(entry("main_0", 50.0));
    }

    @Test
    void readsOtlpJson() throws IOException {
        String span = """
            {"traceId":"5b8e","spanId":"%s","parentSpanId":"","name":"chat m","startTimeUnixNano":"%d000000000",
            "endTimeUnixNano":"%d500000000","status":{},"attributes":[
            {"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},
            {"key":"gen_ai.usage.input_tokens","value":{"intValue":"12"}},
            {"key":"gen_ai.usage.output_tokens","value":{"intValue":7}},
            {"key":"gen_ai.system_instructions","value":{"stringValue":
            "[{\\"type\\":\\"text\\",\\"content\\":\\"Be brief.\\"}]"}},
            {"key":"gen_ai.input.messages","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[
            {"key":"role","value":{"stringValue":"user"}},
            {"key":"content","value":{"stringValue":"%s"}}]}}]}}}]}\
            """.replace("\n", "");
        String document =
                "{\"resourceSpans\":[{\"resource\":{\"attributes\":[]},\"scopeSpans\":[{\"scope\":{\"name\":\"s\"},"
                        + "\"spans\":[" + span.formatted("02", 1760000010, 1760000011, "second") + ","
                        + span.formatted("01", 1760000000, 1760000001, "first") + "]}]}]}";
        ConversationGraph graph = graphs(write(document)).getFirst();
        assertThat(starts(graph)).containsExactly(entry("main_0", 0.0), entry("main_1", 10.0));
        assertThat(contents(graph.nodes().getFirst())).containsExactly("system:Be brief.", "user:first");
        assertThat(graph.nodes().getFirst().settings().traceDurationSeconds()).isEqualTo(1.5);
    }

    @Test
    void readsNumberedAttributes() throws IOException {
        ConversationGraph graph = graphs(write("{\"start_time\":1,\"attributes\":{\"llm.request.type\":\"chat\","
                        + "\"gen_ai.usage.prompt_tokens\":9,\"gen_ai.usage.completion_tokens\":4,\"gen_ai.prompt.0.role\":\"system\",\"gen_ai.prompt.0.content\":\"You"
                        + " are terse.\",\"gen_ai.prompt.1.role\":\"user\",\"gen_ai.prompt.1.content\":\"Capital?\","
                        + "\"gen_ai.completion.0.role\":\"assistant\",\"gen_ai.completion.0.finish_reason\":\"tool_calls\","
                        + "\"gen_ai.completion.0.tool_calls.0.id\":\"c1\",\"gen_ai.completion.0.tool_calls.0.name\":\"lookup\","
                        + "\"gen_ai.completion.0.tool_calls.0.arguments\":\"{}\",\"llm.request.functions.0.name\":\"lookup\","
                        + "\"llm.request.functions.0.parameters\":\"{\\\"type\\\":\\\"object\\\"}\"}}"))
                .getFirst();
        assertThat(contents(graph.nodes().getFirst())).containsExactly("system:You are terse.", "user:Capital?");
        assertThat(graph.nodes())
                .extracting(node -> node.request().turnType())
                .containsExactly(TurnType.CLIENT_TOOL_CALL, TurnType.TOOL_RESPONSE_INJECTION);
        assertThat(graph.nodes().getFirst().request().column(Columns.TOOLS).toString())
                .contains("\\\"name\\\":\\\"lookup\\\"".replace("\\\"", "\""))
                .contains("\"parameters\":{\"type\":\"object\"}");
    }

    @Test
    void readsEventsOfOlderConventions() throws IOException {
        ConversationGraph events = graphs(
                        write(
                                "{\"start_time\":1," + usage()
                                        + "\"events\":[{\"name\":\"gen_ai.system.message\",\"attributes\":{\"content\":\"Be"
                                        + " kind.\"}},"
                                        + "{\"name\":\"gen_ai.user.message\",\"attributes\":{\"content\":\"Hello\"}},"
                                        + "{\"name\":\"gen_ai.choice\",\"attributes\":{\"message\":\"{\\\"content\\\":\\\"Hi\\\"}\"}}]}"))
                .getFirst();
        assertThat(contents(events.nodes().getFirst())).containsExactly("system:Be kind.", "user:Hello");
        ConversationGraph details = graphs(
                        write(
                                "{\"start_time\":1," + usage() + "\"events\":[{\"name\":"
                                        + "\"gen_ai.client.inference.operation.details\",\"attributes\":{\"gen_ai.input.messages\":"
                                        + "\"[{\\\"role\\\":\\\"user\\\",\\\"parts\\\":[{\\\"type\\\":\\\"text\\\",\\\"content\\\":\\\"Hey\\\"}]}]\"}}]}"))
                .getFirst();
        assertThat(contents(details.nodes().getFirst())).containsExactly("user:Hey");
        ConversationGraph content = graphs(write("{\"start_time\":1," + usage() + "\"events\":[{\"name\":"
                        + "\"gen_ai.content.prompt\",\"attributes\":{\"gen_ai.prompt\":\"Just text\"}}]}"))
                .getFirst();
        assertThat(contents(content.nodes().getFirst())).containsExactly("user:Just text");
    }

    @Test
    void aBadSpanIsLeftOutAndAConversationWithoutMessagesToo() throws IOException {
        TraceConversations trace = Traces.open(write(
                "{\"trace_id\":\"a\",\"start_time\":\"yesterday\"," + chat("a", "") + "}",
                "{\"trace_id\":\"a\",\"start_time\":2," + chat("b", "") + "}",
                "{\"trace_id\":\"n\",\"start_time\":3,\"attributes\":{\"gen_ai.usage.input_tokens\":1,"
                        + "\"gen_ai.usage.output_tokens\":1}}",
                "{\"trace_id\":\"j\",\"start_time\":4,\"attributes\":{\"gen_ai.usage.input_tokens\":1,"
                        + "\"gen_ai.usage.output_tokens\":1,\"gen_ai.input.messages\":\"[oops\"}}",
                "{\"other\":1}"));
        assertThat(graphs(trace)).hasSize(1);
        assertThat(trace.iterator(0).rowsSkipped()).isEqualTo(4);
        assertThatThrownBy(() -> Traces.open("kind=otel,path=" + Traces.FILES + "trace_minimal.jsonl"))
                .isInstanceOf(DataException.class)
                .hasMessageEndingWith("Trace missing required columns: ['start_time']");
    }

    private String write(String... rows) throws IOException {
        Path file = folder.resolve("spans.jsonl");
        Files.writeString(file, String.join("\n", rows) + "\n");
        return "kind=otel,path=" + file;
    }

    private static String usage() {
        return "\"attributes\":{\"gen_ai.usage.input_tokens\":3,\"gen_ai.usage.output_tokens\":2},";
    }

    private static String span(String prompt, double start, double end) {
        return "{\"trace_id\":\"t\",\"start_time\":" + (1_760_000_000 + start) + ",\"end_time\":"
                + (1_760_000_000 + end) + "," + chat(prompt, "done") + "}";
    }

    private static String chat(String prompt, String answer) {
        return "\"attributes\":{\"gen_ai.operation.name\":\"chat\",\"gen_ai.usage.input_tokens\":3,"
                + "\"gen_ai.usage.output_tokens\":2,\"gen_ai.input.messages\":[{\"role\":\"user\",\"content\":\""
                + prompt
                + "\"}],\"gen_ai.output.text\":\"" + answer + "\"}";
    }
}
