package dev.guidellm.metrics;

import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Some requests, as rows of the columns, in the orders in which statistics want them. Each order is found once.
final class RowGroup {
    private final RequestColumns columns;
    private final int[] rows;
    private int @Nullable [] byStart;
    private int @Nullable [] byEnd;

    RowGroup(RequestColumns columns, int[] rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /// In the order in which they were added.
    int[] rows() {
        return rows;
    }

    /// The earliest start first.
    int[] byStart() {
        if (byStart == null) {
            byStart = ordered(columns::start);
        }
        return byStart;
    }

    /// The earliest end first.
    int[] byEnd() {
        if (byEnd == null) {
            byEnd = ordered(columns::end);
        }
        return byEnd;
    }

    private int[] ordered(IntToDoubleFunction time) {
        WeightedValues pairs = new WeightedValues(rows.length);
        for (int row : rows) {
            pairs.add(time.applyAsDouble(row), row);
        }
        pairs.sort();
        int[] ordered = new int[rows.length];
        for (int i = 0; i < ordered.length; i++) {
            ordered[i] = (int) pairs.weight(i);
        }
        return ordered;
    }
}
