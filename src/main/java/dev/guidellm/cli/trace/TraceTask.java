package dev.guidellm.cli.trace;

import dev.guidellm.config.TokenizerConfig;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is to be done with a trace.
public sealed interface TraceTask {

    /// The trace.
    Source source();

    /// A trace's file.
    ///
    /// @param file as the user wrote it
    /// @param format a kind, or `kind=…` with arguments; null to tell it by the content
    /// @param tokenizer counts the tokens of recorded messages; null for none
    record Source(
            String file, @Nullable String format, @Nullable TokenizerConfig tokenizer) {}

    /// Shows what a trace asks of a server.
    ///
    /// @param cacheTokens sizes of caches whose hit rate is wanted
    /// @param json where the figures go, null for nowhere
    /// @param plot where the picture goes, null for nowhere
    record Stats(
            Source source,
            List<Long> cacheTokens,
            @Nullable Path json,
            @Nullable Path plot) implements TraceTask {
        public Stats {
            cacheTokens = List.copyOf(cacheTokens);
        }
    }

    /// Names everything that is wrong with a trace.
    record Validate(Source source) implements TraceTask {}

    /// Makes a larger trace with the same statistics.
    ///
    /// @param to the new trace's format; null for the old one's
    /// @param sessions how many sessions; null for as many as recorded
    /// @param requests how many requests in all; null for as many per session as recorded
    record Synthesize(
            Source source,
            Path target,
            @Nullable String to,
            @Nullable Integer sessions,
            @Nullable Long requests,
            long seed)
            implements TraceTask {}

    /// Writes a trace in another format.
    record Convert(Source source, Path target, String to) implements TraceTask {}
}
