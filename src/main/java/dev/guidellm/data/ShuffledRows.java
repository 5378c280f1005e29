package dev.guidellm.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Row tuples in random order: exactly uniform up to [#BUFFER] rows, beyond that within a moving window of that
/// size.
final class ShuffledRows {
    private static final int BUFFER = 10_000;

    private final RowTuples rows;
    private final @Nullable PythonRandom random;
    private final List<List<Row>> window = new ArrayList<>();
    private boolean ended;

    /// @param random null for the order of the data
    ShuffledRows(RowTuples rows, @Nullable PythonRandom random) {
        this.rows = rows;
        this.random = random;
    }

    @Nullable
    List<Row> next() throws RowException {
        if (random == null) {
            return rows.next();
        }
        while (!ended && window.size() < BUFFER) {
            List<Row> more = rows.next();
            if (more == null) {
                ended = true;
            } else {
                window.add(more);
            }
        }
        if (window.isEmpty()) {
            return null;
        }
        int chosen = (int) random.below(window.size());
        List<Row> row = window.get(chosen);
        window.set(chosen, window.getLast());
        window.removeLast();
        return row;
    }
}
