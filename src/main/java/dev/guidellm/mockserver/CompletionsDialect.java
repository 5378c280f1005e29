package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.mockserver.EventFrame.AnswerName;
import dev.guidellm.mockserver.Latencies.AnswerLength;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `POST /v1/completions`.
final class CompletionsDialect implements Dialect {
    private static final int DEFAULT_TOKEN_LIMIT = 16;
    private static final String ID_PREFIX = "cmpl-";

    private final PromptTokenizer tokenizer;
    private final MockText text;
    private final boolean keepsPrompts;
    /// What the last streamed answer was made from: most servers hear of one model only.
    private volatile @Nullable WordFrames latest;

    /// @param keepsPrompts whether plans hold the prompts' texts
    CompletionsDialect(PromptTokenizer tokenizer, MockText text, boolean keepsPrompts) {
        this.keepsPrompts = keepsPrompts;
        this.tokenizer = tokenizer;
        this.text = text;
    }

    @Override
    public GenerationPlan read(JsonObject body) throws RequestRefused {
        RequestFields fields = new RequestFields(body, "CompletionsRequest");
        String model = fields.requiredText("model");
        List<String> prompts = prompts(fields);
        Integer limit =
                fields.has("max_tokens") ? fields.tokenLimit("max_tokens") : Integer.valueOf(DEFAULT_TOKEN_LIMIT);
        boolean streamed = fields.flag("stream");
        boolean includeUsage = fields.flag("stream_options", "include_usage");
        fields.report().check();
        if (prompts.size() != 1 && !streamed) {
            throw RequestRefused.noBatches();
        }
        int promptTokens = prompts.stream().mapToInt(tokenizer::count).sum();
        return new GenerationPlan(
                model,
                streamed,
                includeUsage,
                PromptUsage.ofText(promptTokens),
                keepsPrompts ? prompts : List.of(),
                limit,
                hasNoStop(body),
                null);
    }

    /// The one prompt, or all of a list.
    private static List<String> prompts(RequestFields fields) {
        JsonValue value = fields.required("prompt");
        return switch (value) {
            case JsonString(String prompt) -> List.of(prompt);
            case JsonArray(List<JsonValue> items) -> texts(items, fields.report());
            case null -> List.of();
            default -> {
                fields.report().add("prompt.str", "Input should be a valid string", "string_type", value);
                fields.report().add("prompt.list[str]", "Input should be a valid list", "list_type", value);
                yield List.of();
            }
        };
    }

    private static List<String> texts(List<JsonValue> items, ValidationReport report) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof JsonString(String text)) {
                texts.add(text);
            } else {
                report.add("prompt.list[str]." + i, "Input should be a valid string", "string_type", items.get(i));
            }
        }
        return texts;
    }

    /// Whether the request says that nothing ends the answer before its limit.
    private static boolean hasNoStop(JsonObject body) {
        return switch (body.get("stop")) {
            case JsonNull _ -> true;
            case JsonString(String word) -> word.isEmpty();
            case JsonArray(List<JsonValue> words) -> words.isEmpty();
            case JsonBoolean(boolean set) -> !set;
            case null, default -> false;
        };
    }

    @Override
    public JsonObject wholeAnswer(GenerationPlan plan, AnswerLength length) {
        return JsonValue.object()
                .put("id", Ids.random(ID_PREFIX, 29))
                .put("object", "text_completion")
                .put("created", Ids.epochSeconds())
                .put("model", plan.model())
                .put(
                        "choices",
                        new JsonArray(List.of(JsonValue.object()
                                .put("text", text.text(length.tokens()))
                                .put("index", 0)
                                .put("logprobs", JsonValue.NULL)
                                .put("finish_reason", finishReason(length))
                                .build())))
                .put("usage", plan.prompt().json(length.tokens(), true))
                .put("system_fingerprint", Ids.random("fp_", 10))
                .build();
    }

    private static String finishReason(AnswerLength length) {
        return length.cut() ? "length" : "stop";
    }

    @Override
    public StreamScript stream(GenerationPlan plan, AnswerLength length) {
        return wordFrames(plan.model()).script(plan, length, finishReason(length), text);
    }

    private WordFrames wordFrames(String model) {
        WordFrames known = latest;
        if (known != null && known.model().equals(model)) {
            return known;
        }
        AnswerName standIn = AnswerName.STAND_IN;
        Chunks chunks = new Chunks(ID_PREFIX + standIn.digitText(), Long.parseLong(standIn.timeText()), model);
        WordFrames fresh = new WordFrames(
                model,
                EventFrame.of(chunks.choice(EventFrame.mark(), JsonValue.NULL), standIn),
                EventFrame.of(chunks.choice(JsonValue.of(""), EventFrame.mark()), standIn),
                EventFrame.of(chunks.usage(EventFrame.mark()), standIn));
        latest = fresh;
        return fresh;
    }

    /// The chunks of one streamed answer.
    private record Chunks(String id, long created, String model) {

        JsonObject choice(JsonValue words, JsonValue finishReason) {
            return chunk(new JsonArray(List.of(JsonValue.object()
                            .put("text", words)
                            .put("index", 0)
                            .put("finish_reason", finishReason)
                            .build())))
                    .build();
        }

        JsonObject usage(JsonValue usage) {
            return chunk(new JsonArray(List.of())).put("usage", usage).build();
        }

        private JsonValue.ObjectBuilder chunk(JsonArray choices) {
            return JsonValue.object()
                    .put("id", id)
                    .put("object", "text_completion")
                    .put("created", created)
                    .put("model", model)
                    .put("choices", choices);
        }
    }
}
