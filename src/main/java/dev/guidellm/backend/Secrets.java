package dev.guidellm.backend;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.ToolCall;
import dev.guidellm.redaction.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What must never be shown of a backend's requests and answers: the API key, and values found under telling names in
/// headers, query parameters, addresses and body. A server may echo them, so all that comes from outside is covered
/// before it is kept. Filled while the backend is made, then safe for every thread.
final class Secrets {
    /// Shorter values would blot out ordinary words of a message.
    private static final int SHORTEST = 4;

    /// Shorter ones, or plain words, would blot out ordinary words of prompts and answers.
    private static final int SHORTEST_IN_CONTENT = 8;

    private final List<String> values = new ArrayList<>();
    private final List<String> contentValues = new ArrayList<>();

    /// Adds a value; texts below [#SHORTEST] characters are hidden by name only.
    void add(@Nullable String value) {
        if (value == null || value.equals(Redaction.MASK)) {
            return;
        }
        int space = value.indexOf(' ');
        if (space > 0 && space < value.length() - 1) {
            add(value.substring(space + 1)); // the token behind "Bearer", the next cookie
        }
        int equal = value.indexOf('=');
        if (equal > 0 && equal < value.length() - SHORTEST) {
            add(value.substring(equal + 1)); // a cookie's value
        }
        if (value.length() >= SHORTEST && !values.contains(value)) {
            values.add(value);
            values.sort((a, b) -> Integer.compare(b.length(), a.length()));
            contentValues.clear();
            values.stream().filter(Secrets::isNoWord).forEach(contentValues::add);
        }
    }

    /// Adds `user:password`, and both by themselves: either may be a token.
    void addUser(@Nullable String userInfo) {
        add(userInfo);
        int colon = userInfo == null ? -1 : userInfo.indexOf(':');
        if (userInfo != null && colon >= 0) {
            add(userInfo.substring(0, colon));
            add(userInfo.substring(colon + 1));
        }
    }

    /// Adds the telling parameters of a query.
    void addQuery(String query) {
        Redaction.text("?" + query, this::add);
    }

    /// A message with every known secret value covered, and those of addresses in it.
    String mask(String message) {
        return covered(Redaction.text(message), values);
    }

    /// The arguments of a request as they may be kept.
    String maskArguments(String json) {
        return covered(Redaction.json(json), contentValues);
    }

    /// An answer as it may be kept.
    GenerationResponse mask(GenerationResponse answer) {
        String id = maskContent(answer.responseId());
        String text = maskContent(answer.text());
        String reasoning = maskContent(answer.reasoningText());
        List<ToolCall> calls = answer.toolCalls().stream().map(this::mask).toList();
        JsonValue metrics = maskMetrics(answer.responseMetrics());
        String finish = maskContent(answer.finishReason());
        GenerationResponse masked = new GenerationResponse(
                id, text, reasoning, calls, answer.inputMetrics(), answer.outputMetrics(), metrics, finish);
        return masked.equals(answer) ? answer : masked;
    }

    /// The members of headers or query parameters, secret ones covered; their values become known.
    JsonObject cover(Map<String, ? extends JsonValue> members) {
        return Redaction.fields(members, this::add);
    }

    /// A body's members, secret ones covered at any depth; their values become known.
    JsonObject coverBody(JsonObject body) {
        return Redaction.object(body, this::add);
    }

    private ToolCall mask(ToolCall call) {
        String arguments = covered(Redaction.text(call.arguments()), contentValues);
        return arguments.equals(call.arguments()) ? call : new ToolCall(call.id(), call.type(), call.name(), arguments);
    }

    private @Nullable JsonValue maskMetrics(@Nullable JsonValue metrics) {
        if (metrics == null || contentValues.isEmpty()) {
            return metrics == null ? null : Redaction.value(metrics);
        }
        String json = JsonWriter.toString(metrics);
        String masked = covered(json, contentValues);
        if (masked.equals(json)) {
            return Redaction.value(metrics);
        }
        try {
            return Redaction.value(JsonReader.read(masked));
        } catch (JsonSyntaxException e) {
            return null; // a secret that was a number: nothing is better than the secret
        }
    }

    private @Nullable String maskContent(@Nullable String text) {
        return text == null ? null : covered(Redaction.text(text), contentValues);
    }

    private static String covered(String text, List<String> secrets) {
        String covered = text;
        for (String value : secrets) {
            covered = covered.replace(value, Redaction.MASK);
        }
        return covered;
    }

    private static boolean isNoWord(String value) {
        return value.length() >= SHORTEST_IN_CONTENT && !value.chars().allMatch(Character::isLetter);
    }
}
