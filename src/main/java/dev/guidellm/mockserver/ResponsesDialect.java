package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.mockserver.Latencies.AnswerLength;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// `POST /v1/responses`.
final class ResponsesDialect implements Dialect {
    private static final String ANY_FUNCTION = "mock_function";
    private static final String ARGUMENTS = "{}";

    private final PromptTokenizer tokenizer;
    private final MockText text;
    private final boolean keepsPrompts;

    /// @param keepsPrompts whether plans hold the prompts' texts
    ResponsesDialect(PromptTokenizer tokenizer, MockText text, boolean keepsPrompts) {
        this.keepsPrompts = keepsPrompts;
        this.tokenizer = tokenizer;
        this.text = text;
    }

    @Override
    public GenerationPlan read(JsonObject body) throws RequestRefused {
        RequestFields fields = new RequestFields(body, "ResponsesRequest");
        String model = fields.requiredText("model");
        JsonValue input = fields.required("input");
        if (input != null && !(input instanceof JsonString) && !(input instanceof JsonArray)) {
            fields.report().add("input.str", "Input should be a valid string", "string_type", input);
            fields.report().add("input.list[any]", "Input should be a valid list", "list_type", input);
        }
        JsonValue instructions = fields.get("instructions");
        if (instructions != null && !(instructions instanceof JsonString)) {
            fields.report().add("instructions", "Input should be a valid string", "string_type", instructions);
        }
        Integer limit = fields.tokenLimit("max_output_tokens");
        boolean streamed = fields.flag("stream");
        String tool = requiredFunction(fields);
        fields.report().check();
        String prompt = promptText(instructions, input);
        return new GenerationPlan(
                model,
                streamed,
                true,
                PromptUsage.ofText(tokenizer.count(prompt)),
                keepsPrompts ? List.of(prompt) : List.of(),
                limit,
                false,
                tool);
    }

    private static String promptText(@Nullable JsonValue instructions, @Nullable JsonValue input) {
        StringJoiner prompt = new StringJoiner(" ");
        if (instructions instanceof JsonString(String words)) {
            prompt.add(words);
        }
        switch (input) {
            case JsonString(String words) -> prompt.add(words);
            case JsonArray(List<JsonValue> items) -> items.forEach(item -> addItem(item, prompt));
            case null, default -> {}
        }
        return prompt.toString();
    }

    private static void addItem(JsonValue item, StringJoiner prompt) {
        switch (item instanceof JsonObject object ? object.get("content") : item) {
            case JsonString(String words) -> prompt.add(words);
            case JsonArray(List<JsonValue> parts) -> {
                for (JsonValue part : parts) {
                    if (part instanceof JsonObject object
                            && object.get("type") instanceof JsonString(String type)
                            && (type.equals("input_text") || type.equals("text"))
                            && object.get("text") instanceof JsonString(String words)) {
                        prompt.add(words);
                    }
                }
            }
            case null, default -> {}
        }
    }

    private static @Nullable String requiredFunction(RequestFields fields) {
        if (!(fields.get("tool_choice") instanceof JsonString(String choice)) || !choice.equals("required")) {
            return null;
        }
        if (!(fields.get("tools") instanceof JsonArray(List<JsonValue> tools)) || tools.isEmpty()) {
            return null;
        }
        return tools.getFirst() instanceof JsonObject tool && tool.get("name") instanceof JsonString(String name)
                ? name
                : ANY_FUNCTION;
    }

    @Override
    public JsonObject wholeAnswer(GenerationPlan plan, AnswerLength length) {
        Answer answer = new Answer(plan, length, text);
        return answer.finished();
    }

    @Override
    public StreamScript stream(GenerationPlan plan, AnswerLength length) {
        Answer answer = new Answer(plan, length, text);
        return plan.tool() == null ? new TextEvents(answer, length.tokens(), text) : new CallEvents(answer);
    }

    /// One answer's names and objects.
    private static final class Answer {
        private final GenerationPlan plan;
        private final int tokens;
        private final String words;
        private final String id = Ids.random("resp_", 29);
        private final long created = Ids.epochSeconds();
        private final String itemId;
        private final String callId = Ids.random("call_", 24);

        Answer(GenerationPlan plan, AnswerLength length, MockText text) {
            this.plan = plan;
            this.tokens = length.tokens();
            this.words = plan.tool() == null ? text.text(tokens) : "";
            this.itemId = plan.tool() == null ? Ids.random("msg_", 29) : Ids.random("fc_", 24);
        }

        JsonObject begun() {
            return response("in_progress", new JsonArray(List.of()), null);
        }

        JsonObject finished() {
            JsonObject usage = JsonValue.object()
                    .put("input_tokens", plan.prompt().total())
                    .put("output_tokens", tokens)
                    .put("total_tokens", plan.prompt().total() + tokens)
                    .build();
            JsonObject item = plan.tool() == null
                    ? message("completed", new JsonArray(List.of(textPart(words))))
                    : call("completed", ARGUMENTS);
            return response("completed", new JsonArray(List.of(item)), usage);
        }

        private JsonObject response(String status, JsonArray output, @Nullable JsonObject usage) {
            return JsonValue.object()
                    .put("id", id)
                    .put("object", "response")
                    .put("created_at", created)
                    .put("status", status)
                    .put("model", plan.model())
                    .put("output", output)
                    .put("usage", usage)
                    .build();
        }

        JsonObject message(String status, JsonArray content) {
            return JsonValue.object()
                    .put("type", "message")
                    .put("id", itemId)
                    .put("role", "assistant")
                    .put("status", status)
                    .put("content", content)
                    .build();
        }

        JsonObject call(String status, String arguments) {
            return JsonValue.object()
                    .put("type", "function_call")
                    .put("id", itemId)
                    .put("call_id", callId)
                    .put("name", plan.tool())
                    .put("arguments", arguments)
                    .put("status", status)
                    .build();
        }

        static JsonObject textPart(String words) {
            return JsonValue.object()
                    .put("type", "output_text")
                    .put("text", words)
                    .build();
        }
    }

    /// Appends the event of `type`, whose members after the type are `body`.
    private static void emit(StreamScript.EventSink out, String type, int sequence, JsonValue.ObjectBuilder body) {
        out.event(EventText.named(
                type,
                JsonValue.object()
                        .put("type", type)
                        .putAll(body.build())
                        .put("sequence_number", sequence)
                        .build()));
    }

    private static void emitStart(StreamScript.EventSink out, Answer answer) {
        JsonObject begun = answer.begun();
        emit(out, "response.created", 0, JsonValue.object().put("response", begun));
        emit(out, "response.in_progress", 1, JsonValue.object().put("response", begun));
    }

    private static JsonValue.ObjectBuilder item(JsonObject item) {
        return JsonValue.object().put("output_index", 0).put("item", item);
    }

    /// A streamed answer in words; what precedes the first token is sent together with it.
    private record TextEvents(Answer answer, int steps, MockText text) implements StreamScript {
        private static final int EVENTS_BEFORE = 4;

        @Override
        public void writeStep(int index, EventSink out) {
            if (index == 0) {
                emitStart(out, answer);
                JsonObject empty = answer.message("in_progress", new JsonArray(List.of()));
                emit(out, "response.output_item.added", 2, item(empty));
                emit(out, "response.content_part.added", 3, place().put("part", Answer.textPart("")));
            }
            emit(out, "response.output_text.delta", EVENTS_BEFORE + index, place().put("delta", text.token(index)));
        }

        @Override
        public void writeEnd(EventSink out) {
            int next = EVENTS_BEFORE + steps;
            emit(out, "response.output_text.done", next, place().put("text", answer.words));
            JsonArray content = new JsonArray(List.of(Answer.textPart(answer.words)));
            emit(out, "response.output_item.done", next + 1, item(answer.message("completed", content)));
            emit(out, "response.completed", next + 2, JsonValue.object().put("response", answer.finished()));
        }

        private JsonValue.ObjectBuilder place() {
            return JsonValue.object()
                    .put("item_id", answer.itemId)
                    .put("output_index", 0)
                    .put("content_index", 0);
        }
    }

    /// A streamed call: announced first, then its arguments character by character.
    private record CallEvents(Answer answer) implements StreamScript {
        private static final int EVENTS_BEFORE = 3;

        @Override
        public int steps() {
            return 1 + ARGUMENTS.length();
        }

        @Override
        public void writeStep(int index, EventSink out) {
            if (index == 0) {
                emitStart(out, answer);
                emit(out, "response.output_item.added", 2, item(answer.call("in_progress", "")));
                return;
            }
            emit(
                    out,
                    "response.function_call_arguments.delta",
                    EVENTS_BEFORE + index - 1,
                    JsonValue.object().put("output_index", 0).put("delta", ARGUMENTS.substring(index - 1, index)));
        }

        @Override
        public void writeEnd(EventSink out) {
            int next = EVENTS_BEFORE + ARGUMENTS.length();
            emit(
                    out,
                    "response.function_call_arguments.done",
                    next,
                    JsonValue.object().put("output_index", 0).put("arguments", ARGUMENTS));
            emit(out, "response.output_item.done", next + 1, item(answer.call("completed", ARGUMENTS)));
            emit(out, "response.completed", next + 2, JsonValue.object().put("response", answer.finished()));
        }
    }
}
