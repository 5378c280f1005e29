package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue.JsonObject;

/// Decides outside of the scheduler when a benchmark has shown what it was run for: it looks at what was measured,
/// of which the books know nothing.
///
/// Asked at every change of the books, by the thread that keeps them and that takes the records: an answer is ready
/// before it is asked for.
public interface Judge {

    /// Whether the benchmark may end. Once true it stays.
    boolean satisfied();

    /// What it has found so far, for the report.
    JsonObject findings();
}
