package dev.guidellm.data.trace;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.data.RequestCounts;
import dev.guidellm.data.RowException;
import dev.guidellm.data.synthetic.SeededText;
import dev.guidellm.data.trace.TraceContent.Blocks;
import dev.guidellm.data.trace.TraceContent.ToolResult;
import dev.guidellm.data.trace.TraceContent.ToolUse;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes the requests of a trace whose prompts are made up. Their numbers are there at once; their texts are made
/// when they are asked for, the same ones each time.
///
/// A text is the sequence of its blocks, each made from its id, and behind them words of its own. Texts of a copy
/// whose leading ids are the same begin with the same characters. Safe for several threads.
final class TracePrompts implements TraceRequests {
    private static final long COPY_STEP = 1_000_003;
    /// Tells seeds of texts from those of blocks.
    private static final long OWN_TEXT = 0x7465_7874;

    private static final long TOOL_TEXT = 0x746f_6f6c;
    private static final int CHARACTERS_PER_TOKEN = 7;

    private final SeededText text;
    private final BlockTexts blockTexts;
    private final long seed;
    private final String defaultResult;
    private final int defaultResultTokens;
    private final String toolName;

    /// @param defaultResult what a tool answers where the trace does not say
    /// @param toolName the tool that recorded results are of
    TracePrompts(SeededText text, long seed, String defaultResult, String toolName) {
        this.text = text;
        this.blockTexts = BlockTexts.ofHeap(text);
        this.seed = seed;
        this.defaultResult = defaultResult;
        this.defaultResultTokens = text.count(defaultResult);
        this.toolName = toolName;
    }

    @Override
    public GenerationRequest request(TraceTurn turn, Place place) {
        Map<String, List<JsonValue>> columns = TraceRequests.counts(turn);
        if (turn.content() instanceof Blocks blocks) {
            toolColumns(blocks.tools(), place, columns);
        }
        return new GenerationRequest(
                turn.type(),
                columns,
                TraceRequests.metrics(turn.promptTokens()),
                TraceRequests.metrics(turn.outputTokens()),
                known -> whole(turn, place, known));
    }

    private void toolColumns(@Nullable ToolUse use, Place place, Map<String, List<JsonValue>> columns) {
        if (use == null) {
            return;
        }
        if (use.definitions() != null) {
            columns.put(Columns.TOOLS, List.of(use.definitions()));
        }
        if (use.result() != null && !use.resultInside()) {
            columns.put(Columns.TOOL_RESPONSE, List.of(JsonValue.of(result(use.result(), place))));
        }
    }

    private GenerationRequest whole(TraceTurn turn, Place place, GenerationRequest known) {
        StringBuilder out = new StringBuilder(turn.promptTokens() * CHARACTERS_PER_TOKEN);
        JsonValue messages = null;
        int inside = 0;
        if (turn.content() instanceof Blocks blocks) {
            int own = appendBlocks(out, blocks, turn.promptTokens(), place.copy());
            ToolUse use = blocks.tools();
            if (use != null && use.result() != null && use.resultInside()) {
                String result = result(use.result(), place);
                inside = use.result().tokens() == 0 ? defaultResultTokens : text.count(result);
                messages = withResult(out.toString(), own, turn, place, result, inside);
            }
            text.append(out, ownSeed(place), own);
        } else {
            text.append(out, ownSeed(place), turn.promptTokens());
        }
        return completed(known, text.finished(out, turn.promptTokens()), messages, turn.promptTokens());
    }

    /// Adds the blocks; returns how many tokens are left for text of the prompt's own.
    private int appendBlocks(StringBuilder out, Blocks content, int tokens, int copy) {
        long scopeSeed = SeededText.seed(seed + copy * COPY_STEP, content.scope());
        int left = tokens;
        for (long id : content.blocks().toArray()) {
            int size = content.partialLast() ? Math.min(left, content.blockSize()) : content.blockSize();
            blockTexts.append(out, SeededText.seed(scopeSeed, id), size);
            left -= size;
        }
        return left;
    }

    /// The prompt as a chat in which the model called a tool and was answered: together the messages have the
    /// prompt's recorded length. The answer stands in the text that is the prompt's own; where that is too short,
    /// the last words of the prompt are the answer, so that what is shared with other prompts stays the same.
    private @Nullable JsonValue withResult(
            String blocks, int own, TraceTurn turn, Place place, String result, int resultTokens) {
        StringBuilder user = new StringBuilder(blocks);
        String answer = result;
        if (own >= resultTokens) {
            text.append(user, ownSeed(place), own - resultTokens);
        } else {
            text.append(user, ownSeed(place), own);
            int cut = lastWords(user, Math.min(resultTokens, turn.promptTokens() - 1));
            answer = user.substring(cut);
            user.setLength(cut);
        }
        if (user.isEmpty()) {
            return null;
        }
        String id = "call_" + turn.nodeId();
        JsonValue part = JsonValue.object()
                .put("type", "text")
                .put("text", user.toString())
                .build();
        JsonValue call = JsonValue.object()
                .put("id", id)
                .put("type", "function")
                .put(
                        "function",
                        JsonValue.object()
                                .put("name", toolName)
                                .put("arguments", "{}")
                                .build())
                .build();
        return new JsonArray(List.of(
                JsonValue.object()
                        .put("role", "user")
                        .put("content", new JsonArray(List.of(part)))
                        .build(),
                JsonValue.object()
                        .put("role", "assistant")
                        .put("content", JsonValue.NULL)
                        .put("tool_calls", new JsonArray(List.of(call)))
                        .build(),
                JsonValue.object()
                        .put("role", "tool")
                        .put("tool_call_id", id)
                        .put("content", answer)
                        .build()));
    }

    /// Where the last `words` words begin, with the blank before them.
    private static int lastWords(StringBuilder text, int words) {
        int at = text.length();
        for (int i = 0; i < words && at > 0; i++) {
            at = Math.max(0, text.lastIndexOf(" ", at - 1));
        }
        return at;
    }

    private GenerationRequest completed(
            GenerationRequest known, String prompt, @Nullable JsonValue messages, int tokens) {
        Map<String, List<JsonValue>> columns = new LinkedHashMap<>();
        columns.put(Columns.TEXT, List.of(JsonValue.of(prompt)));
        columns.putAll(known.columns());
        if (messages != null) {
            columns.put(Columns.RAW_MESSAGES, List.of(messages));
        }
        if (text.exact()) {
            UsageMetrics input = known.inputMetrics()
                    .with(UsageField.TEXT_WORDS, (long) tokens)
                    .with(UsageField.TEXT_CHARACTERS, (long) prompt.length());
            return new GenerationRequest(known.turnType(), columns, input, known.outputMetrics());
        }
        try {
            return RequestCounts.of(columns).request(known.turnType());
        } catch (RowException e) {
            throw new IllegalStateException("a made-up prompt is a text", e);
        }
    }

    private String result(ToolResult result, Place place) {
        if (result.tokens() == 0) {
            return defaultResult;
        }
        String words = text.text(SeededText.seed(ownSeed(place), TOOL_TEXT), result.tokens());
        return JsonWriter.toString(JsonValue.object().put("result", words).build());
    }

    private long ownSeed(Place place) {
        long copySeed = SeededText.seed(seed + place.copy() * COPY_STEP, OWN_TEXT);
        return SeededText.seed(copySeed, ((long) place.session() << 32) | place.turn());
    }
}
