package dev.guidellm.mockserver;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A test client that shows what is on the wire: one socket, requests as bytes, answers as they are framed.
final class RawHttp implements AutoCloseable {
    private static final int READ_TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final DataInputStream in;

    RawHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
    }

    /// An answer.
    ///
    /// @param headers names as sent
    /// @param chunks the pieces of a chunked body, null when it has a length
    record Answer(int status, Map<String, String> headers, byte[] body, List<String> chunks) {

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /// What follows `data: ` in each chunk.
        List<String> data() {
            return chunks.stream()
                    .map(c -> c.substring(c.indexOf("data: ") + 6).strip())
                    .toList();
        }
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Sends a `POST` of JSON that keeps the connection.
    void post(String path, String json) throws IOException {
        post(path, json, "");
    }

    /// As [#post], with more header lines.
    void post(String path, String json, String headers) throws IOException {
        send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                + json.getBytes(StandardCharsets.UTF_8).length + "\r\n" + headers + "\r\n" + json);
    }

    /// Reads the next answer.
    Answer read() throws IOException {
        return read(true);
    }

    /// Reads the next answer; one to `HEAD` has no body.
    Answer read(boolean withBody) throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        if ("chunked".equals(headers.get("transfer-encoding"))) {
            return new Answer(status, headers, new byte[0], readChunks());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Answer(status, headers, withBody ? in.readNBytes(length) : new byte[0], List.of());
    }

    private List<String> readChunks() throws IOException {
        List<String> chunks = new ArrayList<>();
        for (String chunk = readChunk(); !chunk.isEmpty(); chunk = readChunk()) {
            chunks.add(chunk);
        }
        return chunks;
    }

    /// Reads one chunk; empty at the end of the body.
    String readChunk() throws IOException {
        int size = Integer.parseInt(line(), 16);
        String chunk = new String(in.readNBytes(size), StandardCharsets.UTF_8);
        if (!line().isEmpty()) {
            throw new IOException("chunk without line end");
        }
        return chunk;
    }

    /// Everything until the server closes.
    byte[] readAll() throws IOException {
        return in.readAllBytes();
    }

    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException();
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
