package dev.guidellm.backend;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/// What a server's JSON says of a failure.
///
/// @param code the code inside the error, null when it has none
record ServerError(String text, @Nullable String code) {

    /// The error that `body` reports: a non-empty `error` member, or an object that calls itself an error (vLLM
    /// before 0.10). Null when it reports none.
    static @Nullable ServerError in(JsonObject body) {
        JsonValue error = body.get("error");
        if (JsonParts.isTruthy(error)) {
            return of(error);
        }
        return "error".equals(JsonParts.text(body.get("object"))) && JsonParts.isTruthy(body.get("message"))
                ? of(body)
                : null;
    }

    /// The error in the body of an answer with a bad status, where a few more spellings are usual (`detail` of
    /// FastAPI, a bare `message`). Null when the body names none.
    static @Nullable ServerError inErrorBody(JsonObject body) {
        ServerError error = in(body);
        if (error != null) {
            return error;
        }
        for (String key : new String[] {"message", "detail"}) {
            JsonValue value = body.get(key);
            if (JsonParts.isTruthy(value)) {
                return new ServerError(detail(value), code(body));
            }
        }
        return null;
    }

    private static ServerError of(@Nullable JsonValue error) {
        if (!(error instanceof JsonObject object)) {
            return new ServerError(error == null ? "" : JsonParts.asText(error), null);
        }
        for (String key : new String[] {"message", "type", "code"}) {
            JsonValue value = object.get(key);
            if (value != null && JsonParts.isTruthy(value)) {
                return new ServerError(JsonParts.asText(value), code(object));
            }
        }
        return new ServerError(JsonWriter.toString(object), code(object));
    }

    private static @Nullable String code(JsonObject object) {
        JsonValue code = object.get("code");
        return code == null || JsonParts.isAbsent(code) ? null : JsonParts.asText(code);
    }

    /// FastAPI lists each broken rule as an object with `msg`.
    private static String detail(@Nullable JsonValue value) {
        if (value instanceof JsonArray array
                && array.items().getFirst() instanceof JsonObject first
                && first.get("msg") instanceof JsonString(String text)) {
            JsonValue place = first.get("loc");
            return JsonParts.isTruthy(place) && place != null ? text + " at " + JsonWriter.toString(place) : text;
        }
        return value == null ? "" : JsonParts.asText(value);
    }
}
