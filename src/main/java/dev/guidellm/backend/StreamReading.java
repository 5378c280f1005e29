package dev.guidellm.backend;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.TokenTimes;
import dev.guidellm.transport.HttpExchange;
import dev.guidellm.transport.LineCursor;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// One pass over the lines of an event stream: what they say, and when the ones that matter came. Used by one
/// thread.
final class StreamReading {
    private static final byte[] NO_BYTES = {};

    private final HttpExchange exchange;
    private final AnswerParser parser;
    private final AnswerBuilder answer;
    private final EventJoiner joiner = new EventJoiner();
    private final EventGlance glance;
    private final LineCursor line;
    private byte[] latestUsage = NO_BYTES;

    private int lines;
    private int dataLines;
    private int tokenLines;
    private long firstLineNanos = HttpExchange.NEVER;
    private long lastLineNanos = HttpExchange.NEVER;
    private long firstTokenNanos = HttpExchange.NEVER;
    private long firstOutputNanos = HttpExchange.NEVER;
    private long lastTokenNanos = HttpExchange.NEVER;
    private int sharedReads;
    private final LongStream.@Nullable Builder tokenTimes;
    private boolean done;
    private @Nullable AnswerException problem;

    private StreamReading(HttpExchange exchange, AnswerParser parser, AnswerBuilder answer, boolean keepTokenTimes) {
        this.exchange = exchange;
        this.line = exchange.lines().cursor();
        this.tokenTimes = keepTokenTimes ? LongStream.builder() : null;
        this.parser = parser;
        this.answer = answer;
        this.glance = new EventGlance(parser.streamShape());
    }

    /// Reads the lines of an exchange that is over into `answer`, up to `[DONE]` or the first event that ends the
    /// answer in error.
    ///
    /// @param keepTokenTimes whether the time of each line with a token is kept
    static StreamReading of(HttpExchange exchange, AnswerParser parser, AnswerBuilder answer, boolean keepTokenTimes) {
        StreamReading reading = new StreamReading(exchange, parser, answer, keepTokenTimes);
        try {
            reading.readLines();
        } catch (AnswerException e) {
            reading.problem = e;
        }
        try {
            reading.readUsage();
        } catch (AnswerException e) {
            reading.problem = reading.problem == null ? e : reading.problem;
        }
        return reading;
    }

    private void readLines() throws AnswerException {
        DataLine data = new DataLine();
        while (!done && line.next()) {
            boolean isFirst = lines == 0;
            if (joiner.isOpen() && line.isAfterBlankLine()) {
                throw joiner.malformed();
            }
            lines++;
            firstLineNanos = isFirst ? line.nanos() : firstLineNanos;
            lastLineNanos = line.nanos();
            boolean isData = data.read(line.buffer(), 0, line.length(), isFirst);
            if (isData && !(data.isEmpty() && !joiner.isOpen())) {
                dataLines++;
                readData(data);
            }
        }
        // the last event of an answer that broke off may be cut; that it broke off says more
        if (joiner.isOpen() && exchange.failure() == null) {
            throw joiner.malformed();
        }
    }

    private void readData(DataLine data) throws AnswerException {
        if (!joiner.isOpen() && data.isDone()) {
            done = true;
            return;
        }
        if (!joiner.isOpen()) {
            EventGlance.Verdict verdict = glance.look(line.buffer(), data.from(), data.to());
            if (verdict != EventGlance.Verdict.UNSURE) {
                take(verdict == EventGlance.Verdict.TOKEN);
                return;
            }
        }
        JsonValue value = joiner.add(data.text());
        if (joiner.isHopeless()) {
            throw joiner.malformed();
        }
        if (value == null || !JsonParts.isTruthy(value)) {
            return;
        }
        if (!(value instanceof JsonObject event)) {
            throw AnswerException.malformed("an event of the stream is not a JSON object: " + data.text());
        }
        if (event.get("usage") instanceof JsonObject usage && !usage.members().isEmpty()) {
            latestUsage = NO_BYTES; // running totals: the latest counts
        }
        TokenKind kind = parser.event(event, answer);
        if (kind != TokenKind.NONE) {
            tokenCame(kind == TokenKind.OUTPUT);
        }
    }

    private void take(boolean token) {
        answer.add(line.buffer(), glance);
        EventGlance.Span counts = glance.usage();
        if (counts.isPresent()) {
            latestUsage = Arrays.copyOfRange(line.buffer(), counts.from(), counts.to());
        }
        if (token) {
            tokenCame(glance.content().isPresent());
        }
    }

    private void tokenCame(boolean output) {
        long nanos = line.nanos();
        sharedReads += tokenLines > 0 && lastTokenNanos == nanos ? 1 : 0;
        firstTokenNanos = tokenLines == 0 ? nanos : firstTokenNanos;
        tokenLines++;
        if (tokenTimes != null) {
            tokenTimes.add(nanos);
        }
        lastTokenNanos = nanos;
        if (output && firstOutputNanos == HttpExchange.NEVER) {
            firstOutputNanos = nanos;
        }
    }

    /// Servers may send the counts with each event; the latest are read, once.
    private void readUsage() throws AnswerException {
        if (latestUsage.length > 0) {
            answer.usage(AnswerEnvelope.usage(latestUsage, 0, latestUsage.length));
        }
    }

    /// What ended the reading early: an error that the server reports, or an event that is not understood.
    @Nullable
    AnswerException problem() {
        return problem;
    }

    /// Whether `[DONE]` came.
    boolean isDone() {
        return done;
    }

    /// Whether any line carried data.
    boolean hasData() {
        return dataLines > 0;
    }

    /// Lines read, `[DONE]` or the one that ended the reading among them.
    int lines() {
        return lines;
    }

    /// Lines that carried a token.
    int tokenLines() {
        return tokenLines;
    }

    /// Lines with a token that came in the same read as the one before them.
    int sharedReads() {
        return sharedReads;
    }

    /// When each line with a token came; null when none did, or they were not to be kept.
    @Nullable
    TokenTimes tokenTimes() {
        return tokenTimes == null || tokenLines == 0
                ? null
                : new TokenTimes(tokenTimes.build().toArray());
    }

    @Nullable
    Long firstLineNanos() {
        return known(firstLineNanos);
    }

    @Nullable
    Long lastLineNanos() {
        return known(lastLineNanos);
    }

    @Nullable
    Long firstTokenNanos() {
        return known(firstTokenNanos);
    }

    @Nullable
    Long firstOutputTokenNanos() {
        return known(firstOutputNanos);
    }

    @Nullable
    Long lastTokenNanos() {
        return known(lastTokenNanos);
    }

    private static @Nullable Long known(long nanos) {
        return nanos == HttpExchange.NEVER ? null : (Long) nanos;
    }
}
