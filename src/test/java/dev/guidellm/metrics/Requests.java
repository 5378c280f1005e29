package dev.guidellm.metrics;

import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.HttpPhases;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// Makes records for tests, a successful streamed request unless told otherwise.
@NullMarked
final class Requests {
    private String id = "r";
    private int turn;
    private double target = RequestTimings.NEVER;
    private double start = RequestTimings.NEVER;
    private double end = RequestTimings.NEVER;
    private double firstToken = RequestTimings.NEVER;
    private double lastToken = RequestTimings.NEVER;
    private int iterations;
    private @Nullable Long prompt;
    private @Nullable Long answer;
    private @Nullable Long asked;
    private @Nullable String text = "some words";
    private @Nullable String arguments;
    private @Nullable HttpPhases http;
    private RequestOutcome outcome = new RequestOutcome.Completed();

    static Requests from(double start, double end) {
        Requests request = new Requests();
        request.start = start;
        request.end = end;
        return request;
    }

    static RequestTimings timings(@Nullable Double start, @Nullable Double end) {
        Requests request = new Requests();
        request.start = start == null ? RequestTimings.NEVER : start;
        request.end = end == null ? RequestTimings.NEVER : end;
        return request.timings();
    }

    Requests id(String name) {
        id = name;
        return this;
    }

    Requests turn(int index) {
        turn = index;
        return this;
    }

    Requests target(double moment) {
        target = moment;
        return this;
    }

    Requests tokens(double first, double last, int count) {
        firstToken = first;
        lastToken = last;
        iterations = count;
        return this;
    }

    Requests usage(@Nullable Long promptTokens, @Nullable Long answerTokens) {
        prompt = promptTokens;
        answer = answerTokens;
        return this;
    }

    Requests asked(long tokens, String body) {
        asked = tokens;
        arguments = body;
        return this;
    }

    Requests outcome(RequestOutcome ending) {
        outcome = ending;
        return this;
    }

    Requests http(HttpPhases phases) {
        http = phases;
        return this;
    }

    Requests noText() {
        text = null;
        return this;
    }

    RequestRecord build() {
        return new RequestRecord(
                id,
                "c",
                "main_" + turn,
                "default",
                List.of(),
                turn,
                turn,
                turn,
                TurnType.STANDARD,
                NodeSettings.NONE,
                outcome,
                timings(),
                UsageMetrics.NONE,
                tokens(asked),
                arguments == null ? null : () -> Objects.requireNonNull(arguments),
                new GenerationResponse(null, text, null, List.of(), tokens(prompt), tokens(answer), null, "stop"),
                http,
                null);
    }

    private static UsageMetrics tokens(@Nullable Long count) {
        Map<UsageField, Number> counts = new EnumMap<>(UsageField.class);
        if (count != null) {
            counts.put(UsageField.TEXT_TOKENS, count);
        }
        return UsageMetrics.of(counts);
    }

    private RequestTimings timings() {
        return new RequestTimings(
                target,
                RequestTimings.NEVER,
                start,
                start,
                start,
                start,
                start,
                firstToken,
                firstToken,
                firstToken,
                lastToken,
                lastToken,
                iterations,
                iterations,
                MessageTimings.NONE,
                end,
                end,
                end);
    }
}
