package dev.guidellm.mockserver;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps what the server did, in the order in which answers ended. Safe to call from every thread.
///
/// An entry is packed into a block of bytes by the loop that ended the answer; full blocks are written to the file,
/// where
/// there is one, by a thread of the log's own. So a record costs a loop about a microsecond, a long run no memory, and
/// no number of tokens fills the heap with what a collector would have to copy.
final class TruthLog {
    private static final int BLOCK_BYTES = 1 << 18;

    private final @Nullable Path path;
    private final ArrayDeque<PackedTruth> full = new ArrayDeque<>();
    private PackedTruth current = new PackedTruth(BLOCK_BYTES);
    private @Nullable Thread writer;
    private boolean closing;
    private @Nullable IOException failure;

    /// @param path where the entries go as JSON, one object a line; null to keep them in memory
    TruthLog(@Nullable Path path) {
        this.path = path;
    }

    /// Begins the file, where there is to be one; an older file is replaced.
    ///
    /// @throws IOException when the file cannot be written
    void open() throws IOException {
        if (path != null) {
            OutputStream out = Files.newOutputStream(path);
            writer = Thread.ofPlatform().name("mock-server-truth").daemon().start(() -> writeBlocks(out));
        }
    }

    synchronized void add(TruthRecord entry) {
        current.add(entry);
        if (current.isFull(BLOCK_BYTES)) {
            full.add(current);
            current = new PackedTruth(BLOCK_BYTES);
            notifyAll();
        }
    }

    /// The entries so far; none when they go to a file.
    List<TruthRecord> records() {
        List<PackedTruth> blocks;
        synchronized (this) {
            if (path != null) {
                return List.of();
            }
            blocks = new ArrayList<>(full);
            blocks.add(current.copy());
        }
        List<TruthRecord> records = new ArrayList<>();
        blocks.forEach(block -> block.forEach(records::add));
        return List.copyOf(records);
    }

    /// Ends the file with all entries in it. No entry may follow.
    ///
    /// @throws IOException when something could not be written
    void close() throws IOException {
        Thread writing = writer;
        if (writing == null) {
            return;
        }
        synchronized (this) {
            if (!closing) {
                closing = true;
                full.add(current);
                notifyAll();
            }
        }
        boolean interrupted = false;
        while (writing.isAlive()) {
            try {
                writing.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (failure != null) {
                throw failure;
            }
        }
    }

    private void writeBlocks(OutputStream out) {
        try (out) {
            for (PackedTruth block = next(); block != null; block = next()) {
                StringBuilder lines = new StringBuilder(4 * BLOCK_BYTES);
                block.forEach(entry -> TruthLine.append(entry, lines));
                out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private synchronized void fail(IOException e) {
        failure = e;
        full.clear();
    }

    /// Waits for the next full block; null when there will be none.
    private synchronized @Nullable PackedTruth next() {
        while (full.isEmpty() && !closing) {
            try {
                wait();
            } catch (InterruptedException _) {
                closing = true; // nobody else knows this thread; ends with what there is
            }
        }
        return full.poll();
    }
}
