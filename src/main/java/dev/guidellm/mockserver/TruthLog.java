package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Keeps what the server did, in the order in which answers ended. Safe to call from every thread.
final class TruthLog {
    private final ConcurrentLinkedQueue<TruthRecord> records = new ConcurrentLinkedQueue<>();

    void add(TruthRecord entry) {
        records.add(entry);
    }

    List<TruthRecord> records() {
        return List.copyOf(records);
    }

    /// Writes one JSON object a line.
    void writeTo(Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            for (TruthRecord entry : records) {
                JsonWriter.write(json(entry), JsonWriter.Style.COMPACT, out);
                out.write('\n');
            }
        }
    }

    private static JsonValue json(TruthRecord entry) {
        return JsonValue.object()
                .put("request_id", entry.requestId())
                .put("path", entry.path())
                .put("streamed", entry.streamed())
                .put("prompt_tokens", entry.promptTokens())
                .put("arrival_ns", entry.arrivalNanos())
                .put("service_ns", entry.serviceNanos())
                .put("intended_ns", numbers(entry.intendedNanos()))
                .put("write_ns", numbers(entry.writeNanos()))
                .put("end_ns", entry.endNanos())
                .put("completed", entry.completed())
                .build();
    }

    private static JsonArray numbers(long[] values) {
        return new JsonArray(Arrays.stream(values).mapToObj(JsonValue::of).toList());
    }
}
