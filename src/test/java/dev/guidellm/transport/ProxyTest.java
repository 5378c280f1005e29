package dev.guidellm.transport;

import static dev.guidellm.transport.Recorder.answer;
import static dev.guidellm.transport.Recorder.body;
import static dev.guidellm.transport.Recorder.get;
import static dev.guidellm.transport.Recorder.kind;
import static dev.guidellm.transport.Recorder.message;
import static dev.guidellm.transport.Recorder.post;
import static dev.guidellm.transport.Recorder.stream;
import static dev.guidellm.transport.Recorder.transport;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.testserver.ProxyScripts;
import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.testserver.TestTls;
import dev.guidellm.transport.TransportFailure.Kind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyTest {
    private static final ScriptedServer.Script STREAM =
            ScriptedServer.always(stream("data: x\n\n", "data: [DONE]\n\n"));

    @Test
    void givesAnHttpProxyTheWholeAddressOfAnHttpServer() {
        try (ScriptedServer proxy = ScriptedServer.start(STREAM);
                NettyHttpTransport transport = transport(through("http://us%20er:p%40ss@127.0.0.1:" + proxy.port()))) {
            URI uri = URI.create("http://model.example:8000/v1/x?a=b");
            for (int i = 0; i < 2; i++) {
                Recorder recorder = new Recorder();
                transport.send(post(uri, true), recorder);
                assertThat(message(recorder.end())).isEmpty();
                assertThat(recorder.lines()).containsExactly("data: x", "data: [DONE]");
            }
            ReceivedRequest received = proxy.requests().getFirst();
            assertThat(received.target()).isEqualTo("http://model.example:8000/v1/x?a=b");
            assertThat(received.header("Host")).containsExactly("model.example:8000");
            String basic = Base64.getEncoder().encodeToString("us er:p@ss".getBytes(StandardCharsets.UTF_8));
            assertThat(received.header("Proxy-Authorization")).containsExactly("Basic " + basic);
            assertThat(proxy.connections()).isEqualTo(1);
        }
    }

    @Test
    void asksAnHttpProxyForATunnelToAnHttpsServer() {
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), STREAM);
                ScriptedServer proxy = ScriptedServer.start(ProxyScripts.tunnel(server.port()));
                NettyHttpTransport transport = transport(
                        new TransportSettings(1, Duration.ofSeconds(10), null, true, true, TestTls.authority())
                                .withProxies(ProxyRules.always(
                                        ProxyServer.parse("http://me:secret@127.0.0.1:" + proxy.port()))))) {
            for (int i = 0; i < 2; i++) {
                Recorder recorder = new Recorder();
                transport.send(post(URI.create("https://localhost:4443/x"), true), recorder);
                assertThat(message(recorder.end())).isEmpty();
                assertThat(recorder.lines()).containsExactly("data: x", "data: [DONE]");
            }
            assertThat(proxy.requests()).hasSize(1);
            ReceivedRequest asked = proxy.requests().getFirst();
            assertThat(asked.method()).isEqualTo("CONNECT");
            assertThat(asked.target()).isEqualTo("localhost:4443");
            assertThat(asked.header("Host")).containsExactly("localhost:4443");
            assertThat(asked.header("Proxy-Authorization")).hasSize(1);
            ReceivedRequest received = server.requests().getFirst();
            assertThat(received.target()).isEqualTo("/x");
            assertThat(received.header("Proxy-Authorization")).isEmpty();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void speaksTlsWithAnHttpsProxyAndInsideItWithTheServer() {
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), STREAM);
                ScriptedServer proxy =
                        ScriptedServer.startTls(TestTls.localhost(), ProxyScripts.tunnel(server.port()));
                NettyHttpTransport transport = transport(new TransportSettings(
                                1, Duration.ofSeconds(10), null, true, true, TestTls.authority())
                        .withProxies(ProxyRules.always(ProxyServer.parse("https://localhost:" + proxy.port()))))) {
            Recorder recorder = new Recorder();
            transport.send(post(URI.create("https://localhost:4443/x"), true), recorder);
            assertThat(message(recorder.end())).isEmpty();
            assertThat(recorder.lines()).containsExactly("data: x", "data: [DONE]");
            assertThat(proxy.requests().getFirst().method()).isEqualTo("CONNECT");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://127.0.0.1 | 407 Give secret | refused the way to model.example:443 with HTTP status 407: it wants to"
                        + " know who asks; name the proxy as http://user:password@host:port",
                "http://me:secret@127.0.0.1 | 407 Not secret | refused the way to model.example:443 with HTTP status"
                        + " 407: it does not take this user and password",
                "http://me:secret@127.0.0.1 | 502 Bad secret | refused the way to model.example:443 with HTTP status 502"
            })
    void tellsInOneLineThatTheProxyRefuses(String address, String status, String problem) {
        try (ScriptedServer proxy = ScriptedServer.start(ScriptedServer.always(answer(status, "secret page")));
                NettyHttpTransport transport = transport(through(address + ":" + proxy.port()))) {
            HttpExchange exchange = transport.fetch(get(URI.create("https://model.example/")), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT);
            assertThat(message(exchange)).isEqualTo("the proxy 127.0.0.1:" + proxy.port() + " " + problem);
            assertThat(exchange.sentNanos()).isEqualTo(HttpExchange.NEVER);
        }
    }

    @Test
    void tellsWhatElseAProxyMayDo() throws Exception {
        URI secure = URI.create("https://model.example/");
        int gone;
        try (ScriptedServer closed = ScriptedServer.start(connection -> connection.readRequest())) {
            gone = closed.port();
            try (NettyHttpTransport transport = transport(through("http://127.0.0.1:" + gone))) {
                assertThat(message(transport.fetch(get(secure), Recorder.PATIENCE)))
                        .isEqualTo("the proxy 127.0.0.1:" + gone + " closed the connection");
            }
        }
        try (NettyHttpTransport transport = transport(through("http://127.0.0.1:" + gone))) {
            assertThat(message(transport.fetch(get(secure), Recorder.PATIENCE)))
                    .isEqualTo("connection to the proxy 127.0.0.1:" + gone + " refused");
        }
        try (ScriptedServer odd = ScriptedServer.start(ScriptedServer.always("SSH-2.0-x\r\n\r\n"));
                NettyHttpTransport transport = transport(through("http://127.0.0.1:" + odd.port()))) {
            assertThat(message(transport.fetch(get(secure), Recorder.PATIENCE)))
                    .startsWith("the proxy 127.0.0.1:" + odd.port() + " does not answer like an HTTP proxy: ");
        }
        try (ScriptedServer mute = ScriptedServer.start(connection -> connection.clientLeaves(20_000));
                NettyHttpTransport transport =
                        transport(new TransportSettings(1, Duration.ofMillis(400), null, true, false, null)
                                .withProxies(ProxyRules.always(ProxyServer.parse("127.0.0.1:" + mute.port()))))) {
            HttpExchange exchange = transport.fetch(get(secure), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT_TIMEOUT);
            assertThat(message(exchange))
                    .isEqualTo("no connection to the proxy 127.0.0.1:" + mute.port() + " within 400 ms");
            Recorder.until(mute, s -> s.openConnections() == 0);
        }
    }

    @Test
    void asksASocksProxyByName() {
        List<String> asked = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = ScriptedServer.start(STREAM);
                ScriptedServer proxy = ScriptedServer.start(ProxyScripts.socks(server.port(), asked));
                NettyHttpTransport transport = transport(through("socks5://127.0.0.1:" + proxy.port()))) {
            for (String uri : List.of("http://model.example/x", "http://[::2]:8000/x", "http://192.0.2.7:81/x")) {
                Recorder recorder = new Recorder();
                transport.send(post(URI.create(uri), true), recorder);
                assertThat(message(recorder.end())).isEmpty();
                assertThat(recorder.lines()).containsExactly("data: x", "data: [DONE]");
            }
            assertThat(asked).containsExactly("model.example:80", "0:0:0:0:0:0:0:2:8000", "192.0.2.7:81");
            assertThat(server.requests()).extracting(ReceivedRequest::target).containsOnly("/x");
        }
    }

    @Test
    void speaksTlsThroughASocksProxy() {
        List<String> asked = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = ScriptedServer.startTls(TestTls.localhost(), STREAM);
                ScriptedServer proxy = ScriptedServer.start(ProxyScripts.socks(server.port(), asked));
                NettyHttpTransport transport = transport(through("socks5h://127.0.0.1:" + proxy.port()))) {
            assertThat(message(transport.fetch(get(URI.create("https://localhost:4443/x")), Recorder.PATIENCE)))
                    .isEmpty();
            assertThat(asked).containsExactly("localhost:4443");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true, 2, refused the way to model.example:80: its rules do not allow it",
        "true, 5, refused the way to model.example:80: connection refused",
        "true, 99, refused the way to model.example:80: SOCKS error 99",
        "false, 0, does not take this user and password"
    })
    void tellsInOneLineThatASocksProxyRefuses(boolean takesThem, int code, String problem) {
        CopyOnWriteArrayList<String> said = new CopyOnWriteArrayList<>();
        try (ScriptedServer proxy = ScriptedServer.start(ProxyScripts.socksWithPassword(said, takesThem, code));
                NettyHttpTransport transport = transport(through("socks5://me:secret@127.0.0.1:" + proxy.port()))) {
            HttpExchange exchange = transport.fetch(get(URI.create("http://model.example/")), Recorder.PATIENCE);
            assertThat(kind(exchange)).isEqualTo(Kind.CONNECT);
            assertThat(message(exchange)).isEqualTo("the proxy 127.0.0.1:" + proxy.port() + " " + problem);
            assertThat(said).containsExactly("me:secret");
        }
    }

    @Test
    void tellsThatAWebServerIsNoSocksProxy() {
        try (ScriptedServer proxy = ScriptedServer.start(connection -> {
                    connection.write(answer("400 Bad Request", ""));
                    connection.clientLeaves(10_000);
                });
                NettyHttpTransport transport = transport(through("socks5://127.0.0.1:" + proxy.port()))) {
            assertThat(message(transport.fetch(get(URI.create("http://model.example/")), Recorder.PATIENCE)))
                    .isEqualTo("the proxy 127.0.0.1:" + proxy.port() + " does not speak SOCKS 5");
        }
    }

    @Test
    void followsTheEnvironmentAndItsExceptions() {
        try (ScriptedServer proxy = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "by proxy")));
                ScriptedServer server = ScriptedServer.start(ScriptedServer.always(answer("200 OK", "straight")));
                NettyHttpTransport transport = transport(Recorder.settings()
                        .withProxies(ProxyRules.ofEnvironment(
                                Map.of("http_proxy", "127.0.0.1:" + proxy.port(), "HTTPS_PROXY", "gopher://odd"))))) {
            assertThat(body(transport.fetch(get(URI.create("http://model.example/")), Recorder.PATIENCE)))
                    .isEqualTo("by proxy");
            assertThat(body(transport.fetch(get(server.uri("/")), Recorder.PATIENCE)))
                    .isEqualTo("straight");
            assertThat(message(transport.fetch(get(URI.create("https://model.example/")), Recorder.PATIENCE)))
                    .isEqualTo("environment variable HTTPS_PROXY: the proxy 'gopher://odd' cannot be spoken to;"
                            + " use http://, https:// or socks5://");
        }
    }

    private static TransportSettings through(String proxy) {
        return Recorder.settings().withProxies(ProxyRules.always(ProxyServer.parse(proxy)));
    }
}
