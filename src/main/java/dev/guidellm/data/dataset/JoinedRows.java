package dev.guidellm.data.dataset;

import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.data.file.RowTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of several files, one after the other, numbered through.
final class JoinedRows implements RowCursor {
    private final List<RowTable> tables;
    private int next;
    private @Nullable RowCursor rows;
    private long number;

    JoinedRows(List<RowTable> tables) {
        this.tables = List.copyOf(tables);
    }

    @Override
    public @Nullable Row next() throws RowException {
        while (true) {
            if (rows == null) {
                if (next == tables.size()) {
                    return null;
                }
                rows = tables.get(next++).rows();
            }
            Row row = rows.next();
            if (row != null) {
                return new Row(++number, row.cells());
            }
            close();
        }
    }

    @Override
    public void close() {
        if (rows != null) {
            rows.close();
            rows = null;
        }
    }
}
