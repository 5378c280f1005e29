package dev.guidellm.data.trace;

import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowException;
import java.util.List;

/// A way to write a trace down. Takes the rows of one file, in their order; used once, by one thread.
interface TraceFormat {

    /// One more row.
    ///
    /// @param place where it stands, for messages
    /// @throws RowException when it cannot be replayed; the others can
    /// @throws DataException when the file is of another format
    void accept(Row row, String place) throws RowException;

    /// All conversations, in the order of the data.
    ///
    /// @throws DataException when the file is of another format
    List<TraceSession> sessions();
}
