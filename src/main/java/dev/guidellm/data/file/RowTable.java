package dev.guidellm.data.file;

import dev.guidellm.data.RowCursor;
import java.util.function.Supplier;

/// A table that is known, but not read yet.
///
/// @param name what messages call it: the file as the user wrote it, or the kind
/// @param selector the name by which a column mapping selects it
/// @param unit what a row's number counts: `line` or `row`
/// @param slice the rows that are wanted
/// @param reader starts a pass over all rows
public record RowTable(String name, String selector, String unit, SplitSlice slice, Supplier<RowCursor> reader) {

    /// Reads it once from end to end, see [ScannedRows].
    ///
    /// @throws dev.guidellm.data.DataException when a row is broken, or there is none
    public ScannedRows scan() {
        return ScannedRows.scan(name, selector, unit, slice, reader);
    }

    /// A pass over the rows that are wanted, for who reads them once only.
    public RowCursor rows() {
        return slice.isAll() ? reader.get() : scan().open(0);
    }
}
