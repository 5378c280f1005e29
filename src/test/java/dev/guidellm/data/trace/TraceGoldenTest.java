package dev.guidellm.data.trace;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guidellm.GoldenCases;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.ProfileConfig.TurnSchedule;
import dev.guidellm.config.Settings;
import dev.guidellm.config.TraceData;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GraphStructure;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.data.DataException;
import dev.guidellm.data.DataSources;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.schedule.GraphCursor;
import dev.guidellm.schedule.TurnTimes;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/// The trace runs of the reference: graphs, times, blocks, shared prefixes, send schedules, errors and log lines.
///
/// Of the `weka` cases every one would differ in what the reference does not read of a file: the recorded durations
/// in `api_time`, and that ids without a scope are the conversation's own. So those cases run on files that say
/// what the reference takes them to say, and with `history=runtime`, since it knows nothing else; what we make of
/// the files as they are stands in [WekaTraceTest]. Of made-up tool results only the number of tokens is compared.
class TraceGoldenTest {
    private static final String FILE = "data/trace/trace-cases.json";
    private static final String FOLDER = "src/test/resources/cases/data/trace/files";
    private static final ConfigReader CONFIG = new ConfigReader(Settings.defaults(Path.of("")));
    private static final Tokenizer TOKENIZER = Tokenizers.resolve("src/test/resources/cases/tokenizer", null, null);

    @TempDir
    private static Path folder;

    static Stream<Named<JsonObject>> cases() {
        return GoldenCases.loadList(FILE, "cases").stream().map(c -> Named.of(GoldenCases.text(c, "name"), c));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void replaysAsTheReference(JsonObject golden) throws Exception {
        JsonObject actual = run(golden);
        Map<String, JsonValue> expected = new LinkedHashMap<>(golden.members());
        List.of("name", "data", "note").forEach(expected::remove);
        if (golden.get("error") instanceof JsonObject error) {
            expected.put("error", GoldenCases.member(error, "message"));
        }
        GoldenCases.check(FILE, GoldenCases.text(golden, "name"), actual, withCountedResults(new JsonObject(expected)));
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    private static JsonObject run(JsonObject golden) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(SkippedRows.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
        try {
            return result(golden, log.list);
        } catch (DataException e) {
            JsonValue.ObjectBuilder result = JsonValue.object();
            if (e.problem().startsWith("none of its")) {
                result.put("conversations", new JsonArray(List.of()))
                        .put("edges_total", 0)
                        .put("schedules", schedules(golden, List.of()));
            } else {
                result.put("error", e.problem());
            }
            return result.put("logs", lines(log.list)).build();
        } finally {
            logger.detachAppender(log);
        }
    }

    private static JsonObject result(JsonObject golden, List<ILoggingEvent> log) throws JsonSyntaxException {
        int samples = golden.get("samples") instanceof JsonInteger number ? (int) number.longValue() : -1;
        String name = GoldenCases.text(golden, "name");
        if (samples < 0) {
            samples =
                    name.endsWith("samples3") ? 3 : name.endsWith("samples_2") ? 2 : name.endsWith("too_many") ? 7 : -1;
        }
        TraceConversations source = TraceLoader.open(
                config(golden), "data[0]", 2746317213L, () -> TOKENIZER, DataSources.DEFAULT_TOOL_RESPONSE, samples);
        List<ConversationGraph> graphs = new ArrayList<>();
        for (int i = 0; i < (samples > 0 ? samples : source.plan().size()); i++) {
            graphs.add(source.graph(i, "g" + i));
        }
        List<JsonValue> conversations = new ArrayList<>();
        int edges = 0;
        for (ConversationGraph graph : graphs) {
            edges += graph.edges().size();
            conversations.add(JsonValue.object()
                    .put("index", conversations.size())
                    .put("turns", turns(graph))
                    .build());
        }
        JsonValue.ObjectBuilder result = JsonValue.object()
                .put("conversations", new JsonArray(conversations))
                .put("edges_total", edges)
                .put("schedules", schedules(golden, graphs))
                .put("logs", lines(log));
        if (golden.get("hash_prompts") != null) {
            List<HashPrompt> prompts = hashPrompts(source, graphs);
            result.put(
                            "hash_prompts",
                            new JsonArray(prompts.stream().map(HashPrompt::json).toList()))
                    .put("hash_prefix_pairs", pairs(prompts));
        }
        return result.build();
    }

    private static TraceData config(JsonObject golden) throws JsonSyntaxException {
        JsonValue data = GoldenCases.member(golden, "data");
        JsonObject located =
                (JsonObject) JsonReader.read(JsonWriter.toString(data).replace("<data>", FOLDER));
        if ("weka".equals(GoldenCases.text(located, "kind"))) {
            JsonObject source = (JsonObject) GoldenCases.member(located, "source");
            Path file = asTheReferenceReads(
                    Path.of(GoldenCases.text(source, "path")), located.get("duration_column") != null);
            located = JsonValue.object()
                    .putAll(located)
                    .put("history", "runtime")
                    .put(
                            "source",
                            JsonValue.object()
                                    .putAll(source)
                                    .put("path", file.toString())
                                    .build())
                    .build();
        }
        return (TraceData) CONFIG.read(DataConfig.class, located, "");
    }

    private static Path asTheReferenceReads(Path file, boolean keepDurations) {
        try {
            String text = Files.readString(file);
            if (!keepDurations) {
                text = text.replaceAll(",\\s*\"api_time\": [0-9.]+", "");
            }
            text = text.replaceAll("\"hash_id_scope\": null", "\"hash_id_scope\": \"global\"");
            if (!text.contains("hash_id_scope")) {
                text = text.replaceAll("\\{\"id\":", "{\"hash_id_scope\": \"global\", \"id\":");
            }
            return Files.writeString(folder.resolve(file.getFileName()), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonArray lines(List<ILoggingEvent> log) {
        return new JsonArray(log.stream()
                .<JsonValue>map(event -> JsonValue.object()
                        .put("level", event.getLevel() == Level.WARN ? "WARNING" : "ERROR")
                        .put("message", event.getFormattedMessage().replaceFirst(" \\(src/test.*", ""))
                        .build())
                .toList());
    }

    private static JsonArray turns(ConversationGraph graph) throws JsonSyntaxException {
        GraphStructure structure = graph.structure();
        List<JsonValue> turns = new ArrayList<>();
        for (int i = 0; i < graph.nodes().size(); i++) {
            ConversationNode node = graph.nodes().get(i).complete();
            JsonValue.ObjectBuilder turn = JsonValue.object()
                    .put("node_id", node.nodeId())
                    .put("agent_id", node.agentId())
                    .put("parents", parents(graph, node))
                    .put("turn_type", node.request().turnType().key())
                    .put("relative_timestamp", node.settings().relativeTimestampSeconds())
                    .put("trace_duration", node.settings().traceDurationSeconds())
                    .put("prompt_tokens", node.request().inputMetrics().get(UsageField.TEXT_TOKENS))
                    .put("output_tokens", node.request().outputMetrics().get(UsageField.TEXT_TOKENS));
            List<JsonValue> texts = node.request().column(Columns.TEXT);
            if (!texts.isEmpty()) {
                turn.put("text_token_count_reencoded", TOKENIZER.count(((JsonString) texts.getFirst()).value()));
            }
            List<JsonValue> raw = node.request().column(Columns.RAW_MESSAGES);
            if (!raw.isEmpty()) {
                turn.put("raw_messages", raw.getFirst());
            }
            for (JsonValue tools : node.request().column(Columns.TOOLS)) {
                List<JsonValue> names = new ArrayList<>();
                for (JsonValue tool : JsonPath.items(JsonReader.read(((JsonString) tools).value()))) {
                    names.add(JsonValue.of(JsonPath.text(tool, "function", "name")));
                }
                turn.put("tool_names", new JsonArray(names));
            }
            List<JsonValue> results = node.request().column(Columns.TOOL_RESPONSE);
            if (!results.isEmpty()) {
                turn.put(
                        "tool_responses",
                        new JsonArray(
                                results.stream().map(TraceGoldenTest::counted).toList()));
            }
            for (JsonValue choice : node.request().column(Columns.TOOL_CHOICE)) {
                turn.put("tool_choice", choice);
            }
            List<JsonValue> history = new ArrayList<>();
            for (int earlier : structure.history(i)) {
                history.add(JsonValue.of(graph.nodes().get(earlier).nodeId()));
            }
            turns.add(turn.put("turn_index", structure.turnIndex(i))
                    .put("history_nodes", new JsonArray(history))
                    .put("topo_index", structure.precedingNodes(i))
                    .build());
        }
        return new JsonArray(turns);
    }

    /// A made-up result by its number of tokens.
    private static JsonValue counted(JsonValue result) {
        try {
            String words = JsonPath.text(JsonReader.read(((JsonString) result).value()), "result");
            return words == null ? result : JsonValue.of((long) TOKENIZER.count(words));
        } catch (JsonSyntaxException e) {
            return result;
        }
    }

    private static JsonValue withCountedResults(JsonValue value) {
        return switch (value) {
            case JsonArray(List<JsonValue> items) ->
                new JsonArray(
                        items.stream().map(TraceGoldenTest::withCountedResults).toList());
            case JsonObject(Map<String, JsonValue> members) -> {
                Map<String, JsonValue> changed = new LinkedHashMap<>();
                members.forEach((key, member) -> changed.put(
                        key,
                        key.equals("tool_responses")
                                ? new JsonArray(((JsonArray) member)
                                        .items().stream()
                                                .map(TraceGoldenTest::counted)
                                                .toList())
                                : withCountedResults(member)));
                yield new JsonObject(changed);
            }
            default -> value;
        };
    }

    private static JsonArray parents(ConversationGraph graph, ConversationNode node) {
        List<JsonValue> parents = new ArrayList<>();
        for (ConversationEdge edge : graph.edges()) {
            if (edge.target().equals(node.nodeId())) {
                parents.add(JsonValue.object()
                        .put("node", edge.source())
                        .put("history", edge.context().key())
                        .build());
            }
        }
        return new JsonArray(parents);
    }

    /// Every schedule of the golden case, on a virtual clock where each request takes as long as the case says.
    private static JsonArray schedules(JsonObject golden, List<ConversationGraph> graphs) {
        List<JsonValue> schedules = new ArrayList<>();
        for (JsonValue schedule : JsonPath.items(golden, "schedules")) {
            double scale = Objects.requireNonNull(JsonPath.number(schedule, "profile_time_scale"));
            double service = Objects.requireNonNull(JsonPath.number(schedule, "service_seconds"));
            String mode = Objects.requireNonNull(JsonPath.text(schedule, "schedule_turn"));
            TurnSchedule turns = mode.equals("timestamp") ? TurnSchedule.TIMESTAMP : TurnSchedule.IDLE_GAP;
            List<JsonValue> sent = new ArrayList<>();
            for (ConversationGraph graph : graphs) {
                sent.add(sent(graph, new TurnTimes(0, scale, turns), Math.round(service * 1e9)));
            }
            schedules.add(JsonValue.object()
                    .put("schedule_turn", mode)
                    .put("profile_time_scale", scale)
                    .put("service_seconds", service)
                    .put("per_conversation", new JsonArray(sent))
                    .build());
        }
        return new JsonArray(schedules);
    }

    private static JsonObject sent(ConversationGraph graph, TurnTimes times, long serviceNanos) {
        GraphStructure structure = graph.structure();
        GraphCursor cursor = new GraphCursor(graph, structure);
        Map<String, JsonValue> sent = new LinkedHashMap<>();
        for (int node : structure.topologicalOrder()) {
            long due = times.dueNanos(graph, structure, cursor, node);
            long ready = structure.parents(node).stream()
                    .mapToLong(cursor::endedNanos)
                    .max()
                    .orElse(0);
            long send = Math.max(due, ready);
            cursor.complete(node, send + serviceNanos);
            sent.put(
                    graph.nodes().get(node).nodeId(),
                    JsonValue.object()
                            .put("target", due / 1e9)
                            .put("send", send / 1e9)
                            .put("end", (send + serviceNanos) / 1e9)
                            .build());
        }
        return new JsonObject(sent);
    }

    /// A prompt that is made of blocks.
    private record HashPrompt(int table, long[] ids, List<Integer> sizes, int conversation, String node, String text) {
        JsonValue json() {
            List<JsonValue> idValues = new ArrayList<>();
            for (long id : ids) {
                idValues.add(JsonValue.of(id));
            }
            return JsonValue.object()
                    .put("table", table)
                    .put("hash_ids", new JsonArray(idValues))
                    .put(
                            "block_sizes",
                            new JsonArray(sizes.stream()
                                    .<JsonValue>map(size -> JsonValue.of((long) size))
                                    .toList()))
                    .put("conversation", conversation)
                    .put("node", node)
                    .build();
        }
    }

    private static List<HashPrompt> hashPrompts(TraceConversations source, List<ConversationGraph> graphs) {
        List<HashPrompt> prompts = new ArrayList<>();
        Map<String, Integer> tables = new LinkedHashMap<>();
        for (int i = 0; i < graphs.size(); i++) {
            SessionTiming.Timed timed = source.plan().get(i);
            for (int turn = 0; turn < timed.session().turns().size(); turn++) {
                TraceTurn recorded = timed.session().turns().get(turn);
                TraceContent.Blocks blocks = (TraceContent.Blocks) recorded.content();
                long[] ids = blocks.blocks().toArray();
                List<Integer> sizes = new ArrayList<>();
                int left = recorded.promptTokens();
                for (int block = 0; block < ids.length; block++) {
                    int size = Math.min(left, blocks.blockSize());
                    sizes.add(size);
                    left -= size;
                }
                int table = tables.computeIfAbsent(timed.copy() + " " + blocks.scope(), _ -> tables.size());
                JsonValue text = graphs.get(i)
                        .nodes()
                        .get(turn)
                        .request()
                        .complete()
                        .column(Columns.TEXT)
                        .getFirst();
                prompts.add(new HashPrompt(table, ids, sizes, i, recorded.nodeId(), ((JsonString) text).value()));
            }
        }
        return prompts;
    }

    private static JsonArray pairs(List<HashPrompt> prompts) {
        List<JsonValue> pairs = new ArrayList<>();
        for (int a = 0; a < prompts.size(); a++) {
            for (int b = a + 1; b < prompts.size(); b++) {
                HashPrompt one = prompts.get(a);
                HashPrompt other = prompts.get(b);
                int shared = BlockIds.shared(one.ids, one.ids.length, other.ids, other.ids.length);
                if (shared > 0) {
                    pairs.add(JsonValue.object()
                            .put("a", a)
                            .put("b", b)
                            .put("shared_leading_ids", shared)
                            .put("same_table", one.table == other.table)
                            .put("text_prefix_identical", sharesText(one, other, shared))
                            .build());
                }
            }
        }
        return new JsonArray(pairs);
    }

    private static boolean sharesText(HashPrompt one, HashPrompt other, int blocks) {
        int tokens = 0;
        for (int i = 0; i < blocks; i++) {
            tokens += Math.min(one.sizes.get(i), other.sizes.get(i));
        }
        int same = 0;
        while (same < Math.min(one.text.length(), other.text.length())
                && one.text.charAt(same) == other.text.charAt(same)) {
            same++;
        }
        return TOKENIZER.count(one.text.substring(0, same)) >= tokens;
    }

    @Test
    void theFileIsWhole() {
        assertThat(cases()).hasSize(54);
    }
}
