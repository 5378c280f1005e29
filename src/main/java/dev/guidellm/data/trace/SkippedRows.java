package dev.guidellm.data.trace;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Rows of a trace that cannot be replayed: the first ones are named, all are counted. Nothing is logged before
/// [#report()], so that a file of another kind ends with one message.
final class SkippedRows {
    private static final Logger LOG = LoggerFactory.getLogger(SkippedRows.class);
    private static final int MOST_LOGGED = 10;

    private final SequencedSet<String> warnings = new LinkedHashSet<>();
    private final List<String> problems = new ArrayList<>();
    private String first = "";
    private final @Nullable BiConsumer<String, String> listener;
    private long count;

    SkippedRows() {
        this(null);
    }

    /// @param listener takes the place and the problem of each one at once; then nothing is logged
    SkippedRows(@Nullable BiConsumer<String, String> listener) {
        this.listener = listener;
    }

    /// Leaves out the row or conversation at `place`.
    void add(String place, String problem) {
        count++;
        if (count == 1) {
            first = place + ": " + problem;
        }
        if (listener != null) {
            listener.accept(place, problem);
        } else if (count <= MOST_LOGGED) {
            problems.add("Skipping data row due to error: " + problem
                    + ". Check data format and preprocessor configuration. (" + place + ")");
        }
    }

    /// Something odd that keeps no row from being replayed; said once.
    void warn(String text) {
        warnings.add(text);
    }

    long count() {
        return count;
    }

    /// The first problem with its place; empty when there was none.
    String first() {
        return first;
    }

    /// What was odd.
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    void report() {
        if (listener != null) {
            return;
        }
        for (String warning : warnings) {
            LOG.warn(warning);
        }
        for (String problem : problems) {
            LOG.error(problem);
        }
        if (count > MOST_LOGGED) {
            LOG.error("{} rows or conversations of the trace were skipped due to errors", count);
        }
    }
}
