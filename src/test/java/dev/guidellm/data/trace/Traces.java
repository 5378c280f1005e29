package dev.guidellm.data.trace;

import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OptionValueParser;
import dev.guidellm.config.Settings;
import dev.guidellm.config.TraceData;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.DataSources;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;

/// Opens traces for tests, and shows what came of them in few words.
@NullMarked
final class Traces {
    static final Tokenizer TOKENIZER = Tokenizers.resolve("src/test/resources/cases/tokenizer", null, null);
    static final String FILES = "src/test/resources/cases/data/trace/files/";

    private Traces() {}

    /// The trace of an option such as `kind=weka,path=…`.
    static TraceConversations open(String option) {
        try {
            TraceData config = (TraceData) new ConfigReader(Settings.defaults(Path.of("")))
                    .read(DataConfig.class, OptionValueParser.parse(option), "");
            return TraceLoader.open(config, "data[0]", 7, () -> TOKENIZER, DataSources.DEFAULT_TOOL_RESPONSE, -1);
        } catch (OptionValueException e) {
            throw new IllegalArgumentException(option, e);
        }
    }

    /// All conversations in the order in which they begin.
    static List<ConversationGraph> graphs(TraceConversations trace) {
        List<ConversationGraph> graphs = new ArrayList<>();
        try (ConversationIterator conversations = trace.iterator(0)) {
            conversations.forEachRemaining(graphs::add);
        }
        return graphs;
    }

    static List<ConversationGraph> graphs(String option) {
        return graphs(open(option));
    }

    /// The edges of a conversation as `parent>child`, in order.
    static List<String> edges(ConversationGraph graph) {
        return graph.edges().stream()
                .map((ConversationEdge edge) -> edge.source() + ">" + edge.target())
                .toList();
    }

    /// When each turn is due, by node.
    static Map<String, Double> starts(ConversationGraph graph) {
        Map<String, Double> starts = new LinkedHashMap<>();
        for (ConversationNode node : graph.nodes()) {
            starts.put(node.nodeId(), node.settings().relativeTimestampSeconds());
        }
        return starts;
    }

    /// The prompt of a turn as one text.
    static String text(ConversationNode node) {
        return ((JsonString) node.request().complete().column(Columns.TEXT).getFirst()).value();
    }

    static int tokens(ConversationNode node) {
        return TOKENIZER.count(text(node));
    }

    /// The texts of a turn's messages, in order, as a chat would be sent.
    static List<String> contents(ConversationNode node) {
        List<String> contents = new ArrayList<>();
        for (JsonValue messages : node.request().complete().column(Columns.RAW_MESSAGES)) {
            for (JsonValue message : JsonPath.items(messages)) {
                String plain = JsonPath.text(message, "content");
                List<JsonValue> parts = JsonPath.items(message, "content");
                String text = plain == null && !parts.isEmpty() ? JsonPath.text(parts.getFirst(), "text") : plain;
                contents.add(JsonPath.text(message, "role") + ":" + (text == null ? "" : text));
            }
        }
        return contents;
    }
}
