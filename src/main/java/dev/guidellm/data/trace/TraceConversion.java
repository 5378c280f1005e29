package dev.guidellm.data.trace;

import dev.guidellm.data.DataException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/// Writes traces: in another format, or larger.
public final class TraceConversion {
    private TraceConversion() {}

    /// What was written.
    ///
    /// @param losses what the format cannot hold
    public record Written(int sessions, long requests, List<String> losses) {}

    /// Writes a trace in the format `kind`.
    ///
    /// @throws DataException when a trace of this format cannot be written so
    /// @throws UncheckedIOException when the file cannot be written
    public static Written convert(TraceFile trace, String kind, Path file) {
        TraceTarget target = TraceTarget.of(kind, trace.name());
        TraceTarget.requireSizes(trace);
        return write(trace.sessions(), target, new LinkedHashSet<>(), file);
    }

    /// Writes a trace with the statistics of `trace`, see [TraceSynthesis].
    ///
    /// @param kind its format
    /// @param sessions how many sessions
    /// @param requests how many requests in all; 0 for as many per session as recorded
    /// @throws DataException when that cannot be done for this trace
    /// @throws UncheckedIOException when the file cannot be written
    public static Written synthesize(TraceFile trace, String kind, int sessions, long requests, long seed, Path file) {
        TraceTarget target = TraceTarget.of(kind, trace.name());
        TraceTarget.requireSizes(trace);
        SequencedSet<String> losses = new LinkedHashSet<>();
        List<TraceSession> recorded = trace.sessions();
        new TraceLosses(recorded, losses).texts();
        return write(TraceSynthesis.of(trace.name(), recorded, sessions, requests, seed), target, losses, file);
    }

    private static Written write(
            List<TraceSession> sessions, TraceTarget target, SequencedSet<String> losses, Path file) {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            target.write(sessions, out, losses);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long requests = sessions.stream().mapToLong(s -> s.turns().size()).sum();
        return new Written(sessions.size(), requests, List.copyOf(losses));
    }
}
