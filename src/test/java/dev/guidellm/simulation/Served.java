package dev.guidellm.simulation;

/// What the server wrote down of one request that is over. Times are run time.
///
/// @param arrivedNanos when it came to the server
/// @param firstTokenNanos when the first token was made; [#NEVER] when none was
/// @param lastTokenNanos when the last token was made
/// @param tokens of the answer, as far as it was made
record Served(
        String requestId,
        String nodeId,
        int historyLength,
        long arrivedNanos,
        long firstTokenNanos,
        long lastTokenNanos,
        long endNanos,
        int promptTokens,
        int tokens,
        Ending ending) {
    /// Stands for a moment that did not come.
    static final long NEVER = -1;

    /// How a request ended.
    enum Ending {
        ANSWERED,
        /// Refused with status 500.
        ERROR,
        /// No connection: the server is dead.
        UNREACHABLE,
        /// The server died meanwhile.
        BROKEN_OFF,
        /// By the client.
        GIVEN_UP
    }

    boolean answered() {
        return ending == Ending.ANSWERED;
    }

    double latencySeconds() {
        return (endNanos - arrivedNanos) / 1e9;
    }

    double ttftMillis() {
        return (firstTokenNanos - arrivedNanos) / 1e6;
    }
}
