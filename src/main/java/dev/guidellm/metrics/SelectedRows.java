package dev.guidellm.metrics;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/// The requests that count, by status and all together.
final class SelectedRows {
    private final RequestColumns columns;
    private final RowGroup successful;
    private final RowGroup errored;
    private final RowGroup incomplete;
    private final RowGroup all;

    private SelectedRows(RequestColumns columns, int[] successful, int[] errored, int[] incomplete) {
        this.columns = columns;
        this.successful = new RowGroup(columns, successful);
        this.errored = new RowGroup(columns, errored);
        this.incomplete = new RowGroup(columns, incomplete);
        int total = successful.length + errored.length + incomplete.length;
        // most runs have one status only: what is found out of it is known of all
        all = Stream.of(this.successful, this.errored, this.incomplete)
                .filter(group -> group.rows().length == total)
                .findFirst()
                .orElseGet(() -> new RowGroup(columns, joined(total, successful, errored, incomplete)));
    }

    static SelectedRows of(RequestColumns columns, IntPredicate wanted) {
        return new SelectedRows(
                columns,
                rows(columns, RequestStatus.SUCCESSFUL, wanted),
                rows(columns, RequestStatus.ERRORED, wanted),
                rows(columns, RequestStatus.INCOMPLETE, wanted));
    }

    SelectedRows where(IntPredicate wanted) {
        return new SelectedRows(
                columns,
                Arrays.stream(successful.rows()).filter(wanted).toArray(),
                Arrays.stream(errored.rows()).filter(wanted).toArray(),
                Arrays.stream(incomplete.rows()).filter(wanted).toArray());
    }

    RowGroup successful() {
        return successful;
    }

    /// Rows of one status in the order in which they were added.
    int[] of(RequestStatus status) {
        return switch (status) {
            case SUCCESSFUL -> successful.rows();
            case ERRORED -> errored.rows();
            case INCOMPLETE -> incomplete.rows();
        };
    }

    /// All rows, status by status.
    int[] all() {
        return all.rows();
    }

    RequestTotals totals() {
        return new RequestTotals(successful.rows().length, errored.rows().length, incomplete.rows().length);
    }

    /// Something found out of each status and of all.
    record Found<T>(T successful, T errored, T incomplete, T total) {
        StatusDistributionSummary summaries(Function<T, DistributionSummary> part) {
            return new StatusDistributionSummary(
                    part.apply(successful), part.apply(errored), part.apply(incomplete), part.apply(total));
        }
    }

    <T> Found<T> each(Function<RowGroup, T> figure) {
        T first = figure.apply(successful);
        T second = figure.apply(errored);
        T third = figure.apply(incomplete);
        T total = all == successful ? first : all == errored ? second : all == incomplete ? third : figure.apply(all);
        return new Found<>(first, second, third, total);
    }

    StatusDistributionSummary summaries(Function<RowGroup, DistributionSummary> figure) {
        return each(figure).summaries(summary -> summary);
    }

    private static int[] rows(RequestColumns columns, RequestStatus status, IntPredicate wanted) {
        int[] rows = new int[columns.size()];
        int count = 0;
        for (int row = 0; row < rows.length; row++) {
            if (columns.status(row) == status && wanted.test(row)) {
                rows[count++] = row;
            }
        }
        return Arrays.copyOf(rows, count);
    }

    private static int[] joined(int total, int[]... parts) {
        int[] all = new int[total];
        int at = 0;
        for (int[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
