package dev.guidellm.backend;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/// A quick look at one event of a stream, or at a whole answer: does it bring a token, and where do text, id, usage and
/// finish reason stand? Walks the bytes once and builds nothing. It answers only where the answer is plain; malformed
/// JSON, escaped names, repeated members, errors, tool calls and unusual types are left to the [AnswerParser].
///
/// Used by one thread at a time.
final class EventGlance {
    private static final int MAX_DEPTH = 64;
    private static final int LONGEST_MODEL = 16 * 1024;

    /// Which members bring tokens.
    enum Shape {
        /// `choices[0].delta` with `content`, `reasoning`, `reasoning_content`.
        CHAT,
        /// The same in `choices[0].message`.
        CHAT_WHOLE,
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

    /// Where the inside of a JSON value stands: a text without its quotes, an object with its braces.
    static final class Span {
        private int from;
        private int to;
        private boolean plain;

        /// Whether it stands there with at least one byte.
        boolean isPresent() {
            return to > from;
        }

        int from() {
            return from;
        }

        int to() {
            return to;
        }

        /// Whether a text is ASCII without escapes.
        boolean isPlain() {
            return plain;
        }

        private void clear() {
            from = 0;
            to = 0;
        }

        private void set(int start, int stop, boolean isPlain) {
            from = start;
            to = stop;
            plain = isPlain;
        }
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
    private static final int MESSAGE = 9;
    private static final int ID = 10;
    private static final int USAGE = 11;
    private static final int METRICS = 12;
    private static final int FINISH_REASON = 13;
    private static final int OTHER = 14;

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
                    "text",
                    "message",
                    "id",
                    "usage",
                    "metrics",
                    "finish_reason")
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    private final Shape shape;
    private final boolean remembers;
    private final Span content = new Span();
    private final Span reasoning = new Span();
    private final Span reasoningContent = new Span();
    private final Span id = new Span();
    private final Span usage = new Span();
    private final Span finishReason = new Span();
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int seen;
    private boolean plain;
    private int seenAtText;

    /// The last event that was walked and brought a text: what stands around the text is mostly the same in the next.
    private byte[] modelBytes = new byte[0];

    private int modelTextFrom;
    private int modelRest;
    private int modelTo;
    private int modelSeen;
    private int modelIdFrom;
    private int modelIdTo;
    private boolean modelEndsPlainly;

    /// For the events of a stream, most of which are like the one before.
    EventGlance(Shape shape) {
        this(shape, true);
    }

    private EventGlance(Shape shape, boolean remembers) {
        this.shape = shape;
        this.remembers = remembers;
    }

    /// For a few events of which one matters.
    static EventGlance forgetful(Shape shape) {
        return new EventGlance(shape, false);
    }

    /// Looks at the JSON text in `buffer` from `from` to `to`. Where the look is sure, the spans hold what it found
    /// until
    /// the next one.
    Verdict look(byte[] buffer, int from, int to) {
        bytes = buffer;
        end = to;
        forget();
        boolean isKnown = likeTheOneBefore(from);
        if (!isKnown) {
            forget();
            at = from;
            skipBlanks();
            if (peek() != '{' || !object(Place.TOP, 0)) {
                return Verdict.UNSURE;
            }
        }
        skipBlanks();
        if (at != end) {
            return Verdict.UNSURE;
        }
        if (!isKnown && remembers) {
            remember(from);
        }
        return content.isPresent() || reasoning().isPresent() ? Verdict.TOKEN : Verdict.NOTHING;
    }

    private void forget() {
        seen = 0;
        content.clear();
        reasoning.clear();
        reasoningContent.clear();
        id.clear();
        usage.clear();
        finishReason.clear();
    }

    /// The piece of the answer's text.
    Span content() {
        return content;
    }

    /// The piece of the model's reasoning; `reasoning_content` is the older name of the same.
    Span reasoning() {
        return reasoning.isPresent() ? reasoning : reasoningContent;
    }

    Span id() {
        return id;
    }

    /// The object of counts; absent when it has no members.
    Span usage() {
        return usage;
    }

    Span finishReason() {
        return finishReason;
    }

    /// Whether the event is the remembered one but for its text and perhaps what follows it: events of one stream
    /// mostly
    /// are. Comparing takes a fraction of the time that walking takes.
    private boolean likeTheOneBefore(int from) {
        int length = modelTextFrom;
        if (length == 0
                || from + length >= end
                || Arrays.mismatch(modelBytes, 0, length, bytes, from, from + length) >= 0) {
            return false;
        }
        seen = modelSeen;
        at = from + length - 1;
        if (!text(content)) {
            return false;
        }
        if (modelIdTo > modelIdFrom) {
            id.set(modelIdFrom + from, modelIdTo + from, true);
        }
        if (modelEndsPlainly
                && end - at == modelTo - modelRest
                && Arrays.mismatch(bytes, at, end, modelBytes, modelRest, modelTo) < 0) {
            at = end;
            return true;
        }
        return (shape == Shape.COMPLETION || restOfMembers(Place.DELTA, 2))
                && restOfMembers(Place.CHOICE, 1)
                && rest(1)
                && restOfMembers(Place.TOP, 0);
    }

    private void remember(int from) {
        boolean fit = end - from <= LONGEST_MODEL
                && content.isPresent()
                && !reasoning.isPresent()
                && !reasoningContent.isPresent()
                && (id.to() == 0 || (id.isPlain() && id.to() < content.from()))
                && (usage.to() == 0 || usage.from() > content.to())
                && (finishReason.to() == 0 || finishReason.from() > content.to());
        if (!fit) {
            return;
        }
        if (modelBytes.length < end - from) {
            modelBytes = new byte[end - from + 64];
        }
        System.arraycopy(bytes, from, modelBytes, 0, end - from);
        modelTextFrom = content.from() - from;
        modelRest = content.to() + 1 - from;
        modelTo = end - from;
        modelSeen = seenAtText;
        modelIdFrom = Math.max(0, id.from() - from);
        modelIdTo = Math.max(0, id.to() - from);
        modelEndsPlainly = usage.to() == 0 && finishReason.to() == 0;
    }

    /// Each of the following reads one piece from `at`, and gives false when in doubt.
    private boolean object(Place place, int depth) {
        at++;
        skipBlanks();
        if (peek() == '}') {
            at++;
            return true;
        }
        return members(place, depth);
    }

    private boolean restOfMembers(Place place, int depth) {
        int next = separator();
        return next == ',' ? members(place, depth) : next == '}';
    }

    private boolean members(Place place, int depth) {
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
            int next = separator();
            if (next != ',') {
                return next == '}';
            }
        }
        return false;
    }

    /// What follows a member or an item; after a comma stands the next one.
    private int separator() {
        skipBlanks();
        int next = peek();
        at++;
        if (next == ',') {
            skipBlanks();
        }
        return next;
    }

    private boolean member(Place place, int name, int depth) {
        return switch (place) {
            case TOP ->
                switch (name) {
                    case CHOICES -> first(name) && choices(depth);
                    case ERROR -> word("null");
                    case OBJECT -> peek() == '"' && !startsWith("\"error\"") && string();
                    case ID -> first(name) && (peek() == '"' ? text(id) : value(depth));
                    case USAGE -> first(name) && usage(depth);
                    case METRICS -> peek() != '{' && value(depth);
                    default -> value(depth);
                };
            case CHOICE ->
                switch (name) {
                    case DELTA -> shape == Shape.CHAT ? delta(name, depth) : value(depth);
                    case MESSAGE -> shape == Shape.CHAT_WHOLE ? delta(name, depth) : value(depth);
                    case TEXT -> shape == Shape.COMPLETION ? first(name) && text(content) : value(depth);
                    case FINISH_REASON -> first(name) && (peek() == '"' ? text(finishReason) : value(depth));
                    default -> value(depth);
                };
            case DELTA ->
                switch (name) {
                    case CONTENT -> first(name) && text(content);
                    case REASONING -> first(name) && text(reasoning);
                    case REASONING_CONTENT -> first(name) && text(reasoningContent);
                    case TOOL_CALLS -> word("null") || word("[]");
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

    private boolean delta(int name, int depth) {
        return first(name) && peek() == '{' && object(Place.DELTA, depth);
    }

    private boolean usage(int depth) {
        int from = at;
        if (peek() != '{') {
            return value(depth);
        }
        if (!object(Place.ELSEWHERE, depth)) {
            return false;
        }
        for (int i = from + 1; i < at - 1; i++) {
            if (bytes[i] == '"') {
                usage.set(from, at, false);
                break;
            }
        }
        return true;
    }

    private boolean text(Span span) {
        if (peek() != '"') {
            return word("null");
        }
        if (span == content) {
            seenAtText = seen;
        }
        int from = at + 1;
        plain = true;
        if (!string()) {
            return false;
        }
        span.set(from, at - 1, plain);
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
            int next = separator();
            if (next != ',') {
                return next == ']';
            }
            if (!value(depth + 1)) {
                return false;
            }
        }
    }

    private boolean string() {
        at++;
        skipOrdinary();
        while (at < end) {
            byte b = bytes[at++];
            if (b == '"') {
                return true;
            }
            if (b >= 0 && b < ' ') {
                return false;
            }
            plain &= b > 0 && b != '\\';
            if (b == '\\' && !escape()) {
                return false;
            }
        }
        return false;
    }

    /// Eight bytes at a time, as long as they are ASCII without quotes, backslashes and control characters.
    private void skipOrdinary() {
        int i = at;
        while (i + 8 <= end) {
            long word = (long) LONGS.get(bytes, i);
            long quote = word ^ ('"' * ONES);
            long escape = word ^ ('\\' * ONES);
            long special = ((quote - ONES) & ~quote) | ((escape - ONES) & ~escape) | (word - ' ' * ONES) | word;
            // Of the marks the lowest is exact, the others are never looked at.
            long hit = special & HIGH;
            if (hit != 0) {
                i += Long.numberOfTrailingZeros(hit) >>> 3;
                break;
            }
            i += 8;
        }
        at = i;
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
        int length = to - from;
        for (int i = 0; i < NAMES.length; i++) {
            byte[] name = NAMES[i];
            if (name.length == length && Arrays.equals(bytes, from, to, name, 0, length)) {
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
