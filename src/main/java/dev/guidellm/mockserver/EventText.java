package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/// Server-sent events as bytes.
final class EventText {
    /// The event that ends a stream of completions.
    static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);

    private EventText() {}

    /// An event of data alone.
    static byte[] of(JsonObject data) {
        return utf8("data: " + json(data) + "\n\n");
    }

    /// An event named as its own member `type` says.
    static byte[] named(String type, JsonObject data) {
        return utf8("event: " + type + "\ndata: " + json(data) + "\n\n");
    }

    private static String json(JsonObject data) {
        return JsonWriter.toString(data, JsonWriter.Style.PYTHON);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
