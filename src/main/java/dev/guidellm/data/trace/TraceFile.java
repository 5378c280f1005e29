package dev.guidellm.data.trace;

import dev.guidellm.config.TokenizerConfig;
import dev.guidellm.config.TraceData;
import dev.guidellm.data.DataException;
import dev.guidellm.data.DataSources;
import dev.guidellm.tokenizer.TokenizerException;
import dev.guidellm.tokenizer.Tokenizers;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A trace for the tools that look at traces, instead of replaying them.
///
/// @param name the file
/// @param kind its format
/// @param rows how many rows it has
/// @param skipped how many rows or conversations were left out
/// @param warnings what is odd about it
/// @param plan the sessions with the times at which a replay would begin their requests
public record TraceFile(
        String name, String kind, long rows, long skipped, List<String> warnings, List<SessionTiming.Timed> plan) {
    private static final long SEED = 42;

    public TraceFile {
        warnings = List.copyOf(warnings);
        plan = List.copyOf(plan);
    }

    /// Reads a trace. The arguments that move sessions (`max_wait`, `copies`, `time_scale` …) are applied.
    ///
    /// @param tokenizer counts the tokens of recorded messages where the trace does not; null for none
    /// @param problems takes place and problem of every row that is left out, as soon as it is met
    /// @throws DataException when it cannot be read, is of another format, or holds nothing that can be replayed
    public static TraceFile read(
            TraceData config, @Nullable TokenizerConfig tokenizer, BiConsumer<String, String> problems) {
        SkippedRows skipped = new SkippedRows(problems);
        LoadedTrace trace =
                TraceLoader.load(config, "--format", SEED, DataSources.DEFAULT_TOOL_RESPONSE, skipped, true);
        List<TraceSession> sessions =
                tokenizer == null ? trace.sessions() : counted(trace.sessions(), tokenizer, config.kind());
        return new TraceFile(
                trace.name(),
                config.kind(),
                trace.rows(),
                trace.skipped(),
                skipped.warnings(),
                SessionTiming.of(config.trace(), sessions));
    }

    private static List<TraceSession> counted(List<TraceSession> sessions, TokenizerConfig config, String kind) {
        CountedMessages messages;
        try {
            messages = new CountedMessages(Tokenizers.resolve(config, null));
        } catch (TokenizerException e) {
            throw new DataException(kind, null, String.valueOf(e.getMessage()));
        }
        return sessions.stream()
                .map(session -> new TraceSession(
                        session.name(),
                        session.turns().stream().map(messages::counted).toList(),
                        session.prefixes()))
                .toList();
    }

    /// The sessions with the plan's times. Those of a copy have blocks of their own.
    List<TraceSession> sessions() {
        return plan.stream().map(TraceFile::session).toList();
    }

    private static TraceSession session(SessionTiming.Timed timed) {
        TraceSession session = timed.session();
        TraceTurn[] turns = session.turns().toArray(TraceTurn[]::new);
        for (int i = 0; i < turns.length; i++) {
            turns[i] = turns[i].at(timed.starts()[i]).lasting(turns[i].duration() * timed.timeScale());
            if (timed.copy() > 0 && turns[i].content() instanceof TraceContent.Blocks blocks) {
                long scope = blocks.scope() * 1_000_003 + timed.copy();
                turns[i] = turns[i].saying(new TraceContent.Blocks(
                        blocks.blocks(), blocks.blockSize(), scope, blocks.partialLast(), blocks.tools()));
            }
        }
        String name = timed.copy() == 0 ? session.name() : session.name() + " copy " + timed.copy();
        return new TraceSession(name, List.of(turns), session.prefixes());
    }
}
