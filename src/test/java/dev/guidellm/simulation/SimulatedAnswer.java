package dev.guidellm.simulation;

import dev.guidellm.backend.BackendResult;
import dev.guidellm.backend.FinishedRequest;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestOutcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the client sees of a request that is over, as the real backend would tell it: no moments of single tokens where
/// the answer is not streamed, and no token counts of an answer that did not come to its end.
///
/// @param sent whether anything was written to the server
record SimulatedAnswer(Served served, boolean sent, boolean streamed) implements FinishedRequest {

    @Override
    public long endNanos() {
        return served.endNanos();
    }

    @Override
    public boolean isFailedAtFirstSight() {
        return !served.answered();
    }

    @Override
    public BackendResult decode() {
        boolean tokensSeen = streamed && served.tokens() > 0;
        return new BackendResult(
                outcome(),
                response(tokensSeen),
                sent ? (Long) served.arrivedNanos() : null,
                tokensSeen ? (Long) served.firstTokenNanos() : null,
                tokensSeen ? (Long) served.firstTokenNanos() : null,
                tokensSeen ? (Long) served.firstTokenNanos() : null,
                tokensSeen ? (Long) served.lastTokenNanos() : null,
                tokensSeen ? (Long) served.lastTokenNanos() : null,
                tokensSeen ? served.tokens() : 0,
                tokensSeen ? served.tokens() : 0,
                served.endNanos(),
                false);
    }

    private @Nullable GenerationResponse response(boolean tokensSeen) {
        if (!served.answered() && !tokensSeen) {
            return null;
        }
        return new GenerationResponse(
                "answer-" + served.requestId(),
                "simulated",
                null,
                List.of(),
                served.answered() ? tokens(served.promptTokens()) : UsageMetrics.NONE,
                served.answered() ? tokens(served.tokens()) : UsageMetrics.NONE,
                null,
                served.answered() ? "stop" : null);
    }

    private static UsageMetrics tokens(int count) {
        return UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, (long) count));
    }

    private RequestOutcome outcome() {
        return switch (served.ending()) {
            case ANSWERED -> new RequestOutcome.Completed();
            case GIVEN_UP -> new RequestOutcome.Cancelled(true);
            case ERROR -> failed(FailureKind.HTTP_STATUS, 500, "HTTP 500: planted");
            case UNREACHABLE -> failed(FailureKind.CONNECT, null, "connection refused");
            case BROKEN_OFF -> failed(FailureKind.BROKEN_OFF, null, "the server closed the connection");
        };
    }

    private static RequestOutcome failed(FailureKind kind, @Nullable Integer status, String message) {
        return new RequestOutcome.Failed(kind, status, null, message, null);
    }
}
