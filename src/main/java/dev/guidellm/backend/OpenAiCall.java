package dev.guidellm.backend;

import dev.guidellm.config.BackendConfig.MissingToolCall;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestOutcome.Cancelled;
import dev.guidellm.record.RequestOutcome.Completed;
import dev.guidellm.record.RequestOutcome.Failed;
import dev.guidellm.transport.ExchangeListener;
import dev.guidellm.transport.HttpExchange;
import dev.guidellm.transport.TransportFailure;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// One request on its way: follows the exchange on its transport loop, and understands the answer when asked to,
/// on another thread.
final class OpenAiCall implements ExchangeListener, FinishedRequest {
    /// `data: [DONE]` with a few blanks.
    private static final int LONGEST_LAST_LINE = 24;

    private final TurnType turnType;
    private final AnswerParser parser;
    private final MissingToolCall missingToolCall;
    private final Secrets secrets;
    private final boolean keepTokenTimes;
    private final RequestListener listener;
    private @Nullable TokenScanner scanner;
    private @Nullable HttpExchange ended;
    private long doneNanos = HttpExchange.NEVER;

    OpenAiCall(
            OpenAiRequest request,
            AnswerParser parser,
            MissingToolCall missingToolCall,
            Secrets secrets,
            boolean keepTokenTimes,
            RequestListener listener) {
        this.turnType = request.turnType();
        this.parser = parser;
        this.missingToolCall = missingToolCall;
        this.secrets = secrets;
        this.keepTokenTimes = keepTokenTimes;
        this.listener = listener;
        this.scanner = request.http().lines() ? new TokenScanner(parser) : null;
    }

    @Override
    public void onSent(HttpExchange exchange, long nanos) {
        listener.onSent(nanos);
    }

    @Override
    public void onLine(HttpExchange exchange, byte[] buffer, int offset, int length, long readNanos) {
        if (scanner != null && scanner.isFirstToken(buffer, offset, length)) {
            scanner = null;
            listener.onFirstToken(readNanos);
        }
        if (length <= LONGEST_LAST_LINE && doneNanos == HttpExchange.NEVER && isDone(buffer, offset, length)) {
            doneNanos = readNanos;
        }
    }

    private static boolean isDone(byte[] buffer, int offset, int length) {
        DataLine line = new DataLine();
        return line.read(buffer, offset, length, false) && line.isDone();
    }

    @Override
    public void onEnd(HttpExchange exchange) {
        scanner = null;
        ended = exchange;
        listener.onEnd(this);
    }

    /// A stream that says `[DONE]` is over at that line: what the connection does afterwards is no part of the
    /// answer.
    @Override
    public long endNanos() {
        return doneNanos == HttpExchange.NEVER ? ended().endNanos() : doneNanos;
    }

    @Override
    public boolean isFailedAtFirstSight() {
        HttpExchange exchange = ended();
        return exchange.failure() != null || exchange.status() >= 300;
    }

    @Override
    public BackendResult decode() {
        HttpExchange exchange = ended();
        TransportFailure failure = exchange.failure();
        boolean cancelled = failure != null && failure.kind() == TransportFailure.Kind.CANCELLED;
        if (exchange.status() >= 300 && !cancelled) {
            return withoutLines(HttpErrors.badStatus(exchange, secrets), null);
        }
        if (exchange.request().lines()) {
            return decodeStream(exchange, failure);
        }
        if (failure != null) {
            return withoutLines(ending(exchange, failure), null);
        }
        AnswerBuilder answer = new AnswerBuilder();
        try {
            readWhole(exchange, answer);
            return judged(exchange, answer, null);
        } catch (AnswerException e) {
            return withoutLines(HttpErrors.badAnswer(exchange, e, secrets), answer.build(false, turnType));
        }
    }

    private void readWhole(HttpExchange exchange, AnswerBuilder answer) throws AnswerException {
        EventGlance glance = EventGlance.forgetful(parser.wholeShape());
        byte[] body = exchange.body();
        if (glance.look(body, 0, exchange.bodyLength()) == EventGlance.Verdict.UNSURE) {
            parser.whole(wholeBody(exchange), answer);
            return;
        }
        answer.add(body, glance);
        if (glance.usage().isPresent()) {
            answer.usage(AnswerEnvelope.usage(
                    body, glance.usage().from(), glance.usage().to()));
        }
    }

    private BackendResult decodeStream(HttpExchange exchange, @Nullable TransportFailure failure) {
        AnswerBuilder answer = new AnswerBuilder();
        StreamReading reading = StreamReading.of(exchange, parser, answer, keepTokenTimes);
        AnswerException problem = reading.problem();
        if (problem == null && !reading.isDone() && failure == null && !reading.hasData()) {
            problem = noEvents(exchange);
        }
        if (problem != null) {
            return result(
                    HttpErrors.badAnswer(exchange, problem, secrets), answer.build(false, turnType), false, reading);
        }
        if (reading.isDone()) {
            return judged(exchange, answer, reading);
        }
        if (failure != null) {
            return result(ending(exchange, failure), answer.build(false, turnType), false, reading);
        }
        if (answer.finishReason() == null) {
            Failed cut = new Failed(
                    FailureKind.BROKEN_OFF,
                    exchange.status(),
                    null,
                    "the stream ended before the answer was finished: neither a finish reason nor [DONE] came",
                    null);
            return result(cut, answer.build(false, turnType), false, reading);
        }
        return judged(exchange, answer, reading);
    }

    /// Judges an answer that came to its end.
    private BackendResult judged(HttpExchange exchange, AnswerBuilder answer, @Nullable StreamReading reading) {
        if (!answer.isUsable()) {
            AnswerException empty =
                    AnswerException.malformed("the answer is empty: it has no text, no tool call and no output tokens");
            return result(
                    HttpErrors.badAnswer(exchange, empty, secrets), answer.build(false, turnType), false, reading);
        }
        GenerationResponse response = answer.build(true, turnType);
        if (turnType != TurnType.CLIENT_TOOL_CALL || answer.hasToolCalls()) {
            return result(new Completed(), response, false, reading);
        }
        return switch (missingToolCall) {
            case IGNORE_CONTINUE -> result(new Completed(), response, false, reading);
            case IGNORE_STOP -> result(new Cancelled(true), response, true, reading);
            case ERROR_STOP -> {
                AnswerException missing = AnswerException.malformed("Expected tool call but model produced none");
                yield result(HttpErrors.badAnswer(exchange, missing, secrets), response, false, reading);
            }
        };
    }

    private RequestOutcome ending(HttpExchange exchange, TransportFailure failure) {
        return failure.kind() == TransportFailure.Kind.CANCELLED
                ? new Cancelled(true)
                : HttpErrors.broken(exchange, failure, secrets);
    }

    /// Why a stream without any event is none: the server sent something else, or nothing.
    private AnswerException noEvents(HttpExchange exchange) {
        String text = HttpErrors.excerpt(exchange, secrets);
        if (text.isEmpty() || exchange.lines().count() == 0 || text.startsWith(":")) {
            return AnswerException.malformed("the answer is empty: the stream ended without any event");
        }
        try {
            ServerError error = ServerError.in(wholeBody(exchange));
            if (error != null) {
                return AnswerException.serverError(error);
            }
        } catch (AnswerException e) {
            // not JSON: shown as it is
        }
        return AnswerException.malformed(
                "an event stream was asked for, the server sent something else (pass stream=false if it cannot"
                        + " stream): "
                        + text);
    }

    private JsonObject wholeBody(HttpExchange exchange) throws AnswerException {
        String text = new String(exchange.body(), 0, exchange.bodyLength(), StandardCharsets.UTF_8);
        if (text.isBlank()) {
            throw AnswerException.malformed("the answer is empty: the server sent no body");
        }
        JsonValue body;
        try {
            body = JsonReader.read(text);
        } catch (JsonSyntaxException e) {
            throw AnswerException.malformed(
                    "the answer is not valid JSON (" + e.problem() + "): " + HttpErrors.excerpt(exchange, secrets));
        }
        if (body instanceof JsonObject object) {
            return object;
        }
        throw AnswerException.malformed("the answer is not a JSON object: " + HttpErrors.excerpt(exchange, secrets));
    }

    private BackendResult withoutLines(RequestOutcome outcome, @Nullable GenerationResponse response) {
        return result(outcome, response, false, null);
    }

    private BackendResult result(
            RequestOutcome outcome,
            @Nullable GenerationResponse response,
            boolean stopConversation,
            @Nullable StreamReading reading) {
        HttpExchange exchange = ended();
        Long sent = exchange.sentNanos() == HttpExchange.NEVER ? null : (Long) exchange.sentNanos();
        Long lastLine = reading == null ? null : reading.lastLineNanos();
        long end = reading != null && reading.isDone() && lastLine != null ? lastLine : exchange.endNanos();
        return new BackendResult(
                outcome,
                response,
                sent,
                reading == null ? null : reading.firstLineNanos(),
                reading == null ? null : reading.firstTokenNanos(),
                reading == null ? null : reading.firstOutputTokenNanos(),
                reading == null ? null : reading.lastTokenNanos(),
                lastLine,
                reading == null ? 0 : reading.lines(),
                reading == null ? 0 : reading.tokenLines(),
                end,
                stopConversation,
                WirePhases.of(exchange.wire(), end, reading == null ? 0 : reading.sharedReads()),
                reading == null ? null : reading.tokenTimes());
    }

    private HttpExchange ended() {
        HttpExchange exchange = ended;
        if (exchange == null) {
            throw new IllegalStateException("the request is not over yet");
        }
        return exchange;
    }
}
