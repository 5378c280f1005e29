package dev.guidellm.config;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads a configuration object into its record: chooses the record by `kind`, converts and checks every key, and
/// reports everything that is wrong at once, with the messages and paths of the original.
public final class ConfigReader {
    private final ValueReader values;

    /// A reader whose computed defaults come from `settings`.
    public ConfigReader(Settings settings) {
        this.values = new ValueReader(this, settings);
    }

    /// The record of `type` (a record or a sealed family) that `value` describes.
    ///
    /// @param path where `value` stands, for messages; may be empty
    /// @throws ConfigException with all problems
    public <T> T read(Class<T> type, JsonValue value, String path) {
        List<ConfigProblem> problems = new ArrayList<>();
        Object read = object(type, value, new Place(path, path), problems);
        if (read == null || !problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return type.cast(read);
    }

    /// A record or null; null comes with at least one problem added.
    @Nullable
    Object object(Class<?> type, JsonValue value, Place at, List<ConfigProblem> problems) {
        if (!(value instanceof JsonObject object)) {
            problems.add(at.problem("Input should be a valid dictionary or object to extract fields from"));
            return null;
        }
        if (type.isRecord()) {
            return record(RecordShape.of(type), object, null, at, problems);
        }
        SequencedMap<String, Class<?>> kinds = Kinds.records(type);
        JsonValue kind = object.get("kind");
        if (kind == null) {
            problems.add(at.problem("Unable to extract tag using discriminator 'kind'"));
            return null;
        }
        Class<?> chosen = kind instanceof JsonString(String name) ? kinds.get(name) : null;
        if (chosen == null) {
            List<String> quoted =
                    kinds.keySet().stream().map(k -> "'" + k + "'").toList();
            ConfigProblem problem = at.problem("Input tag '" + PythonText.str(kind)
                    + "' found using 'kind' does not match any of the expected tags: " + String.join(", ", quoted));
            problems.add(suggest(problem, PythonText.str(kind), kinds.keySet()));
            return null;
        }
        String name = PythonText.str(kind);
        return record(RecordShape.of(chosen), object, name, at.kind(name), problems);
    }

    private @Nullable Object record(
            RecordShape shape, JsonObject in, @Nullable String kind, Place at, List<ConfigProblem> problems) {
        int before = problems.size();
        Set<String> used = new HashSet<>();
        if (kind != null) {
            used.add("kind");
        }
        @Nullable Object[] read = components(shape, in, new Naming("", Map.of(), false), used, kind, at, problems);
        if (!shape.ignoresUnknown() && shape.slots().stream().noneMatch(RecordShape.Slot::others)) {
            for (String key : in.members().keySet()) {
                if (!used.contains(key)) {
                    ConfigProblem problem = at.key(key).problem("Extra inputs are not permitted");
                    problems.add(suggest(problem, key, shape.keys("")));
                }
            }
        }
        return problems.size() > before ? null : create(shape, read, at, problems);
    }

    /// How the keys of an inlined record are named.
    ///
    /// @param prefix stands before each key
    /// @param defaults other defaults than the record's own, by key
    /// @param firstRequired whether its first key must be given
    private record Naming(String prefix, Map<String, String> defaults, boolean firstRequired) {}

    private @Nullable Object[] components(
            RecordShape shape,
            JsonObject in,
            Naming naming,
            Set<String> used,
            @Nullable String kind,
            Place at,
            List<ConfigProblem> problems) {
        List<RecordShape.Slot> slots = shape.slots();
        @Nullable Object[] read = new Object[slots.size()];
        for (int i = 0; i < read.length; i++) {
            RecordShape.Slot slot = slots.get(i);
            Inline inline = slot.inline();
            if (slot.kind() && kind != null) {
                read[i] = kind;
            } else if (inline != null) {
                RecordShape inner = RecordShape.of(slot.rawType());
                int before = problems.size();
                Naming innerNaming = new Naming(naming.prefix() + inline.prefix(), defaults(inline), slot.required());
                @Nullable Object[] parts = components(inner, in, innerNaming, used, null, at, problems);
                read[i] = problems.size() > before ? null : create(inner, parts, at, problems);
            } else if (slot.others()) {
                read[i] = others(in, shape.keys(naming.prefix()));
            } else {
                boolean wanted = naming.firstRequired() && i == 0;
                Presence presence = new Presence(slot.mustBeGiven() || wanted, slot.nullable() && !wanted);
                read[i] = component(slot, in, naming, presence, used, at, problems);
            }
        }
        return read;
    }

    /// Whether a key must be given, and whether null is a value of it.
    private record Presence(boolean required, boolean nullable) {}

    private @Nullable Object component(
            RecordShape.Slot slot,
            JsonObject in,
            Naming naming,
            Presence presence,
            Set<String> used,
            Place at,
            List<ConfigProblem> problems) {
        String name = naming.prefix() + slot.keys().getFirst();
        String given = name;
        JsonValue value = null;
        for (String key : slot.keys()) {
            value = in.get(naming.prefix() + key);
            if (value != null) {
                given = naming.prefix() + key;
                used.add(given);
                break;
            }
        }
        Place place = at.key(given);
        if (value == null && slot.prepare() != null) {
            JsonObject standIn = Preparation.standIn(slot.prepare().value(), in);
            if (standIn != null) {
                used.add("path");
                value = standIn;
            }
        }
        if (value == null) {
            if (presence.required()) {
                problems.add(place.problem("Field required"));
                return null;
            }
            Object computed = slot.computed() == null ? null : values.computed(slot.computed(), slot, place, problems);
            if (computed != null) {
                return computed;
            }
            value = defaultValue(slot, naming.defaults().get(name));
        }
        if (value instanceof JsonNull && presence.nullable()) {
            return null;
        }
        JsonValue prepared = value;
        if (slot.prepare() != null) {
            try {
                prepared = Preparation.apply(slot.prepare().value(), value, name, in);
            } catch (ConfigException e) {
                values.report(e, place, problems);
                return null;
            }
            if (prepared instanceof JsonNull && presence.nullable()) {
                return null;
            }
        }
        return values.read(slot.type(), prepared, slot.range(), place, problems);
    }

    private @Nullable Object create(
            RecordShape shape, @Nullable Object[] parts, Place at, List<ConfigProblem> problems) {
        try {
            return shape.create(parts);
        } catch (ConfigException e) {
            values.report(e, at, problems);
            return null;
        }
    }

    private static Map<String, String> defaults(Inline inline) {
        return Arrays.stream(inline.defaults())
                .map(text -> text.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    /// The default as a user would have written it.
    static JsonValue defaultValue(RecordShape.Slot slot, @Nullable String other) {
        String text = other != null
                ? other
                : slot.defaultValue() == null ? null : slot.defaultValue().value();
        if (text == null) {
            return JsonValue.NULL;
        }
        Class<?> type = slot.rawType();
        if (type == String.class || Enum.class.isAssignableFrom(type)) {
            return new JsonString(text);
        }
        if (type == List.class && !text.startsWith("[")) {
            return JsonValue.ofStrings(List.of(text.split(",")));
        }
        try {
            return JsonReader.read(text);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException("the default of " + slot.component() + " is not JSON: " + text, e);
        }
    }

    private static JsonObject others(JsonObject in, Collection<String> named) {
        JsonValue.ObjectBuilder rest = JsonValue.object();
        in.members().forEach((key, value) -> {
            if (!named.contains(key)) {
                rest.put(key, value);
            }
        });
        return rest.build();
    }

    private static ConfigProblem suggest(ConfigProblem problem, String given, Collection<String> names) {
        return NearestName.of(given, names)
                .map(name -> problem.withHint("Did you mean '" + name + "'?"))
                .orElse(problem);
    }

    /// The items of a list, or null with a problem added.
    static @Nullable List<JsonValue> items(JsonValue value, Place at, List<ConfigProblem> problems) {
        if (value instanceof JsonArray(List<JsonValue> items)) {
            return items;
        }
        problems.add(at.problem("Input should be a valid list"));
        return null;
    }
}
