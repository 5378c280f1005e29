package dev.guidellm.data.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OptionValueParser;
import dev.guidellm.config.Settings;
import dev.guidellm.config.TraceData;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.DataException;
import dev.guidellm.data.DataSources;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `azure`, `burstgpt`, `sharegpt`, `bailian` and `aiperf_dag`: what becomes of the samples in `examples/traces`, and
/// of rows that something is wrong with.
@NullMarked
class MoreFormatsTest {
    private static final Tokenizer TOKENIZER = Tokenizers.resolve("src/test/resources/cases/tokenizer", null, null);

    @TempDir
    private Path folder;

    private final List<String> log = new ArrayList<>();

    /// The conversations of an option, in the order in which they begin; fills [#log].
    private List<ConversationGraph> open(String option) {
        Logger logger = (Logger) org.slf4j.LoggerFactory.getLogger(SkippedRows.class);
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        logger.addAppender(events);
        List<ConversationGraph> graphs = new ArrayList<>();
        try {
            TraceData config = (TraceData) new ConfigReader(Settings.defaults(Path.of("")))
                    .read(DataConfig.class, OptionValueParser.parse(option), "");
            TraceConversations trace =
                    TraceLoader.open(config, "data[0]", 7, () -> TOKENIZER, DataSources.DEFAULT_TOOL_RESPONSE, -1);
            try (ConversationIterator conversations = trace.iterator(0)) {
                conversations.forEachRemaining(graphs::add);
            }
        } catch (OptionValueException e) {
            throw new IllegalArgumentException(option, e);
        } finally {
            logger.detachAppender(events);
            events.list.forEach(event -> log.add(event.getFormattedMessage()));
        }
        return graphs;
    }

    private List<ConversationGraph> written(String kind, String name, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return open("kind=" + kind + ",path=" + file);
    }

    private static List<String> edges(ConversationGraph graph) {
        return graph.edges().stream()
                .map(edge -> edge.source() + (edge.context() == HistoryContext.FULL ? ">>" : ">") + edge.target())
                .toList();
    }

    /// `node@seconds:promptTokens→outputTokens` of each turn, the prompt's tokens counted in its text.
    private static List<String> turns(ConversationGraph graph) {
        List<String> turns = new ArrayList<>();
        for (ConversationNode node : graph.nodes()) {
            ConversationNode whole = node.complete();
            turns.add(String.format(
                    Locale.ROOT,
                    "%s@%.2f:%d→%s",
                    node.nodeId(),
                    node.settings().relativeTimestampSeconds(),
                    tokens(whole),
                    whole.request().outputMetrics().get(UsageField.TEXT_TOKENS)));
        }
        return turns;
    }

    private static int tokens(ConversationNode whole) {
        int tokens = 0;
        for (JsonValue text : whole.request().column(Columns.TEXT)) {
            tokens += TOKENIZER.count(((JsonString) text).value());
        }
        for (String content : contents(whole)) {
            tokens += TOKENIZER.count(content.substring(content.indexOf(':') + 1));
        }
        assertThat(whole.request().inputMetrics().get(UsageField.TEXT_TOKENS)).isEqualTo((long) tokens);
        return tokens;
    }

    private static List<String> contents(ConversationNode whole) {
        List<String> contents = new ArrayList<>();
        for (JsonValue messages : whole.request().column(Columns.RAW_MESSAGES)) {
            for (JsonValue message : JsonPath.items(messages)) {
                contents.add(JsonPath.text(message, "role") + ":" + JsonPath.text(message, "content"));
            }
        }
        return contents;
    }

    @Test
    void azuresMomentsAreExactToTheSeventhDigit() {
        List<ConversationGraph> graphs = open("kind=azure,path=examples/traces/azure.csv");
        assertThat(graphs).allSatisfy(graph -> assertThat(graph.nodes()).hasSize(1));
        assertThat(graphs.stream()
                        .map(graph -> graph.nodes().getFirst().settings().relativeTimestampSeconds()))
                .satisfiesExactly(
                        start -> assertThat(start).isZero(),
                        start -> assertThat(start).isCloseTo(0.1400700, within(1e-9)),
                        start -> assertThat(start).isCloseTo(0.4114079, within(1e-9)),
                        start -> assertThat(start).isCloseTo(0.9900700, within(1e-9)),
                        start -> assertThat(start).isCloseTo(0.9900701, within(1e-9)));
        assertThat(graphs.stream().flatMap(graph -> turns(graph).stream()))
                .containsExactly(
                        "main_0@0.00:374→44",
                        "main_0@0.14:396→109",
                        "main_0@0.41:879→55",
                        "main_0@0.99:91→16",
                        "main_0@0.99:2048→7");
    }

    @Test
    void rowsOfAzureThatCannotBeReplayedAreNamed() throws IOException {
        List<ConversationGraph> graphs = written("azure", "bad.csv", """
            TIMESTAMP,ContextTokens,GeneratedTokens
            2023-11-16 18:15:46.6805900,374,44
            yesterday,10,5
            2023-11-16 18:15:47.0000000,-3,5
            2023-11-16 18:15:48.0000000,30,0
            ,30,7
            """);
        assertThat(graphs).hasSize(1);
        assertThat(log)
                .anyMatch(line -> line.contains("got 'yesterday'") && line.contains("bad.csv line 3"))
                .anyMatch(line -> line.contains("non-negative") && line.contains("line 4"))
                .anyMatch(line -> line.contains("GeneratedTokens is 0: a failed request") && line.contains("line 5"))
                .anyMatch(line -> line.contains("TIMESTAMP must be a date and time") && line.contains("line 6"));
        assertThatThrownBy(() -> written("azure", "other.csv", "a,b\n1,2\n"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("missing required columns: ['TIMESTAMP', 'ContextTokens', 'GeneratedTokens']");
    }

    @Test
    void sessionsOfBurstGptAreConversations() {
        List<ConversationGraph> graphs = open("kind=burstgpt,path=examples/traces/burstgpt.csv");
        assertThat(graphs.stream().map(MoreFormatsTest::turns))
                .containsExactly(
                        List.of("main_0@0.00:40→12", "main_1@0.50:75→20", "main_2@0.90:130→9"),
                        List.of("main_0@0.10:64→8"),
                        List.of("main_0@0.20:300→5"));
        assertThat(edges(graphs.getFirst())).containsExactly("main_0>main_1", "main_1>main_2");
        assertThat(graphs.getFirst().nodes().getFirst().settings().traceDurationSeconds())
                .isEqualTo(0.2);
        assertThat(log)
                .anyMatch(line -> line.contains("Response tokens is 0: a failed request")
                        && line.contains("burstgpt.csv line 5"));
    }

    @Test
    void burstGptsFirstReleaseKnowsNoSessions() throws IOException {
        List<ConversationGraph> graphs = written("burstgpt", "v1.csv", """
            Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type
            45,ChatGPT,108,23,131,Conversation log
            5,ChatGPT,47,18,65,Conversation log
            """);
        assertThat(graphs.stream().map(MoreFormatsTest::turns))
                .containsExactly(List.of("main_0@0.00:47→18"), List.of("main_0@40.00:108→23"));
        assertThat(log).anyMatch(line -> line.contains("'Elapsed time' is missing"));
    }

    @Test
    void aChatIsSentAsItWasRecorded() {
        List<ConversationGraph> graphs = open("kind=sharegpt,path=examples/traces/sharegpt.json");
        assertThat(contents(graphs.getFirst().nodes().getLast().complete()))
                .containsExactly(
                        "system:You plan short trips.",
                        "user:Which boats go to the island on Sunday?",
                        "assistant:The white one at nine, the blue one at noon and again at four.",
                        "user:And back in the evening?");
        assertThat(edges(graphs.getFirst())).containsExactly("main_0>main_1");
        assertThat(contents(graphs.getLast().nodes().getFirst().complete()))
                .containsExactly("user:Say it again in one sentence.");
        assertThat(graphs.getLast().nodes()).hasSize(1);
        assertThat(turns(graphs.getLast()).getFirst())
                .startsWith("main_0@1.00:")
                .endsWith("→" + TOKENIZER.count("They hung it from two towers."));
        assertThat(log).anyMatch(line -> line.contains("chats that begin so: 1"));
    }

    @Test
    void aChatCanGoOnWithTheServersOwnAnswers() {
        List<ConversationGraph> graphs = open("kind=sharegpt,path=examples/traces/sharegpt.json,history=runtime,"
                + "conversation_interval=0.5,think_time=2");
        assertThat(edges(graphs.getFirst())).containsExactly("main_0>>main_1");
        assertThat(contents(graphs.getFirst().nodes().getLast().complete()))
                .containsExactly("user:And back in the evening?");
        assertThat(turns(graphs.getFirst()).getLast()).startsWith("main_1@2.00:");
        assertThat(turns(graphs.getLast()).getFirst()).startsWith("main_0@0.50:");
    }

    @Test
    void chatsThatCannotBeReplayedAreNamed() throws IOException {
        String good = "{\"conversations\":[{\"from\":\"user\",\"value\":\"a\"},{\"from\":\"bard\",\"value\":\"b\"}]}";
        List<ConversationGraph> graphs = written("sharegpt", "bad.jsonl", good + """

            {"conversations": [{"from": "human", "value": "no answer"}]}
            {"conversations": [{"from": "robot", "value": "beep"}]}
            {"conversations": ["text"]}
            {"id": "none"}
            """);
        assertThat(graphs).hasSize(1);
        assertThat(log)
                .anyMatch(line -> line.contains("no question with an answer") && line.contains("line 2"))
                .anyMatch(line -> line.contains("from \"robot\"") && line.contains("line 3"))
                .anyMatch(line -> line.contains("must be an object") && line.contains("line 4"))
                .anyMatch(line -> line.contains("conversations must be a list") && line.contains("line 5"));
    }

    @Test
    void bailiansRequestsFollowTheirParents() {
        List<ConversationGraph> graphs = open("kind=bailian,path=examples/traces/bailian.jsonl");
        assertThat(graphs.stream().map(MoreFormatsTest::turns))
                .containsExactly(
                        List.of("main_0@0.00:40→6", "main_1@0.30:70→8", "sa_0_0@0.40:64→4", "main_2@0.70:96→3"),
                        List.of("main_0@0.05:33→5"),
                        List.of("main_0@0.80:20→2"));
        assertThat(edges(graphs.getFirst()))
                .containsExactlyInAnyOrder("main_0>main_1", "main_0>sa_0_0", "main_1>main_2");
        String first = text(graphs.get(0), 0);
        String other = text(graphs.get(1), 0);
        // Two blocks are shared, then four; texts that differ may still begin with the same letters.
        assertThat(TOKENIZER.count(common(first, other))).isBetween(32, 36);
        assertThat(TOKENIZER.count(common(text(graphs.get(0), 1), text(graphs.get(0), 3))))
                .isBetween(64, 68);
        assertThat(log)
                .anyMatch(line ->
                        line.contains("not in the trace begin a conversation: 1, the first of them after 900 of"));
    }

    private static String text(ConversationGraph graph, int node) {
        JsonValue text = graph.nodes()
                .get(node)
                .complete()
                .request()
                .column(Columns.TEXT)
                .getFirst();
        return ((JsonString) text).value();
    }

    private static String common(String a, String b) {
        int same = 0;
        while (same < Math.min(a.length(), b.length()) && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        return a.substring(0, same);
    }

    @Test
    void rowsOfBailianThatCannotBeReplayedAreNamed() throws IOException {
        String row = "{\"chat_id\":%d,\"parent_chat_id\":%d,\"timestamp\":%d,\"input_length\":20,\"output_length\":2,"
                + "\"hash_ids\":%s}\n";
        List<ConversationGraph> graphs = written(
                "bailian",
                "bad.jsonl",
                row.formatted(1, -1, 0, "[1,2]")
                        + row.formatted(1, -1, 1, "[1,2]")
                        + row.formatted(2, -1, 1, "[1,2,3]")
                        + row.formatted(3, 4, 1, "[1]")
                        + row.formatted(4, 3, 2, "[1]")
                        + row.formatted(5, 4, 3, "[1]"));
        assertThat(graphs).hasSize(1);
        assertThat(log)
                .anyMatch(line -> line.contains("chat_id 1 occurs twice") && line.contains("line 2"))
                .anyMatch(line -> line.contains("does not match given 3 blocks") && line.contains("line 3"))
                .anyMatch(line -> line.contains("follows itself") && line.contains("line 4"))
                .anyMatch(line -> line.contains("follows itself") && line.contains("line 5"))
                .anyMatch(line -> line.contains("follows itself") && line.contains("line 6"));
    }

    @Test
    void sessionsOfAiperfForkSpawnAndJoin() {
        List<ConversationGraph> graphs = open("kind=aiperf_dag,path=examples/traces/aiperf-dag.jsonl");
        assertThat(graphs).hasSize(2);
        assertThat(edges(graphs.getFirst()))
                .containsExactlyInAnyOrder(
                        "main_0>sa_0_0",
                        "sa_0_0>>sa_0_1",
                        "main_0>sa_1_0",
                        "main_0>>main_1",
                        "sa_0_1>main_1",
                        "main_1>>main_2",
                        "sa_1_0>main_2",
                        "main_2>>sa_2_0",
                        "main_2>>sa_3_0");
        assertThat(graphs.getFirst().nodes().stream()
                        .map(ConversationNode::agentId)
                        .distinct())
                .containsExactly("default", "tester", "writer", "mail", "blog");
        assertThat(turns(graphs.getFirst()))
                .anyMatch(turn -> turn.startsWith("sa_0_0@0.05:") && turn.endsWith("→6"))
                .anyMatch(turn -> turn.startsWith("main_1@0.15:") && turn.endsWith("→8"))
                .anyMatch(turn -> turn.startsWith("main_2@0.15:"));
        // The writer's end is waited for without the planner's delay in between.
        assertThat(graphs.getFirst().nodes().stream()
                        .filter(node -> node.nodeId().equals("sa_1_0"))
                        .map(node -> node.settings().traceDurationSeconds()))
                .singleElement()
                .satisfies(lasted -> assertThat(lasted).isCloseTo(0.15, within(1e-9)));
        assertThat(turns(graphs.getLast()).getFirst()).startsWith("main_0@1.00:");
    }

    @Test
    void roundsOfAnOrchestratorWaitForEachOther() throws IOException {
        String turns = "\"turns\":[{\"messages\":[{\"role\":\"user\",\"content\":\"go\"}],\"max_tokens\":4}]}\n";
        List<ConversationGraph> graphs = written(
                "aiperf_dag",
                "rounds.jsonl",
                "{\"session_id\":\"start\",\"orchestrator\":true,\"rounds\":2,\"think_time_ms\":500,"
                        + "\"spawns\":[\"a\",\"b\"]}\n{\"session_id\":\"a\"," + turns + "{\"session_id\":\"b\","
                        + turns);
        assertThat(edges(graphs.getFirst()))
                .containsExactlyInAnyOrder("sa_0_0>sa_2_0", "sa_1_0>sa_2_0", "sa_0_0>sa_3_0", "sa_1_0>sa_3_0");
        assertThat(turns(graphs.getFirst()))
                .satisfiesExactly(
                        turn -> assertThat(turn).startsWith("sa_0_0@0.50"),
                        turn -> assertThat(turn).startsWith("sa_1_0@0.50"),
                        turn -> assertThat(turn).startsWith("sa_2_0@1.00"),
                        turn -> assertThat(turn).startsWith("sa_3_0@1.00"));
    }

    @Test
    void sessionsOfAiperfThatCannotBeReplayedAreNamed() throws IOException {
        String message = "\"messages\":[{\"role\":\"user\",\"content\":\"go\"}]";
        List<ConversationGraph> graphs = written(
                "aiperf_dag",
                "bad.jsonl",
                "{\"session_id\":\"good\",\"colour\":\"red\",\"turns\":[{" + message
                        + ",\"extra\":{\"top_p\":0.9}}]}\n"
                        + "{\"session_id\":\"good\",\"turns\":[{" + message + "}]}\n"
                        + "{\"session_id\":\"lost\",\"turns\":[{" + message + ",\"forks\":[\"nobody\"]}]}\n"
                        + "{\"session_id\":\"x\",\"turns\":[{" + message + ",\"spawns\":[\"y\"]}]}\n"
                        + "{\"session_id\":\"y\",\"turns\":[{" + message + ",\"spawns\":[\"x\"]}]}\n"
                        + "{\"session_id\":\"early\",\"turns\":[{" + message + ",\"forks\":[\"good\"]},{" + message
                        + "}]}\n"
                        + "{\"session_id\":\"empty\",\"turns\":[]}\n"
                        + "{\"session_id\":\"none\",\"turns\":[{\"messages\":[]}]}\n"
                        + "{\"session_id\":\"delay\",\"turns\":[{" + message + ",\"delay\":-1}]}\n"
                        + "{\"turns\":[{" + message + "}]}\n");
        assertThat(graphs).hasSize(1);
        assertThat(log)
                .anyMatch(line -> line.contains("no key 'colour'"))
                .anyMatch(line -> line.contains("'extra.top_p' is not sent"))
                .anyMatch(line -> line.contains("'good' occurs twice") && line.contains("line 2"))
                .anyMatch(line -> line.contains("starts 'nobody', which is not in the file") && line.contains("line 3"))
                .anyMatch(line -> line.contains("'x' is started only by") && line.contains("line 4"))
                .anyMatch(line -> line.contains("'y' is started only by") && line.contains("line 5"))
                .anyMatch(line -> line.contains("forks end their session") && line.contains("line 6"))
                .anyMatch(line -> line.contains("at least one turn") && line.contains("line 7"))
                .anyMatch(line -> line.contains("objects with a role") && line.contains("line 8"))
                .anyMatch(line -> line.contains("delay must be at least 0") && line.contains("line 9"))
                .anyMatch(line -> line.contains("session_id must be a text") && line.contains("line 10"));
    }
}
