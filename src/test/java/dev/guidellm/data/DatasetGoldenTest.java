package dev.guidellm.data;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guidellm.GoldenCases;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/// The dataset runs of the reference: mapping, mapped rows, requests, errors and log lines.
///
/// Of made-up text only its start (the marker) and its token count are compared, and in place of the text itself.
class DatasetGoldenTest {
    private static final String FILE = "data/dataset-cases.json";
    private static final String FOLDER = "src/test/resources/cases/data/files";
    private static final int ENDLESS_ROWS = 3;

    /// Kinds whose readers come with a later issue.
    private static final Set<String> LATER =
            Set.of("arrow_file", "hdf5_file", "tar_file", "huggingface", "hf", "synthetic_image", "synthetic_video");

    /// A data set that no hub has; what is said of it stands in `DataSetsTest`, with a hub of ours.
    private static final String NEEDS_A_NETWORK = "huggingface_local_dir_missing";

    private static final ConfigReader CONFIG = new ConfigReader(Settings.defaults(Path.of("")));
    private static final Tokenizer TOKENIZER = Tokenizers.resolve("src/test/resources/cases/tokenizer", null, null);
    private static final Pattern LOGGED = Pattern.compile(
            "Skipping data row due to error: (.*)\\. Check data format and preprocessor configuration\\..*");

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void givesTheRequestsOfTheReference(JsonObject golden) throws Exception {
        boolean synthetic =
                JsonWriter.toString(GoldenCases.member(golden, "data")).contains("\"synthetic_text\"");
        JsonObject actual = run(golden);
        JsonObject comparable = synthetic ? (JsonObject) new Abstraction().of(golden) : golden;
        JsonObject ours = synthetic ? (JsonObject) new Abstraction().of(actual) : actual;
        GoldenCases.check(
                FILE,
                GoldenCases.text(golden, "name"),
                ours,
                only(comparable, ours.members().keySet()));
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    private static JsonObject run(JsonObject golden) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(RowConversations.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
        try {
            return result(golden, log.list);
        } catch (DataException e) {
            return error(unlessHinted(e.problem(), golden));
        } catch (ConfigException e) {
            return error(e.problems().getFirst().message());
        } finally {
            logger.detachAppender(log);
        }
    }

    private static JsonObject result(JsonObject golden, List<ILoggingEvent> log) throws Exception {
        List<DataConfig> data = new ArrayList<>();
        for (JsonValue entry : listOf(withFolder(GoldenCases.member(golden, "data")))) {
            data.add(CONFIG.read(DataConfig.class, entry, ""));
        }
        PreprocessorConfig mapperConfig = golden.get("column_mapper") == null
                ? new PreprocessorConfig.ColumnMapper(null)
                : CONFIG.read(PreprocessorConfig.class, GoldenCases.member(golden, "column_mapper"), "");
        List<PreprocessorConfig> preprocessors = new ArrayList<>();
        if (golden.get("preprocessors") == null) {
            JsonObject none = JsonValue.object().build();
            preprocessors.add(new PreprocessorConfig.EncodeMedia(none, none, none));
        } else {
            for (JsonValue entry : listOf(GoldenCases.member(golden, "preprocessors"))) {
                preprocessors.add(CONFIG.read(PreprocessorConfig.class, entry, ""));
            }
        }
        FinalizerConfig finalizer = golden.get("finalizer") == null
                ? new FinalizerConfig.Generative(FinalizerConfig.ToolCallMode.CLIENT)
                : CONFIG.read(FinalizerConfig.class, GoldenCases.member(golden, "finalizer"), "");
        int samples = golden.get("samples") instanceof JsonValue.JsonInteger(var number) ? number.intValue() : -1;
        LoadedConversations source = (LoadedConversations) DataSources.open(
                data,
                mapperConfig,
                preprocessors,
                finalizer,
                new DataLoaderConfig.PyTorch(samples, false, 1, 4096, false),
                42,
                () -> TOKENIZER,
                DataSources.DEFAULT_TOOL_RESPONSE);
        return outcome(golden, source, log);
    }

    private static JsonObject outcome(JsonObject golden, LoadedConversations source, List<ILoggingEvent> log) {
        List<JsonValue> requests = new ArrayList<>();
        String error = null;
        try (ConversationIterator conversations = source.iterator(0)) {
            int most = source.endless() ? ENDLESS_ROWS : Integer.MAX_VALUE;
            while (requests.size() < most && conversations.hasNext()) {
                requests.add(nodes(conversations.next(), golden));
            }
        } catch (DataException e) {
            // A source none of whose rows is usable has logged why; the reference gives no error (a deviation for
            // all).
            error = log.isEmpty() ? e.problem() : null;
        }
        if (error != null) {
            return error(unlessHinted(error, golden));
        }
        JsonValue.ObjectBuilder result = JsonValue.object()
                .put("mapping", mapping(source))
                .put("requests", new JsonArray(requests))
                .put(
                        "logs",
                        new JsonArray(
                                log.stream().map(DatasetGoldenTest::logLine).toList()));
        if (golden.get("mapped_rows") != null) {
            result.put("mapped_rows", mappedRows(source));
        }
        return result.build();
    }

    private static JsonArray mapping(LoadedConversations source) {
        Map<String, List<ColumnMapper.Mapping>> groups = new LinkedHashMap<>();
        for (ColumnMapper.Mapping one : source.pipeline().mapper().mappings()) {
            groups.computeIfAbsent(one.columnType() + " " + one.turn(), _ -> new ArrayList<>())
                    .add(one);
        }
        List<JsonValue> entries = new ArrayList<>();
        for (List<ColumnMapper.Mapping> group : groups.values()) {
            List<JsonValue> sources = new ArrayList<>();
            for (ColumnMapper.Mapping one : group) {
                sources.add(JsonValue.object()
                        .put("dataset", one.source())
                        .put("column", one.column())
                        .build());
            }
            entries.add(JsonValue.object()
                    .put("column_type", group.getFirst().columnType())
                    .put("turn", group.getFirst().turn())
                    .put("sources", new JsonArray(sources))
                    .build());
        }
        return new JsonArray(entries);
    }

    private static JsonValue logLine(ILoggingEvent event) {
        Matcher matcher = LOGGED.matcher(event.getFormattedMessage());
        assertThat(matcher.matches()).as(event.getFormattedMessage()).isTrue();
        return logLine(matcher.group(1));
    }

    private static JsonValue logLine(String problem) {
        return JsonValue.object().put("level", "ERROR").put("message", problem).build();
    }

    private static JsonArray mappedRows(LoadedConversations source) {
        List<JsonValue> rows = new ArrayList<>();
        try (RowTuples tuples = new RowTuples(source.pipeline().sources(), 0)) {
            for (List<Row> row = tuples.next(); row != null; row = tuples.next()) {
                rows.add(new JsonArray(source.pipeline().mapper().map(row).stream()
                        .<JsonValue>map(DatasetGoldenTest::columns)
                        .toList()));
            }
        } catch (RowException e) {
            throw new AssertionError(e);
        }
        return new JsonArray(rows);
    }

    private static JsonObject columns(Map<String, List<JsonValue>> columns) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        columns.forEach((name, values) -> members.put(name, new JsonArray(values)));
        return new JsonObject(members);
    }

    private static JsonArray nodes(ConversationGraph graph, JsonObject golden) {
        Set<String> wanted = goldenNodeKeys(golden);
        List<JsonValue> nodes = new ArrayList<>();
        for (ConversationNode node : graph.nodes()) {
            List<JsonValue> parents = new ArrayList<>();
            for (ConversationEdge edge : graph.edges()) {
                if (edge.target().equals(node.nodeId())) {
                    parents.add(JsonValue.ofStrings(
                            List.of(edge.source(), edge.context().key())));
                }
            }
            JsonObject full = JsonValue.object()
                    .put("node_id", node.nodeId())
                    .put("agent_id", node.agentId())
                    .put("parents", new JsonArray(parents))
                    .put("turn_type", node.request().turnType().key())
                    .put("columns", columns(node.request().columns()))
                    .put("input_metrics", metrics(node.request().inputMetrics()))
                    .put("output_metrics", metrics(node.request().outputMetrics()))
                    .put("settings", settings(node))
                    .put("text_token_counts", tokenCounts(node.request().column("text_column")))
                    .put("prefix_token_counts", tokenCounts(node.request().column("prefix_column")))
                    .build();
            nodes.add(only(full, wanted));
        }
        return new JsonArray(nodes);
    }

    /// The members that the golden nodes of this case have; later ones of the reference's list are shorter.
    private static Set<String> goldenNodeKeys(JsonObject golden) {
        JsonArray requests = (JsonArray) golden.get("requests");
        if (requests == null || requests.items().isEmpty()) {
            return Set.of("node_id");
        }
        JsonValue first = ((JsonArray) requests.items().getFirst()).items().getFirst();
        return ((JsonObject) first).members().keySet();
    }

    private static JsonArray tokenCounts(List<JsonValue> texts) {
        return new JsonArray(texts.stream()
                .map(text -> JsonValue.of((long) TOKENIZER.count(((JsonString) text).value())))
                .toList());
    }

    private static JsonObject metrics(UsageMetrics metrics) {
        JsonValue.ObjectBuilder builder = JsonValue.object();
        for (UsageField field : UsageField.values()) {
            if (metrics.get(field) != null) {
                builder.put(field.key(), metrics.get(field));
            }
        }
        Long total = metrics.totalTokens();
        if (total != null) {
            builder.put("total_tokens", total);
        }
        return builder.build();
    }

    private static JsonObject settings(ConversationNode node) {
        JsonValue.ObjectBuilder builder = JsonValue.object();
        if (node.settings().relativeTimestampSeconds() != null) {
            builder.put("relative_timestamp", node.settings().relativeTimestampSeconds());
        }
        if (node.settings().requeueDelaySeconds() != null) {
            builder.put("requeue_delay", node.settings().requeueDelaySeconds());
        }
        if (node.settings().traceDurationSeconds() != null) {
            builder.put("trace_duration", node.settings().traceDurationSeconds());
        }
        return builder.build();
    }

    /// The reference's text where ours is the same with advice behind it.
    private static String unlessHinted(String problem, JsonObject golden) {
        return golden.get("error") instanceof JsonString(String theirs) && problem.startsWith(theirs)
                ? theirs
                : problem;
    }

    private static JsonObject error(String problem) {
        return JsonValue.object().put("error", problem).build();
    }

    private static List<JsonValue> listOf(JsonValue value) {
        return value instanceof JsonArray(List<JsonValue> items) ? items : List.of(value);
    }

    private static JsonValue withFolder(JsonValue value) throws JsonSyntaxException {
        return JsonReader.read(JsonWriter.toString(value).replace("<data>", FOLDER));
    }

    /// Copies in which made-up texts stand as their marker, prefixes as the order in which they first appear, and
    /// counts of words and characters are left out.
    private static final class Abstraction {
        private final List<JsonValue> prefixes = new ArrayList<>();

        JsonValue of(JsonValue value) {
            return switch (value) {
                case JsonArray(List<JsonValue> items) ->
                    new JsonArray(items.stream().map(this::of).toList());
                case JsonObject(Map<String, JsonValue> members) -> {
                    Map<String, JsonValue> kept = new LinkedHashMap<>();
                    members.forEach((key, member) -> put(kept, key, member));
                    yield new JsonObject(kept);
                }
                default -> value;
            };
        }

        private void put(Map<String, JsonValue> kept, String key, JsonValue member) {
            switch (key) {
                case "text_words", "text_characters" -> {}
                case "prefix_column" -> {
                    if (!prefixes.contains(member)) {
                        prefixes.add(member);
                    }
                    kept.put(key, JsonValue.of((long) prefixes.indexOf(member)));
                }
                case "text_column" -> kept.put(key, eachText(member, "(\\d+ \\d+ [mb]\\d+(?:_\\d+)? ).*"));
                case "tool_response_column" -> kept.put(key, eachText(member, "(\\{\"result\":\"|\\{\"st.*).*"));
                default -> kept.put(key, of(member));
            }
        }
    }

    private static JsonValue eachText(JsonValue texts, String marker) {
        Pattern pattern = Pattern.compile(marker, Pattern.DOTALL);
        return new JsonArray(((JsonArray) texts)
                .items().stream()
                        .map(text -> {
                            Matcher matcher = pattern.matcher(((JsonString) text).value());
                            return matcher.matches() ? JsonValue.of(matcher.group(1)) : text;
                        })
                        .toList());
    }

    private static JsonObject only(JsonObject object, Set<String> keys) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        members.keySet().retainAll(keys);
        return new JsonObject(members);
    }

    static Stream<Named<JsonObject>> cases() {
        return GoldenCases.loadList(FILE, "cases").stream()
                .filter(golden -> !NEEDS_A_NETWORK.equals(GoldenCases.text(golden, "name")))
                .filter(golden -> listOf(GoldenCases.member(golden, "data")).stream()
                        .noneMatch(data -> LATER.contains(GoldenCases.text((JsonObject) data, "kind"))))
                .map(golden -> Named.of(GoldenCases.text(golden, "name"), comparable(golden)));
    }

    /// The golden case with its error and its log lines reduced to what was wrong.
    private static JsonObject comparable(JsonObject golden) {
        Map<String, JsonValue> members = new LinkedHashMap<>(golden.members());
        if (golden.get("error") instanceof JsonObject error) {
            String message = error.get("message") instanceof JsonString(String text)
                    ? text
                    : GoldenCases.text(
                            (JsonObject)
                                    listOf(GoldenCases.member(error, "errors")).getFirst(),
                            "msg");
            members.put("error", JsonValue.of(message));
        } else {
            List<JsonValue> logs = new ArrayList<>();
            for (JsonValue line : listOf(GoldenCases.member(golden, "logs"))) {
                String text = GoldenCases.text((JsonObject) line, "message").replaceAll("\\s+", " ");
                Matcher matcher = LOGGED.matcher(text);
                assertThat(matcher.matches()).as(text).isTrue();
                logs.add(logLine(withoutFrame(matcher.group(1))));
            }
            members.put("logs", new JsonArray(logs));
        }
        return new JsonObject(members);
    }

    /// The problem without what the reference's validator puts around it.
    private static String withoutFrame(String problem) {
        return problem.replaceFirst("^1 validation error for \\w+ ", "")
                .replaceFirst("^Value error, ", "")
                .replaceFirst(" \\[type=.*", "");
    }
}
