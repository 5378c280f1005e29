package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.body;
import static dev.guidellm.transport.Recorder.kind;
import static dev.guidellm.transport.Recorder.post;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ReplayServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayedCasesTest {
    private static final long WIDE = 250_000_000L;

    @Test
    void case00LinesCarryTheTimesOfTheServersWrites() {
        try (ReplayServer server = ReplayServer.start("00-plain-stream");
                NettyHttpTransport transport = transport()) {
            HttpExchange exchange = stream(transport, server).end();
            assertThat(exchange.failure()).isNull();
            ReceivedRequest received = server.posts().getFirst();
            long began = received.receivedNanoTime();
            long lastWrite = received.writes().getLast().nanoTime() - began;
            long lastLine = Recorder.lineNanos(exchange, exchange.lines().count() - 1) - exchange.sentNanos();
            assertThat(lastLine).isBetween(lastWrite - WIDE, lastWrite + WIDE);
            assertThat(exchange.lines().count()).isGreaterThan(4);
        }
    }

    @Test
    void case01NoCharacterIsLost() {
        try (ReplayServer server = ReplayServer.start("01");
                NettyHttpTransport transport = transport()) {
            Recorder recorder = stream(transport, server);
            String text = body(recorder.end());
            assertThat(text).doesNotContain("\ufffd").contains("ü", "東", "京", "🚀");
            assertThat(String.join("\n", recorder.lines())).contains("ü", "東", "京", "🚀");
        }
    }

    @Test
    void case02CutLineEndsMakeNoLineTwice() {
        try (ReplayServer server = ReplayServer.start("02");
                NettyHttpTransport transport = transport()) {
            Recorder recorder = stream(transport, server);
            recorder.end();
            assertThat(recorder.lines())
                    .allMatch(line -> line.startsWith("data:"))
                    .last()
                    .isEqualTo("data:[DONE]");
            assertThat(recorder.lines()).doesNotHaveDuplicates();
        }
    }

    @Test
    void case10TheEndOfTheConnectionEndsTheBody() {
        try (ReplayServer server = ReplayServer.start("10");
                NettyHttpTransport transport = transport()) {
            for (int i = 0; i < 3; i++) {
                Recorder recorder = stream(transport, server);
                assertThat(kind(recorder.end())).isNull(); // whether it is whole is for the dialect to say
                assertThat(recorder.lines()).hasSizeGreaterThanOrEqualTo(3);
            }
            assertThat(server.connections()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void case11ConnectionsAreUsedAgain(int streams) {
        try (ReplayServer server = ReplayServer.start("11");
                NettyHttpTransport transport = transport()) {
            for (int round = 0; round < 2; round++) {
                List<Recorder> recorders = new ArrayList<>();
                for (int i = 0; i < streams; i++) {
                    recorders.add(stream(transport, server));
                }
                recorders.forEach(
                        recorder -> assertThat(recorder.end().failure()).isNull());
            }
            assertThat(server.posts()).hasSize(2 * streams);
            assertThat(server.maxInFlight()).isEqualTo(streams);
            assertThat(server.connectionsWithPosts()).isEqualTo(streams);
        }
    }

    @Test
    void everyCaseIsThere() {
        for (int i = 0; i <= 15; i++) {
            if (i != 13) {
                try (ReplayServer server = ReplayServer.start("%02d-".formatted(i));
                        NettyHttpTransport transport = transport()) {
                    assertThat(stream(transport, server).end().status())
                            .as("case %d", i)
                            .isPositive();
                    assertThat(transport
                                    .fetch(Recorder.get(server.uri("/v1/models")), Recorder.PATIENCE)
                                    .status())
                            .isEqualTo(200);
                    assertThat(transport
                                    .fetch(Recorder.get(server.uri("/none")), Recorder.PATIENCE)
                                    .status())
                            .isEqualTo(404);
                    assertThat(server.folder().resolve("case.md")).exists();
                }
            }
        }
    }

    private static Recorder stream(NettyHttpTransport transport, ReplayServer server) {
        Recorder recorder = new Recorder();
        transport.send(post(server.uri("/v1/chat/completions"), true), recorder);
        return recorder;
    }
}
