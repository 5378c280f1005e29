package dev.guidellm.data;

import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.data.Finalizer.Conversation;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Conversations made from rows as they are asked for.
///
/// A row that cannot be used is logged and left out. When no row can be used that is an error, for endless data
/// after [#HOPELESS] rows.
final class RowConversations implements ConversationIterator {
    private static final Logger LOG = LoggerFactory.getLogger(RowConversations.class);
    private static final int HOPELESS = 1_000;
    private static final int MOST_LOGGED = 10;

    private final RowPipeline pipeline;
    private final GraphNames names;
    private final int epoch;
    private final boolean repeat;
    private final IntFunction<@Nullable PythonRandom> shuffle;

    private RowTuples tuples;
    private ShuffledRows rows;
    private int pass;
    private @Nullable ConversationGraph pending;
    private boolean ended;
    private long read;
    private long made;
    private long failed;
    private String firstFailure = "";

    /// @param repeat whether to start over at the end of the data
    /// @param shuffle the generator that orders a pass; null for the data's own order
    RowConversations(
            RowPipeline pipeline,
            GraphNames names,
            int epoch,
            boolean repeat,
            IntFunction<@Nullable PythonRandom> shuffle) {
        this.pipeline = pipeline;
        this.names = names;
        this.epoch = epoch;
        this.repeat = repeat;
        this.shuffle = shuffle;
        this.tuples = new RowTuples(pipeline.sources(), epoch);
        this.rows = new ShuffledRows(tuples, shuffle.apply(0));
    }

    @Override
    public boolean hasNext() {
        while (pending == null && !ended) {
            pending = step();
        }
        return pending != null;
    }

    @Override
    public ConversationGraph next() {
        if (!hasNext() || pending == null) {
            throw new NoSuchElementException();
        }
        ConversationGraph graph = pending;
        pending = null;
        return graph;
    }

    /// One row further; null when it made no conversation.
    private @Nullable ConversationGraph step() {
        List<Row> row = null;
        try {
            row = rows.next();
            if (row == null) {
                endPass();
                return null;
            }
            read++;
            Conversation conversation = pipeline.apply(row);
            if (conversation != null) {
                ConversationGraph graph = conversation.named(names.next(conversation.graphId()));
                made++;
                return graph;
            }
        } catch (RowException e) {
            if (row == null) {
                read++;
            }
            skip(row == null ? RowTuples.names(pipeline.sources()) + " row " + tuples.read() : tuples.place(row), e);
        }
        if (made == 0
                && read >= HOPELESS
                && pipeline.sources().stream().allMatch(s -> s.size().isEmpty())) {
            throw nothingUsable();
        }
        return null;
    }

    private void endPass() {
        tuples.close();
        if (made == 0) {
            ended = true;
            throw nothingUsable();
        }
        if (!repeat) {
            if (failed > MOST_LOGGED) {
                LOG.error("{} of {} data rows were skipped due to errors", failed, read);
            }
            ended = true;
            return;
        }
        pass++;
        tuples = new RowTuples(pipeline.sources(), epoch);
        rows = new ShuffledRows(tuples, shuffle.apply(pass));
    }

    private void skip(String place, RowException problem) {
        failed++;
        if (failed == 1) {
            firstFailure = place + ": " + problem.problem();
        }
        if (failed <= MOST_LOGGED) {
            LOG.error(
                    "Skipping data row due to error: {}. Check data format and preprocessor configuration. ({})",
                    problem.problem(),
                    place);
        }
        if (failed == MOST_LOGGED) {
            LOG.error("Further skipped rows are only counted");
        }
    }

    private DataException nothingUsable() {
        String first = firstFailure.isEmpty() ? "" : "; the first error: " + firstFailure;
        return new DataException(
                RowTuples.names(pipeline.sources()),
                null,
                "none of " + read + " rows could be used (" + failed + " errors, " + (read - failed) + " empty)"
                        + first);
    }

    @Override
    public long rowsRead() {
        return read;
    }

    @Override
    public long rowsSkipped() {
        return failed;
    }

    @Override
    public void close() {
        ended = true;
        pending = null;
        tuples.close();
    }
}
