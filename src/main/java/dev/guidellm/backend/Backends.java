package dev.guidellm.backend;

import dev.guidellm.clock.RunClock;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.ConfigException;
import dev.guidellm.transport.NettyHttpTransport;
import dev.guidellm.transport.TransportSettings;
import dev.guidellm.transport.TransportSetupException;

/// Makes the backend that a configuration asks for.
public final class Backends {
    private static final int MOST_LOOPS = 8;

    private Backends() {}

    /// Transport threads for this machine: half of the cores, since a loop that is alone on its core reads more with
    /// each wake than two that share it.
    public static int loopsForThisMachine() {
        return Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MOST_LOOPS);
    }

    /// A backend, not started yet.
    ///
    /// @param clock stamps every time
    /// @param loops transport threads, at least 1
    /// @param defaultToolResponse sent for a tool's result that the data set lacks
    /// @throws ConfigException when the kind, or what it is asked to do, is not part of this program
    /// @throws BackendException when the transport cannot be set up, e.g. the CA file cannot be read
    public static Backend create(BackendConfig config, RunClock clock, int loops, String defaultToolResponse)
            throws BackendException {
        return create(config, clock, loops, defaultToolResponse, false);
    }

    /// As [#create(BackendConfig, RunClock, int, String)].
    ///
    /// @param keepTokenTimes whether the results hold the time of each token
    public static Backend create(
            BackendConfig config, RunClock clock, int loops, String defaultToolResponse, boolean keepTokenTimes)
            throws BackendException {
        return switch (config) {
            case BackendConfig.OpenAiHttp http -> openAi(http, clock, loops, defaultToolResponse, keepTokenTimes);
            case BackendConfig.Mock _ ->
                throw new IllegalArgumentException("the mock server is started first, and asked by openai_http");
            case BackendConfig.OpenAiWebSocket _ ->
                throw new ConfigException("backend.kind", "'openai_websocket' is not built yet; use openai_http");
            case BackendConfig.VllmPythonAsync _, BackendConfig.VllmPythonBatch _ ->
                throw new ConfigException(
                        "backend.kind",
                        "vLLM cannot run inside this program, which is no Python; start a server with 'vllm serve' and"
                                + " use kind=openai_http");
        };
    }

    private static Backend openAi(
            BackendConfig.OpenAiHttp config,
            RunClock clock,
            int loops,
            String defaultToolResponse,
            boolean keepTokenTimes)
            throws BackendException {
        TransportSettings settings = Connecting.settings(config, loops, System.getenv());
        NettyHttpTransport transport;
        try {
            transport = NettyHttpTransport.open(settings, clock);
        } catch (TransportSetupException e) {
            throw new BackendException(String.valueOf(e.getMessage()));
        }
        try {
            return new OpenAiBackend(config, transport, defaultToolResponse, keepTokenTimes);
        } catch (ConfigException e) {
            transport.close();
            throw e;
        }
    }
}
