package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The records against the original's JSON Schema of the configuration: every section, kind, key, order and
/// default.
class ConfigSchemaTest {
    private static final String FILE = "config/config.schema.json";
    private static final JsonObject SCHEMA = (JsonObject) GoldenCases.load(FILE);
    private static final JsonObject DEFINITIONS = object(SCHEMA, "$defs");

    /// Keys of ours that the original does not have, see `docs/differences.md`.
    private static final Set<String> OURS = Set.of(
            "history",
            "warm_prefixes",
            "split_agents",
            "trace_offsets",
            "prefix_cache_tokens",
            "record_token_times",
            "mean_interval",
            "early_stop",
            "spread_starts",
            "reprobe",
            "load",
            "initial_rate",
            "max_rate",
            "min_rate",
            "ttft_attainment",
            "tpot_attainment",
            "e2el_attainment",
            "repeat",
            "connection",
            "ca_file",
            "client_cert",
            "client_key",
            "client_key_password",
            "proxy",
            "uds",
            "http2_prior_knowledge",
            "http2_streams",
            "selftest",
            "columns");

    private static final Map<String, Class<?>> FAMILIES = new LinkedHashMap<>();

    static {
        FAMILIES.put("backend", BackendConfig.class);
        FAMILIES.put("profile", ProfileConfig.class);
        FAMILIES.put("constraints", ConstraintConfig.class);
        FAMILIES.put("tokenizer", TokenizerConfig.class);
        FAMILIES.put("data", DataConfig.class);
        FAMILIES.put("data_column_mapper", PreprocessorConfig.class);
        FAMILIES.put("data_preprocessors", PreprocessorConfig.class);
        FAMILIES.put("data_finalizer", FinalizerConfig.class);
        FAMILIES.put("data_loader", DataLoaderConfig.class);
        FAMILIES.put("seed", SeedConfig.class);
        FAMILIES.put("outputs", OutputConfig.class);
        FAMILIES.put("metrics", MetricsConfig.class);
    }

    /// A key of a record.
    private record Field(
            RecordShape.Slot slot,
            boolean required,
            @Nullable String otherDefault) {}

    static Stream<Arguments> kinds() {
        List<Arguments> kinds = new ArrayList<>();
        FAMILIES.forEach((field, family) -> mapping(field)
                .members()
                .forEach((kind, ref) -> kinds.add(Arguments.of(field, kind, definition(ref), family))));
        return kinds.stream();
    }

    static Stream<Arguments> nestedObjects() {
        return Stream.of(
                Arguments.of("TransientPhaseConfig", TransientPhaseConfig.class),
                Arguments.of("GenerationRequestArguments", RequestExtras.class),
                Arguments.of("GoodputSLO", SloConfig.class),
                Arguments.of("WarningRuleArgs", WarningRuleConfig.class),
                Arguments.of("MetricRef", WarningRuleConfig.MetricRef.class),
                Arguments.of("WarningCondition", WarningRuleConfig.Condition.class),
                Arguments.of("BranchSpec", SyntheticText.Branch.class),
                Arguments.of("SyntheticTextPrefixBucketConfig", SyntheticText.PrefixBucket.class));
    }

    @Test
    void theSpecHasTheOriginalsFieldsInItsOrder() {
        assertThat(fields(RunSpec.class).keySet())
                .containsExactlyElementsOf(object(object(DEFINITIONS, "BenchmarkArgs"), "properties")
                        .members()
                        .keySet())
                .containsExactlyElementsOf(FAMILIES.keySet());
    }

    @ParameterizedTest(name = "{0} kind={1}")
    @MethodSource("kinds")
    void everyKindHasTheOriginalsKeysAndDefaults(String field, String kind, JsonObject definition, Class<?> family) {
        Class<?> record = Kinds.records(family).get(kind);
        assertThat(record).as("the record of %s kind=%s", field, kind).isNotNull();
        compare(field + " " + kind, definition, Objects.requireNonNull(record));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nestedObjects")
    void everyNestedObjectHasTheOriginalsKeysAndDefaults(String definition, Class<?> record) {
        compare(definition, object(DEFINITIONS, definition), record);
    }

    @Test
    void theKindsOfOursAreTheseAndNoOthers() {
        Map<String, List<String>> known = Map.of(
                "backend", List.of("mock"),
                "data", List.of("otlp_file", "azure", "burstgpt", "sharegpt", "bailian", "aiperf_dag"),
                "profile", List.of("gamma", "stages", "timetable"),
                "outputs", List.of("junit", "jsonl"),
                "constraints", List.of("enough_samples"));
        FAMILIES.forEach((field, family) -> {
            List<String> ours = new ArrayList<>(Kinds.names(family));
            ours.removeAll(mapping(field).members().keySet());
            assertThat(ours).as(field).isEqualTo(known.getOrDefault(field, List.of()));
        });
    }

    private static void compare(String name, JsonObject definition, Class<?> record) {
        Map<String, Field> fields = fields(record);
        Map<String, JsonValue> properties =
                new LinkedHashMap<>(object(definition, "properties").members());
        // A key of ours in one kind may be the original's in another.
        fields.keySet().removeIf(key -> OURS.contains(key) && !properties.containsKey(key));
        properties.remove("kind");
        assertThat(fields.keySet()).as(name).containsExactlyElementsOf(properties.keySet());
        List<String> required = new ArrayList<>();
        if (definition.get("required") instanceof JsonArray list) {
            list.items().forEach(item -> required.add(PythonText.str(item)));
        }
        fields.forEach((key, field) -> {
            assertThat(field.required()).as("%s %s is required", name, key).isEqualTo(required.contains(key));
            JsonValue theirs = ((JsonObject) Objects.requireNonNull(properties.get(key))).get("default");
            if (theirs != null) {
                JsonValue ours = ConfigReader.defaultValue(field.slot(), field.otherDefault());
                assertThat(GoldenCases.difference(theirs, ours))
                        .as("default of %s %s", name, key)
                        .isNull();
            }
        });
    }

    private static Map<String, Field> fields(Class<?> record) {
        Map<String, Field> fields = new LinkedHashMap<>();
        collect(RecordShape.of(record), "", Map.of(), false, fields);
        return fields;
    }

    private static void collect(
            RecordShape shape,
            String prefix,
            Map<String, String> defaults,
            boolean firstRequired,
            Map<String, Field> fields) {
        boolean first = true;
        for (RecordShape.Slot slot : shape.slots()) {
            Inline inline = slot.inline();
            if (inline != null) {
                Map<String, String> others = new LinkedHashMap<>();
                for (String pair : inline.defaults()) {
                    others.put(pair.split("=", 2)[0], pair.split("=", 2)[1]);
                }
                collect(RecordShape.of(slot.rawType()), prefix + inline.prefix(), others, slot.required(), fields);
            } else if (!slot.kind() && !slot.others()) {
                String key = prefix + slot.keys().getFirst();
                boolean required = slot.mustBeGiven() || (firstRequired && first);
                fields.put(key, new Field(slot, required, defaults.get(key)));
            }
            first = false;
        }
    }

    private static JsonObject mapping(String field) {
        JsonObject property = object(object(object(DEFINITIONS, "BenchmarkArgs"), "properties"), field);
        JsonObject union = property.get("items") instanceof JsonObject items ? items : property;
        return object(object(union, "discriminator"), "mapping");
    }

    private static JsonObject definition(JsonValue reference) {
        String text = PythonText.str(reference);
        return object(DEFINITIONS, text.substring(text.lastIndexOf('/') + 1));
    }

    private static JsonObject object(JsonObject parent, String key) {
        return (JsonObject) Objects.requireNonNull(parent.get(key), key);
    }
}
