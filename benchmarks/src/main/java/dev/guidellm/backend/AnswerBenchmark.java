package dev.guidellm.backend;

import dev.guidellm.Samples;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.MockServerSettings;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.DataSources;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.record.RequestOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/// Both ends of a request off the event loop: putting it into the server's dialect, and understanding the answer of 128
/// tokens that the mock server gave. Per request.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class AnswerBenchmark {
    /// Whether the answer is a stream.
    @Param({"true", "false"})
    public boolean streamed;

    private MockServer server;
    private Backend backend;
    private ConversationNode turn;
    private FinishedRequest finished;

    /// Asks the mock server once.
    @Setup(Level.Trial)
    public void ask() throws Exception {
        server = MockServer.start(Samples.config(MockServerSettings.class, "{'port':0,'ttft_ms':0,'itl_ms':0}"));
        BackendConfig config = Samples.config(
                BackendConfig.class,
                "{'kind':'openai_http','target':'http://127.0.0.1:" + server.port() + "','model':'m','stream':" + streamed + "}");
        backend = Backends.create(config, SystemRunClock.start(), 1, DataSources.DEFAULT_TOOL_RESPONSE);
        backend.start();
        try (ConversationIterator conversations = Samples.conversations(256, 1)) {
            turn = conversations.next().nodes().getFirst();
        }
        CompletableFuture<FinishedRequest> end = new CompletableFuture<>();
        backend.send(backend.prepare(turn, List.of(), "6f1c2d3e-4a5b-4c6d-8e7f-100000000000"), new RequestListener() {
            @Override
            public void onSent(long nanos) {}

            @Override
            public void onFirstToken(long nanos) {}

            @Override
            public void onEnd(FinishedRequest request) {
                end.complete(request);
            }
        });
        finished = end.get(10, TimeUnit.SECONDS);
        if (!(finished.decode().outcome() instanceof RequestOutcome.Completed)) {
            throw new IllegalStateException("not answered: " + finished.decode().outcome());
        }
    }

    /// Ends server and client.
    @TearDown(Level.Trial)
    public void end() {
        backend.close();
        server.close();
    }

    /// A turn with a prompt of 256 tokens.
    @Benchmark
    public PreparedRequest prepare() throws RequestFormatException {
        return backend.prepare(turn, List.of(), "6f1c2d3e-4a5b-4c6d-8e7f-100000000000");
    }

    /// The whole answer, with its times and counts.
    @Benchmark
    public BackendResult decode() {
        return finished.decode();
    }
}
