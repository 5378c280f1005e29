package dev.guidellm.backend;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/// A quick look at one event of a stream: does it bring a token? Walks the bytes once and builds nothing. It
/// answers only where the answer is plain; malformed JSON, escaped names, repeated members, errors, tool calls
/// and unusual types are left to the [AnswerParser].
///
/// Used by one thread at a time.
final class EventGlance {
    private static final int MAX_DEPTH = 64;

    /// Which members of an event bring tokens.
    enum Shape {
        /// `choices[0].delta` with `content`, `reasoning`, `reasoning_content`.
        CHAT,
        /// `choices[0].text`.
        COMPLETION
    }

    /// What the look showed.
    enum Verdict {
        TOKEN,
        NOTHING,
        /// Look closer.
        UNSURE
    }

    private enum Place {
        TOP,
        CHOICE,
        DELTA,
        ELSEWHERE
    }

    private static final int CHOICES = 0;
    private static final int ERROR = 1;
    private static final int OBJECT = 2;
    private static final int DELTA = 3;
    private static final int CONTENT = 4;
    private static final int REASONING = 5;
    private static final int REASONING_CONTENT = 6;
    private static final int TOOL_CALLS = 7;
    private static final int TEXT = 8;
    private static final int OTHER = 9;

    /// In the order of the numbers above.
    private static final byte[][] NAMES = Stream.of(
                    "choices",
                    "error",
                    "object",
                    "delta",
                    "content",
                    "reasoning",
                    "reasoning_content",
                    "tool_calls",
                    "text")
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    private final Shape shape;
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int seen;
    private boolean token;

    EventGlance(Shape shape) {
        this.shape = shape;
    }

    /// Looks at the JSON text in `buffer` from `from` to `to`.
    Verdict look(byte[] buffer, int from, int to) {
        bytes = buffer;
        at = from;
        end = to;
        seen = 0;
        token = false;
        boolean sure = peek() == '{' && object(Place.TOP, 0) && at == end;
        if (!sure) {
            return Verdict.UNSURE;
        }
        return token ? Verdict.TOKEN : Verdict.NOTHING;
    }

    /// Each of the following reads one piece from `at`, and gives false when in doubt.
    private boolean object(Place place, int depth) {
        at++;
        skipBlanks();
        if (peek() == '}') {
            at++;
            return true;
        }
        while (peek() == '"' && depth < MAX_DEPTH) {
            int nameFrom = at + 1;
            if (!string()) {
                return false;
            }
            int name = place == Place.ELSEWHERE ? OTHER : nameOf(nameFrom, at - 1);
            skipBlanks();
            if (name < 0 || peek() != ':') {
                return false;
            }
            at++;
            skipBlanks();
            if (!member(place, name, depth + 1)) {
                return false;
            }
            skipBlanks();
            int next = peek();
            at++;
            if (next == '}') {
                return true;
            }
            if (next != ',') {
                return false;
            }
            skipBlanks();
        }
        return false;
    }

    private boolean member(Place place, int name, int depth) {
        return switch (place) {
            case TOP ->
                switch (name) {
                    case CHOICES -> first(name) && choices(depth);
                    case ERROR -> word("null");
                    case OBJECT -> peek() == '"' && !startsWith("\"error\"") && string();
                    default -> value(depth);
                };
            case CHOICE ->
                switch (name) {
                    case DELTA ->
                        shape == Shape.CHAT ? first(name) && peek() == '{' && object(Place.DELTA, depth) : value(depth);
                    case TEXT -> shape == Shape.COMPLETION ? first(name) && text() : value(depth);
                    default -> value(depth);
                };
            case DELTA ->
                switch (name) {
                    case CONTENT, REASONING, REASONING_CONTENT -> first(name) && text();
                    case TOOL_CALLS -> word("null");
                    default -> value(depth);
                };
            case ELSEWHERE -> value(depth);
        };
    }

    private boolean first(int name) {
        int bit = 1 << name;
        boolean isFirst = (seen & bit) == 0;
        seen |= bit;
        return isFirst;
    }

    private boolean choices(int depth) {
        if (peek() != '[') {
            return word("null");
        }
        at++;
        skipBlanks();
        if (peek() == ']') {
            at++;
            return true;
        }
        return peek() == '{' && object(Place.CHOICE, depth) && rest(depth);
    }

    /// A text that makes the event a token unless it is empty.
    private boolean text() {
        if (peek() != '"') {
            return word("null");
        }
        int from = at;
        if (!string()) {
            return false;
        }
        token |= at - from > 2;
        return true;
    }

    private boolean value(int depth) {
        return switch (peek()) {
            case '"' -> string();
            case '{' -> object(Place.ELSEWHERE, depth);
            case '[' -> array(depth);
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean array(int depth) {
        at++;
        skipBlanks();
        if (peek() == ']') {
            at++;
            return true;
        }
        return depth < MAX_DEPTH && value(depth + 1) && rest(depth);
    }

    /// What follows an item of a list, up to and with its bracket.
    private boolean rest(int depth) {
        while (true) {
            skipBlanks();
            int next = peek();
            at++;
            if (next == ']') {
                return true;
            }
            if (next != ',') {
                return false;
            }
            skipBlanks();
            if (!value(depth + 1)) {
                return false;
            }
        }
    }

    private boolean string() {
        at++;
        while (at < end) {
            byte b = bytes[at++];
            if (b == '"') {
                return true;
            }
            if (b >= 0 && b < ' ') {
                return false;
            }
            if (b == '\\' && !escape()) {
                return false;
            }
        }
        return false;
    }

    private boolean escape() {
        int c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> true;
            case 'u' -> {
                for (int i = 0; i < 4; i++) {
                    if (Character.digit(peek(), 16) < 0) {
                        yield false;
                    }
                    at++;
                }
                yield true;
            }
            default -> false;
        };
    }

    private boolean number() {
        if (peek() == '-') {
            at++;
        }
        boolean zero = peek() == '0';
        int from = at;
        if (!digits() || (zero && at - from > 1)) {
            return false;
        }
        if (peek() == '.') {
            at++;
            if (!digits()) {
                return false;
            }
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            return digits();
        }
        return true;
    }

    private boolean digits() {
        int from = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        return at > from;
    }

    private boolean word(String word) {
        if (!startsWith(word)) {
            return false;
        }
        at += word.length();
        return true;
    }

    private boolean startsWith(String text) {
        if (end - at < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /// The number of the name that stands in the bytes; below 0 when an escape hides it.
    private int nameOf(int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\\') {
                return -1;
            }
        }
        for (int i = 0; i < NAMES.length; i++) {
            if (Arrays.equals(bytes, from, to, NAMES[i], 0, NAMES[i].length)) {
                return i;
            }
        }
        return OTHER;
    }

    private int peek() {
        return at < end ? bytes[at] : -1;
    }

    private void skipBlanks() {
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
    }
}
