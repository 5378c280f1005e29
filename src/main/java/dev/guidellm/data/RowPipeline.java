package dev.guidellm.data;

import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// From the rows of all sources to one conversation: column mapper, preprocessors, finalizer. Safe for several
/// threads.
///
/// @param sources in the order of `--data`
record RowPipeline(
        List<RowSource> sources, ColumnMapper mapper, List<Preprocessor> preprocessors, Finalizer finalizer) {
    RowPipeline {
        sources = List.copyOf(sources);
        preprocessors = List.copyOf(preprocessors);
    }

    /// @return null when nothing is left of the rows
    /// @throws RowException when they do not make a conversation
    Finalizer.@Nullable Conversation apply(List<Row> rows) throws RowException {
        List<Map<String, List<JsonValue>>> turns = mapper.map(rows);
        for (Preprocessor preprocessor : preprocessors) {
            turns = preprocessor.apply(turns);
        }
        return finalizer.conversation(turns);
    }
}
