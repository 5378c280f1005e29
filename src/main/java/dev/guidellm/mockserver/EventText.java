package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/// Server-sent events as bytes.
final class EventText {
    /// The event that ends a stream of completions.
    static final byte[] DONE = "data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8);

    private static final String MARK = "\u0001token\u0001";
    private static final String MARK_IN_JSON = JsonWriter.toString(mark(), JsonWriter.Style.PYTHON);

    private EventText() {}

    /// An event of data alone.
    static byte[] of(JsonObject data) {
        return utf8("data: " + json(data) + "\n\n");
    }

    /// An event named as its own member `type` says.
    static byte[] named(String type, JsonObject data) {
        return utf8("event: " + type + "\ndata: " + json(data) + "\n\n");
    }

    /// Stands in a template for the text that differs from event to event.
    static JsonValue mark() {
        return JsonValue.of(MARK);
    }

    /// The event of `data`, cut at its [#mark].
    static Template template(JsonObject data) {
        String text = "data: " + json(data) + "\n\n";
        // The last one: a mark that a client smuggles into the model's name stands before ours.
        int at = text.lastIndexOf(MARK_IN_JSON);
        return new Template(utf8(text.substring(0, at)), utf8(text.substring(at + MARK_IN_JSON.length())));
    }

    /// An event with a gap for a JSON string.
    record Template(byte[] before, byte[] after) {}

    private static String json(JsonObject data) {
        return JsonWriter.toString(data, JsonWriter.Style.PYTHON);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
