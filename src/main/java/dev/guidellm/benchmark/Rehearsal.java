package dev.guidellm.benchmark;

import dev.guidellm.backend.Backend;
import dev.guidellm.backend.BackendException;
import dev.guidellm.backend.Backends;
import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.MockServerSettings;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.engine.LoadEngine;
import dev.guidellm.metrics.OutputTokenCounter;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.schedule.Constraints;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import dev.guidellm.selftest.Drill;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends requests to a server of its own for a moment before the run, over the very code that measures: code that the
/// JVM has not compiled yet stamps a first token some milliseconds late, and users would read that as the server's.
///
/// It goes on beside the setting up of the run, and is over before the first request.
final class Rehearsal {
    private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
    private static final double LONGEST_SECONDS = 0.6;
    private static final int MOST_REQUESTS = 5_000;
    private static final int STREAMS = 4;
    private static final long TOKENS = 32;

    private static final AtomicBoolean DONE = new AtomicBoolean();

    private final @Nullable Thread thread;

    private Rehearsal(@Nullable Thread thread) {
        this.thread = thread;
    }

    /// Begins to rehearse the dialect of `asked`, once in a process: compiled code stays compiled. What goes wrong
    /// here only leaves the code cold: it is logged for debugging.
    static Rehearsal begin(
            BackendConfig asked,
            MetricsConfig.Generative metrics,
            ProfileConfig profile,
            int loops,
            String toolResponse) {
        if (!(asked instanceof BackendConfig.OpenAiHttp http) || DONE.getAndSet(true)) {
            return new Rehearsal(null);
        }
        return new Rehearsal(Thread.ofPlatform()
                .daemon()
                .name("guidellm-rehearsal")
                .start(() -> run(http, metrics, profile, loops, toolResponse)));
    }

    /// Waits until it is over. An interrupt ends the waiting and stays set.
    void await() {
        if (thread == null) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(
            BackendConfig.OpenAiHttp asked,
            MetricsConfig.Generative metrics,
            ProfileConfig profile,
            int loops,
            String toolResponse) {
        RunClock clock = SystemRunClock.start();
        try (MockServer server = MockServer.start(MockServerSettings.instant());
                Backend backend = Backends.create(asked.rehearsedAt(server.baseUrl()), clock, loops, toolResponse)) {
            backend.start();
            SchedulingStrategy strategy = new SchedulingStrategy.Concurrent(STREAMS, 0);
            RunningBenchmark books = new RunningBenchmark(
                    0,
                    strategy,
                    clock,
                    new ProgressListener() {},
                    profile,
                    metrics,
                    0,
                    OutputTokenCounter.NONE,
                    SchedulerProgress.NONE);
            new LoadEngine(backend, clock)
                    .run(
                            strategy,
                            List.of(
                                    Constraints.maxRequests(MOST_REQUESTS, StoppingScope.CURRENT),
                                    Constraints.maxDuration(LONGEST_SECONDS, StoppingScope.CURRENT)),
                            Drill.conversations(TOKENS),
                            books);
        } catch (IOException | BackendException | RuntimeException e) {
            LOG.debug("no rehearsal: {}", e.getMessage());
        }
    }
}
