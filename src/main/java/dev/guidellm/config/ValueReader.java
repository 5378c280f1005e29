package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads one value into the type of a record component.
final class ValueReader {
    private final ConfigReader objects;
    private final Settings settings;

    ValueReader(ConfigReader objects, Settings settings) {
        this.objects = objects;
        this.settings = settings;
    }

    /// The value, or null with at least one problem added.
    @Nullable
    Object read(Type type, JsonValue value, @Nullable Range range, Place at, List<ConfigProblem> problems) {
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == List.class
                    ? list(generic.getActualTypeArguments()[0], value, range, at, problems)
                    : map(generic.getActualTypeArguments()[1], value, at, problems);
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isRecord() && isUnion(raw)) {
            return union(raw, value, range, at, problems);
        }
        if (raw == JsonValue.class) {
            return value;
        }
        if (raw == JsonObject.class || raw == JsonArray.class) {
            if (raw.isInstance(value)) {
                return value;
            }
            String wanted = raw == JsonObject.class ? "dictionary" : "list";
            problems.add(at.problem("Input should be a valid " + wanted));
            return null;
        }
        if (raw.isRecord() || raw.isSealed()) {
            return objects.object(raw, value, at, problems);
        }
        return attempt(() -> scalar(raw, value, range), at, problems);
    }

    private static Object scalar(Class<?> type, JsonValue value, @Nullable Range range) {
        Object read;
        if (type == int.class || type == Integer.class) {
            read = Scalars.small(Scalars.whole(value), Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (type == long.class || type == Long.class) {
            read = Scalars.large(Scalars.whole(value));
        } else if (type == double.class || type == Double.class) {
            read = Scalars.real(value);
        } else if (type == Number.class) {
            read = Scalars.number(value);
        } else if (type == boolean.class || type == Boolean.class) {
            read = Scalars.truth(value);
        } else if (type == String.class) {
            read = Scalars.text(value);
        } else if (type.isEnum()) {
            read = choice(value, type);
        } else {
            throw new IllegalStateException("no reader for " + type);
        }
        if (range != null && read instanceof Number number) {
            Scalars.check(range, number);
        }
        return read;
    }

    private static <E extends Enum<E> & Choice> Object choice(JsonValue value, Class<?> type) {
        // Every enum of this package is a Choice; the raw class cannot say so.
        @SuppressWarnings("unchecked")
        Class<E> choices = (Class<E>) type;
        return Scalars.choice(value, choices);
    }

    private @Nullable Object list(
            Type item, JsonValue value, @Nullable Range range, Place at, List<ConfigProblem> problems) {
        List<JsonValue> items = ConfigReader.items(value, at, problems);
        if (items == null) {
            return null;
        }
        int before = problems.size();
        List<Object> read = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            Object one = read(item, items.get(i), range, at.index(i), problems);
            if (one != null) {
                read.add(one);
            }
        }
        if (problems.size() > before) {
            return null;
        }
        int least = range == null ? 0 : range.minSize();
        if (read.size() < least) {
            problems.add(at.problem("List should have at least " + least + (least == 1 ? " item" : " items")
                    + " after validation, not " + read.size()));
            return null;
        }
        return read;
    }

    private @Nullable Object map(Type item, JsonValue value, Place at, List<ConfigProblem> problems) {
        if (!(value instanceof JsonObject(Map<String, JsonValue> members))) {
            problems.add(at.problem("Input should be a valid dictionary"));
            return null;
        }
        Map<String, Object> read = new LinkedHashMap<>();
        members.forEach((key, member) -> {
            Object one = read(item, member, null, at.key(key), problems);
            if (one != null) {
                read.put(key, one);
            }
        });
        return read;
    }

    private static boolean isUnion(Class<?> type) {
        return type == PerBenchmark.class
                || type == Secret.class
                || type == ProxyAddress.class
                || type == MultiturnReasoning.class
                || type == BackendConfig.ValidationTarget.class
                || type == InMemoryData.Scalar.class
                || type == WarningRuleConfig.ComparedValue.class
                || type == PreprocessorConfig.ColumnNames.class;
    }

    private @Nullable Object union(
            Class<?> type, JsonValue value, @Nullable Range range, Place at, List<ConfigProblem> problems) {
        if (type == PerBenchmark.class) {
            return perBenchmark(value, range, at, problems);
        }
        if (type == Secret.class) {
            return attempt(() -> new Secret(Scalars.text(value)), at, problems);
        }
        if (type == ProxyAddress.class) {
            return attempt(() -> new ProxyAddress(Scalars.text(value)), at, problems);
        }
        if (type == MultiturnReasoning.class) {
            return reasoning(value, at, problems);
        }
        if (type == PreprocessorConfig.ColumnNames.class) {
            return columnNames(value, at, problems);
        }
        boolean allowed = switch (value) {
            case JsonString _, JsonBoolean _, JsonInteger _, JsonDouble _ ->
                type != BackendConfig.ValidationTarget.class
                        || value instanceof JsonString
                        || value instanceof JsonBoolean;
            case JsonNull _ -> type == InMemoryData.Scalar.class;
            case JsonObject _ -> type == BackendConfig.ValidationTarget.class;
            default -> false;
        };
        if (type == BackendConfig.ValidationTarget.class) {
            if (!allowed) {
                problems.add(at.key("bool").problem("Input should be a valid boolean"));
                problems.add(at.key("str").problem("Input should be a valid string"));
                problems.add(at.key("dict[str,any]").problem("Input should be a valid dictionary"));
                return null;
            }
            return new BackendConfig.ValidationTarget(value);
        }
        if (!allowed) {
            boolean comparing = type == WarningRuleConfig.ComparedValue.class;
            problems.add(at.key("str").problem("Input should be a valid string"));
            if (comparing) {
                problems.add(at.key("float").problem("Input should be a valid number"));
            }
            problems.add(at.key("int").problem("Input should be a valid integer"));
            if (!comparing) {
                problems.add(at.key("float").problem("Input should be a valid number"));
            }
            problems.add(at.key("bool").problem("Input should be a valid boolean"));
            return null;
        }
        return type == InMemoryData.Scalar.class
                ? new InMemoryData.Scalar(value)
                : new WarningRuleConfig.ComparedValue(value);
    }

    private @Nullable Object perBenchmark(
            JsonValue value, @Nullable Range range, Place at, List<ConfigProblem> problems) {
        int before = problems.size();
        List<Number> read = new ArrayList<>();
        if (value instanceof JsonArray(List<JsonValue> items)) {
            if (items.isEmpty()) {
                problems.add(at.problem("List should have at least 1 item after validation, not 0"));
                return null;
            }
            for (int i = 0; i < items.size(); i++) {
                if (read(Number.class, items.get(i), range, at.index(i), problems) instanceof Number number) {
                    read.add(number);
                }
            }
        } else if (read(Number.class, value, range, at, problems) instanceof Number number) {
            read.add(number);
        } else {
            problems.add(at.problem("Input should be a valid list"));
        }
        return problems.size() > before ? null : new PerBenchmark(read);
    }

    private @Nullable Object reasoning(JsonValue value, Place at, List<ConfigProblem> problems) {
        return switch (value) {
            case JsonBoolean(boolean enabled) -> new MultiturnReasoning(enabled, null);
            case JsonString(String text) -> attempt(() -> new MultiturnReasoning(true, text), at, problems);
            case JsonInteger _, JsonDouble _ ->
                attempt(() -> new MultiturnReasoning(Scalars.truth(value), null), at, problems);
            default -> {
                problems.add(at.key("bool").problem("Input should be a valid boolean"));
                problems.add(at.key("str").problem("Input should be a valid string"));
                yield null;
            }
        };
    }

    private static PreprocessorConfig.@Nullable ColumnNames columnNames(
            JsonValue value, Place at, List<ConfigProblem> problems) {
        if (value instanceof JsonString(String name)) {
            return new PreprocessorConfig.ColumnNames(List.of(name), true);
        }
        if (value instanceof JsonArray(List<JsonValue> items)) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < items.size(); i++) {
                if (items.get(i) instanceof JsonString(String name)) {
                    names.add(name);
                } else {
                    problems.add(at.key("list[str]").index(i).problem("Input should be a valid string"));
                }
            }
            return names.size() == items.size() ? new PreprocessorConfig.ColumnNames(names, false) : null;
        }
        problems.add(at.key("str").problem("Input should be a valid string"));
        problems.add(at.key("list[str]").problem("Input should be a valid list"));
        return null;
    }

    /// The default that comes from the settings, or null when the component takes its own.
    @Nullable
    Object computed(Computed computed, RecordShape.Slot slot, Place at, List<ConfigProblem> problems) {
        return switch (computed.value()) {
            case RESULTS_DIR -> settings.resultsFile(computed.file());
            case ERROR_WINDOW -> read(slot.type(), JsonValue.of(settings.errorWindow()), slot.range(), at, problems);
            case ERROR_MINIMUM -> read(slot.type(), JsonValue.of(settings.errorMinimum()), slot.range(), at, problems);
            case WARNING_RULES -> WarningRuleConfig.DEFAULTS;
            case ENCODE_MEDIA -> read(slot.type(), new JsonArray(List.of(kind("encode_media"))), null, at, problems);
            case JSON_AND_CSV ->
                read(slot.type(), new JsonArray(List.of(kind("json"), kind("csv"))), null, at, problems);
        };
    }

    private static JsonObject kind(String name) {
        return JsonValue.object().put("kind", name).build();
    }

    private @Nullable Object attempt(Supplier<Object> reading, Place at, List<ConfigProblem> problems) {
        try {
            return reading.get();
        } catch (ConfigException e) {
            report(e, at, problems);
            return null;
        }
    }

    /// Adds the problems of a broken rule, their paths set below `at`.
    void report(ConfigException broken, Place at, List<ConfigProblem> problems) {
        for (ConfigProblem problem : broken.problems()) {
            problems.add(new ConfigProblem(
                    Place.join(at.shown(), problem.path()),
                    Place.join(at.document(), problem.documentPath()),
                    problem.message(),
                    problem.hint()));
        }
    }
}
