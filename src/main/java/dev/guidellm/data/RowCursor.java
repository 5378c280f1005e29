package dev.guidellm.data;

import org.jspecify.annotations.Nullable;

/// One pass over the rows of a source. Used by one thread at a time.
public interface RowCursor extends AutoCloseable {

    /// The next row, or null at the end.
    ///
    /// @throws RowException when this row cannot be had; the following call goes on with the row after it
    /// @throws DataException when no further row can be had
    @Nullable
    Row next() throws RowException;

    @Override
    void close();
}
