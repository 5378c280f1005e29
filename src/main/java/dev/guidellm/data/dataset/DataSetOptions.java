package dev.guidellm.data.dataset;

import dev.guidellm.data.DataException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What `load_kwargs` may say about a data set, under the names of the Python library.
///
/// `streaming`, `num_proc` and `keep_in_memory` are accepted and change nothing: files are fetched whole and read
/// row by row.
///
/// @param split such as `train` or `test[:10]`; null for the usual one
/// @param part the part (in Python: config) of the data set, under `name`; null for the usual one
/// @param dataFiles patterns by split; null when card or names tell
/// @param dataDir the folder within the data set; null for all of it
/// @param revision of the repository; null for `main`
/// @param token for the hub, empty for none; null for the environment's. Not shown by [#toString()]
/// @param reader options of the files' reader
record DataSetOptions(
        @Nullable String split,
        @Nullable String part,
        @Nullable SequencedMap<String, List<String>> dataFiles,
        @Nullable String dataDir,
        @Nullable String revision,
        @Nullable String token,
        JsonObject reader) {
    private static final List<String> WITHOUT_EFFECT = List.of("streaming", "num_proc", "keep_in_memory");
    private static final List<String> OWN = List.of("split", "name", "data_files", "data_dir", "revision", "token");
    private static final List<String> READERS =
            List.of("columns", "field", "delimiter", "sep", "quotechar", "column_names", "names", "skiprows");

    /// @throws DataException for an option that is not known, or a value of the wrong kind
    static DataSetOptions read(String source, JsonObject loadKwargs) {
        Map<String, JsonValue> own = new LinkedHashMap<>();
        Map<String, JsonValue> reader = new LinkedHashMap<>();
        loadKwargs.members().forEach((key, value) -> {
            if (READERS.contains(key)) {
                reader.put(key, value);
            } else if (OWN.contains(key)) {
                own.put(key, value);
            } else if (!WITHOUT_EFFECT.contains(key)) {
                String known = Stream.of(OWN, READERS, WITHOUT_EFFECT)
                        .flatMap(List::stream)
                        .collect(Collectors.joining(", "));
                throw new DataException(source, null, "unknown option load_kwargs." + key + "; known are " + known);
            }
        });
        JsonValue files = own.getOrDefault("data_files", JsonValue.NULL);
        return new DataSetOptions(
                text(source, own, "split"),
                text(source, own, "name"),
                files instanceof JsonNull ? null : DataSetCard.patterns(source, "load_kwargs", files),
                text(source, own, "data_dir"),
                text(source, own, "revision"),
                token(source, own),
                new JsonObject(reader));
    }

    private static @Nullable String token(String source, Map<String, JsonValue> own) {
        // True stands for the token of a login, which is used anyway.
        return own.get("token") instanceof JsonBoolean(boolean wanted)
                ? wanted ? null : ""
                : text(source, own, "token");
    }

    private static @Nullable String text(String source, Map<String, JsonValue> own, String key) {
        return switch (own.get(key)) {
            case null -> null;
            case JsonNull _ -> null;
            case JsonString(String text) -> text;
            default -> throw new DataException(source, null, "load_kwargs." + key + " must be a text");
        };
    }

    @Override
    public String toString() {
        return "DataSetOptions[split=" + split + ", name=" + part + ", data_files=" + dataFiles + "]";
    }
}
