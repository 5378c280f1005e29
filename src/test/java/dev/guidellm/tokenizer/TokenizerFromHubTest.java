package dev.guidellm.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.guidellm.hub.HubCache;
import dev.guidellm.hub.HubSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerFromHubTest {
    private static final Path TOKENIZER = Path.of("src/test/resources/cases/tokenizer/tokenizer.json");
    private static final String COMMIT = "607a30d783dfa663caf39e06633721c8d4cfcd7e";

    @TempDir
    private Path home;

    private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
    private HttpServer hub;
    private HttpServer files;

    @BeforeEach
    void startHub() throws IOException {
        files = server();
        files.createContext("/blob", exchange -> {
            note("files", exchange);
            answer(exchange, 200, Files.readAllBytes(TOKENIZER));
        });
        files.start();
        hub = server();
        hub.createContext("/org/model/resolve/main/tokenizer.json", exchange -> {
            note("hub", exchange);
            exchange.getResponseHeaders().set("x-repo-commit", COMMIT);
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + port(files) + "/blob");
            answer(exchange, 302, new byte[0]);
        });
        hub.createContext("/org/gated/", exchange -> {
            exchange.getResponseHeaders().set("x-error-message", "Access to model org/gated is restricted.");
            answer(exchange, 401, new byte[0]);
        });
        hub.createContext("/", exchange -> answer(exchange, 404, new byte[0]));
        hub.start();
    }

    @AfterEach
    void stopHub() {
        hub.stop(0);
        files.stop(0);
    }

    @Test
    void fetchesOnceAndThenReadsTheCache() throws IOException {
        Path first = fetch(Map.of(), "org/model", "main");
        assertThat(first)
                .hasSameBinaryContentAs(TOKENIZER)
                .isEqualTo(home.resolve(".cache/huggingface/hub/models--org--model/snapshots")
                        .resolve(COMMIT)
                        .resolve("tokenizer.json"));
        assertThat(home.resolve(".cache/huggingface/hub/models--org--model/refs/main"))
                .hasContent(COMMIT);
        int fetched = requests.size();
        assertThat(fetch(Map.of("HF_HUB_OFFLINE", "1"), "org/model", "main")).isEqualTo(first);
        assertThat(fetch(Map.of(), "org/model", "main")).isEqualTo(first);
        assertThat(requests).hasSize(fetched);
        assertThat(HuggingFaceTokenizer.load("org/model", first).count("Hello world"))
                .isEqualTo(3);
    }

    @Test
    void keepsTheTokenFromOtherHosts() {
        fetch(Map.of("HF_TOKEN", "hf_secret"), "org/model", "main");
        assertThat(requests).containsExactly("hub Bearer hf_secret", "files null");
    }

    @Test
    void findsWhatPythonHasCached() throws IOException {
        Path hubFolder = home.resolve("elsewhere");
        Path snapshot = hubFolder.resolve("models--org--cached/snapshots/0123456789abcdef");
        Files.createDirectories(snapshot);
        Files.copy(TOKENIZER, snapshot.resolve("tokenizer.json"));
        Files.createDirectories(hubFolder.resolve("models--org--cached/refs"));
        Files.writeString(hubFolder.resolve("models--org--cached/refs/main"), "0123456789abcdef");
        assertThat(fetch(Map.of("HF_HUB_CACHE", hubFolder.toString()), "org/cached", "main"))
                .isEqualTo(snapshot.resolve("tokenizer.json"));
        assertThat(requests).isEmpty();
    }

    @Test
    void offlineForbidsToFetch() {
        assertThatThrownBy(() -> fetch(Map.of("HF_HUB_OFFLINE", "true"), "org/model", "main"))
                .isInstanceOf(TokenizerException.class)
                .hasMessageContaining("Tokenizer 'org/model': not in the cache")
                .hasMessageContaining("HF_HUB_OFFLINE")
                .hasMessageContaining("--tokenizer kind=huggingface_auto,model=");
        assertThat(requests).isEmpty();
    }

    @Test
    void saysInOneLineWhyThereIsNone() {
        assertThatThrownBy(() -> fetch(Map.of(), "org/none", "main"))
                .isInstanceOf(TokenizerException.class)
                .hasMessageContaining("has no such model");
        assertThatThrownBy(() -> fetch(Map.of(), "org/gated", "main"))
                .hasMessageContaining("HTTP 401: Access to model org/gated is restricted.")
                .hasMessageContaining("HF_TOKEN");
        assertThatThrownBy(() -> fetch(Map.of(), "not an id", "main"))
                .hasMessageContaining("neither a folder or file here nor a hub id");
        assertThatThrownBy(() -> fetch(Map.of(), "../../etc", "main"))
                .hasMessageContaining("neither a folder or file here nor a hub id");
        int port = port(hub);
        hub.stop(0);
        assertThatThrownBy(() -> fetch(Map.of("HF_ENDPOINT", "http://127.0.0.1:" + port), "a/b", "main"))
                .hasMessageContaining("cannot fetch it from http://127.0.0.1:" + port)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void saysInOneLineThatAFileIsNoTokenizer() throws IOException {
        Path file = home.resolve("tokenizer.json");
        Files.writeString(file, "{\"model\": 3}");
        assertThatThrownBy(() -> Tokenizers.resolve(file.toString(), null, null))
                .isInstanceOf(TokenizerException.class)
                .hasMessageContaining("cannot use " + file)
                .message()
                .doesNotContain("\n");
        assertThatThrownBy(() -> Tokenizers.resolve(null, null, null))
                .hasMessageStartingWith("No tokenizer: neither a tokenizer nor a model was named.");
    }

    private Path fetch(Map<String, String> more, String model, String revision) {
        Map<String, String> environment = new HashMap<>();
        environment.put("HF_ENDPOINT", "http://127.0.0.1:" + port(hub) + "/");
        environment.putAll(more);
        return Tokenizers.hubFile(new HubCache(HubSettings.of(environment, home)), model, revision);
    }

    private void note(String server, HttpExchange exchange) {
        requests.add(server + " " + exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private static HttpServer server() throws IOException {
        return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }
}
