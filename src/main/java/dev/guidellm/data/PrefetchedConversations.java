package dev.guidellm.data;

import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Makes conversations ahead on a thread of its own, so that taking one costs nothing.
///
/// `hasNext` blocks only while the maker is behind. What the maker threw, `hasNext` throws. The number of
/// conversations made ahead is bounded, and so is their text, since prompts may be very long.
final class PrefetchedConversations implements ConversationIterator {
    private static final long MOST_CHARACTERS = 32L << 20;

    private final ConversationIterator maker;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Condition taken = lock.newCondition();

    // Guarded by the lock.
    private final Deque<Item> queue = new ArrayDeque<>();
    private long characters;
    private boolean ended;
    private boolean closed;
    private @Nullable Throwable problem;
    private long rowsRead;
    private long rowsSkipped;
    private long allRead;
    private long allSkipped;

    private PrefetchedConversations(ConversationIterator maker, int most) {
        this.maker = maker;
        this.most = most;
    }

    /// Starts the maker's thread.
    static PrefetchedConversations start(ConversationIterator maker, int most) {
        PrefetchedConversations conversations = new PrefetchedConversations(maker, most);
        // A platform thread: tokenizing is computing, and would hold a carrier of the virtual threads.
        Thread.ofPlatform().daemon().name("data-loader").start(conversations::make);
        return conversations;
    }

    private void make() {
        Throwable failure = null;
        try (maker) {
            while (maker.hasNext() && put(maker.next())) {
                // one more
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        lock.lock();
        try {
            ended = true;
            problem = failure;
            allRead = maker.rowsRead();
            allSkipped = maker.rowsSkipped();
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for room; false when no one takes any more.
    private boolean put(ConversationGraph graph) {
        long weight = weight(graph);
        lock.lock();
        try {
            while (!closed && (queue.size() >= most || (!queue.isEmpty() && characters + weight > MOST_CHARACTERS))) {
                taken.awaitUninterruptibly();
            }
            queue.add(new Item(graph, weight, maker.rowsRead(), maker.rowsSkipped()));
            characters += weight;
            added.signalAll();
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean hasNext() {
        lock.lock();
        try {
            while (queue.isEmpty() && !ended && !closed) {
                added.awaitUninterruptibly();
            }
            if (closed || !queue.isEmpty()) {
                return !closed;
            }
            rowsRead = allRead;
            rowsSkipped = allSkipped;
            switch (problem) {
                case null -> {}
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case Throwable e -> throw new IllegalStateException(e);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public ConversationGraph next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        lock.lock();
        try {
            Item item = queue.remove();
            characters -= item.weight;
            rowsRead = item.rowsRead;
            rowsSkipped = item.rowsSkipped;
            taken.signalAll();
            return item.graph;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long rowsRead() {
        lock.lock();
        try {
            return rowsRead;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long rowsSkipped() {
        lock.lock();
        try {
            return rowsSkipped;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            queue.clear();
            taken.signalAll();
            added.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static long weight(ConversationGraph graph) {
        long characters = 0;
        for (ConversationNode node : graph.nodes()) {
            for (List<JsonValue> values : node.request().columns().values()) {
                characters += weight(values);
            }
        }
        return characters;
    }

    private static long weight(Iterable<JsonValue> values) {
        long characters = 0;
        for (JsonValue value : values) {
            characters += switch (value) {
                case JsonString(String text) -> text.length();
                case JsonArray(List<JsonValue> items) -> weight(items);
                case JsonObject object -> weight(object.members().values());
                default -> 8;
            };
        }
        return characters;
    }

    /// A conversation, and what had been read when it was made.
    private record Item(ConversationGraph graph, long weight, long rowsRead, long rowsSkipped) {}
}
