package dev.guidellm.output.html;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import dev.guidellm.json.NumberText;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A tree of figures as lines of path and value.
final class Leaves {
    private Leaves() {}

    /// Adds a line for everything in `value` that is neither null nor empty.
    static void collect(@Nullable JsonValue value, String path, List<List<String>> lines) {
        switch (value) {
            case null -> {}
            case JsonNull _ -> {}
            case JsonObject(Map<String, JsonValue> members) ->
                members.forEach((key, member) -> collect(member, path.isEmpty() ? key : path + "." + key, lines));
            case JsonArray(List<JsonValue> items) -> {
                for (int i = 0; i < items.size(); i++) {
                    collect(items.get(i), path + "[" + i + "]", lines);
                }
            }
            case JsonString(String text) -> lines.add(List.of(path, text));
            case JsonBoolean(boolean truth) -> lines.add(List.of(path, truth ? "yes" : "no"));
            case JsonInteger(BigInteger number) -> lines.add(List.of(path, number.toString()));
            case JsonDouble(double number) ->
                lines.add(List.of(
                        path, path.endsWith("_time") ? Moment.of(number) : NumberText.of(Figure.rounded(number))));
            case JsonTimestamp(String iso, boolean _) -> lines.add(List.of(path, iso));
        }
    }
}
