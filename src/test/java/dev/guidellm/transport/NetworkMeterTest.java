package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.guidellm.testserver.ScriptedServer;
import io.netty.channel.epoll.Epoll;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NetworkMeterTest {
    @Test
    void everyConnectionIsMeasuredOnce() {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "")));
                NettyHttpTransport transport = transport()) {
            assertThat(transport.sampleNetwork().connects()).isZero();
            transport.warmUp(server.uri("/"), 5);
            transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            NetworkSample sample = transport.sampleNetwork();
            assertThat(sample.connects()).isEqualTo(5);
            assertThat(sample.connectNanos()).hasSize(5).isSorted();
            assertThat(sample.connectNanos()[0]).isBetween(1L, 250_000_000L);
            NetworkSample later = transport.sampleNetwork();
            assertThat(later.connects()).isZero();
            assertThat(later.connectNanos()).isEmpty();
        }
    }

    @Test
    void theKernelIsAskedForOpenConnections() {
        assumeTrue(Epoll.isAvailable(), "TCP_INFO is asked for by Linux's descriptors");
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "")));
                NettyHttpTransport transport = transport()) {
            transport.warmUp(server.uri("/"), 3);
            transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            NetworkSample sample = transport.sampleNetwork();
            assertThat(sample.rttMicros()).hasSize(3).isSorted();
            assertThat(Arrays.stream(sample.rttMicros()).allMatch(micros -> micros > 0 && micros < 250_000))
                    .isTrue();
            assertThat(sample.minRttMicros()).hasSizeLessThanOrEqualTo(3);
            assertThat(Arrays.stream(sample.minRttMicros()).allMatch(micros -> micros < 250_000))
                    .isTrue();
        }
    }

    @Test
    void closedConnectionsAreAskedNoMore() {
        try (ScriptedServer server = ScriptedServer.start(
                        ScriptedServer.always("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"));
                NettyHttpTransport transport = transport()) {
            for (int i = 0; i < 3; i++) {
                transport.fetch(get(server.uri("/x")), Recorder.PATIENCE);
            }
            Recorder.until(server, each -> each.connections() == 3);
            NetworkSample sample = transport.sampleNetwork();
            assertThat(sample.connects()).isEqualTo(3);
            assertThat(sample.rttMicros()).hasSizeLessThan(3);
        }
    }

    @Test
    void withoutConnectionsNothingIsKnown() {
        try (NettyHttpTransport transport = transport()) {
            NetworkSample sample = transport.sampleNetwork();
            assertThat(sample.connects()).isZero();
            assertThat(sample.rttMicros()).isEmpty();
        }
    }
}
