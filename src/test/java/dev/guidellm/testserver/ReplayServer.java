package dev.guidellm.testserver;

import dev.guidellm.testserver.ReplayCase.Answer;
import dev.guidellm.testserver.ReplayCase.Piece;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;

/// Serves a case folder of `src/test/resources/cases/replay`: its raw answers, cut into writes with pauses in
/// between as its `segments.json` says.
///
/// `POST` (any path) gets the case's answers; `GET /health` and `GET /v1/models` work unless the case has a route
/// of its own; everything else is 404. What the client sent and when each write went out is kept.
public final class ReplayServer implements AutoCloseable {
    private static final String MODELS =
            "{\"object\":\"list\",\"data\":[{\"id\":\"replay-model\",\"object\":\"model\",\"created\":0,"
                    + "\"owned_by\":\"replay\"}]}";

    private final ReplayCase replayed;
    private final ScriptedServer server;
    private final long anchorNanoTime;
    private final double anchorEpochSeconds;

    private ReplayServer(ReplayCase replayed) {
        this.replayed = replayed;
        this.server = ScriptedServer.start(this::serve);
        Instant now = Instant.now();
        this.anchorNanoTime = System.nanoTime();
        this.anchorEpochSeconds = now.getEpochSecond() + now.getNano() / 1e9;
    }

    /// Serves the folder `caseName`, e.g. `00-plain-stream` or just `00`.
    public static ReplayServer start(String caseName) {
        return new ReplayServer(ReplayCase.load(caseName));
    }

    public int port() {
        return server.port();
    }

    /// `http://127.0.0.1:port` and `path`.
    public URI uri(String path) {
        return server.uri(path);
    }

    /// The case's folder on disk, with its prompt files.
    public java.nio.file.Path folder() {
        return replayed.folder();
    }

    /// Everything received so far, in order of arrival.
    public List<ReceivedRequest> requests() {
        return server.requests();
    }

    /// The POSTs received so far.
    public List<ReceivedRequest> posts() {
        return requests().stream().filter(r -> r.method().equals("POST")).toList();
    }

    /// Connections accepted so far.
    public int connections() {
        return server.connections();
    }

    /// Connections that carried at least one POST.
    public int connectionsWithPosts() {
        return (int)
                posts().stream().map(ReceivedRequest::connection).distinct().count();
    }

    /// Most POSTs answered at once, so far.
    public int maxInFlight() {
        return server.maxInFlight();
    }

    /// Wall-clock seconds since 1970 of a `System.nanoTime()` of this server's record.
    public double epochSeconds(long nanoTime) {
        return anchorEpochSeconds + (nanoTime - anchorNanoTime) / 1e9;
    }

    @Override
    public void close() {
        server.close();
    }

    private void serve(ScriptedServer.Connection connection) throws IOException, InterruptedException {
        while (true) {
            ReceivedRequest request = connection.readRequest();
            boolean post = request.method().equals("POST");
            Answer answer = replayed.route(request.method() + " " + request.path());
            if (answer == null && post) {
                answer = replayed.choose(request.bodyText());
            }
            if (answer == null) {
                builtIn(connection, request);
                continue;
            }
            if (post) {
                server.postBegins(request);
            }
            boolean goOn;
            try {
                goOn = play(connection, answer);
            } finally {
                if (post) {
                    server.postEnds();
                }
            }
            if (!goOn || request.header("connection").contains("close")) {
                return;
            }
        }
    }

    private static void builtIn(ScriptedServer.Connection connection, ReceivedRequest request) throws IOException {
        String status = "404 Not Found";
        String body = "{\"error\": {\"message\": \"no such route\"}}";
        if (request.method().equals("GET") && request.path().equals("/v1/models")) {
            status = "200 OK";
            body = MODELS;
        } else if (request.method().equals("GET") && request.path().equals("/health")) {
            status = "200 OK";
            body = "";
        }
        connection.write("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    /// Sends the answer; true when the connection may take another request. Pauses count from the time at which the
    /// write before was due, so that they do not drift.
    private static boolean play(ScriptedServer.Connection connection, Answer answer)
            throws IOException, InterruptedException {
        long due = System.nanoTime();
        for (Piece piece : answer.pieces()) {
            due += (long) (piece.delayMillis() * 1e6);
            waitUntil(due);
            connection.write(piece.bytes());
        }
        waitUntil(System.nanoTime() + (long) (answer.endDelayMillis() * 1e6));
        return switch (answer.end()) {
            case "keep" -> {
                if (answer.idleCloseMillis() > 0) {
                    connection.socket().setSoTimeout(answer.idleCloseMillis());
                }
                yield true;
            }
            case "reset" -> {
                connection.reset();
                yield false;
            }
            case "hang" -> {
                connection.clientLeaves(answer.hangMillis());
                yield false;
            }
            default -> false;
        };
    }

    private static void waitUntil(long nanoTime) throws InterruptedException {
        long left;
        while ((left = nanoTime - System.nanoTime()) > 0) {
            Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
        }
    }
}
