package dev.guidellm.json;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes JSON text: whole values by the static methods, or piece by piece, so that a long document never stands in
/// memory as a whole.
///
/// A piecewise writer is used by one thread. Numbers that JSON lacks (infinite, not a number) are written as
/// `null`, time stamps as their ISO text. No final line feed.
public final class JsonWriter {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    /// How the text looks.
    public enum Style {
        /// No blanks, non-ASCII characters as they are.
        COMPACT(",", ":", false, false),
        /// `, ` and `: `, non-ASCII characters as `\\uXXXX`: what Python's `json.dumps` writes.
        PYTHON(", ", ": ", true, false),
        /// As [#COMPACT], and safe inside a script element of an HTML page: `<`, `>`, `&` and the two Unicode line
        /// separators are escaped.
        HTML(",", ":", false, true);

        private final String comma;
        private final String colon;
        private final boolean asciiOnly;
        private final boolean html;

        Style(String comma, String colon, boolean asciiOnly, boolean html) {
            this.comma = comma;
            this.colon = colon;
            this.asciiOnly = asciiOnly;
            this.html = html;
        }
    }

    private final Appendable out;
    private final Style style;
    private final Deque<Boolean> hasEntries = new ArrayDeque<>();
    private boolean afterName;

    /// A writer that appends to `out`, which stays open.
    public JsonWriter(Appendable out, Style style) {
        this.out = out;
        this.style = style;
    }

    /// `value` as compact text.
    public static String toString(JsonValue value) {
        return toString(value, Style.COMPACT);
    }

    /// `value` as text.
    public static String toString(JsonValue value, Style style) {
        StringBuilder text = new StringBuilder();
        try {
            new JsonWriter(text, style).value(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringBuilder has no output errors
        }
        return text.toString();
    }

    /// `value` as compact UTF-8 bytes.
    public static byte[] toBytes(JsonValue value) {
        return JsonBytes.compact(value);
    }

    /// The bytes of `text` between its quotes in compact JSON, where they are its own characters; null where some need
    /// an escape or are beyond ASCII.
    public static byte @Nullable [] plainBytes(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.UTF_8);
        return EscapedCharacters.next(ascii, 0) == ascii.length ? ascii : null;
    }

    /// Writes `value` to `out`, which stays open.
    public static void write(JsonValue value, Style style, Appendable out) throws IOException {
        new JsonWriter(out, style).value(value);
    }

    /// Writes `value` in UTF-8 to `out`, which is flushed and stays open.
    public static void write(JsonValue value, Style style, OutputStream out) throws IOException {
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        new JsonWriter(writer, style).value(value);
        writer.flush();
    }

    /// Starts an object.
    public JsonWriter beginObject() throws IOException {
        return begin('{');
    }

    /// Ends the innermost object.
    public JsonWriter endObject() throws IOException {
        return end('}');
    }

    /// Starts a list.
    public JsonWriter beginArray() throws IOException {
        return begin('[');
    }

    /// Ends the innermost list.
    public JsonWriter endArray() throws IOException {
        return end(']');
    }

    /// The name of the next member; its value follows.
    public JsonWriter name(String name) throws IOException {
        separate();
        text(name);
        out.append(style.colon);
        afterName = true;
        return this;
    }

    /// A whole value: a member's value, a list's item or the document.
    public JsonWriter value(JsonValue value) throws IOException {
        switch (value) {
            case JsonObject(Map<String, JsonValue> members) -> {
                beginObject();
                for (Map.Entry<String, JsonValue> member : members.entrySet()) {
                    name(member.getKey());
                    value(member.getValue());
                }
                endObject();
            }
            case JsonArray array -> {
                beginArray();
                for (JsonValue item : array.items()) {
                    value(item);
                }
                endArray();
            }
            case JsonString(String text) -> {
                separate();
                text(text);
            }
            case JsonTimestamp(String iso, boolean _) -> {
                separate();
                text(iso);
            }
            case JsonInteger(var number) -> raw(number.toString());
            case JsonDouble(double number) -> raw(Double.isFinite(number) ? NumberText.of(number) : "null");
            case JsonBoolean(boolean truth) -> raw(truth ? "true" : "false");
            case JsonNull() -> raw("null");
        }
        return this;
    }

    private JsonWriter begin(char bracket) throws IOException {
        separate();
        out.append(bracket);
        hasEntries.push(false);
        return this;
    }

    private JsonWriter end(char bracket) throws IOException {
        hasEntries.pop();
        out.append(bracket);
        return this;
    }

    private void raw(String text) throws IOException {
        separate();
        out.append(text);
    }

    private void separate() throws IOException {
        if (afterName) {
            afterName = false;
            return;
        }
        if (!hasEntries.isEmpty() && !hasEntries.peek()) {
            hasEntries.pop();
            hasEntries.push(true);
        } else if (!hasEntries.isEmpty()) {
            out.append(style.comma);
        }
    }

    private void text(String text) throws IOException {
        out.append('"');
        int plainFrom = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPlain(c, text, i)) {
                continue;
            }
            out.append(text, plainFrom, i);
            plainFrom = i + 1;
            escape(c);
        }
        out.append(text, plainFrom, text.length()).append('"');
    }

    private boolean isPlain(char c, String text, int at) {
        if (c < 0x20 || c == '"' || c == '\\') {
            return false;
        }
        if (c < 0x7f) {
            return !style.html || (c != '<' && c != '>' && c != '&');
        }
        if (style.asciiOnly) {
            return c == 0x7f;
        }
        if (Character.isSurrogate(c)) {
            // half a pair cannot be written in UTF-8
            return Character.isHighSurrogate(c)
                    ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                    : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
        }
        return !style.html || (c != 0x2028 && c != 0x2029);
    }

    private void escape(char c) throws IOException {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default ->
                out.append("\\u")
                        .append(HEX[c >> 12])
                        .append(HEX[c >> 8 & 15])
                        .append(HEX[c >> 4 & 15])
                        .append(HEX[c & 15]);
        }
    }
}
