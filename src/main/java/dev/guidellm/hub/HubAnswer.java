package dev.guidellm.hub;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/// What the hub answered, from whatever host the bytes come in the end. For one thread.
final class HubAnswer implements AutoCloseable {
    private static final int LONGEST_SILENCE_SECONDS = 60;
    private static final Pattern BLOB = Pattern.compile("[A-Za-z0-9._-]{1,128}");
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    private final HttpHeaders hub;
    private final HttpResponse<InputStream> last;
    private final ExecutorService reader = Executors.newVirtualThreadPerTaskExecutor();

    /// @param hub headers of the hub's own answer, which may have been a redirect
    /// @param last the answer with the bytes
    HubAnswer(HttpHeaders hub, HttpResponse<InputStream> last) {
        this.hub = hub;
        this.last = last;
    }

    /// The commit that the file belongs to.
    Optional<String> commit() {
        return hub.firstValue("x-repo-commit").filter(HubRepository::isCommit);
    }

    /// The name of the content; empty when the hub gives none that can name a file.
    Optional<String> blob() {
        return hub.firstValue("x-linked-etag")
                .or(() -> hub.firstValue("etag"))
                .map(text -> text.replaceFirst("^W/", "").replace("\"", ""))
                .filter(text -> BLOB.matcher(text).matches() && !text.startsWith("."));
    }

    /// The SHA-256 of the content in hexadecimal digits, which is how large files are named.
    Optional<String> sha256() {
        return hub.firstValue("x-linked-etag")
                .map(text -> text.replace("\"", ""))
                .filter(text -> SHA_256.matcher(text).matches());
    }

    /// How many bytes the whole file has.
    OptionalLong size() {
        OptionalLong linked = hub.firstValueAsLong("x-linked-size");
        return linked.isPresent() || isPart() ? linked : last.headers().firstValueAsLong("content-length");
    }

    /// Whether it is the rest of a file from the byte that was asked for.
    boolean isPart() {
        return last.statusCode() == 206;
    }

    /// All bytes as text.
    String text() throws IOException, InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 14];
        for (int length = read(buffer); length >= 0; length = read(buffer)) {
            bytes.write(buffer, 0, length);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// Reads some bytes; -1 at the end.
    ///
    /// @throws IOException also after a minute without any
    int read(byte[] buffer) throws IOException, InterruptedException {
        Future<Integer> read = reader.submit(() -> last.body().read(buffer));
        try {
            return read.get(LONGEST_SILENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            read.cancel(true);
            throw new IOException("nothing came for " + LONGEST_SILENCE_SECONDS + " s");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException problem ? problem : new IOException(e.getCause());
        }
    }

    @Override
    public void close() {
        try {
            last.body().close();
        } catch (IOException e) {
            // What was wanted of it has been read.
        }
        reader.close();
    }
}
