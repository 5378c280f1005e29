package dev.guidellm.json;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes a tree of what it is given.
public final class JsonTree implements JsonTarget {
    private final Deque<Container> open = new ArrayDeque<>();
    private @Nullable JsonValue finished;

    /// An object or list whose end has not come yet.
    private sealed interface Container {}

    private static final class OpenObject implements Container {
        private final Map<String, JsonValue> members = new LinkedHashMap<>();
        private String name = "";
    }

    private record OpenArray(List<JsonValue> items) implements Container {}

    /// The value that was given; throws [IllegalStateException] when it has not ended.
    public JsonValue value() {
        if (finished == null || !open.isEmpty()) {
            throw new IllegalStateException("the value has not ended");
        }
        return finished;
    }

    @Override
    public JsonTarget beginObject() {
        open.push(new OpenObject());
        return this;
    }

    @Override
    public JsonTarget endObject() {
        return end();
    }

    @Override
    public JsonTarget beginArray() {
        open.push(new OpenArray(new ArrayList<>()));
        return this;
    }

    @Override
    public JsonTarget endArray() {
        return end();
    }

    @Override
    public JsonTarget name(String plain) {
        if (!(open.peek() instanceof OpenObject object)) {
            throw new IllegalStateException("a name outside of an object: " + plain);
        }
        object.name = plain;
        return this;
    }

    @Override
    public JsonTarget text(@Nullable String value) {
        return add(JsonValue.of(value));
    }

    @Override
    public JsonTarget whole(long value) {
        return add(JsonValue.of(value));
    }

    @Override
    public JsonTarget number(double value) {
        return add(Double.isNaN(value) ? JsonValue.NULL : JsonValue.of(value));
    }

    @Override
    public JsonTarget truth(boolean value) {
        return add(JsonValue.of(value));
    }

    @Override
    public JsonTarget nothing() {
        return add(JsonValue.NULL);
    }

    @Override
    public JsonTarget tree(@Nullable JsonValue value) {
        return add(value == null ? JsonValue.NULL : value);
    }

    private JsonTarget end() {
        return add(
                switch (open.pop()) {
                    case OpenObject object -> new JsonObject(object.members);
                    case OpenArray(List<JsonValue> items) -> new JsonArray(items);
                });
    }

    private JsonTarget add(JsonValue value) {
        switch (open.peek()) {
            case null -> finished = value;
            case OpenObject object -> object.members.put(object.name, value);
            case OpenArray(List<JsonValue> items) -> items.add(value);
        }
        return this;
    }
}
