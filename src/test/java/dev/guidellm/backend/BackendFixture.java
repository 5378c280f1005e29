package dev.guidellm.backend;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.BackendConfig.MissingToolCall;
import dev.guidellm.config.HttpConnections;
import dev.guidellm.config.MultiturnReasoning;
import dev.guidellm.config.RequestExtras;
import dev.guidellm.config.RequestFormat;
import dev.guidellm.config.Secret;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// Small pieces that the tests of this package share.
@NullMarked
final class BackendFixture {
    static final String TOOL_RESPONSE = "{\"status\": \"ok\"}";

    private BackendFixture() {}

    /// A configuration with one thing after another changed.
    record Config(
            String target,
            String model,
            RequestFormat format,
            @Nullable Secret apiKey,
            Map<String, String> routes,
            @Nullable Double timeout,
            boolean validate,
            boolean stream,
            @Nullable RequestExtras extras,
            MissingToolCall missing) {
        static Config chat() {
            return new Config(
                    "http://host:8000",
                    "m",
                    RequestFormat.CHAT_COMPLETIONS,
                    null,
                    Map.of(),
                    null,
                    true,
                    true,
                    null,
                    MissingToolCall.ERROR_STOP);
        }

        Config target(String value) {
            return new Config(value, model, format, apiKey, routes, timeout, validate, stream, extras, missing);
        }

        Config model(String value) {
            return new Config(target, value, format, apiKey, routes, timeout, validate, stream, extras, missing);
        }

        Config format(RequestFormat value) {
            return new Config(target, model, value, apiKey, routes, timeout, validate, stream, extras, missing);
        }

        Config apiKey(String value) {
            return new Config(
                    target, model, format, new Secret(value), routes, timeout, validate, stream, extras, missing);
        }

        Config routes(Map<String, String> value) {
            return new Config(target, model, format, apiKey, value, timeout, validate, stream, extras, missing);
        }

        Config timeout(double value) {
            return new Config(target, model, format, apiKey, routes, value, validate, stream, extras, missing);
        }

        Config stream(boolean value) {
            return new Config(target, model, format, apiKey, routes, timeout, validate, value, extras, missing);
        }

        Config extras(RequestExtras value) {
            return new Config(target, model, format, apiKey, routes, timeout, validate, stream, value, missing);
        }

        Config missing(MissingToolCall value) {
            return new Config(target, model, format, apiKey, routes, timeout, validate, stream, extras, value);
        }

        BackendConfig.OpenAiHttp build() {
            return new BackendConfig.OpenAiHttp(
                    target,
                    model,
                    format,
                    apiKey,
                    routes,
                    timeout,
                    5.0,
                    true,
                    true,
                    false,
                    validate,
                    stream,
                    extras,
                    null,
                    false,
                    missing,
                    MultiturnReasoning.OFF,
                    false,
                    HttpConnections.USUAL);
        }
    }

    static ConversationNode node(TurnType type, Map<String, List<JsonValue>> columns) {
        return new ConversationNode(
                "turn_0",
                "default",
                new GenerationRequest(type, columns, UsageMetrics.NONE, UsageMetrics.NONE),
                NodeSettings.NONE);
    }

    static ConversationNode hello() {
        return hello(TurnType.STANDARD);
    }

    static ConversationNode hello(TurnType type) {
        return node(type, Map.of(Columns.TEXT, List.of(JsonValue.of("hello"))));
    }

    /// Remembers what a listener is told.
    static final class Listener implements RequestListener {
        final List<Long> sent = new ArrayList<>();
        final List<Long> firstTokens = new ArrayList<>();
        private @Nullable FinishedRequest finished;

        @Override
        public void onSent(long nanos) {
            sent.add(nanos);
        }

        @Override
        public void onFirstToken(long nanos) {
            firstTokens.add(nanos);
        }

        @Override
        public void onEnd(FinishedRequest request) {
            finished = request;
        }

        FinishedRequest finished() {
            FinishedRequest request = finished;
            if (request == null) {
                throw new AssertionError("the request has not ended");
            }
            return request;
        }
    }

    /// Sends one turn to a server that gives `answer`.
    static BackendResult ask(Config config, ConversationNode node, RecordedExchange.Answer answer, Listener listener)
            throws RequestFormatException {
        try (OpenAiBackend backend =
                new OpenAiBackend(config.build(), new RecordedTransport(_ -> answer), TOOL_RESPONSE)) {
            backend.send(backend.prepare(node, List.of(), "id-1"), listener);
            return listener.finished().decode();
        }
    }

    static BackendResult ask(Config config, RecordedExchange.Answer answer) throws RequestFormatException {
        return ask(config, hello(), answer, new Listener());
    }
}
