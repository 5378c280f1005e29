package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.data.RowSource;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A table that is read once from end to end when it is opened: so broken rows are found before anything is sent,
/// all columns are known, and the number of rows is too.
///
/// Rows of small tables stay in memory; larger ones are read again from the file in every pass.
public final class ScannedRows implements RowSource {
    /// About how much text is kept in memory.
    private static final long KEPT_CHARACTERS = 64L << 20;

    private final String name;
    private final String selector;
    private final String unit;
    private final Supplier<RowCursor> reader;
    private final SplitSlice slice;
    private final List<String> columns;
    private final long total;
    private final long size;
    private final @Nullable List<Row> kept;

    private ScannedRows(
            String name, String selector, String unit, Supplier<RowCursor> reader, SplitSlice slice, Scan scan) {
        this.name = name;
        this.selector = selector;
        this.unit = unit;
        this.reader = reader;
        this.slice = slice;
        this.columns = List.copyOf(scan.columns);
        this.size = slice.size(scan.rows);
        this.kept = scan.kept == null
                ? null
                : List.copyOf(scan.kept.subList(
                        Math.toIntExact(slice.from(scan.rows)),
                        Math.toIntExact(slice.from(scan.rows) + slice.size(scan.rows))));
        this.total = scan.rows;
    }

    /// Reads the table once.
    ///
    /// @param reader starts a pass over all rows
    /// @throws DataException when a row is broken, or there is none
    public static ScannedRows scan(
            String name, String selector, String unit, SplitSlice slice, Supplier<RowCursor> reader) {
        Scan scan = new Scan();
        try (RowCursor rows = reader.get()) {
            for (Row row = rows.next(); row != null; row = rows.next()) {
                scan.add(row);
            }
        } catch (RowException e) {
            throw new DataException(name, unit + " " + (scan.rows + 1), e.problem());
        }
        if (scan.rows == 0) {
            throw new DataException(name, null, "holds no rows");
        }
        if (slice.size(scan.rows) == 0) {
            throw new DataException(name, null, "split=" + slice + " leaves none of its " + scan.rows + " rows");
        }
        return new ScannedRows(name, selector, unit, reader, slice, scan);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String selector() {
        return selector;
    }

    @Override
    public String unit() {
        return unit;
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(size);
    }

    @Override
    public RowCursor open(int epoch) {
        return kept == null ? new Window(reader.get(), slice.from(total), size) : new ListCursor(kept);
    }

    /// A pass over rows in memory.
    static final class ListCursor implements RowCursor {
        private final List<Row> rows;
        private int next;

        ListCursor(List<Row> rows) {
            this.rows = rows;
        }

        @Override
        public @Nullable Row next() {
            return next < rows.size() ? rows.get(next++) : null;
        }

        @Override
        public void close() {
            next = rows.size();
        }
    }

    /// Some rows in the middle of a pass.
    private static final class Window implements RowCursor {
        private final RowCursor all;
        private long toSkip;
        private long toGive;

        Window(RowCursor all, long toSkip, long toGive) {
            this.all = all;
            this.toSkip = toSkip;
            this.toGive = toGive;
        }

        @Override
        public @Nullable Row next() throws RowException {
            while (toSkip > 0) {
                toSkip--;
                if (all.next() == null) {
                    return null;
                }
            }
            return toGive-- > 0 ? all.next() : null;
        }

        @Override
        public void close() {
            all.close();
        }
    }

    private static final class Scan {
        private final Set<String> columns = new LinkedHashSet<>();
        private @Nullable List<Row> kept = new ArrayList<>();
        private long characters;
        private long rows;

        void add(Row row) {
            rows++;
            columns.addAll(row.cells().keySet());
            if (kept == null) {
                return;
            }
            for (JsonValue cell : row.cells().values()) {
                characters += weight(cell);
            }
            if (characters > KEPT_CHARACTERS) {
                kept = null;
            } else {
                kept.add(row);
            }
        }

        private static long weight(JsonValue value) {
            return switch (value) {
                case JsonString(String text) -> text.length() + 40L;
                case JsonArray(List<JsonValue> items) -> {
                    long sum = 40;
                    for (JsonValue item : items) {
                        sum += weight(item);
                    }
                    yield sum;
                }
                case JsonObject object -> {
                    long sum = 80;
                    for (JsonValue member : object.members().values()) {
                        sum += 40 + weight(member);
                    }
                    yield sum;
                }
                default -> 32L;
            };
        }
    }
}
