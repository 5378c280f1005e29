package dev.guidellm.backend;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.HttpConnections;
import dev.guidellm.config.RequestExtras;
import dev.guidellm.config.RequestFormat;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.record.NetworkRoundTrip;
import dev.guidellm.transport.HttpRequest;
import dev.guidellm.transport.HttpTransport;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// An OpenAI-compatible server over HTTP: `kind=openai_http`.
public final class OpenAiBackend implements Backend {
    private static final JsonObject NOTHING = new JsonObject(Map.of());

    private final BackendConfig.OpenAiHttp config;
    private final HttpTransport transport;
    private final boolean keepTokenTimes;
    private final FormatCodec codec;
    private final Secrets secrets = new Secrets();
    private final ServerAddress address;
    private final URI endpoint;
    private final RequestHeaders headers;
    private final String method;
    private final JsonObject extraBody;
    private final @Nullable JsonObject shownExtraBody;
    private final String argumentsStart;
    private final String argumentsEnd;
    private volatile Dialect dialect;
    private volatile Frames frames;

    /// @param shown for what may be shown; null when that is what is sent
    private record Frames(BodyFrame sent, @Nullable BodyFrame shown) {}

    /// A backend that sends by `transport`, which it closes in the end.
    ///
    /// @param defaultToolResponse sent for a tool's result that the data set lacks
    /// @throws ConfigException when the configuration asks for what this backend does not do
    public OpenAiBackend(BackendConfig.OpenAiHttp config, HttpTransport transport, String defaultToolResponse) {
        this(config, transport, defaultToolResponse, false);
    }

    /// As above, and says whether the results hold the time of each token.
    OpenAiBackend(
            BackendConfig.OpenAiHttp config,
            HttpTransport transport,
            String defaultToolResponse,
            boolean keepTokenTimes) {
        this.config = config;
        this.keepTokenTimes = keepTokenTimes;
        this.transport = transport;
        codec = codec(config.requestFormat());
        dialect = Dialect.of(config, defaultToolResponse);
        RequestExtras extras = dialect.extras();
        checkExtras(extras, config.requestFormat());
        address = ServerAddress.of(config.target(), extras.params());
        headers = RequestHeaders.of(config.apiKey(), address, extras.headers(), secrets);
        method = extras.method() == null ? "POST" : extras.method();
        endpoint = address.endpoint(route(config.requestFormat().text()));
        extraBody = extras.body() == null ? NOTHING : extras.body();
        JsonObject covered = secrets.coverBody(extraBody);
        shownExtraBody = covered.equals(extraBody) ? null : covered;
        frames = frames(dialect);
        argumentsStart = argumentsStart(extras);
        argumentsEnd = ",\"files\":null,\"content\":" + JsonWriter.toString(orNull(extras.content())) + "}";
        try {
            new HttpRequest(method, endpoint, headers.forBody("id"), new byte[0], false);
        } catch (IllegalArgumentException e) {
            throw new ConfigException("backend.openai_http.extras", String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void start() throws BackendException {
        ServerProbe probe = new ServerProbe(config, transport, address, headers, secrets, this::route);
        dialect = dialect.withModel(probe.run());
        frames = frames(dialect);
    }

    @Override
    public String model() {
        return dialect.model();
    }

    @Override
    public void warmUp(int connections) {
        transport.warmUp(endpoint, connections);
    }

    @Override
    public void probeLoops(LongConsumer waited) {
        transport.probeLoops(waited);
    }

    @Override
    public PreparedRequest prepare(ConversationNode node, List<HistoryTurn> history, String requestId, TurnPlace place)
            throws RequestFormatException {
        Frames now = frames;
        byte[] body = codec.body(now.sent(), node.request(), history);
        byte[] shown = now.shown() == null ? body : codec.body(now.shown(), node.request(), history);
        boolean stream = now.sent().dialect().stream();
        boolean sticky = config.connections().connection() == HttpConnections.Reuse.STICKY;
        HttpRequest.Affinity affinity = sticky ? new HttpRequest.Affinity(place.conversation(), place.last()) : null;
        HttpRequest http = new HttpRequest(method, endpoint, headers.forBody(requestId), body, stream, affinity);
        OpenAiArguments arguments = new OpenAiArguments(argumentsStart, shown, argumentsEnd, secrets);
        return new OpenAiRequest(requestId, node.request().turnType(), http, arguments);
    }

    @Override
    public ActiveRequest send(PreparedRequest request, RequestListener listener) {
        if (!(request instanceof OpenAiRequest prepared)) {
            throw new IllegalArgumentException("prepared by another backend: " + request.requestId());
        }
        OpenAiCall call = new OpenAiCall(
                prepared, codec.answers(), config.toolCallMissingBehavior(), secrets, keepTokenTimes, listener);
        return transport.send(prepared.http(), call)::cancel;
    }

    @Override
    public NetworkRoundTrip network() {
        return RoundTrips.of(transport.sampleNetwork());
    }

    @Override
    public void close() {
        transport.close();
    }

    private Frames frames(Dialect of) {
        return new Frames(
                new BodyFrame(of, extraBody), shownExtraBody == null ? null : new BodyFrame(of, shownExtraBody));
    }

    private static FormatCodec codec(RequestFormat format) {
        return switch (format) {
            case CHAT_COMPLETIONS -> new ChatCompletionsCodec();
            case COMPLETIONS -> new CompletionsCodec();
            case EMBEDDINGS, RESPONSES, AUDIO_TRANSCRIPTIONS, AUDIO_TRANSLATIONS, POOLING ->
                throw new ConfigException(
                        "backend.openai_http.request_format",
                        "'" + format.text() + "' is not built yet; use " + RequestFormat.CHAT_COMPLETIONS.text()
                                + " or " + RequestFormat.COMPLETIONS.text());
        };
    }

    private static void checkExtras(RequestExtras extras, RequestFormat format) {
        for (String key : extras.others().members().keySet()) {
            throw new ConfigException(
                    "backend.openai_http.extras." + key,
                    "not one of method, stream, headers, params, body, files, content; to send it in the request, write"
                            + " extras.body." + key);
        }
        if (extras.files() != null && !extras.files().members().isEmpty()) {
            throw new ConfigException(
                    "backend.openai_http.extras.files", format.text() + " sends JSON, which holds no files");
        }
    }

    private String route(String endpointKey) {
        String route = config.apiRoutes().get(endpointKey);
        return route == null ? endpointKey : route;
    }

    private String argumentsStart(RequestExtras extras) {
        Map<String, JsonValue> shownHeaders = new LinkedHashMap<>();
        if (extras.headers() != null) {
            extras.headers().forEach((name, value) -> shownHeaders.put(name, JsonValue.of(value)));
        }
        String text = JsonWriter.toString(JsonValue.object()
                .put("method", extras.method())
                .put("stream", dialect.stream() ? JsonValue.TRUE : extras.stream() == null ? null : JsonValue.FALSE)
                .put("headers", extras.headers() == null ? null : secrets.cover(shownHeaders))
                .put(
                        "params",
                        extras.params() == null
                                ? null
                                : secrets.cover(extras.params().members()))
                .build());
        return text.substring(0, text.length() - 1) + ",\"body\":";
    }

    private static JsonValue orNull(@Nullable JsonValue value) {
        return value == null ? JsonValue.NULL : value;
    }
}
