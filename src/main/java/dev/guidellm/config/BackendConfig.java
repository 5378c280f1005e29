package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `--backend kind=…` may say: who is asked, and in which dialect.
public sealed interface BackendConfig extends Kinded {

    /// What to do when a turn that must call a tool does not.
    enum MissingToolCall implements Choice {
        /// Go on as if nothing had happened.
        IGNORE_CONTINUE,
        /// End the conversation, count the turn as cancelled and keep its answer.
        IGNORE_STOP,
        /// End the conversation, count the turn as an error.
        ERROR_STOP
    }

    /// An OpenAI-compatible server over HTTP.
    ///
    /// @param target base address, without a trailing `/` or `/v1`
    /// @param model empty to take the first model that the server lists
    /// @param apiRoutes path of each endpoint; the usual one where the user says nothing
    /// @param timeout longest silence in seconds, null to wait for ever
    /// @param timeoutConnect longest connection set-up in seconds, null for no limit
    /// @param verify whether the server's certificate is checked
    /// @param maxTokens answer length when the data set has none
    /// @param selftest whether the client's own ceiling is measured before the first benchmark
    /// @param connections how connections are made
    @Kind("openai_http")
    record OpenAiHttp(
            String target,
            @Default("") String model,
            @Default("/v1/chat/completions") RequestFormat requestFormat,
            @Nullable Secret apiKey,
            @Default("{}") Map<String, String> apiRoutes,
            @Nullable Double timeout,
            @Default("5.0") @Nullable Double timeoutConnect,
            @Default("true") boolean http2,
            @Default("true") boolean followRedirects,
            @Default("false") boolean verify,
            @Default("true") boolean validateBackend,
            @Default("true") boolean stream,
            @Nullable RequestExtras extras,

            @Key({"max_tokens", "max_completion_tokens"}) @Nullable
            Integer maxTokens,

            @Default("false") boolean serverHistory,
            @Default("error_stop") MissingToolCall toolCallMissingBehavior,
            @Default("false") MultiturnReasoning multiturnReasoning,
            @Default("false") boolean selftest,
            @Inline HttpConnections connections)
            implements BackendConfig {
        public OpenAiHttp {
            target = baseAddress(target);
            apiRoutes = allRoutes(apiRoutes);
            checkServerHistory(serverHistory, requestFormat);
        }

        /// The same dialect, spoken to another server: no secret, no detour, no certificate goes there.
        public OpenAiHttp rehearsedAt(String server) {
            return new OpenAiHttp(
                    server,
                    "rehearsal",
                    requestFormat,
                    null,
                    Map.of(),
                    null,
                    timeoutConnect,
                    http2,
                    followRedirects,
                    false,
                    false,
                    stream,
                    null,
                    maxTokens,
                    serverHistory,
                    toolCallMissingBehavior,
                    multiturnReasoning,
                    false,
                    connections.straight());
        }

        /// The same with the model that the server named.
        public OpenAiHttp withModel(String named) {
            return new OpenAiHttp(
                    target,
                    named,
                    requestFormat,
                    apiKey,
                    apiRoutes,
                    timeout,
                    timeoutConnect,
                    http2,
                    followRedirects,
                    verify,
                    validateBackend,
                    stream,
                    extras,
                    maxTokens,
                    serverHistory,
                    toolCallMissingBehavior,
                    multiturnReasoning,
                    selftest,
                    connections);
        }
    }

    /// The realtime API over a WebSocket.
    ///
    /// @param chunkSamples samples of sound per message
    /// @param validateBackend a switch, an address, or an object with an address
    @Kind("openai_websocket")
    record OpenAiWebSocket(
            String target,
            @Default("") String model,
            @Default("/v1/realtime") String requestFormat,
            @Default("3200") @Range(atLeast = 1) int chunkSamples,
            @Nullable Secret apiKey,
            @Default("false") boolean verify,
            @Nullable Double timeout,
            @Default("5.0") double timeoutConnect,
            @Default("true") ValidationTarget validateBackend,
            @Nullable JsonObject extras)
            implements BackendConfig {
        public OpenAiWebSocket {
            target = baseAddress(target);
            requestFormat = requestFormat.strip();
            if (!requestFormat.equals("/v1/realtime")) {
                throw ConfigException.rule(
                        "request_format", "request_format must be '/v1/realtime', got '" + requestFormat + "'");
            }
        }
    }

    /// vLLM inside the Python process, one request at a time.
    @Kind({"vllm_python_async", "vllm_python"})
    record VllmPythonAsync(
            String kind,
            String model,
            @Default("{}") JsonObject vllmConfig,
            @Default("default-template") String requestFormat,
            @Default("true") boolean stream,
            @Default("<image>") String imagePlaceholder,
            @Default("<|audio|>") String audioPlaceholder)
            implements BackendConfig {}

    /// vLLM inside the Python process, in batches.
    ///
    /// @param stream always false
    /// @param batchTimeout seconds before a partial batch is sent
    @Kind("vllm_python_batch")
    record VllmPythonBatch(
            String model,
            @Default("{}") JsonObject vllmConfig,
            @Default("default-template") String requestFormat,
            @Default("false") @NotWritten boolean stream,
            @Default("<image>") String imagePlaceholder,
            @Default("<|audio|>") String audioPlaceholder,
            @Default("32") @Range(above = 0) int batchSize,
            @Default("0.01") @Range(above = 0) double batchTimeout)
            implements BackendConfig {
        public VllmPythonBatch {
            if (stream) {
                throw new ConfigException("stream", "Input should be False");
            }
        }
    }

    /// The built-in mock server, started for the run on a free port, and asked as `openai_http` asks.
    ///
    /// @param server how the server answers
    /// @param requestFormat the endpoint that is asked
    @Kind("mock")
    record Mock(
            @Inline(defaults = "port=0") MockServerSettings server,
            @Default("/v1/chat/completions") RequestFormat requestFormat,
            @Nullable Double timeout,
            @Default("5.0") @Nullable Double timeoutConnect,
            @Default("true") boolean validateBackend,
            @Default("true") boolean stream,
            @Nullable RequestExtras extras,

            @Key({"max_tokens", "max_completion_tokens"}) @Nullable
            Integer maxTokens,

            @Default("false") boolean serverHistory,
            @Default("error_stop") MissingToolCall toolCallMissingBehavior,
            @Default("false") MultiturnReasoning multiturnReasoning)
            implements BackendConfig {
        public Mock {
            checkServerHistory(serverHistory, requestFormat);
        }

        /// The client's side of this choice: how the mock server at `target` is asked.
        public OpenAiHttp client(String target) {
            return new OpenAiHttp(
                    target,
                    server.model(),
                    requestFormat,
                    null,
                    Map.of(),
                    timeout,
                    timeoutConnect,
                    false,
                    true,
                    false,
                    validateBackend,
                    stream,
                    extras,
                    maxTokens,
                    serverHistory,
                    toolCallMissingBehavior,
                    multiturnReasoning,
                    false,
                    HttpConnections.USUAL);
        }
    }

    /// How a WebSocket backend is asked for its health: a switch, a text, or an object.
    ///
    /// @param value what the user wrote
    record ValidationTarget(JsonValue value) {}

    private static void checkServerHistory(boolean serverHistory, RequestFormat format) {
        if (serverHistory && format != RequestFormat.RESPONSES) {
            throw ConfigException.rule("server_history=True is only supported with the /v1/responses request format."
                    + " Current request_format: '" + format.text() + "'");
        }
    }

    private static Map<String, String> allRoutes(Map<String, String> given) {
        Map<String, String> routes = new LinkedHashMap<>();
        routes.put("/health", "health");
        routes.put("/v1/models", "v1/models");
        for (RequestFormat format : RequestFormat.values()) {
            routes.put(format.text(), format.text().substring(1));
        }
        routes.putAll(given);
        return OrderedMaps.copyOf(routes);
    }

    private static String baseAddress(String target) {
        int end = target.length();
        while (end > 0 && target.charAt(end - 1) == '/') {
            end--;
        }
        String base = target.substring(0, end);
        return base.endsWith("/v1") ? base.substring(0, base.length() - 3) : base;
    }
}
