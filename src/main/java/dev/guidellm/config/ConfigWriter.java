package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.redaction.Redaction;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes configuration records as objects with every key, defaults included, in the specified order. What must not be
/// shown is taken out by [Redaction], also of what the user wrote freely.
public final class ConfigWriter {
    private ConfigWriter() {}

    /// The document that describes a run: `metadata`, `spec` and `benchmarks` as configured.
    public static JsonObject document(BenchmarkSpec spec) {
        return JsonValue.object()
                .put("metadata", write(spec.metadata()))
                .put("spec", write(spec.configured()))
                .put("benchmarks", Redaction.value(new JsonArray(spec.benchmarks())))
                .build();
    }

    /// The object that describes a configuration record.
    public static JsonObject write(Record record) {
        return Redaction.object(members(record));
    }

    private static JsonObject members(Record record) {
        JsonValue.ObjectBuilder out = JsonValue.object();
        if (record instanceof Kinded kinded) {
            out.put("kind", kinded.kind());
        }
        components(record, "", out);
        return out.build();
    }

    private static void components(Record record, String prefix, JsonValue.ObjectBuilder out) {
        for (RecordShape.Slot slot : RecordShape.of(record.getClass()).slots()) {
            Object value = slot.read(record);
            if (slot.inline() != null && value instanceof Record inner) {
                components(inner, prefix + slot.inline().prefix(), out);
            } else if (slot.others() && value instanceof JsonObject others) {
                out.putAll(others);
            } else if (slot.written() && !slot.kind()) {
                out.put(prefix + slot.keys().getFirst(), value(value));
            }
        }
    }

    private static JsonValue value(@Nullable Object value) {
        return switch (value) {
            case null -> JsonValue.NULL;
            case JsonValue json -> json;
            case String text -> new JsonString(text);
            case Boolean truth -> JsonValue.of(truth.booleanValue());
            case Number number -> JsonValue.ofNumber(number);
            case Choice choice -> new JsonString(choice.text());
            case Secret _ -> new JsonString(Secret.MASK);
            case ProxyAddress proxy -> new JsonString(proxy.shown());
            case PerBenchmark(List<Number> values) when values.size() == 1 -> JsonValue.ofNumber(values.getFirst());
            case PerBenchmark(List<Number> values) -> value(values);
            case MultiturnReasoning(boolean enabled, String template) ->
                template == null ? JsonValue.of(enabled) : new JsonString(template);
            case BackendConfig.ValidationTarget(JsonValue json) -> json;
            case InMemoryData.Scalar(JsonValue json) -> json;
            case WarningRuleConfig.ComparedValue(JsonValue json) -> json;
            case PreprocessorConfig.ColumnNames(List<String> names, boolean single) ->
                single ? new JsonString(names.getFirst()) : JsonValue.ofStrings(names);
            case Record record -> members(record);
            case List<?> list ->
                new JsonArray(list.stream().map(ConfigWriter::value).toList());
            case Map<?, ?> map -> {
                JsonValue.ObjectBuilder out = JsonValue.object();
                map.forEach((key, member) -> out.put((String) key, value(member)));
                yield out.build();
            }
            default -> throw new IllegalStateException("no text for " + value.getClass());
        };
    }
}
