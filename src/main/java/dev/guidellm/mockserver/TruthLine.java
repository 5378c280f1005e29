package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;

/// A [TruthRecord] as a line of JSON.
final class TruthLine {
    private TruthLine() {}

    static void append(TruthRecord entry, StringBuilder out) {
        String id = entry.requestId();
        out.append("{\"request_id\":").append(id == null ? "null" : JsonWriter.toString(JsonValue.of(id)));
        out.append(",\"path\":").append(JsonWriter.toString(JsonValue.of(entry.path())));
        out.append(",\"streamed\":").append(entry.streamed());
        out.append(",\"prompt_tokens\":").append(entry.promptTokens());
        if (!entry.prompt().isEmpty()) {
            out.append(",\"prompt\":").append(JsonWriter.toString(JsonValue.ofStrings(entry.prompt())));
        }
        out.append(",\"arrival_ns\":").append(entry.arrivalNanos());
        out.append(",\"service_ns\":").append(entry.serviceNanos());
        numbers(",\"intended_ns\":[", entry.intendedNanos(), out);
        numbers(",\"write_ns\":[", entry.writeNanos(), out);
        out.append(",\"end_ns\":").append(entry.endNanos());
        out.append(",\"completed\":").append(entry.completed()).append("}\n");
    }

    private static void numbers(String start, long[] values, StringBuilder out) {
        out.append(start);
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                out.append(',');
            }
            out.append(values[i]);
        }
        out.append(']');
    }
}
