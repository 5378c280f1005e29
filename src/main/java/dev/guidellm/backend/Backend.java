package dev.guidellm.backend;

import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.record.NetworkRoundTrip;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A server, or something that answers like one.
///
/// [#start] first; then [#prepare] on any thread and [#send] on any thread, transport loops included.
public interface Backend extends AutoCloseable {

    /// Connects, checks that the server answers, and finds out the model.
    ///
    /// @throws BackendException when the server cannot be reached or is not healthy; one line for the user
    void start() throws BackendException;

    /// The model asked for, or found at start; empty when the server named none.
    String model();

    /// Opens connections beforehand, where requests share them.
    void warmUp(int connections);

    /// Puts a turn into the server's dialect.
    ///
    /// @param history earlier (request, answer) pairs, oldest first
    /// @param requestId sent as `x-request-id`
    /// @param place for those who connect by conversation
    /// @throws RequestFormatException when the turn's data cannot make a request; its message is one line
    PreparedRequest prepare(ConversationNode node, List<HistoryTurn> history, String requestId, TurnPlace place)
            throws RequestFormatException;

    /// The same for a turn that is a conversation by itself.
    default PreparedRequest prepare(ConversationNode node, List<HistoryTurn> history, String requestId)
            throws RequestFormatException {
        return prepare(node, history, requestId, new TurnPlace(requestId, true));
    }

    /// Sends a prepared request; returns at once. Every later event reaches `listener`; exactly one `onEnd`
    /// follows.
    ActiveRequest send(PreparedRequest request, RequestListener listener);

    /// Sends a task that does nothing through every event loop; `waited` is told on the loop how many nanoseconds
    /// the task waited there. Returns at once; does nothing where the backend has no loops.
    default void probeLoops(LongConsumer waited) {}

    /// The network's round trip as learnt since the last call, apart from all requests; null for a backend without a
    /// network. Takes a moment: between benchmarks only.
    default @Nullable NetworkRoundTrip network() {
        return null;
    }

    /// Ends all open requests as cancelled and frees everything.
    @Override
    void close();
}
