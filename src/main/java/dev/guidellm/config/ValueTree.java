package dev.guidellm.config;

import dev.guidellm.config.KeyPath.Item;
import dev.guidellm.config.KeyPath.Member;
import dev.guidellm.config.KeyPath.Step;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A mapping under construction: values are put at [KeyPath]s, and the mappings and lists on the way come into
/// being.
///
/// Not safe for use by several threads.
public final class ValueTree {
    private final Branch root;

    /// An empty mapping.
    public ValueTree() {
        root = new Branch();
    }

    /// A mapping that starts as a copy of `start`.
    public ValueTree(JsonObject start) {
        root = new Branch();
        start.members().forEach((key, value) -> root.members.put(key, node(value)));
    }

    /// Puts a value where there must be none yet. Throws [IllegalArgumentException] when there is one, or when the
    /// way leads through something that is no mapping or list.
    public void add(KeyPath path, JsonValue value) {
        put(path, value, false);
    }

    /// Puts a value in place of whatever is there; what stands in the way is replaced, too.
    public void set(KeyPath path, JsonValue value) {
        put(path, value, true);
    }

    /// The mapping so far; gaps in lists are null.
    public JsonObject toValue() {
        return (JsonObject) value(root);
    }

    private void put(KeyPath path, JsonValue value, boolean overwrite) {
        Node at = root;
        int last = path.steps().size() - 1;
        for (int i = 0; i < last; i++) {
            Node next = child(at, path.steps().get(i));
            boolean listNeeded = path.steps().get(i + 1) instanceof Item;
            boolean fits = listNeeded ? next instanceof Row : next instanceof Branch;
            if (!fits) {
                if (!(next instanceof Gap) && !overwrite) {
                    throw new IllegalArgumentException("Cannot overwrite existing "
                            + (listNeeded ? "non-list" : "non-dict") + " value at '" + path.prefix(i + 1) + "' with "
                            + (listNeeded ? "list" : "dict"));
                }
                next = listNeeded ? new Row() : new Branch();
                replace(at, path.steps().get(i), next);
            }
            at = next;
        }
        Step step = path.steps().get(last);
        if (!overwrite && !(child(at, step) instanceof Gap)) {
            throw new IllegalArgumentException("Cannot overwrite existing value at '" + path + "'");
        }
        replace(at, step, node(value));
    }

    private static Node child(Node parent, Step step) {
        if (step instanceof Member(String key) && parent instanceof Branch branch) {
            return branch.members.getOrDefault(key, Gap.GAP);
        }
        if (step instanceof Item(int index) && parent instanceof Row row) {
            return index < row.items.size() ? row.items.get(index) : Gap.GAP;
        }
        throw new IllegalStateException("a step that does not fit its parent");
    }

    private static void replace(Node parent, Step step, Node node) {
        if (step instanceof Member(String key) && parent instanceof Branch branch) {
            branch.members.put(key, node);
        } else if (step instanceof Item(int index) && parent instanceof Row row) {
            while (row.items.size() <= index) {
                row.items.add(Gap.GAP);
            }
            row.items.set(index, node);
        }
    }

    private static Node node(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                Branch branch = new Branch();
                object.members().forEach((key, item) -> branch.members.put(key, node(item)));
                yield branch;
            }
            case JsonArray array -> {
                Row row = new Row();
                array.items().forEach(item -> row.items.add(node(item)));
                yield row;
            }
            default -> new Leaf(value);
        };
    }

    private static JsonValue value(Node node) {
        return switch (node) {
            case Branch branch -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                branch.members.forEach((key, item) -> members.put(key, value(item)));
                yield new JsonObject(members);
            }
            case Row row ->
                new JsonArray(row.items.stream().map(ValueTree::value).toList());
            case Leaf(JsonValue value) -> value;
            case Gap _ -> new JsonNull();
        };
    }

    private sealed interface Node {}

    private static final class Branch implements Node {
        private final Map<String, Node> members = new LinkedHashMap<>();
    }

    private static final class Row implements Node {
        private final List<Node> items = new ArrayList<>();
    }

    private record Leaf(JsonValue value) implements Node {}

    /// Nothing was put here yet; unlike a null that somebody put.
    private enum Gap implements Node {
        GAP
    }
}
