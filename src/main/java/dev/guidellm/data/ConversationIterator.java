package dev.guidellm.data;

import dev.guidellm.conversation.ConversationGraph;
import java.util.Iterator;

/// Conversations of one benchmark. For one thread at a time; making the next one may block on files.
///
/// `hasNext` throws [DataException] when the data breaks, or when it ends and no row at all could be used.
public interface ConversationIterator extends Iterator<ConversationGraph>, AutoCloseable {

    /// Rows read so far, unusable ones included.
    long rowsRead();

    /// Rows that were left out because of an error.
    long rowsSkipped();

    @Override
    void close();
}
