package dev.guidellm.data;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// What a trace says that its replay can be held against: what prompts have in common, how many sessions went
/// on at once. Takes time that grows with the trace, so it is asked when a benchmark is over.
public interface ReplayedTrace {
    /// The size of a cache that keeps everything.
    long UNLIMITED = Long.MAX_VALUE;

    /// A turn, as the benchmark's records name it.
    record TurnName(String conversation, String node) {}

    /// What a prefix cache could have had of a series of prompts at best.
    ///
    /// @param promptTokens tokens of all prompts
    /// @param sharedTokens those of them that the cache held already: whole blocks from the prompt's beginning on
    /// @param keptTokens tokens in the cache at the end
    record PrefixReuse(long promptTokens, long sharedTokens, long keptTokens) {
        /// The hit rate, 0 to 1; null without prompts.
        public @Nullable Double rate() {
            return promptTokens == 0 ? null : (Double) (sharedTokens / (double) promptTokens);
        }
    }

    /// What two prompts have in common by the record.
    ///
    /// @param tokens of the whole blocks that both begin with
    /// @param below more tokens than they can have in common; `Integer.MAX_VALUE` when that is not known
    record SharedPrefix(int tokens, int below) {}

    /// From when to when a session went on, in seconds.
    record SessionSpan(double from, double to) {}

    /// The ideal cache over the trace as it was recorded, before anything was moved.
    ///
    /// @param cacheTokens what the cache holds; beyond it the least recently used blocks are dropped
    /// @return empty where the trace does not say what prompts share
    Optional<PrefixReuse> recordedReuse(long cacheTokens);

    /// The ideal cache over turns of the replay.
    ///
    /// @param sent in the order in which they were sent; turns of other conversations are left out
    Optional<PrefixReuse> reuse(List<TurnName> sent, long cacheTokens);

    /// What the prompts of two turns of the replay share; empty where the trace does not say.
    Optional<SharedPrefix> shared(TurnName one, TurnName other);

    /// The sessions as they were recorded.
    List<SessionSpan> recordedSessions();

    /// The arguments that put more sessions side by side than were recorded, such as `copies=4`.
    List<String> condensed();

    /// The tokens of a text by the tokenizer that made the prompts; empty where none did.
    OptionalInt count(String text);
}
