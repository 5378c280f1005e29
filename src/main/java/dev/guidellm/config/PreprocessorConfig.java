package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `--data-preprocessor` and `--data-column-mapper` may say: steps from a row to a request.
public sealed interface PreprocessorConfig extends Kinded {

    /// Turns pictures, films and sound into what a request can carry.
    @Kind("encode_media")
    record EncodeMedia(
            @Default("{}") JsonObject audioKwargs,
            @Default("{}") JsonObject imageKwargs,
            @Default("{}") JsonObject videoKwargs)
            implements PreprocessorConfig {}

    /// Which columns of the data hold what.
    ///
    /// @param columnMappings column names by column type, null for the usual names
    @Kind("generative_column_mapper")
    record ColumnMapper(@Nullable Map<String, ColumnNames> columnMappings) implements PreprocessorConfig {
        public ColumnMapper {
            columnMappings = columnMappings == null ? null : OrderedMaps.copyOf(columnMappings);
        }
    }

    /// As [ColumnMapper], for the pooling endpoint.
    @Kind("pooling_column_mapper")
    record PoolingColumnMapper(@Nullable Map<String, ColumnNames> columnMappings) implements PreprocessorConfig {
        public PoolingColumnMapper {
            columnMappings = columnMappings == null ? null : OrderedMaps.copyOf(columnMappings);
        }
    }

    /// Takes tool calls out of recorded messages.
    @Kind("tool_calling_message_extractor")
    record ToolCallingMessageExtractor() implements PreprocessorConfig {}

    /// One column name or several.
    ///
    /// @param names in order of preference
    /// @param single whether the user wrote one text instead of a list
    record ColumnNames(List<String> names, boolean single) {
        public ColumnNames {
            names = List.copyOf(names);
        }
    }
}
