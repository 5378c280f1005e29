package dev.guidellm.backend;

import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A JSON request body while it is put together. Used by one thread.
final class RequestBody {
    private static final JsonObject STREAM_OPTIONS = JsonValue.object()
            .put("include_usage", true)
            .put("continuous_usage_stats", true)
            .build();

    private final Map<String, JsonValue> members = new LinkedHashMap<>();
    private final String lengthKey;

    /// Starts with what every generating request has: model, streaming, and the answer's length.
    ///
    /// @param lengthKey the member that limits the answer's tokens
    RequestBody(Dialect dialect, JsonObject extraBody, GenerationRequest request, String lengthKey) {
        this.lengthKey = lengthKey;
        members.put("model", JsonValue.of(dialect.model()));
        if (dialect.stream()) {
            members.put("stream", JsonValue.TRUE);
            members.put("stream_options", STREAM_OPTIONS);
        }
        Number wanted = request.outputMetrics().get(UsageField.TEXT_TOKENS);
        if (wanted != null && wanted.longValue() > 0) {
            members.put(lengthKey, JsonValue.of(wanted.longValue()));
            members.put("ignore_eos", JsonValue.TRUE);
        } else if (dialect.maxTokens() != null) {
            members.put(lengthKey, JsonValue.of(dialect.maxTokens().longValue()));
        }
        merge(members, extraBody);
        if (dialect.stream()) {
            members.put("stream", JsonValue.TRUE);
        } else if (members.get("stream") instanceof JsonBoolean(boolean stream) && stream) {
            members.remove("stream");
        }
    }

    @Nullable
    JsonValue get(String key) {
        return members.get(key);
    }

    void put(String key, JsonValue value) {
        members.put(key, value);
    }

    void remove(String key) {
        members.remove(key);
    }

    /// Lets the model end its answer where it likes, as a turn that must call a tool needs.
    void freeLength() {
        members.remove("ignore_eos");
        members.remove("stop");
        members.remove(lengthKey);
    }

    /// The body, without members that are null, at any depth of objects; lists are left as they are.
    JsonObject build() {
        return withoutNulls(members);
    }

    /// Fails when the member that carries the turn's content is missing or empty.
    void require(String endpoint, String key, String sources, GenerationRequest request) throws RequestFormatException {
        if (JsonParts.isTruthy(members.get(key))) {
            return;
        }
        TreeSet<String> present = new TreeSet<>();
        request.columns().forEach((name, values) -> {
            if (!values.isEmpty()) {
                present.add(name);
            }
        });
        throw new RequestFormatException("Cannot build " + endpoint + " " + key + ": missing " + sources
                + ". Present, non-empty columns: " + (present.isEmpty() ? "none" : String.join(", ", present)) + ".");
    }

    /// The texts of a column; null and empty values are left out.
    static List<String> texts(GenerationRequest request, String column) {
        return request.column(column).stream()
                .filter(value -> !JsonParts.isAbsent(value))
                .map(JsonParts::asText)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static void merge(Map<String, JsonValue> into, JsonObject extra) {
        extra.members().forEach((key, value) -> into.merge(key, value, RequestBody::merged));
    }

    private static JsonValue merged(JsonValue old, JsonValue extra) {
        if (old instanceof JsonObject(Map<String, JsonValue> below) && extra instanceof JsonObject object) {
            Map<String, JsonValue> both = new LinkedHashMap<>(below);
            merge(both, object);
            return new JsonObject(both);
        }
        return extra;
    }

    private static JsonObject withoutNulls(Map<String, JsonValue> members) {
        Map<String, JsonValue> kept = new LinkedHashMap<>();
        members.forEach((key, value) -> {
            if (value instanceof JsonObject(Map<String, JsonValue> below)) {
                kept.put(key, withoutNulls(below));
            } else if (!(value instanceof JsonNull)) {
                kept.put(key, value);
            }
        });
        return new JsonObject(kept);
    }
}
