package dev.guidellm.data.synthetic;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tool that turns offer when nobody says which: `get_data(query: string)`.
public final class PlaceholderTool {
    /// Its name.
    public static final String NAME = "get_data";

    /// Its definition in a list, as JSON text.
    public static final String DEFINITIONS = "[{\"type\":\"function\",\"function\":{\"name\":\"" + NAME + "\","
            + "\"description\":\"Retrieve data from the system\",\"parameters\":{\"type\":\"object\",\"properties\":"
            + "{\"query\":{\"type\":\"string\",\"description\":\"The query\"}},\"required\":[\"query\"]}}}]";

    private PlaceholderTool() {}

    /// The definitions that are given as JSON text, or the placeholder's.
    public static String orGiven(@Nullable List<JsonObject> given) {
        return given == null ? DEFINITIONS : JsonWriter.toString(new JsonArray(List.copyOf(given)));
    }
}
