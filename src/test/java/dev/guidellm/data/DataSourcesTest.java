package dev.guidellm.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class DataSourcesTest {
    private static final ConfigReader CONFIG = new ConfigReader(Settings.defaults(Path.of("")));
    private static final Tokenizer GPT2 = Tokenizers.resolve("gpt2", null, null);
    private static final String THREE =
            "{'kind':'json_file','path':'src/test/resources/cases/data/people/three.jsonl'}";
    private static final String LETTERS = letters(40);

    @BeforeAll
    static void silenceSkippedRows() {
        ((Logger) LoggerFactory.getLogger(RowConversations.class)).setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        ((Logger) LoggerFactory.getLogger(RowConversations.class)).setLevel(null);
    }

    /// Case 15: three prompts, in file order; the end is visible.
    @Test
    void aFiniteSourceEndsAndSaysHowManyRowsItHad() {
        ConversationSource source = open("", THREE);
        assertThat(source.rows()).hasValue(3);
        assertThat(source.endless()).isFalse();
        try (ConversationIterator conversations = source.iterator(0)) {
            assertThat(texts(conversations, 8)).hasSize(3);
            assertThat(conversations.hasNext()).isFalse();
            assertThat(conversations.rowsRead()).isEqualTo(3);
            assertThat(conversations.rowsSkipped()).isZero();
        }
    }

    /// Case 15 with the switch to repeat: 1 2 3 1 2 3 1 2, each a conversation of its own.
    @Test
    void repeatStartsOverInOrderWithNewNames() {
        ConversationSource source = open("'repeat':true", THREE);
        assertThat(source.endless()).isTrue();
        assertThat(source.repeats()).isTrue();
        List<ConversationGraph> graphs = take(source.iterator(0), 8);
        List<String> texts = texts(graphs);
        assertThat(texts.subList(3, 6)).isEqualTo(texts.subList(0, 3));
        assertThat(texts.subList(6, 8)).isEqualTo(texts.subList(0, 2));
        assertThat(texts.subList(0, 3)).doesNotHaveDuplicates();
        assertThat(names(graphs)).hasSize(8);
    }

    @Test
    void samplesAreMadeOnceAndReusedInEveryEpoch() {
        ConversationSource source = open("'samples':2", THREE);
        List<ConversationGraph> first = take(source.iterator(0), 9);
        assertThat(first).hasSize(2);
        assertThat(take(source.iterator(1), 9)).isEqualTo(first);
        assertThat(source.rows()).hasValue(2);
        List<ConversationGraph> repeated =
                take(open("'samples':2,'repeat':true", THREE).iterator(0), 5);
        assertThat(names(repeated)).hasSize(5);
        assertThat(texts(repeated).get(4)).isEqualTo(texts(repeated).get(0));
        assertThatThrownBy(() -> open("'samples':9", THREE))
                .hasMessageContaining("Requested 9 samples, but only 3 available from the provided datasets.");
        assertThat(take(open("'samples':4", synthetic("")).iterator(0), 9)).hasSize(4);
    }

    @Test
    void shuffleReordersAllRowsBySeedAndEpoch() {
        ConversationSource source = open("'shuffle':true", LETTERS);
        List<String> inOrder = texts(take(open("", LETTERS).iterator(0), 99));
        List<String> first = texts(take(source.iterator(0), 99));
        assertThat(first).hasSize(40).isNotEqualTo(inOrder).containsExactlyInAnyOrderElementsOf(inOrder);
        assertThat(texts(take(source.iterator(0), 99))).isEqualTo(first);
        assertThat(texts(take(source.iterator(1), 99))).isNotEqualTo(first);
        List<String> samples =
                texts(take(open("'shuffle':true,'samples':10", LETTERS).iterator(0), 99));
        assertThat(samples)
                .isNotEqualTo(inOrder.subList(0, 10))
                .containsExactlyInAnyOrderElementsOf(inOrder.subList(0, 10));
        ConversationSource repeated = open("'shuffle':true,'repeat':true", LETTERS);
        List<String> twoPasses = texts(take(repeated.iterator(0), 80));
        assertThat(twoPasses.subList(40, 80))
                .isNotEqualTo(twoPasses.subList(0, 40))
                .containsExactlyInAnyOrderElementsOf(inOrder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'repeat':true", "'shuffle':true"})
    void dataOfWhichNoRowIsUsableIsAnError(String loader) {
        ConversationSource source =
                open(loader, "{'kind':'in_memory_dict','data':{'prompt':['a','b'],'relative_timestamp':[-1,-2]}}");
        assertThatThrownBy(() -> source.iterator(0).hasNext())
                .isInstanceOf(DataException.class)
                .hasMessageContaining(
                        "none of 2 rows could be used (2 errors, 0 empty); the first error: in_memory_dict")
                .hasMessageContaining("relative_timestamp Input should be greater than or equal to 0");
        assertThatThrownBy(() -> open("'samples':1", "{'kind':'in_memory_dict','data':{'prompt':[null]}}"))
                .hasMessageContaining("the prompt is null");
    }

    @Test
    void endlessDataOfWhichNoRowIsUsableIsAnErrorToo() {
        PreprocessorConfig wrongMapping = new PreprocessorConfig.ColumnMapper(
                Map.of("text_column", new PreprocessorConfig.ColumnNames(List.of("conversation_turns"), true)));
        ConversationSource source = DataSources.open(
                List.of(config(synthetic(""))),
                wrongMapping,
                List.of(),
                new FinalizerConfig.Generative(FinalizerConfig.ToolCallMode.CLIENT),
                loader(""),
                42,
                () -> GPT2,
                DataSources.DEFAULT_TOOL_RESPONSE);
        assertThatThrownBy(() -> source.iterator(0).hasNext())
                .isInstanceOf(DataException.class)
                .hasMessageContaining("none of 1000 rows could be used")
                .hasMessageContaining("text_column must hold text");
    }

    @Test
    void oneBadRowIsLeftOutAndCounted() {
        ConversationSource source = open(
                "",
                "{'kind':'in_memory_dict','data':{'prompt':['a',['list'],'c',null,5],'output_tokens_count':[1,2,3,4,null]}}");
        try (ConversationIterator conversations = source.iterator(0)) {
            assertThat(texts(conversations, 9)).containsExactly("a", "c", "5");
            assertThat(conversations.rowsRead()).isEqualTo(5);
            assertThat(conversations.rowsSkipped()).isEqualTo(2);
        }
    }

    @Test
    void aConversationMayBeShorterThanTheTableIsWide() {
        ConversationSource source = open(
                "",
                "{'kind':'in_memory_dict','data':{'prompt_0':['a','d'],'prompt_1':['b',null],'prompt_2':['c',null]}}");
        assertThat(take(source.iterator(0), 9))
                .extracting(graph -> graph.nodes().size())
                .containsExactly(3, 1);
    }

    @Test
    void namesGivenTwiceAreToldApart() {
        String graph = "{\\\"graph_id\\\":\\\"g\\\",\\\"turns\\\":[{\\\"node_id\\\":\\\"a\\\",\\\"columns\\\":"
                + "{\\\"text_column\\\":[\\\"x\\\"]}}]}";
        ConversationSource source = open(
                "'repeat':true",
                "{'kind':'in_memory_dict_list','data':[{'conversation_turns':'" + graph + "'},"
                        + "{'conversation_turns':'" + graph + "'}]}");
        assertThat(take(source.iterator(0), 3))
                .extracting(ConversationGraph::graphId)
                .containsExactly("g", "g-2", "g-3");
    }

    @Test
    void mediaThatWouldHaveToBeEncodedEndsTheRun() {
        ConversationSource source =
                open("", "{'kind':'in_memory_dict','data':{'prompt':['a','b'],'image':['','cat.png']}}");
        try (ConversationIterator conversations = source.iterator(0)) {
            assertThat(conversations.next().nodes()).hasSize(1);
            assertThatThrownBy(conversations::hasNext)
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("cannot encode image data");
        }
        ConversationSource encoded = open(
                "",
                "{'kind':'in_memory_dict_list','data':[{'prompt':'a','image':{'type':'image_base64','image':'data:x',"
                        + "'image_pixels':4,'image_bytes':9}}]}");
        assertThat(take(encoded.iterator(0), 1)
                        .getFirst()
                        .nodes()
                        .getFirst()
                        .request()
                        .inputMetrics()
                        .toString())
                .contains("IMAGE_PIXELS=4");
    }

    @Test
    void theTokenizerIsAskedOnlyWhenTextIsMadeUp() {
        assertThat(take(open("", THREE).iterator(0), 1)).hasSize(1);
        assertThatThrownBy(() -> DataSources.open(
                        List.of(config(synthetic(""))),
                        new PreprocessorConfig.ColumnMapper(null),
                        List.of(),
                        new FinalizerConfig.Generative(FinalizerConfig.ToolCallMode.CLIENT),
                        loader(""),
                        42,
                        () -> {
                            throw new IllegalStateException("asked");
                        },
                        "ok"))
                .hasMessage("asked");
    }

    @Test
    void aTokenizerThatCannotBeHadIsSaidAsAProblemOfTheData() {
        assertThatThrownBy(() -> DataSources.open(
                        List.of(config(synthetic(""))),
                        new PreprocessorConfig.ColumnMapper(null),
                        List.of(),
                        new FinalizerConfig.Generative(FinalizerConfig.ToolCallMode.CLIENT),
                        loader(""),
                        42,
                        () -> Tokenizers.resolve(null, null, null),
                        "ok"))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("synthetic_text: No tokenizer: ")
                .hasMessageContaining("--tokenizer kind=huggingface_auto,model=");
    }

    @Test
    void everyMadeUpPromptIsUniqueAndExactAndEveryEpochDiffers() {
        ConversationSource source = open("", synthetic("'turns':2,'prefix_tokens':5,'prefix_count':3"));
        assertThat(source.endless()).isTrue();
        assertThat(source.rows()).isEmpty();
        assertThat(source.repeats()).isFalse();
        Set<String> texts = new HashSet<>();
        for (int epoch = 0; epoch < 2; epoch++) {
            for (ConversationGraph graph : take(source.iterator(epoch), 200)) {
                for (ConversationNode node : graph.nodes()) {
                    String text = text(node);
                    assertThat(GPT2.count(text)).isEqualTo(16);
                    texts.add(text);
                }
            }
        }
        assertThat(texts).hasSize(800);
        assertThat(texts(take(source.iterator(1), 50))).isEqualTo(texts(take(source.iterator(1), 50)));
        assertThat(texts(take(source.iterator(1), 1)).getFirst()).startsWith("2 0 m0 ");
    }

    @Test
    void impossibleSpreadsAreRefusedBeforeAnythingIsMade() {
        assertThatThrownBy(
                        () -> open(
                                "",
                                "{'kind':'synthetic_text','prompt_tokens':10,'prompt_tokens_min':20,"
                                        + "'prompt_tokens_max':15,'output_tokens':9,'output_tokens_stdev':1,'output_tokens_max':2}"))
                .isInstanceOfSatisfying(ConfigException.class, e -> {
                    assertThat(e.problems()).hasSize(2);
                    assertThat(e.getMessage())
                            .contains("prompt_tokens_min 20 is above prompt_tokens_max 15")
                            .contains("data[0].output_tokens");
                });
    }

    @Test
    void howFarTheOriginalWouldMakeAheadChangesNothing() {
        assertThat(texts(take(
                        open("'prefetch_factor':1,'num_workers':4", synthetic(""))
                                .iterator(3),
                        30)))
                .isEqualTo(texts(take(open("", synthetic("")).iterator(3), 30)));
    }

    @Test
    void conversationsHaveNamesOfTheirOwn() {
        ConversationSource source = open("", synthetic(""));
        Set<String> names = names(take(source.iterator(0), 500));
        names.addAll(names(take(source.iterator(0), 500)));
        assertThat(names)
                .hasSize(1000)
                .allMatch(name -> name.matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    }

    @Test
    void namesTheColumnsThatAreThereWhenNoneMatches() {
        assertThatThrownBy(() -> open("", "{'kind':'in_memory_dict','data':{'body':['a'],'n':[1]}}"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("found no matching columns")
                .hasMessageContaining("The data has 'body', 'n'; name one with --data-column-mapper");
    }

    private static String synthetic(String more) {
        return "{'kind':'synthetic_text','prompt_tokens':16,'output_tokens':4" + (more.isEmpty() ? "" : "," + more)
                + "}";
    }

    private static String letters(int count) {
        List<String> quoted = Stream.iterate(0, i -> i + 1)
                .limit(count)
                .map(i -> "'p" + i + "'")
                .toList();
        return "{'kind':'in_memory_dict','data':{'prompt':[" + String.join(",", quoted) + "]}}";
    }

    private static ConversationSource open(String loader, String... data) {
        JsonObject none = JsonValue.object().build();
        return DataSources.open(
                Stream.of(data).map(DataSourcesTest::config).toList(),
                new PreprocessorConfig.ColumnMapper(null),
                List.of(new PreprocessorConfig.EncodeMedia(none, none, none)),
                new FinalizerConfig.Generative(FinalizerConfig.ToolCallMode.CLIENT),
                loader(loader),
                42,
                () -> GPT2,
                DataSources.DEFAULT_TOOL_RESPONSE);
    }

    private static DataLoaderConfig loader(String more) {
        String json = "{'kind':'pytorch'" + (more.isEmpty() ? "" : "," + more) + "}";
        return CONFIG.read(DataLoaderConfig.class, json(json), "");
    }

    private static DataConfig config(String json) {
        return CONFIG.read(DataConfig.class, json(json), "");
    }

    private static JsonValue json(String text) {
        try {
            return JsonReader.read(text.replace('\'', '"'));
        } catch (JsonSyntaxException e) {
            throw new AssertionError(text, e);
        }
    }

    private static List<ConversationGraph> take(ConversationIterator conversations, int most) {
        List<ConversationGraph> graphs = new ArrayList<>();
        try (conversations) {
            while (graphs.size() < most && conversations.hasNext()) {
                graphs.add(conversations.next());
            }
        }
        return graphs;
    }

    private static List<String> texts(ConversationIterator conversations, int most) {
        List<String> texts = new ArrayList<>();
        while (texts.size() < most && conversations.hasNext()) {
            texts.add(text(conversations.next().nodes().getFirst()));
        }
        return texts;
    }

    private static List<String> texts(List<ConversationGraph> graphs) {
        return graphs.stream().map(graph -> text(graph.nodes().getFirst())).toList();
    }

    private static String text(ConversationNode node) {
        return ((JsonString) node.request().column("text_column").getFirst()).value();
    }

    private static Set<String> names(List<ConversationGraph> graphs) {
        Set<String> names = new HashSet<>();
        graphs.forEach(graph -> names.add(graph.graphId()));
        return names;
    }
}
