package dev.guidellm.cases;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ScriptedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A chat server whose answers a test decides one by one; each connection has a thread of its own.
final class ChatServer implements AutoCloseable {
    private static final String MODELS = "{\"object\":\"list\",\"data\":[{\"id\":\"scripted\",\"object\":\"model\"}]}";

    private final ScriptedServer server;

    /// How to answer one POST.
    interface Answer {
        void give(ScriptedServer.Connection connection, ReceivedRequest request)
                throws IOException, InterruptedException;
    }

    private ChatServer(ScriptedServer server) {
        this.server = server;
    }

    static ChatServer start(Answer answer) {
        return new ChatServer(ScriptedServer.start(connection -> {
            while (true) {
                ReceivedRequest request = connection.readRequest();
                if (request.method().equals("POST")) {
                    answer.give(connection, request);
                } else {
                    connection.write(whole("200 OK", MODELS));
                }
            }
        }));
    }

    /// A stream of one chunk for each of `tokens`, with the server's count of them.
    static byte[] stream(String... tokens) {
        StringBuilder events = new StringBuilder();
        for (String token : tokens) {
            events.append("data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"")
                    .append(token)
                    .append("\"}}]}\n\n");
        }
        events.append("data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
        events.append("data: {\"id\":\"c\",\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":")
                .append(tokens.length)
                .append("}}\n\ndata: [DONE]\n\n");
        return head("text/event-stream", events.toString());
    }

    /// An answer with a JSON body.
    static byte[] whole(String status, String json) {
        String head = "HTTP/1.1 " + status + "\r\ncontent-type: application/json\r\ncontent-length: "
                + json.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n";
        return (head + json).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] head(String type, String body) {
        String head = "HTTP/1.1 200 OK\r\ncontent-type: " + type + "\r\ncontent-length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }

    /// The option value that sends requests here.
    String backend() {
        return "kind=openai_http,target=http://127.0.0.1:" + server.port();
    }

    int port() {
        return server.port();
    }

    /// The POSTs received so far, in order of arrival.
    List<ReceivedRequest> posts() {
        return server.requests().stream()
                .filter(request -> request.method().equals("POST"))
                .toList();
    }

    /// The body of a POST.
    static JsonValue body(ReceivedRequest post) {
        try {
            return JsonReader.read(post.bodyText());
        } catch (JsonSyntaxException e) {
            throw new AssertionError("the body is no JSON: " + post.bodyText(), e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
