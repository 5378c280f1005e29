package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// `docs/reference/kinds.md` is made from the records; `-Dcases.update=true` writes it anew.
class KindsReferenceTest {
    private static final Path FILE = Path.of("docs/reference/kinds.md");

    private final StringBuilder out = new StringBuilder();
    private final Set<Class<?>> nested = new LinkedHashSet<>();

    @Test
    void theReferenceIsThatOfTheRecords() throws IOException {
        String made = make();
        if (Boolean.getBoolean("cases.update")) {
            Files.writeString(FILE, made);
        }
        assertThat(Files.readString(FILE))
                .as("docs/reference/kinds.md; write it anew with -Dcases.update=true")
                .isEqualTo(made);
    }

    private String make() {
        out.append(
                "# Kinds and their keys\n\nMade from the records in `dev.guidellm.config`; do not edit by hand.\n\n");
        out.append("Numbers may be written as text, whole numbers as `8.0`; unknown keys are refused.\n");
        Map<String, Class<?>> families = new LinkedHashMap<>();
        families.put("--backend", BackendConfig.class);
        families.put("--profile", ProfileConfig.class);
        families.put("--constraint", ConstraintConfig.class);
        families.put("--tokenizer", TokenizerConfig.class);
        families.put("--data", DataConfig.class);
        families.put("--data-column-mapper, --data-preprocessor", PreprocessorConfig.class);
        families.put("--data-finalizer", FinalizerConfig.class);
        families.put("--data-loader", DataLoaderConfig.class);
        families.put("--seed", SeedConfig.class);
        families.put("--output", OutputConfig.class);
        families.put("--metrics", MetricsConfig.class);
        families.put("compare --output", ComparisonOutput.class);
        families.put("preprocess dataset --strategy", PreprocessStrategyConfig.class);
        families.forEach((option, family) -> {
            out.append("\n## ").append(option).append('\n');
            Kinds.records(family).values().stream().distinct().forEach(this::kind);
        });
        Set<Class<?>> done = new LinkedHashSet<>();
        out.append("\n## Nested objects\n");
        while (!done.containsAll(nested)) {
            for (Class<?> type : List.copyOf(nested)) {
                if (done.add(type)) {
                    out.append("\n### ").append(type.getSimpleName()).append("\n\n");
                    if (type.isAnnotationPresent(IgnoreUnknown.class)) {
                        out.append("Unknown keys are ignored.\n\n");
                    }
                    table(RecordShape.of(type));
                }
            }
        }
        return out.toString();
    }

    private void kind(Class<?> type) {
        Kind kind = type.getAnnotation(Kind.class);
        out.append("\n### kind=").append(String.join(", kind=", kind.value())).append("\n\n");
        table(RecordShape.of(type));
    }

    private void table(RecordShape shape) {
        StringBuilder rows = new StringBuilder();
        rows(shape, "", Map.of(), false, rows);
        out.append(rows.isEmpty() ? "No keys.\n" : "| key | value | default |\n|---|---|---|\n" + rows);
    }

    private void rows(
            RecordShape shape, String prefix, Map<String, String> defaults, boolean firstRequired, StringBuilder rows) {
        boolean first = true;
        for (RecordShape.Slot slot : shape.slots()) {
            Inline inline = slot.inline();
            if (inline != null) {
                Map<String, String> others = new LinkedHashMap<>();
                for (String pair : inline.defaults()) {
                    others.put(pair.split("=", 2)[0], pair.split("=", 2)[1]);
                }
                rows(RecordShape.of(slot.rawType()), prefix + inline.prefix(), others, slot.required(), rows);
            } else if (slot.others()) {
                rows.append("| any other | kept as it is | |\n");
            } else if (!slot.kind() || shape.type().getAnnotation(Kind.class) == null) {
                String keys =
                        slot.keys().stream().map(k -> "`" + prefix + k + "`").collect(Collectors.joining(", "));
                String other = defaults.get(prefix + slot.keys().getFirst());
                rows.append("| ").append(keys);
                rows.append(" | ").append(value(slot));
                rows.append(" | ")
                        .append(defaultOf(slot, other, firstRequired && first))
                        .append(" |\n");
            }
            first = false;
        }
    }

    private String defaultOf(RecordShape.Slot slot, @Nullable String other, boolean required) {
        if (required || slot.mustBeGiven()) {
            return "**required**";
        }
        Computed computed = slot.computed();
        if (computed != null) {
            return switch (computed.value()) {
                case RESULTS_DIR -> "`" + computed.file() + "` in `GUIDELLM__DEFAULT_RESULTS_DIR`";
                case ERROR_WINDOW -> "`GUIDELLM__CONSTRAINT_ERROR_WINDOW_SIZE`";
                case ERROR_MINIMUM -> "`GUIDELLM__CONSTRAINT_ERROR_MIN_PROCESSED`";
                case WARNING_RULES ->
                    WarningRuleConfig.DEFAULTS.stream()
                            .map(rule -> "`" + rule.code() + "`")
                            .collect(Collectors.joining(", "));
                case ENCODE_MEDIA -> "`encode_media`";
                case JSON_AND_CSV -> "`json`, `csv`";
            };
        }
        String text = other != null
                ? other
                : slot.defaultValue() == null ? "null" : slot.defaultValue().value();
        return text.isEmpty() ? "empty" : "`" + text.replace("|", "\\|") + "`";
    }

    private String value(RecordShape.Slot slot) {
        StringBuilder text = new StringBuilder(type(slot.type()));
        Range range = slot.range();
        if (range != null) {
            bound(text, " above ", range.above());
            bound(text, " at least ", range.atLeast());
            bound(text, " below ", range.below());
            bound(text, " at most ", range.atMost());
            if (range.minSize() > 0) {
                text.append(", ").append(range.minSize()).append(" or more entries");
            }
        }
        if (slot.prepare() != null) {
            text.append(
                    switch (slot.prepare().value()) {
                        case NUMBER_LIST, STREAM_LIST -> ", or one number, or JSON text of either";
                        case TURN_LIST -> ", or how many of the first turns, or -1 for all, or JSON text";
                        case PHASE -> ", or a share below 1, or a number of seconds or requests";
                        case TOOL_LIST -> ", or JSON text of it";
                        case ESCAPES -> " with escapes such as `\\n`";
                        case TRACE_SOURCE -> "";
                    });
        }
        return text + (slot.nullable() ? ", or null" : "");
    }

    private static void bound(StringBuilder text, String words, double bound) {
        if (!Double.isNaN(bound)) {
            boolean whole = bound == Math.rint(bound);
            text.append(words).append(whole ? String.valueOf((long) bound) : String.valueOf(bound));
        }
    }

    private String type(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return generic.getRawType() == List.class
                    ? "list of " + type(arguments[0])
                    : "object of " + type(arguments[1]);
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isEnum()) {
            return List.of(raw.getEnumConstants()).stream()
                    .map(constant -> "`" + ((Choice) constant).text() + "`")
                    .collect(Collectors.joining(", "));
        }
        return switch (raw.getSimpleName()) {
            case "int", "Integer", "long" -> "whole number";
            case "double", "Double", "Number" -> "number";
            case "boolean", "Boolean" -> "true or false";
            case "String" -> "text";
            case "Secret" -> "text, never shown";
            case "ProxyAddress" -> "address, user and password never shown";
            case "JsonObject" -> "object";
            case "JsonArray" -> "list";
            case "JsonValue" -> "anything";
            case "PerBenchmark" -> "number, or a list with one per benchmark,";
            case "MultiturnReasoning" -> "true, false, or a text that contains `{reasoning}`";
            case "ValidationTarget" -> "true or false, text, or object";
            case "Scalar", "ComparedValue" -> "text, number, or truth value";
            case "ColumnNames" -> "column name or list of them";
            default -> {
                if (raw.isRecord()) {
                    nested.add(raw);
                    yield "[" + raw.getSimpleName() + "](#"
                            + raw.getSimpleName().toLowerCase(Locale.ROOT) + ")";
                }
                yield "object with a `kind`";
            }
        };
    }
}
