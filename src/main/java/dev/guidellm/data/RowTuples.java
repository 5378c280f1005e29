package dev.guidellm.data;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One row of every source at a time, until the first source ends.
final class RowTuples implements AutoCloseable {
    private final List<? extends RowSource> sources;
    private final List<RowCursor> cursors = new ArrayList<>();
    private long read;

    RowTuples(List<? extends RowSource> sources, int epoch) {
        this.sources = sources;
        try {
            for (RowSource source : sources) {
                cursors.add(source.open(epoch));
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /// The next rows, in the order of the sources; null at the end.
    ///
    /// @throws RowException when one of them is broken; all sources have moved on by one row nevertheless
    @Nullable
    List<Row> next() throws RowException {
        if (cursors.size() == 1) {
            return nextOfOne(cursors.getFirst());
        }
        List<Row> rows = new ArrayList<>(cursors.size());
        RowException broken = null;
        for (RowCursor cursor : cursors) {
            try {
                Row row = cursor.next();
                if (row == null) {
                    return null;
                }
                rows.add(row);
            } catch (RowException e) {
                broken = broken == null ? e : broken;
            }
        }
        read++;
        if (broken != null) {
            throw broken;
        }
        return rows;
    }

    private @Nullable List<Row> nextOfOne(RowCursor cursor) throws RowException {
        try {
            Row row = cursor.next();
            read += row == null ? 0 : 1;
            return row == null ? null : List.of(row);
        } catch (RowException e) {
            read++;
            throw e;
        }
    }

    /// Tuples read, broken ones included.
    long read() {
        return read;
    }

    /// Where rows came from: `a.jsonl line 3, b.csv line 4`.
    String place(List<Row> rows) {
        List<String> places = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            RowSource source = sources.get(i);
            places.add(source.name() + " " + source.unit() + " " + rows.get(i).number());
        }
        return String.join(", ", places);
    }

    /// The sources, for messages.
    static String names(List<? extends RowSource> sources) {
        return sources.stream().map(RowSource::name).collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        cursors.forEach(RowCursor::close);
        cursors.clear();
    }
}
