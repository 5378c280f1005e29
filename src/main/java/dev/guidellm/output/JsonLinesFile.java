package dev.guidellm.output;

import dev.guidellm.json.JsonBytes;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.report.EndedRequest;
import dev.guidellm.report.RequestLines;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The requests of a run as lines of JSON, in `NAME.part` from the moment they end on, in `NAME` when the run is over.
///
/// [#add] comes from the thread that keeps the books, everything else is done by a thread of this file's own: each
/// tenth
/// of a second, or after 64 KiB, it writes whole lines, so that of a program that is killed all lines but those of the
/// last moment can be read. When that thread cannot keep up, `add` waits: the books wait then, the load does not, as
/// long
/// as the engine has room for answers. A file that can be written no longer is given up with one line in the log; the
/// run goes on.
final class JsonLinesFile {
    private static final Logger LOG = LoggerFactory.getLogger(JsonLinesFile.class);
    private static final String PART = ".part";
    private static final int CAPACITY = 1 << 12;
    private static final int MOST_AT_ONCE = 256;
    private static final int WRITTEN_FROM = 1 << 16;
    private static final long NAP_NANOS = 100_000_000L;
    private static final long WAIT_NANOS = 1_000_000L;

    private final Path target;
    private final Path part;
    private final OutputStream out;
    private final BlockingQueue<EndedRequest> queue = new ArrayBlockingQueue<>(CAPACITY);
    private final Thread writer;
    private volatile boolean ended;
    private volatile @Nullable IOException failure;

    /// Lines that had to wait for room; the adding thread's own.
    private long waited;

    /// Whether anything was written; read when the writer has ended.
    private boolean written;

    private JsonLinesFile(Path target, Path part, OutputStream out) {
        this.target = target;
        this.part = part;
        this.out = out;
        writer = Thread.ofPlatform().daemon().name("guidellm-jsonl").unstarted(this::writeAll);
    }

    /// Opens `path`'s `.part`. One that an earlier run left there is kept under another name.
    static JsonLinesFile begin(Path path) throws IOException {
        OutputFile.makeFolders(path);
        JsonLinesFile file;
        if (OutputFile.isSpecial(path)) {
            file = new JsonLinesFile(path, path, Files.newOutputStream(path));
        } else {
            Path target = OutputFile.target(path);
            Path part = sibling(target, PART);
            keepOlder(part);
            FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            isOurs(channel);
            file = new JsonLinesFile(target, part, Channels.newOutputStream(channel));
        }
        file.writer.start();
        return file;
    }

    /// Writes the requests that a report lists, each benchmark's by status.
    static void write(BenchmarkReport report, OutputStream out) throws IOException {
        JsonBytes lines = new JsonBytes();
        int index = 0;
        for (BenchmarkResult benchmark : report.benchmarks()) {
            for (RequestStatus status : RequestStatus.values()) {
                for (JsonValue request : benchmark.requests(status)) {
                    RequestLines.write(benchmark, index, status, request, lines);
                    if (lines.size() >= WRITTEN_FROM) {
                        lines.drainTo(out);
                    }
                }
            }
            index++;
        }
        lines.drainTo(out);
    }

    /// Takes a request; waits while there is no room.
    void add(EndedRequest request) {
        if (failure != null) {
            return;
        }
        boolean interrupted = false;
        boolean full = !queue.offer(request);
        if (queue.size() == CAPACITY / 2) {
            LockSupport.unpark(writer); // before it is full
        }
        while (full && failure == null) {
            LockSupport.unpark(writer);
            LockSupport.parkNanos(this, WAIT_NANOS);
            interrupted |= Thread.interrupted(); // else it would not wait any more
            full = !queue.offer(request);
            waited++;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Writes what is left and gives the file its name.
    void finish() throws IOException {
        end();
        IOException broken = failure;
        if (broken != null) {
            throw broken;
        }
        if (!part.equals(target)) {
            OutputFile.move(part, target);
        }
    }

    /// Writes what is left of a run that came to no report: its `.part` stays, unless it is empty.
    void leave() {
        end();
        if (!written && !part.equals(target)) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException e) {
                LOG.debug("{} stays behind", part, e);
            }
        }
    }

    private void end() {
        ended = true;
        LockSupport.unpark(writer);
        boolean interrupted = false;
        while (writer.isAlive()) {
            try {
                writer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (waited > 0) {
            LOG.warn(
                    "{} was written more slowly than requests ended: the books waited about {} ms for it",
                    target,
                    waited);
            waited = 0;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeAll() {
        try (out) {
            JsonBytes lines = new JsonBytes();
            List<EndedRequest> batch = new ArrayList<>(MOST_AT_ONCE);
            boolean last = false;
            while (!last) {
                boolean over = ended; // looked at before the queue: nothing is added after it
                queue.drainTo(batch, MOST_AT_ONCE);
                for (EndedRequest request : batch) {
                    RequestLines.write(request, lines);
                    if (lines.size() >= WRITTEN_FROM) {
                        drain(lines);
                    }
                }
                if (batch.isEmpty()) {
                    drain(lines);
                    last = over;
                    if (!last) {
                        LockSupport.parkNanos(this, NAP_NANOS);
                    }
                }
                batch.clear();
            }
        } catch (IOException e) {
            giveUp(e);
        } catch (RuntimeException e) {
            giveUp(new IOException("a request could not be written: " + e, e));
        }
    }

    private void drain(JsonBytes lines) throws IOException {
        if (lines.size() > 0) {
            written = true;
            lines.drainTo(out);
        }
    }

    private void giveUp(IOException cause) {
        failure = cause;
        queue.clear();
        LOG.warn("{} cannot be written any more, the run goes on without it: {}", part, cause.toString());
    }

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    /// Locks the file as long as the channel is open; false when another program has it locked.
    private static boolean isOurs(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            LOG.debug("no locks on this file system", e);
            return true;
        }
    }

    private static void keepOlder(Path part) throws IOException {
        if (!Files.exists(part)) {
            return;
        }
        try (FileChannel older = FileChannel.open(part, StandardOpenOption.WRITE)) {
            if (!isOurs(older)) {
                throw new FileSystemException(part.toString(), null, "another run is writing to it");
            }
        }
        int number = 1;
        while (Files.exists(sibling(part, "." + number))) {
            number++;
        }
        Path kept = sibling(part, "." + number);
        Files.move(part, kept);
        LOG.warn("{} was left by a run that did not come to its end; it is kept as {}", part, kept.getFileName());
    }
}
