package dev.guidellm.backend;

import static dev.guidellm.GoldenCases.text;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.Settings;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.ToolCall;
import dev.guidellm.transport.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// Requests of the golden file: built by the backend, and shown in the file's own shape.
@NullMarked
final class GoldenRequests {
    /// What pydantic wraps around a message.
    private static final Pattern VALIDATION = Pattern.compile("(?s)ValidationError: .*?\\n  (.*?) \\[type=.*");

    private GoldenRequests() {}

    /// The request that the case asks for, or `{"error": …}`.
    static JsonObject build(JsonObject golden) throws Exception {
        try (OpenAiBackend backend = backend(golden)) {
            ConversationNode node = new ConversationNode(
                    "turn_0", "default", request((JsonObject) member(golden, "request")), NodeSettings.NONE);
            OpenAiRequest built = (OpenAiRequest) backend.prepare(node, history(golden), "id-1");
            return shape(
                    built,
                    golden.get("expected") instanceof JsonObject expected && expected.get("request_args_json") != null);
        } catch (ConfigException | RequestFormatException e) {
            return error(String.valueOf(e.getMessage()));
        }
    }

    /// The golden value; an error without the classes and links of Python, and with its path as ours writes it.
    static JsonObject expected(JsonObject golden) {
        String error = golden.get("expected_error") == null ? null : text(golden, "expected_error");
        if (error == null) {
            return (JsonObject) member(golden, "expected");
        }
        Matcher validation = VALIDATION.matcher(error);
        return error(validation.matches() ? validation.group(1) : error.replace("ValueError: ", ""));
    }

    private static JsonObject error(String message) {
        // a configuration's problem names its path
        return JsonValue.object()
                .put("error", message.replaceFirst(" \\(at 'backend[a-z_.]*'\\)$", ""))
                .build();
    }

    private static OpenAiBackend backend(JsonObject golden) {
        JsonObject arguments = JsonValue.object()
                .put("kind", "openai_http")
                .putAll((JsonObject) member(golden, "backend_args"))
                .build();
        BackendConfig config =
                new ConfigReader(Settings.defaults(Path.of(""))).read(BackendConfig.class, arguments, "backend");
        return new OpenAiBackend(
                (BackendConfig.OpenAiHttp) config,
                new RecordedTransport(_ -> RecordedExchange.Answer.of(200, "")),
                BackendFixture.TOOL_RESPONSE);
    }

    private static GenerationRequest request(JsonObject turn) {
        Map<String, List<JsonValue>> columns = new LinkedHashMap<>();
        ((JsonObject) member(turn, "columns"))
                .members()
                .forEach((name, values) -> columns.put(name, ((JsonArray) values).items()));
        TurnType type = TurnType.valueOf(text(turn, "turn_type").toUpperCase(Locale.ROOT));
        UsageMetrics output =
                UsageMetrics.NONE.with(UsageField.TEXT_TOKENS, JsonParts.count(turn.get("output_tokens")));
        return new GenerationRequest(type, columns, UsageMetrics.NONE, output);
    }

    private static List<HistoryTurn> history(JsonObject golden) {
        List<HistoryTurn> history = new ArrayList<>();
        for (JsonValue item : ((JsonArray) member(golden, "history")).items()) {
            List<JsonValue> pair = ((JsonArray) item).items();
            history.add(new HistoryTurn(
                    request((JsonObject) pair.getFirst()),
                    pair.getLast() instanceof JsonObject answer ? response(answer) : null));
        }
        return history;
    }

    private static GenerationResponse response(JsonObject answer) {
        List<ToolCall> calls = new ArrayList<>();
        if (answer.get("tool_calls") instanceof JsonArray list) {
            for (JsonValue item : list.items()) {
                JsonObject call = (JsonObject) item;
                calls.add(new ToolCall(text(call, "id"), "function", text(call, "name"), text(call, "arguments")));
            }
        }
        return new GenerationResponse(
                null,
                JsonParts.text(answer.get("text")),
                JsonParts.text(answer.get("reasoning_text")),
                calls,
                UsageMetrics.NONE,
                UsageMetrics.NONE,
                null,
                null);
    }

    private static JsonObject shape(OpenAiRequest built, boolean withArguments) throws Exception {
        HttpRequest http = built.http();
        String address = http.uri().toString();
        int query = address.indexOf('?');
        JsonValue.ObjectBuilder shape = JsonValue.object()
                .put("url", query < 0 ? address : address.substring(0, query))
                .put("method", http.method())
                .put("params", query < 0 ? null : params(address.substring(query + 1)))
                .put("headers", headers(http))
                .put("json", JsonReader.read(http.body()))
                .put("data", JsonValue.NULL)
                .put("files", JsonValue.NULL)
                .put("client_streams", http.lines());
        if (withArguments) {
            shape.put("request_args_json", built.arguments().json());
        }
        return shape.build();
    }

    private static JsonObject params(String query) {
        JsonValue.ObjectBuilder params = JsonValue.object();
        for (String pair : query.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            params.put(parts[0], parts[1]);
        }
        return params.build();
    }

    /// Without what every request has.
    private static @Nullable JsonObject headers(HttpRequest http) {
        JsonValue.ObjectBuilder headers = JsonValue.object();
        http.headers().stream()
                .filter(header -> !header.getKey().equals("x-request-id")
                        && !header.getKey().equals("Content-Type"))
                .forEach(header -> headers.put(header.getKey(), header.getValue()));
        JsonObject built = headers.build();
        return built.members().isEmpty() ? null : built;
    }

    private static JsonValue member(JsonObject object, String key) {
        return Objects.requireNonNull(object.get(key), key);
    }
}
