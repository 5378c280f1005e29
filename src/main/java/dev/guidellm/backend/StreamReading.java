package dev.guidellm.backend;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.TokenTimes;
import dev.guidellm.transport.HttpExchange;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// One pass over the lines of an event stream: what they say, and when the ones that matter came. Used by one
/// thread.
final class StreamReading {
    private final HttpExchange exchange;
    private final AnswerParser parser;
    private final AnswerBuilder answer;
    private final EventJoiner joiner = new EventJoiner();
    private final EventGlance glance;
    private int usageFrom;
    private int usageTo;

    private int lines;
    private int dataLines;
    private int tokenLines;
    private int firstTokenLine = -1;
    private int firstOutputLine = -1;
    private int lastTokenLine = -1;
    private int sharedReads;
    private final LongStream.@Nullable Builder tokenTimes;
    private boolean done;
    private @Nullable AnswerException problem;

    private StreamReading(HttpExchange exchange, AnswerParser parser, AnswerBuilder answer, boolean keepTokenTimes) {
        this.exchange = exchange;
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
        for (int i = 0; i < exchange.lineCount() && !done; i++) {
            if (joiner.isOpen() && i > 0 && isBlankLineBefore(i)) {
                throw joiner.malformed();
            }
            lines = i + 1;
            boolean isData = data.read(exchange.body(), exchange.lineStart(i), exchange.lineLength(i), i == 0);
            if (isData && !(data.isEmpty() && !joiner.isOpen())) {
                dataLines++;
                readData(i, data);
            }
        }
        // the last event of an answer that broke off may be cut; that it broke off says more
        if (joiner.isOpen() && exchange.failure() == null) {
            throw joiner.malformed();
        }
    }

    private void readData(int index, DataLine data) throws AnswerException {
        if (!joiner.isOpen() && data.isDone()) {
            done = true;
            return;
        }
        if (!joiner.isOpen()) {
            EventGlance.Verdict verdict = glance.look(exchange.body(), data.from(), data.to());
            if (verdict != EventGlance.Verdict.UNSURE) {
                take(index, verdict == EventGlance.Verdict.TOKEN);
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
            usageTo = 0; // running totals: the latest counts
        }
        TokenKind kind = parser.event(event, answer);
        if (kind != TokenKind.NONE) {
            tokenAt(index, kind == TokenKind.OUTPUT);
        }
    }

    private void take(int index, boolean token) {
        answer.add(exchange.body(), glance);
        if (glance.usage().isPresent()) {
            usageFrom = glance.usage().from();
            usageTo = glance.usage().to();
        }
        if (token) {
            tokenAt(index, glance.content().isPresent());
        }
    }

    private void tokenAt(int index, boolean output) {
        tokenLines++;
        if (lastTokenLine >= 0 && exchange.lineNanos(lastTokenLine) == exchange.lineNanos(index)) {
            sharedReads++;
        }
        if (tokenTimes != null) {
            tokenTimes.add(exchange.lineNanos(index));
        }
        lastTokenLine = index;
        firstTokenLine = firstTokenLine < 0 ? index : firstTokenLine;
        if (output && firstOutputLine < 0) {
            firstOutputLine = index;
        }
    }

    /// Servers may send the counts with each event; the latest are read, once.
    private void readUsage() throws AnswerException {
        if (usageTo > 0) {
            answer.usage(AnswerEnvelope.usage(exchange.body(), usageFrom, usageTo));
        }
    }

    /// Whether an empty line stands between line `index` and the one before it, which ends an event.
    private boolean isBlankLineBefore(int index) {
        byte[] body = exchange.body();
        int lineEnds = 0;
        for (int i = exchange.lineStart(index - 1) + exchange.lineLength(index - 1);
                i < exchange.lineStart(index);
                i++) {
            boolean isLineEnd = body[i] == '\r' || (body[i] == '\n' && (i == 0 || body[i - 1] != '\r'));
            lineEnds += isLineEnd ? 1 : 0;
        }
        return lineEnds > 1;
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
        return nanos(lines == 0 ? -1 : 0);
    }

    @Nullable
    Long lastLineNanos() {
        return nanos(lines - 1);
    }

    @Nullable
    Long firstTokenNanos() {
        return nanos(firstTokenLine);
    }

    @Nullable
    Long firstOutputTokenNanos() {
        return nanos(firstOutputLine);
    }

    @Nullable
    Long lastTokenNanos() {
        return nanos(lastTokenLine);
    }

    private @Nullable Long nanos(int line) {
        return line < 0 ? null : (Long) exchange.lineNanos(line);
    }
}
