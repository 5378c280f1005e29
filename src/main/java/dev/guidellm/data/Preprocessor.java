package dev.guidellm.data;

import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Map;

/// A step between the column mapper and the finalizer: changes the columns of a row's turns.
interface Preprocessor {

    /// The turns as they go on; the outer list may be changed and returned, the maps in it may not.
    ///
    /// @throws RowException when this row cannot be used
    List<Map<String, List<JsonValue>>> apply(List<Map<String, List<JsonValue>>> turns) throws RowException;

    /// The step that the configuration names.
    static Preprocessor of(PreprocessorConfig config) {
        return switch (config) {
            case PreprocessorConfig.EncodeMedia _ -> new MediaCheck();
            case PreprocessorConfig.ToolCallingMessageExtractor _ -> new MessageExtractor();
            case PreprocessorConfig.ColumnMapper _, PreprocessorConfig.PoolingColumnMapper _ ->
                throw new DataException(
                        "data_preprocessors",
                        null,
                        "a column mapper is no preprocessor here; pass it with --data-column-mapper");
        };
    }
}
