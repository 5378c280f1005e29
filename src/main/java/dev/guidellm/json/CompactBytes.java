package dev.guidellm.json;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// A value as bytes, equal to [JsonWriter.Style#COMPACT] byte by byte, without the detour over characters. Each
/// request body is written by it.
final class CompactBytes {
    private static final int FIRST_SIZE = 512;
    private static final int LONGEST_NUMBER = 32;

    private byte[] bytes = new byte[FIRST_SIZE];
    private int size;

    static byte[] of(JsonValue value) {
        CompactBytes out = new CompactBytes();
        out.write(value);
        return Arrays.copyOf(out.bytes, out.size);
    }

    private void write(JsonValue value) {
        switch (value) {
            case JsonObject(Map<String, JsonValue> members) -> {
                add('{');
                boolean first = true;
                for (Map.Entry<String, JsonValue> member : members.entrySet()) {
                    if (!first) {
                        add(',');
                    }
                    first = false;
                    text(member.getKey());
                    add(':');
                    write(member.getValue());
                }
                add('}');
            }
            case JsonArray(List<JsonValue> items) -> {
                add('[');
                for (int i = 0; i < items.size(); i++) {
                    if (i > 0) {
                        add(',');
                    }
                    write(items.get(i));
                }
                add(']');
            }
            case JsonString(String text) -> text(text);
            case JsonTimestamp(String iso, boolean _) -> text(iso);
            case JsonInteger(var number) -> {
                if (number.bitLength() < Long.SIZE) {
                    room(LONGEST_NUMBER);
                    size = NumberText.write(number.longValue(), bytes, size);
                } else {
                    ascii(number.toString());
                }
            }
            case JsonDouble(double number) -> {
                if (Double.isFinite(number)) {
                    room(LONGEST_NUMBER);
                    size = NumberText.write(number, bytes, size);
                } else {
                    ascii("null");
                }
            }
            case JsonBoolean(boolean truth) -> ascii(truth ? "true" : "false");
            case JsonNull() -> ascii("null");
        }
    }

    private void text(String text) {
        int length = text.length();
        room(2 * length + 2);
        byte[] to = bytes;
        int at = size;
        to[at++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
                to[at++] = (byte) c;
            } else if (c == '"' || c == '\\' || c == '\n') {
                to[at++] = '\\';
                to[at++] = (byte) (c == '\n' ? 'n' : c);
            } else {
                rare(text);
                return;
            }
        }
        to[at++] = '"';
        size = at;
    }

    private void rare(String text) {
        byte[] escaped = JsonWriter.toString(JsonValue.of(text)).getBytes(StandardCharsets.UTF_8);
        room(escaped.length);
        System.arraycopy(escaped, 0, bytes, size, escaped.length);
        size += escaped.length;
    }

    @SuppressWarnings("deprecation") // which only warns of text that is not Latin-1
    private void ascii(String text) {
        int length = text.length();
        room(length);
        text.getBytes(0, length, bytes, size);
        size += length;
    }

    private void add(char c) {
        room(1);
        bytes[size++] = (byte) c;
    }

    private void room(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }
}
