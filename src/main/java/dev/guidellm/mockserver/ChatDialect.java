package dev.guidellm.mockserver;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.mockserver.EventFrame.AnswerName;
import dev.guidellm.mockserver.Latencies.AnswerLength;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `POST /v1/chat/completions`.
final class ChatDialect implements Dialect {
    private static final Set<String> ROLES = Set.of("system", "user", "assistant", "tool");
    private static final String ANY_FUNCTION = "mock_function";
    private static final String ARGUMENTS = "{}";
    private static final String ID_PREFIX = "chatcmpl-";

    private final MockServerSettings settings;
    private final PromptTokenizer tokenizer;
    private final MockText text;
    private final boolean keepsPrompts;
    /// What the last streamed answer was made from: most servers hear of one model only.
    private volatile @Nullable WordFrames latest;

    /// @param keepsPrompts whether plans hold the prompts' texts
    ChatDialect(MockServerSettings settings, PromptTokenizer tokenizer, MockText text, boolean keepsPrompts) {
        this.keepsPrompts = keepsPrompts;
        this.settings = settings;
        this.tokenizer = tokenizer;
        this.text = text;
    }

    @Override
    public GenerationPlan read(JsonObject body) throws RequestRefused {
        RequestFields fields = new RequestFields(body, "ChatCompletionsRequest");
        String model = fields.requiredText("model");
        List<JsonValue> messages = fields.requiredList("messages");
        for (int i = 0; i < messages.size(); i++) {
            checkMessage("messages." + i, messages.get(i), fields.report());
        }
        Integer limit = fields.tokenLimit("max_tokens");
        Integer completionLimit = fields.tokenLimit("max_completion_tokens");
        boolean streamed = fields.flag("stream");
        boolean includeUsage = fields.flag("stream_options", "include_usage");
        String tool = requiredFunction(fields);
        fields.report().check();
        ContentParts parts = parts(messages);
        return new GenerationPlan(
                model,
                streamed,
                includeUsage,
                parts.usage(tokenizer),
                keepsPrompts ? parts.texts() : List.of(),
                completionLimit == null ? limit : completionLimit,
                false,
                tool);
    }

    private static void checkMessage(String place, JsonValue message, ValidationReport report) {
        if (!(message instanceof JsonObject object)) {
            report.add(place, "Input should be a valid dictionary or instance of ChatMessage", "model_type", message);
            return;
        }
        JsonValue role = object.get("role");
        if (role == null) {
            report.missing(place + ".role", object);
        } else if (!(role instanceof JsonString(String name)) || !ROLES.contains(name)) {
            report.add(
                    place + ".role", "Input should be 'system', 'user', 'assistant' or 'tool'", "literal_error", role);
        }
        JsonValue content = object.get("content");
        if (content == null || content instanceof JsonString || content instanceof JsonNull) {
            return;
        }
        if (content instanceof JsonArray(List<JsonValue> parts)) {
            for (int i = 0; i < parts.size(); i++) {
                if (!(parts.get(i) instanceof JsonObject)) {
                    report.add(
                            place + ".content." + i, "Input should be a valid dictionary", "dict_type", parts.get(i));
                }
            }
            return;
        }
        report.add(place + ".content.str", "Input should be a valid string", "string_type", content);
        report.add(place + ".content.list[dict[str,any]]", "Input should be a valid list", "list_type", content);
    }

    private ContentParts parts(List<JsonValue> messages) throws RequestRefused {
        ContentParts parts = new ContentParts(settings);
        for (JsonValue message : messages) {
            switch (((JsonObject) message).get("content")) {
                case JsonString(String words) -> parts.addText(words);
                case JsonArray(List<JsonValue> items) -> parts.addParts(items);
                case null, default -> {}
            }
        }
        return parts;
    }

    /// The function to call: only where a call is `required`, and then the first one offered.
    private static @Nullable String requiredFunction(RequestFields fields) {
        if (!(fields.get("tool_choice") instanceof JsonString(String choice)) || !choice.equals("required")) {
            return null;
        }
        if (!(fields.get("tools") instanceof JsonArray(List<JsonValue> tools)) || tools.isEmpty()) {
            return null;
        }
        return tools.getFirst() instanceof JsonObject tool
                        && tool.get("function") instanceof JsonObject function
                        && function.get("name") instanceof JsonString(String name)
                ? name
                : ANY_FUNCTION;
    }

    @Override
    public JsonObject wholeAnswer(GenerationPlan plan, AnswerLength length) {
        var message = JsonValue.object().put("role", "assistant");
        if (plan.tool() == null) {
            message.put("content", text.text(length.tokens())).put("name", JsonValue.NULL);
            message.put("tool_calls", JsonValue.NULL);
        } else {
            message.put("content", JsonValue.NULL).put("name", JsonValue.NULL);
            message.put("tool_calls", new JsonArray(List.of(call(plan.tool(), ARGUMENTS, false))));
        }
        return JsonValue.object()
                .put("id", Ids.random(ID_PREFIX, 29))
                .put("object", "chat.completion")
                .put("created", Ids.epochSeconds())
                .put("model", plan.model())
                .put(
                        "choices",
                        new JsonArray(List.of(JsonValue.object()
                                .put("index", 0)
                                .put("message", message.build())
                                .put("finish_reason", finishReason(plan, length))
                                .build())))
                .put("usage", plan.prompt().json(length.tokens(), true))
                .put("system_fingerprint", Ids.random("fp_", 10))
                .build();
    }

    private static JsonObject call(String function, String arguments, boolean indexed) {
        var call = JsonValue.object();
        if (indexed) {
            call.put("index", 0);
        }
        return call.put("id", Ids.random("call_", 24))
                .put("type", "function")
                .put(
                        "function",
                        JsonValue.object()
                                .put("name", function)
                                .put("arguments", arguments)
                                .build())
                .build();
    }

    private static String finishReason(GenerationPlan plan, AnswerLength length) {
        if (plan.tool() != null) {
            return "tool_calls";
        }
        return length.cut() ? "length" : "stop";
    }

    @Override
    public StreamScript stream(GenerationPlan plan, AnswerLength length) {
        String reason = finishReason(plan, length);
        if (plan.tool() != null) {
            Chunks chunks = new Chunks(Ids.random(ID_PREFIX, 29), Ids.epochSeconds(), plan.model());
            byte[] finish = EventText.of(chunks.choice(JsonValue.object().build(), JsonValue.of(reason)));
            byte[] usage = plan.includeUsage()
                    ? EventText.of(chunks.usage(plan.prompt().json(length.tokens(), false)))
                    : null;
            return new CallScript(chunks, plan.tool(), finish, usage);
        }
        WordFrames frames = wordFrames(plan.model());
        return frames.script(plan, length, reason, text);
    }

    private WordFrames wordFrames(String model) {
        WordFrames known = latest;
        if (known != null && known.model().equals(model)) {
            return known;
        }
        AnswerName standIn = AnswerName.STAND_IN;
        Chunks chunks = new Chunks(ID_PREFIX + standIn.digitText(), Long.parseLong(standIn.timeText()), model);
        JsonObject content =
                JsonValue.object().put("content", EventFrame.mark()).build();
        WordFrames fresh = new WordFrames(
                model,
                EventFrame.of(chunks.choice(content, JsonValue.NULL), standIn),
                EventFrame.of(chunks.choice(JsonValue.object().build(), EventFrame.mark()), standIn),
                EventFrame.of(chunks.usage(EventFrame.mark()), standIn));
        latest = fresh;
        return fresh;
    }

    /// The chunks of one streamed answer.
    private record Chunks(String id, long created, String model) {

        JsonObject choice(JsonObject delta, JsonValue finishReason) {
            return chunk(new JsonArray(List.of(JsonValue.object()
                            .put("index", 0)
                            .put("delta", delta)
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
                    .put("object", "chat.completion.chunk")
                    .put("created", created)
                    .put("model", model)
                    .put("choices", choices);
        }
    }

    /// A streamed call: its name first, then its arguments character by character.
    private record CallScript(Chunks chunks, String function, byte[] finish, byte @Nullable [] usage)
            implements StreamScript {
        @Override
        public int steps() {
            return 1 + ARGUMENTS.length();
        }

        @Override
        public void writeStep(int index, EventSink out) {
            JsonObject call = index == 0
                    ? call(function, "", true)
                    : JsonValue.object()
                            .put("index", 0)
                            .put(
                                    "function",
                                    JsonValue.object()
                                            .put("arguments", ARGUMENTS.substring(index - 1, index))
                                            .build())
                            .build();
            JsonObject delta = JsonValue.object()
                    .put("tool_calls", new JsonArray(List.of(call)))
                    .build();
            out.event(EventText.of(chunks.choice(delta, JsonValue.NULL)));
        }

        @Override
        public void writeEnd(EventSink out) {
            out.event(finish);
            if (usage != null) {
                out.event(usage);
            }
            out.event(EventText.DONE);
        }
    }
}
