package dev.guidellm.data.trace;

import dev.guidellm.data.DataException;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/// A format that traces can be written in.
sealed interface TraceTarget permits RowTarget, WekaTarget {

    /// Writes sessions.
    ///
    /// @param losses takes what the format cannot hold, each in a few words
    void write(List<TraceSession> sessions, Appendable out, Set<String> losses) throws IOException;

    /// The target of a kind.
    ///
    /// @throws DataException when traces of that kind cannot be written
    static TraceTarget of(String kind, String file) {
        return switch (kind) {
            case "weka" -> new WekaTarget();
            case "trace_synthetic", "mooncake", "bailian", "azure", "burstgpt" -> new RowTarget(kind);
            case "otel", "opentelemetry", "sharegpt", "aiperf_dag" ->
                throw new DataException(
                        file,
                        null,
                        "kind=" + kind + " holds messages, which a trace of sizes has none of; it is read only");
            default -> throw new DataException(file, null, "there is no trace format '" + kind + "'");
        };
    }

    /// Refuses a trace of messages without token counts.
    static void requireSizes(TraceFile trace) {
        boolean unsized = trace.plan().stream()
                .flatMap(timed -> timed.session().turns().stream())
                .anyMatch(turn -> turn.promptTokens() == 0
                        && (turn.content() instanceof TraceContent.Messages
                                || turn.content() instanceof TraceContent.Chat));
        if (unsized) {
            throw new DataException(
                    trace.name(),
                    null,
                    "kind=" + trace.kind()
                            + " holds texts without token counts, which no other format can hold; --tokenizer counts"
                            + " them");
        }
    }
}
