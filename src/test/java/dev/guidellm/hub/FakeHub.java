package dev.guidellm.hub;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/// A hub of data sets for tests: describes repositories, gives out small files itself and redirects to a second
/// host for large ones (`.parquet`), and fails in the ways that hubs do.
@NullMarked
public final class FakeHub implements AutoCloseable {
    /// The commit of every repository.
    public static final String COMMIT = "607a30d783dfa663caf39e06633721c8d4cfcd7e";

    private final HttpServer hub = server();
    private final HttpServer store = server();
    private final Map<String, SortedMap<String, byte[]>> repositories = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Queue<Integer> cuts = new ConcurrentLinkedQueue<>();
    private final Queue<Refusal> refusals = new ConcurrentLinkedQueue<>();
    private volatile String token = "";
    private volatile boolean damages;
    private volatile LongPredicate arrived = _ -> true;

    /// An answer other than success.
    ///
    /// @param header `name: value`; empty for none
    public record Refusal(int status, String header) {}

    /// Starts both hosts.
    public FakeHub() {
        hub.createContext("/", exchange -> handle(exchange, this::answer));
        store.createContext("/", exchange -> handle(exchange, this::content));
        for (HttpServer server : List.of(hub, store)) {
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
        }
    }

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The address for `HF_ENDPOINT`.
    public String endpoint() {
        return "http://127.0.0.1:" + port();
    }

    /// The hub's port.
    public int port() {
        return hub.getAddress().getPort();
    }

    /// Adds a file to a repository.
    public FakeHub with(String id, String path, byte[] content) {
        repositories
                .computeIfAbsent(id, _ -> Collections.synchronizedSortedMap(new TreeMap<>()))
                .put(path, content);
        return this;
    }

    /// Adds a text to a repository.
    public FakeHub with(String id, String path, String content) {
        return with(id, path, content.getBytes(StandardCharsets.UTF_8));
    }

    /// From now on only this token is let in.
    public void demand(String wanted) {
        token = wanted;
    }

    /// The next answers with a file's bytes break off after so many of them.
    ///
    /// @param whenArrived tells whether so many bytes of the file have come: an HTTP client forgets what it has
    /// received but not handed on when the connection ends
    public void cut(LongPredicate whenArrived, int... bytes) {
        arrived = whenArrived;
        Arrays.stream(bytes).forEach(cuts::add);
    }

    /// The next requests to the hub itself are answered so.
    public void refuse(Refusal... next) {
        refusals.addAll(Arrays.asList(next));
    }

    /// From now on large files arrive with another content.
    public void damage() {
        damages = true;
    }

    /// What was asked for: host, path, who asked, and from which byte on, such as `hub /api/… Bearer x bytes=3-`.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /// Forgets what was asked for.
    public void forget() {
        requests.clear();
    }

    private interface Handler {
        void handle(HttpExchange exchange) throws IOException;
    }

    private void handle(HttpExchange exchange, Handler handler) throws IOException {
        Headers asked = exchange.getRequestHeaders();
        requests.add((exchange.getLocalAddress().getPort() == port() ? "hub " : "store ")
                + exchange.getRequestURI().getRawPath()
                + says(asked.getFirst("Authorization"))
                + says(asked.getFirst("Range")));
        try (exchange) {
            handler.handle(exchange);
        }
    }

    private static String says(@Nullable String header) {
        return header == null ? "" : " " + header;
    }

    private void answer(HttpExchange exchange) throws IOException {
        Refusal refusal = refusals.poll();
        if (refusal != null) {
            int colon = refusal.header().indexOf(':');
            if (colon > 0) {
                exchange.getResponseHeaders()
                        .set(
                                refusal.header().substring(0, colon),
                                refusal.header().substring(colon + 1).strip());
            }
            exchange.sendResponseHeaders(refusal.status(), -1);
            return;
        }
        if (!token.isEmpty()
                && !("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            exchange.getResponseHeaders().set("x-error-code", "GatedRepo");
            exchange.getResponseHeaders().set("x-error-message", "Access is restricted.");
            exchange.sendResponseHeaders(401, -1);
            return;
        }
        Queue<String> parts = new ArrayDeque<>(
                List.of(exchange.getRequestURI().getRawPath().substring(1).split("/")));
        boolean describe = "api".equals(parts.peek());
        if (describe) {
            parts.remove();
        }
        parts.remove();
        String id = parts.remove() + "/" + parts.remove();
        SortedMap<String, byte[]> files = repositories.get(id);
        if (files == null) {
            missing(exchange, "RepoNotFound");
            return;
        }
        parts.remove();
        String revision = decoded(parts.remove());
        if (!List.of("main", "v1", "refs/convert/parquet", COMMIT).contains(revision)) {
            missing(exchange, "RevisionNotFound");
        } else if (describe) {
            String siblings = files.keySet().stream()
                    .map(path -> "{\"rfilename\": \"" + path + "\"}")
                    .collect(Collectors.joining(", "));
            byte[] json = ("{\"id\": \"" + id + "\", \"sha\": \"" + COMMIT + "\", \"siblings\": [" + siblings + "]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, json.length);
            exchange.getResponseBody().write(json);
        } else {
            String path = parts.stream().map(FakeHub::decoded).collect(Collectors.joining("/"));
            file(exchange, id, path, files.get(path));
        }
    }

    private static void missing(HttpExchange exchange, String code) throws IOException {
        exchange.getResponseHeaders().set("x-error-code", code);
        exchange.sendResponseHeaders(404, -1);
    }

    private void file(HttpExchange exchange, String id, String path, byte @Nullable [] content) throws IOException {
        if (content == null) {
            missing(exchange, "EntryNotFound");
            return;
        }
        Headers headers = exchange.getResponseHeaders();
        headers.set("x-repo-commit", COMMIT);
        if (path.endsWith(".parquet")) {
            headers.set("x-linked-etag", "\"" + sha256(content) + "\"");
            headers.set("x-linked-size", String.valueOf(content.length));
            headers.set(
                    "Location",
                    "http://127.0.0.1:" + store.getAddress().getPort() + "/" + id + "/" + path.replace(" ", "%20"));
            exchange.sendResponseHeaders(302, -1);
        } else {
            headers.set("etag", "W/\"" + sha256(content).substring(0, 40) + "\"");
            send(exchange, content);
        }
    }

    private void content(HttpExchange exchange) throws IOException {
        String[] parts = exchange.getRequestURI().getPath().substring(1).split("/", 3);
        SortedMap<String, byte[]> files = repositories.getOrDefault(parts[0] + "/" + parts[1], new TreeMap<>());
        byte[] content = files.getOrDefault(parts[2], new byte[0]);
        if (damages) {
            content = content.clone();
            content[0] ^= 1;
        }
        send(exchange, content);
    }

    private void send(HttpExchange exchange, byte[] content) throws IOException {
        String range = exchange.getRequestHeaders().getFirst("Range");
        int from = range == null ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
        if (from > 0) {
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes " + from + "-" + (content.length - 1) + "/" + content.length);
        }
        exchange.sendResponseHeaders(from > 0 ? 206 : 200, content.length - from == 0 ? -1 : content.length - from);
        Integer cut = cuts.poll();
        OutputStream body = exchange.getResponseBody();
        try {
            body.write(content, from, cut == null ? content.length - from : cut);
            body.flush();
            if (cut != null) {
                awaitArrival(from + cut);
            }
        } catch (IOException e) {
            // The client wanted no more of it.
        }
    }

    private void awaitArrival(long bytes) {
        for (int i = 0; i < 1000 && !arrived.test(bytes); i++) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /// In hexadecimal digits.
    public static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        hub.stop(0);
        store.stop(0);
    }
}
