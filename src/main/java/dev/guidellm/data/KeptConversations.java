package dev.guidellm.data;

import dev.guidellm.conversation.ConversationGraph;
import java.util.List;
import java.util.NoSuchElementException;

/// Conversations that were made once and are handed out again: the same ones in every epoch, new names when
/// repeated.
final class KeptConversations implements ConversationIterator {
    private final List<ConversationGraph> graphs;
    private final boolean repeat;
    private final GraphNames names;
    private int next;
    private long given;

    KeptConversations(List<ConversationGraph> graphs, boolean repeat, GraphNames names) {
        this.graphs = graphs;
        this.repeat = repeat;
        this.names = names;
    }

    @Override
    public boolean hasNext() {
        return next < graphs.size();
    }

    @Override
    public ConversationGraph next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        ConversationGraph graph = graphs.get(next++);
        boolean firstPass = given < graphs.size();
        given++;
        if (repeat && next == graphs.size()) {
            next = 0;
        }
        return firstPass ? graph : new ConversationGraph(names.next(null), graph.nodes(), graph.edges());
    }

    @Override
    public long rowsRead() {
        return given;
    }

    @Override
    public long rowsSkipped() {
        return 0;
    }

    @Override
    public void close() {
        next = graphs.size();
    }
}
