package dev.guidellm.data;

import dev.guidellm.conversation.ConversationGraph;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/// Makes conversations ahead on a thread of its own, so that taking one costs nothing.
///
/// `hasNext` blocks only while the maker is behind. What the maker threw, `hasNext` throws.
final class PrefetchedConversations implements ConversationIterator {
    private final ConversationIterator maker;
    private final BlockingQueue<Item> queue;
    private final Thread thread;
    private @Nullable Item pending;
    private volatile boolean closed;
    private long taken;
    private volatile long skipped;

    PrefetchedConversations(ConversationIterator maker, int ahead) {
        this.maker = maker;
        this.queue = new ArrayBlockingQueue<>(ahead);
        // A platform thread: tokenizing is computing, and would hold a carrier of the virtual threads.
        this.thread = Thread.ofPlatform().daemon().name("data-loader").start(this::make);
    }

    private void make() {
        try (maker) {
            while (!closed && maker.hasNext()) {
                queue.put(new Item(maker.next(), null, maker.rowsRead()));
                skipped = maker.rowsSkipped();
            }
            skipped = maker.rowsSkipped();
            queue.put(new Item(null, null, maker.rowsRead()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed: no one takes any more
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable problem) {
        try {
            queue.put(new Item(null, problem, maker.rowsRead()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed: no one takes any more
        }
    }

    @Override
    public boolean hasNext() {
        if (pending == null) {
            if (closed) {
                return false;
            }
            try {
                pending = queue.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            taken = pending.rowsRead;
        }
        switch (pending.problem) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
        return pending.graph != null;
    }

    @Override
    public ConversationGraph next() {
        if (!hasNext() || pending == null || pending.graph == null) {
            throw new NoSuchElementException();
        }
        ConversationGraph graph = pending.graph;
        pending = null;
        return graph;
    }

    @Override
    public long rowsRead() {
        return taken;
    }

    @Override
    public long rowsSkipped() {
        return skipped;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    /// A conversation, the end (neither), or what went wrong.
    private record Item(
            @Nullable ConversationGraph graph, @Nullable Throwable problem, long rowsRead) {}
}
