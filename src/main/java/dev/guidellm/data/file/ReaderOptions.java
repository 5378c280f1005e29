package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What `load_kwargs` may tell a reader. An option that the reader does not know is refused by name.
final class ReaderOptions {
    private final String source;
    private final Map<String, JsonValue> left;
    private final List<String> known = new ArrayList<>();

    ReaderOptions(String source, JsonObject loadKwargs) {
        this.source = source;
        this.left = new TreeMap<>(loadKwargs.members());
    }

    SplitSlice split() {
        String text = text("split");
        return text == null ? SplitSlice.ALL : SplitSlice.parse(source, text);
    }

    @Nullable
    String text(String... names) {
        JsonValue value = take(names);
        return switch (value) {
            case null -> null;
            case JsonString(String text) -> text;
            default -> throw wrong(names[0], "a text");
        };
    }

    int number(String name, int otherwise) {
        JsonValue value = take(name);
        return switch (value) {
            case null -> otherwise;
            case JsonInteger(var number) when number.signum() >= 0 && number.bitLength() < 32 -> number.intValue();
            default -> throw wrong(name, "a whole number of at least 0");
        };
    }

    @Nullable
    List<String> texts(String... names) {
        JsonValue value = take(names);
        if (value == null) {
            return null;
        }
        if (!(value instanceof JsonArray(List<JsonValue> items))) {
            throw wrong(names[0], "a list of texts");
        }
        List<String> texts = new ArrayList<>();
        for (JsonValue item : items) {
            if (!(item instanceof JsonString(String text))) {
                throw wrong(names[0], "a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    /// Refuses what no one asked for.
    void end() {
        if (!left.isEmpty()) {
            throw new DataException(
                    source,
                    null,
                    "unknown reader option load_kwargs."
                            + left.keySet().iterator().next() + "; known are " + String.join(", ", known));
        }
    }

    private @Nullable JsonValue take(String... names) {
        JsonValue found = null;
        for (String name : names) {
            known.add(name);
            JsonValue value = left.remove(name);
            if (value != null && !(value instanceof JsonNull)) {
                found = value;
            }
        }
        return found;
    }

    private DataException wrong(String name, String wanted) {
        return new DataException(source, null, "load_kwargs." + name + " must be " + wanted);
    }
}
