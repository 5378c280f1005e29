package dev.guidellm.hub;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings one file of a repository into its cache folder: the content as `blobs/<name of the content>`, a link to it
/// as `snapshots/<commit>/<path>`, as the Python tools do.
///
/// A content is written beside its place and moved there when it is whole, under a lock, so that neither a broken
/// download nor a second process leaves half a file. What a broken one has got is gone on with.
final class HubDownload {
    private static final Logger LOG = LoggerFactory.getLogger(HubDownload.class);
    private static final int MOST_TRIES = 5;
    private static final long BYTES_PER_NOTE = 256 << 20;

    /// Locks of files do not hold within a process.
    private static final Map<Path, ReentrantLock> HERE = new ConcurrentHashMap<>();

    private final HubClient client;
    private final Consumer<Duration> pause;
    private final Path folder;
    private final HubRepository repository;
    private final String path;

    /// @param folder the repository's folder in the cache
    /// @param path of the file in the repository
    HubDownload(HubClient client, Consumer<Duration> pause, Path folder, HubRepository repository, String path) {
        this.client = client;
        this.pause = pause;
        this.folder = folder;
        this.repository = repository;
        this.path = path;
    }

    /// Where the file now is.
    Path run() throws HubException {
        try {
            for (int tries = 1; ; tries++) {
                try {
                    return once();
                } catch (BrokenOffException e) {
                    retry(tries, e.getMessage());
                } catch (HubException e) {
                    if (tries == 1 || !e.isUnreachable()) {
                        throw e;
                    }
                    retry(tries, e.problem());
                }
            }
        } catch (IOException e) {
            throw new HubException("cannot write to the cache " + folder + " (" + HubClient.reason(e) + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HubException("the download was interrupted");
        }
    }

    private void retry(int tries, String problem) throws HubException {
        if (tries == MOST_TRIES) {
            throw new HubException("the download of " + path + " broke off " + tries + " times (" + problem
                    + "); the next run goes on where it ended");
        }
        LOG.warn("The download of {} broke off ({}); going on", path, problem);
        pause.accept(Duration.ofSeconds(tries));
    }

    private Path once() throws HubException, IOException, InterruptedException {
        try (HubAnswer answer = client.get(repository, repository.file(path), 0)) {
            String commit = answer.commit().orElse(repository.revision());
            Path target = folder.resolve("snapshots").resolve(commit).resolve(path);
            Files.createDirectories(target.getParent());
            OptionalLong size = answer.size();
            LOG.info(
                    "Fetching {} of {}{}",
                    path,
                    repository.id(),
                    size.isPresent() ? " (" + megabytes(size.getAsLong()) + ")" : "");
            Optional<String> blob = answer.blob();
            if (blob.isPresent()) {
                Path content = folder.resolve("blobs").resolve(blob.get());
                fill(content, answer);
                link(target, folder.relativize(target).getNameCount() - 1, content.getFileName());
            } else {
                Path part = Files.createTempFile(target.getParent(), "file", ".incomplete");
                try {
                    append(answer, part, 0);
                    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Files.deleteIfExists(part);
                }
            }
            if (!commit.equals(repository.revision())) {
                HubCache.writeReference(folder, repository.revision(), commit);
            }
            return target;
        }
    }

    private static String megabytes(long bytes) {
        return bytes < 100_000 ? "under 0.1 MB" : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    private void fill(Path content, HubAnswer answer) throws HubException, IOException, InterruptedException {
        Files.createDirectories(content.getParent());
        Path lockFile = folder.resolveSibling(".locks")
                .resolve(repository.folder())
                .resolve(content.getFileName() + ".guidellm.lock");
        Files.createDirectories(lockFile.getParent());
        ReentrantLock here = HERE.computeIfAbsent(lockFile.toAbsolutePath(), _ -> new ReentrantLock());
        here.lockInterruptibly();
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            if (!Files.exists(content)) {
                // The Python tools have a lock and an unfinished file of their own.
                Path part = content.resolveSibling(content.getFileName() + ".guidellm.incomplete");
                complete(part, answer);
                Files.move(part, content, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            here.unlock();
        }
    }

    private void complete(Path part, HubAnswer whole) throws HubException, IOException, InterruptedException {
        long have = Files.exists(part) ? Files.size(part) : 0;
        OptionalLong size = whole.size();
        if (have == 0 || size.isEmpty() || have > size.getAsLong()) {
            append(whole, part, 0);
        } else if (have < size.getAsLong()) {
            whole.close();
            try (HubAnswer rest = client.get(repository, repository.file(path), have)) {
                append(rest, part, rest.isPart() ? have : 0);
            }
        }
        if (size.isPresent() && Files.size(part) < size.getAsLong()) {
            throw new BrokenOffException(Files.size(part) + " of " + size.getAsLong() + " bytes came");
        }
        Optional<String> sha256 = whole.sha256();
        if ((size.isPresent() && Files.size(part) != size.getAsLong())
                || (sha256.isPresent() && !sha256.get().equals(sha256(part)))) {
            Files.delete(part);
            throw new HubException(path + " is not what the hub says that it is; the bytes were thrown away");
        }
    }

    private void append(HubAnswer answer, Path part, long from) throws IOException, InterruptedException {
        try (FileChannel file = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.truncate(from);
            file.position(from);
            byte[] buffer = new byte[1 << 16];
            for (int length = read(answer, buffer); length >= 0; length = read(answer, buffer)) {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, length);
                long before = file.position();
                while (bytes.hasRemaining()) {
                    file.write(bytes);
                }
                if (file.position() / BYTES_PER_NOTE > before / BYTES_PER_NOTE) {
                    LOG.info("Fetching {}: {} so far", path, megabytes(file.position()));
                }
            }
        }
    }

    private static int read(HubAnswer answer, byte[] buffer) throws IOException, InterruptedException {
        try {
            return answer.read(buffer);
        } catch (IOException e) {
            throw new BrokenOffException(HubClient.reason(e));
        }
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file);
                DigestInputStream digest = new DigestInputStream(bytes, MessageDigest.getInstance("SHA-256"))) {
            digest.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /// A relative link, or a copy where the file system has no links.
    ///
    /// @param depth how many folders lie between the repository's folder and the file
    /// @param content its name among the blobs
    private void link(Path target, int depth, Path content) throws IOException {
        Path made = target.resolveSibling(target.getFileName() + "."
                + ProcessHandle.current().pid() + "." + Thread.currentThread().threadId());
        try {
            Files.deleteIfExists(made);
            try {
                Files.createSymbolicLink(
                        made, Path.of("../".repeat(depth) + "blobs").resolve(content));
            } catch (UnsupportedOperationException | IOException e) {
                Files.copy(folder.resolve("blobs").resolve(content), made, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    /// The bytes stopped before the end.
    private static final class BrokenOffException extends IOException {
        private static final long serialVersionUID = 1L;

        BrokenOffException(String problem) {
            super(problem);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }
}
