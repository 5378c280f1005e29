package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// OpenTelemetry traces as OTLP protobuf: one message (`TracesData` or an export request), or many, each behind its
/// length in four bytes (as the collector's file exporter writes them) or as a variable-length number. One row per
/// message, in the shape of OTLP JSON.
final class OtlpFileReader {
    /// The tag of the one field that such a message has: number 1, with a length.
    private static final int RESOURCE_SPANS = 0x0a;

    private OtlpFileReader() {}

    static RowTable open(String name, Path file, JsonObject loadKwargs) {
        ReaderOptions options = new ReaderOptions(name, loadKwargs);
        SplitSlice slice = options.split();
        options.end();
        return new RowTable(name, "otlp", "message", slice, () -> new ScannedRows.ListCursor(rows(name, file)));
    }

    private static List<Row> rows(String name, Path file) {
        byte[] bytes;
        try (InputStream in = ByteLines.stream(file)) {
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw FileSources.unreadable(name, null, e);
        }
        List<Row> rows = new ArrayList<>();
        try {
            for (ProtobufMessage message : messages(bytes)) {
                JsonValue spans = OtlpMessages.resourceSpans(message);
                rows.add(new Row(
                        rows.size() + 1L,
                        JsonValue.object().put("resourceSpans", spans).build().members()));
            }
        } catch (ProtobufMessage.MalformedException e) {
            throw new DataException(
                    name, "message " + (rows.size() + 1), "is no OTLP trace data in protobuf (" + e.getMessage() + ")");
        }
        return rows;
    }

    private static List<ProtobufMessage> messages(byte[] bytes) throws ProtobufMessage.MalformedException {
        ProtobufMessage whole = new ProtobufMessage(bytes, 0, bytes.length);
        if (bytes.length == 0 || (bytes[0] == RESOURCE_SPANS && whole.isWellFormed())) {
            return bytes.length == 0 ? List.of() : List.of(whole);
        }
        List<ProtobufMessage> messages = new ArrayList<>();
        boolean fourBytes = bytes.length > 4 && bytes[4] == RESOURCE_SPANS;
        int at = 0;
        while (at < bytes.length) {
            long length = 0;
            if (fourBytes) {
                if (at + 4 > bytes.length) {
                    throw new ProtobufMessage.MalformedException("the last length is cut off");
                }
                for (int i = 0; i < 4; i++) {
                    length = length << 8 | (bytes[at++] & 0xff);
                }
            } else {
                int shift = 0;
                int next;
                do {
                    if (at == bytes.length || shift > 28) {
                        throw new ProtobufMessage.MalformedException("no length stands where one should");
                    }
                    next = bytes[at++];
                    length |= (long) (next & 0x7f) << shift;
                    shift += 7;
                } while (next < 0);
            }
            if (length > bytes.length - at) {
                throw new ProtobufMessage.MalformedException("it says " + length + " bytes and has fewer");
            }
            messages.add(new ProtobufMessage(bytes, at, at + (int) length));
            at += (int) length;
        }
        return messages;
    }
}
