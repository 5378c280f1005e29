package dev.guidellm.data;

import dev.guidellm.conversation.ConversationGraph;
import java.util.Collections;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;

/// The workload of a run: conversations, handed out anew for every benchmark. Safe for several threads.
public interface ConversationSource {

    /// Starts the conversations of one benchmark, in the order in which they are to be sent.
    ///
    /// @param epoch how many benchmarks of the run came before; made-up data differs from one epoch to the next,
    /// files start over
    ConversationIterator iterator(int epoch);

    /// How many rows one pass over the data has; empty for made-up data, which never ends. Rows that turn out
    /// unusable are counted as well.
    OptionalLong rows();

    /// Whether the conversations never end: made-up data, or finite data that is repeated.
    boolean endless();

    /// Whether finite data starts over when it ends, so that prompts come back and can hit a server's prefix cache.
    boolean repeats();

    /// Requests that are to be sent before anything is measured, so that the server knows what prompts begin with.
    /// The same ones each time; none for most data.
    default Iterator<ConversationGraph> warmUps() {
        return Collections.emptyIterator();
    }

    /// How a user makes finite data go on beyond its end, as a sentence.
    default String goesOnBy() {
        return "--data-loader kind=pytorch,repeat=true starts over.";
    }

    /// What a replay of this data can be held against; empty for all but traces.
    default Optional<ReplayedTrace> trace() {
        return Optional.empty();
    }

    /// The files or kinds that the data comes from, for messages.
    String name();
}
