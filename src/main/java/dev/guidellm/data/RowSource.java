package dev.guidellm.data;

import java.util.List;
import java.util.OptionalLong;

/// A table of rows that can be read again and again.
public interface RowSource {

    /// What messages call it: the file as the user wrote it, or the kind.
    String name();

    /// The name by which a column mapping such as `json.prompt` selects it; empty when it has none.
    String selector();

    /// What [Row#number] counts: `line` or `row`.
    String unit();

    /// All column names, in the source's order.
    List<String> columns();

    /// Number of rows; empty for a source that never ends.
    OptionalLong size();

    /// Starts a pass.
    ///
    /// @param epoch how many benchmarks of the run came before; made-up data differs from one epoch to the next
    RowCursor open(int epoch);
}
