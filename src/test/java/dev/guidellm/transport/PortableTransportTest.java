package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.body;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.kind;
import static dev.guidellm.transport.Recorder.message;
import static dev.guidellm.transport.Recorder.post;
import static dev.guidellm.transport.Recorder.settings;
import static dev.guidellm.transport.Recorder.stream;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import dev.guidellm.transport.TransportFailure.Kind;
import java.net.URI;
import org.junit.jupiter.api.Test;

/// The transport as it runs where epoll does not load.
class PortableTransportTest {
    @Test
    void streamsAndUsesConnectionsAgain() throws TransportSetupException {
        ScriptedServer.Script script = ScriptedServer.always(stream("data: x\n\n", "data: [DONE]\n\n"));
        try (ScriptedServer plain = ScriptedServer.start(script);
                ScriptedServer secured = ScriptedServer.startTls(TestTls.localhost(), script);
                NettyHttpTransport transport = NettyHttpTransport.openPortable(settings(), SystemRunClock.start())) {
            for (int i = 0; i < 5; i++) {
                for (ScriptedServer server : new ScriptedServer[] {plain, secured}) {
                    Recorder recorder = new Recorder();
                    transport.send(post(server.uri("/x"), true), recorder);
                    assertThat(message(recorder.end())).isEmpty();
                    assertThat(recorder.lines()).containsExactly("data: x", "data: [DONE]");
                }
            }
            assertThat(plain.connections()).isEqualTo(1);
            assertThat(secured.connections()).isEqualTo(1);
        }
    }

    @Test
    void saysWhyConnectionsFail() throws TransportSetupException {
        ScriptedServer.Script script = connection -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\n\r\ndata: x\n");
            connection.pause(200);
            connection.reset();
        };
        try (ScriptedServer server = ScriptedServer.start(script);
                NettyHttpTransport transport = NettyHttpTransport.openPortable(settings(), SystemRunClock.start())) {
            HttpExchange reset = transport.fetch(get(server.uri("/")), Recorder.PATIENCE);
            assertThat(kind(reset)).isEqualTo(Kind.CLOSED_EARLY);
            assertThat(message(reset)).isEqualTo("the server reset the connection before the end of the body");
            assertThat(body(reset)).isEqualTo("data: x\n");
            HttpExchange refused = transport.fetch(get(URI.create("http://127.0.0.1:1/")), Recorder.PATIENCE);
            assertThat(message(refused)).isEqualTo("connection to 127.0.0.1:1 refused");
        }
    }
}
