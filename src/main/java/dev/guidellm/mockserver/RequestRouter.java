package dev.guidellm.mockserver;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds who answers a request. One for all loops; [#serve] is called on the request's own.
final class RequestRouter {
    private static final Logger LOG = LoggerFactory.getLogger(RequestRouter.class);

    private final MockServerSettings settings;
    private final Slots slots;
    /// Longer bodies are read on another thread, so that they do not hold up the tokens of other requests.
    private final int quickBytes;
    private final @Nullable TruthLog truth;
    private final AtomicInteger accepted = new AtomicInteger();
    private final Map<String, Endpoint> endpoints;

    RequestRouter(
            MockServerSettings settings,
            Slots slots,
            PromptTokenizer tokenizer,
            MockText text,
            @Nullable TruthLog truth,
            boolean keepsPrompts) {
        this.settings = settings;
        this.slots = slots;
        this.quickBytes = tokenizer.quickBytes();
        this.truth = truth;
        TokenEndpoints tokens = new TokenEndpoints(tokenizer);
        AudioEndpoints audio = new AudioEndpoints(settings);
        endpoints = Map.of(
                "/health", new Fetch(RequestRouter::health),
                "/v1/models", new Fetch(this::models),
                "/v1/chat/completions", new Generate(new ChatDialect(settings, tokenizer, text, keepsPrompts)),
                "/v1/completions", new Generate(new CompletionsDialect(tokenizer, text, keepsPrompts)),
                "/v1/responses", new Generate(new ResponsesDialect(tokenizer, text, keepsPrompts)),
                "/tokenize", new Answer(request -> tokens.tokenize(jsonBody(request))),
                "/detokenize", new Answer(request -> tokens.detokenize(jsonBody(request))),
                "/v1/audio/transcriptions",
                        new Answer(request -> audio.transcribe(request.contentType(), request.body())),
                "/v1/audio/translations",
                        new Answer(request -> audio.translate(request.contentType(), request.body())));
    }

    /// Who answers on a path.
    private sealed interface Endpoint {}

    /// A `GET` for something that needs no request body.
    private record Fetch(Source source) implements Endpoint {
        interface Source {
            JsonObject get();
        }
    }

    /// A `POST` that is answered at once.
    private record Answer(Reply reply) implements Endpoint {
        interface Reply {
            JsonObject to(IncomingRequest request) throws RequestRefused;
        }
    }

    /// A `POST` that takes the time a model would take.
    private record Generate(Dialect dialect) implements Endpoint {}

    /// Answers the request now or later.
    void serve(Exchange exchange) {
        IncomingRequest request = exchange.request();
        if (settings.logRequestReceived()) {
            LOG.info("Request received: {} {} from {}", request.method(), request.path(), exchange.clientAddress());
        }
        try {
            route(exchange, request);
        } catch (RequestRefused refusal) {
            exchange.refuse(refusal);
        } catch (RuntimeException fault) {
            exchange.refuse(ownFault(fault));
        }
    }

    private static RequestRefused ownFault(RuntimeException fault) {
        LOG.error("The mock server cannot answer a request", fault);
        return RequestRefused.internal(fault.getClass().getSimpleName(), String.valueOf(fault.getMessage()));
    }

    private void route(Exchange exchange, IncomingRequest request) throws RequestRefused {
        if (request.refusal() != null) {
            throw request.refusal();
        }
        Endpoint endpoint = endpoints.get(request.path());
        if (endpoint == null) {
            throw RequestRefused.notFound();
        }
        if (request.method().equals("OPTIONS")) {
            exchange.replyEmpty();
            return;
        }
        if (!request.method().equals(endpoint instanceof Fetch ? "GET" : "POST")) {
            throw RequestRefused.wrongMethod(request.method(), request.path());
        }
        switch (endpoint) {
            case Fetch(Fetch.Source source) -> exchange.reply(200, source.get());
            case Answer(Answer.Reply reply) ->
                work(exchange, () -> {
                    JsonObject json = reply.to(request);
                    return () -> exchange.reply(200, json);
                });
            case Generate(Dialect dialect) -> {
                checkFailureInjection();
                work(exchange, () -> {
                    GenerationPlan plan = dialect.read(jsonBody(request));
                    return () -> new Generation(exchange, plan, dialect, slots, truth).start();
                });
            }
        }
    }

    private void checkFailureInjection() throws RequestRefused {
        Integer limit = settings.failAfterRequests();
        if (limit != null && accepted.getAndUpdate(count -> Math.min(count + 1, limit)) >= limit) {
            throw RequestRefused.failureInjected(limit);
        }
    }

    /// Reads a request and says what to do on the loop then.
    private interface Work {
        Runnable read() throws RequestRefused;
    }

    private void work(Exchange exchange, Work work) throws RequestRefused {
        if (exchange.request().body().length <= quickBytes) {
            work.read().run();
            return;
        }
        Thread.ofVirtual().name("mock-server-reading").start(() -> {
            Runnable next;
            try {
                next = work.read();
            } catch (RequestRefused refusal) {
                next = () -> exchange.refuse(refusal);
            } catch (RuntimeException fault) {
                next = () -> exchange.refuse(ownFault(fault));
            }
            Runnable onLoop = next;
            exchange.loop().loop().execute(() -> {
                if (exchange.isOpen()) {
                    onLoop.run();
                }
            });
        });
    }

    private static JsonObject jsonBody(IncomingRequest request) throws RequestRefused {
        try {
            if (JsonReader.read(request.body()) instanceof JsonObject object) {
                return object;
            }
        } catch (JsonSyntaxException _) {
            throw RequestRefused.notJson();
        }
        throw RequestRefused.notJson();
    }

    private static JsonObject health() {
        Instant now = Instant.now();
        return JsonValue.object()
                .put("status", "healthy")
                .put("timestamp", now.getEpochSecond() + now.getNano() / 1e9)
                .build();
    }

    private JsonObject models() {
        JsonObject model = JsonValue.object()
                .put("id", settings.model())
                .put("object", "model")
                .put("created", Ids.epochSeconds())
                .put("owned_by", "guidellm-mock")
                .build();
        return JsonValue.object()
                .put("object", "list")
                .put("data", new JsonArray(List.of(model)))
                .build();
    }
}
