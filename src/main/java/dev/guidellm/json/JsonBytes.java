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
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects JSON text as bytes, equal byte by byte to what [JsonWriter] writes in the same style, but without an object
/// per value: a report lists every request of a run. To be drained from time to time.
public final class JsonBytes implements JsonTarget {
    private static final int FIRST_SIZE = 1 << 16;
    /// Most bytes that one character takes: a Unicode escape.
    private static final int LONGEST_CHARACTER = 6;
    /// Characters for which room is made at once.
    private static final int PIECE = 1 << 10;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);

    /// Room for a value that is written whole.
    private static final int SMALL_SIZE = 512;

    /// From here on a text is copied by runs.
    private static final int LONG_TEXT = 256;

    /// Stands for a text that needs another way.
    private static final int NOT_ASCII = -1;

    private final boolean compact;
    private byte[] bytes;
    private int size;
    /// Whether the next name or item follows another one.
    private boolean follows;

    /// A document in the style of [JsonWriter.Style#PYTHON].
    public JsonBytes() {
        this(false, FIRST_SIZE);
    }

    private JsonBytes(boolean compact, int room) {
        this.compact = compact;
        bytes = new byte[room];
    }

    /// `value` in the style of [JsonWriter.Style#COMPACT].
    static byte[] compact(JsonValue value) {
        JsonBytes out = new JsonBytes(true, SMALL_SIZE).tree(value);
        return Arrays.copyOf(out.bytes, out.size);
    }

    /// Bytes that wait.
    public int size() {
        return size;
    }

    /// Writes the bytes that wait to `out` and forgets them; the document may go on.
    public void drainTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
        size = 0;
    }

    /// Ends the line, and with it the document: the next value begins a new one.
    public JsonBytes endLine() {
        room(1);
        bytes[size++] = '\n';
        follows = false;
        return this;
    }

    @Override
    public JsonBytes beginObject() {
        return begin('{');
    }

    @Override
    public JsonBytes endObject() {
        return end('}');
    }

    @Override
    public JsonBytes beginArray() {
        return begin('[');
    }

    @Override
    public JsonBytes endArray() {
        return end(']');
    }

    @Override
    @SuppressWarnings("deprecation") // which only warns of text that is not Latin-1
    public JsonBytes name(String plain) {
        int length = plain.length();
        room(length + 6);
        int at = separated();
        bytes[at++] = '"';
        plain.getBytes(0, length, bytes, at);
        return named(at + length);
    }

    @Override
    public JsonBytes text(@Nullable String value) {
        if (value == null) {
            return nothing();
        }
        quoted(value);
        return this;
    }

    @Override
    public JsonBytes whole(long value) {
        room(NumberText.LONGEST + 2);
        size = NumberText.write(value, bytes, separated());
        follows = true;
        return this;
    }

    @Override
    public JsonBytes number(double value) {
        if (!Double.isFinite(value)) {
            return nothing();
        }
        room(NumberText.LONGEST + 2);
        size = NumberText.write(value, bytes, separated());
        follows = true;
        return this;
    }

    @Override
    public JsonBytes truth(boolean value) {
        return plain(value ? "true" : "false");
    }

    @Override
    public JsonBytes nothing() {
        return plain("null");
    }

    @Override
    public JsonBytes tree(@Nullable JsonValue value) {
        switch (value) {
            case null -> nothing();
            case JsonObject(Map<String, JsonValue> members) -> {
                beginObject();
                members.forEach(this::member);
                endObject();
            }
            case JsonArray array -> {
                beginArray();
                array.items().forEach(this::tree);
                endArray();
            }
            case JsonString(String text) -> quoted(text);
            case JsonTimestamp(String iso, boolean _) -> quoted(iso);
            case JsonInteger(BigInteger number) -> {
                if (number.compareTo(LEAST) >= 0 && number.compareTo(MOST) <= 0) {
                    whole(number.longValue());
                } else {
                    plain(number.toString());
                }
            }
            case JsonDouble(double number) -> number(number);
            case JsonBoolean(boolean truth) -> truth(truth);
            case JsonNull() -> nothing();
        }
        return this;
    }

    /// A member whose name may hold anything.
    public JsonBytes member(String name, JsonValue value) {
        quoted(name);
        room(2);
        return named(size - 1).tree(value);
    }

    private JsonBytes begin(char bracket) {
        room(3);
        int at = separated();
        bytes[at] = (byte) bracket;
        size = at + 1;
        follows = false;
        return this;
    }

    private JsonBytes end(char bracket) {
        room(1);
        bytes[size++] = (byte) bracket;
        follows = true;
        return this;
    }

    /// The closing quote of a name at `at`, and the colon.
    private JsonBytes named(int at) {
        bytes[at] = '"';
        bytes[at + 1] = ':';
        size = blankAfter(at + 2);
        follows = false;
        return this;
    }

    @SuppressWarnings("deprecation") // which only warns of text that is not Latin-1
    private JsonBytes plain(String ascii) {
        int length = ascii.length();
        room(length + 2);
        int at = separated();
        ascii.getBytes(0, length, bytes, at);
        size = at + length;
        follows = true;
        return this;
    }

    /// Where the next value starts, after a comma where one is due.
    private int separated() {
        if (!follows) {
            return size;
        }
        bytes[size] = ',';
        return blankAfter(size + 1);
    }

    private int blankAfter(int at) {
        if (compact) {
            return at;
        }
        bytes[at] = ' ';
        return at + 1;
    }

    private void quoted(String text) {
        if (text.length() >= LONG_TEXT && quotedByRuns(text)) {
            return;
        }
        room(4);
        int start = separated();
        int at = start;
        bytes[at++] = '"';
        int length = text.length();
        for (int from = 0; from < length; from += PIECE) {
            int end = Math.min(from + PIECE, length);
            size = at;
            room((end - from) * LONGEST_CHARACTER + 1);
            at = characters(text, from, end, at);
            if (at == NOT_ASCII) {
                size = start;
                asWritten(text);
                return;
            }
        }
        bytes[at++] = '"';
        size = at;
        follows = true;
    }

    /// Copies what stands between characters that need an escape; false, and nothing done, for text beyond ASCII.
    private boolean quotedByRuns(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.UTF_8);
        if (ascii.length != text.length()) {
            return false;
        }
        int start = size;
        room(ascii.length + 4);
        int at = separated();
        bytes[at] = '"';
        size = at + 1;
        int run = 0;
        while (run <= ascii.length) {
            int end = EscapedCharacters.next(ascii, run);
            room(end - run + LONGEST_CHARACTER + 1);
            System.arraycopy(ascii, run, bytes, size, end - run);
            size += end - run;
            if (end < ascii.length) {
                char c = text.charAt(end);
                if (c > 0x7f) {
                    size = start;
                    return false;
                }
                size = c == '?' ? put(c) : escaped(c, bytes, size);
            }
            run = end + 1;
        }
        bytes[size++] = '"';
        follows = true;
        return true;
    }

    private int put(char c) {
        bytes[size] = (byte) c;
        return size + 1;
    }

    /// The compact style keeps characters beyond ASCII as they are.
    private void asWritten(String text) {
        byte[] quoted = JsonWriter.toString(JsonValue.of(text)).getBytes(StandardCharsets.UTF_8);
        room(quoted.length);
        System.arraycopy(quoted, 0, bytes, size, quoted.length);
        size += quoted.length;
        follows = true;
    }

    private int characters(String text, int from, int end, int start) {
        byte[] to = bytes;
        int at = start;
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= 0x7f && c != '"' && c != '\\') {
                to[at++] = (byte) c;
            } else if (compact && c > 0x7f) {
                return NOT_ASCII;
            } else {
                at = escaped(c, to, at);
            }
        }
        return at;
    }

    private static int escaped(char c, byte[] to, int start) {
        int at = start;
        to[at++] = '\\';
        switch (c) {
            case '"', '\\' -> to[at++] = (byte) c;
            case '\b' -> to[at++] = 'b';
            case '\f' -> to[at++] = 'f';
            case '\n' -> to[at++] = 'n';
            case '\r' -> to[at++] = 'r';
            case '\t' -> to[at++] = 't';
            default -> {
                to[at++] = 'u';
                to[at++] = HEX[c >> 12];
                to[at++] = HEX[c >> 8 & 15];
                to[at++] = HEX[c >> 4 & 15];
                to[at++] = HEX[c & 15];
            }
        }
        return at;
    }

    private void room(int needed) {
        if (bytes.length - size < needed) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, needed)));
        }
    }
}
