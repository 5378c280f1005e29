package dev.guidellm.selftest;

import dev.guidellm.backend.Backend;
import dev.guidellm.backend.BackendException;
import dev.guidellm.backend.Backends;
import dev.guidellm.clock.RunClock;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.MockServerSettings;
import dev.guidellm.config.MultiturnReasoning;
import dev.guidellm.config.RequestFormat;
import dev.guidellm.engine.LoadEngine;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.HealthMeter;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.schedule.Constraints;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.io.IOException;
import java.util.List;

/// A server on 127.0.0.1 within this process and a client for it, the very one that runs use.
final class Rig implements AutoCloseable {
    private static final double CONNECT_SECONDS = 5;

    private final RunClock clock;
    private final MockServer server;
    private final Backend backend;
    private final LoadEngine engine;
    private final double firstTokenSeconds;

    /// What one step showed.
    record Step(StepSink seen, ClientFigures client, LoadResult result) {}

    private Rig(RunClock clock, MockServer server, Backend backend, double firstTokenSeconds) {
        this.clock = clock;
        this.server = server;
        this.backend = backend;
        this.firstTokenSeconds = firstTokenSeconds;
        engine = new LoadEngine(backend, clock);
    }

    static Rig open(RunClock clock, MockServerSettings settings, boolean streamed)
            throws IOException, BackendException {
        MockServer server = MockServer.start(settings);
        try {
            int loops = Backends.loopsForThisMachine();
            BackendConfig.OpenAiHttp config = new BackendConfig.Mock(
                            server.settings(),
                            RequestFormat.CHAT_COMPLETIONS,
                            null,
                            CONNECT_SECONDS,
                            false,
                            streamed,
                            null,
                            null,
                            false,
                            BackendConfig.MissingToolCall.ERROR_STOP,
                            MultiturnReasoning.OFF)
                    .client(server.baseUrl());
            Backend backend = Backends.create(config, clock, loops, "");
            try {
                backend.start();
                return new Rig(clock, server, backend, settings.ttftMs() / 1e3);
            } catch (BackendException e) {
                backend.close();
                throw e;
            }
        } catch (BackendException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /// Puts one load on the server.
    ///
    /// @param tokens of each answer
    /// @param skipSeconds how much of the beginning is not measured
    Step run(SchedulingStrategy strategy, long tokens, double seconds, double skipSeconds) {
        try (HealthMeter meter = HealthMeter.start(clock, engine)) {
            StepSink sink = new StepSink(clock, meter, seconds, skipSeconds, firstTokenSeconds);
            LoadResult result = engine.run(
                    strategy,
                    List.of(Constraints.maxDuration(seconds, StoppingScope.CURRENT)),
                    Drill.conversations(tokens),
                    sink);
            return new Step(sink, sink.client(), result);
        }
    }

    @Override
    public void close() {
        backend.close();
        server.close();
    }
}
