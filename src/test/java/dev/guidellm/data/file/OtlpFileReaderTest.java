package dev.guidellm.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.FileData;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OTLP protobuf, written here field by field as opentelemetry-proto numbers them.
class OtlpFileReaderTest {
    private static final String SPAN =
            "{\"traceId\":\"0102ff\",\"spanId\":\"0a\",\"parentSpanId\":\"0b\",\"name\":\"chat\","
                    + "\"startTimeUnixNano\":1760000000000000001,\"endTimeUnixNano\":1760000001000000000,"
                    + "\"status\":{\"message\":\"no\",\"code\":2},\"attributes\":["
                    + "{\"key\":\"text\",\"value\":{\"stringValue\":\"ä\"}},{\"key\":\"count\",\"value\":{\"intValue\":300}},"
                    + "{\"key\":\"truth\",\"value\":{\"boolValue\":true}},{\"key\":\"real\",\"value\":{\"doubleValue\":0.5}},"
                    + "{\"key\":\"list\",\"value\":{\"arrayValue\":{\"values\":[{\"stringValue\":\"a\"},{\"stringValue\":\"b\"}]}}},"
                    + "{\"key\":\"map\",\"value\":{\"kvlistValue\":{\"values\":[{\"key\":\"k\",\"value\":{\"intValue\":1}}]}}}],"
                    + "\"events\":[{\"timeUnixNano\":7,\"name\":\"e\",\"attributes\":[]}]}";

    @TempDir
    private Path folder;

    @Test
    void readsOneMessage() throws Exception {
        JsonValue expected = JsonReader.read("[{\"scopeSpans\":[{\"spans\":[" + SPAN + "]}]}]");
        List<Row> rows = rows("one.pb", message());
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().cell("resourceSpans")).isEqualTo(expected);
    }

    @Test
    void readsManyMessagesBehindTheirLengths() throws Exception {
        byte[] message = message();
        ByteArrayOutputStream fourBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream varints = new ByteArrayOutputStream();
        for (int i = 0; i < 3; i++) {
            fourBytes.write(ByteBuffer.allocate(4).putInt(message.length).array());
            fourBytes.write(message);
            varint(varints, message.length);
            varints.write(message);
        }
        assertThat(rows("four.binpb", fourBytes.toByteArray())).hasSize(3);
        assertThat(rows("varint.otlp", varints.toByteArray())).hasSize(3);
    }

    @Test
    void saysWhatIsBroken() throws IOException {
        byte[] message = message();
        byte[] cut = Arrays.copyOf(message, message.length - 3);
        assertThatThrownBy(() -> rows("cut.pb", cut))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("cut.pb, message 1: is no OTLP trace data in protobuf");
        assertThatThrownBy(() -> rows("text.pb", "no protobuf at all".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("is no OTLP trace data");
    }

    private List<Row> rows(String name, byte[] bytes) throws IOException, RowException {
        Path file = folder.resolve(name);
        Files.write(file, bytes);
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = FileSources.table(
                        new FileData.OtlpFile(JsonValue.object().build(), file.toString()))
                .rows()) {
            for (Row row = cursor.next(); row != null; row = cursor.next()) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static byte[] message() throws IOException {
        ByteArrayOutputStream span = new ByteArrayOutputStream();
        block(span, 1, HexFormat.of().parseHex("0102ff"));
        block(span, 2, new byte[] {10});
        block(span, 4, new byte[] {11});
        block(span, 5, text("chat"));
        number(span, 6, 3); // the kind, which is not read
        fixed(span, 7, 1_760_000_000_000_000_001L);
        fixed(span, 8, 1_760_000_001_000_000_000L);
        attribute(span, 9, "text", value(1, text("ä")));
        attribute(span, 9, "count", value(3, 300));
        attribute(span, 9, "truth", value(2, 1));
        ByteArrayOutputStream real = new ByteArrayOutputStream();
        fixed(real, 4, Double.doubleToLongBits(0.5));
        attribute(span, 9, "real", real.toByteArray());
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        block(list, 1, value(1, text("a")));
        block(list, 1, value(1, text("b")));
        attribute(span, 9, "list", value(5, list.toByteArray()));
        ByteArrayOutputStream map = new ByteArrayOutputStream();
        attribute(map, 1, "k", value(3, 1));
        attribute(span, 9, "map", value(6, map.toByteArray()));
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        fixed(event, 1, 7);
        block(event, 2, text("e"));
        block(span, 11, event.toByteArray());
        ByteArrayOutputStream status = new ByteArrayOutputStream();
        block(status, 2, text("no"));
        number(status, 3, 2);
        block(span, 15, status.toByteArray());
        ByteArrayOutputStream scope = new ByteArrayOutputStream();
        block(scope, 1, new byte[0]);
        block(scope, 2, span.toByteArray());
        ByteArrayOutputStream resource = new ByteArrayOutputStream();
        block(resource, 1, new byte[0]);
        block(resource, 2, scope.toByteArray());
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        block(data, 1, resource.toByteArray());
        return data.toByteArray();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] value(int field, long number) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        number(out, field, number);
        return out.toByteArray();
    }

    private static byte[] value(int field, byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        block(out, field, bytes);
        return out.toByteArray();
    }

    private static void attribute(ByteArrayOutputStream out, int field, String key, byte[] value) throws IOException {
        ByteArrayOutputStream pair = new ByteArrayOutputStream();
        block(pair, 1, text(key));
        block(pair, 2, value);
        block(out, field, pair.toByteArray());
    }

    private static void number(ByteArrayOutputStream out, int field, long value) {
        varint(out, field << 3);
        varint(out, value);
    }

    private static void fixed(ByteArrayOutputStream out, int field, long value) throws IOException {
        varint(out, (field << 3) | 1);
        out.write(ByteBuffer.allocate(8).putLong(Long.reverseBytes(value)).array());
    }

    private static void block(ByteArrayOutputStream out, int field, byte[] bytes) throws IOException {
        varint(out, (field << 3) | 2);
        varint(out, bytes.length);
        out.write(bytes);
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
