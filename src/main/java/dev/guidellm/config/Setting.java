package dev.guidellm.config;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The settings that come from variables `GUIDELLM__NAME`, in the order in which `guidellm env` prints them.
public enum Setting {
    /// Kept for the original's sake.
    DEFAULT_ASYNC_LOOP_SLEEP(Shape.REAL, "0.0001", false),
    /// Least level of log lines on standard error.
    LOGGING__CONSOLE_LOG_LEVEL(Shape.LEVEL, "\"INFO\"", true),
    /// Whether log lines are coloured.
    LOGGING__CONSOLE_COLORIZE(Shape.AUTO_OR_TRUTH, "\"auto\"", true),
    /// Where log lines also go when a level is set for the file.
    LOGGING__LOG_FILE(Shape.TEXT, "\"guidellm.log\"", true),
    /// Least level of log lines in the file, null for no file.
    LOGGING__LOG_FILE_LEVEL(Shape.OPTIONAL_LEVEL, "null", true),
    /// Kept for the original's sake.
    DEFAULT_SWEEP_NUMBER(Shape.WHOLE, "10", false),
    /// How the original starts its worker processes.
    MP_CONTEXT_TYPE(Shape.CHOICE, "\"spawn\"", false, "spawn", "forkserver"),
    /// How the original hands objects to its worker processes.
    MP_SERIALIZATION(Shape.CHOICE, "\"dict\"", false, "dict", "sequence"),
    /// How the original codes them.
    MP_ENCODING(Shape.CHOICES, "[\"msgspec\",\"msgpack\",null]", false, "msgpack", "msgspec"),
    /// How the original talks to its worker processes.
    MP_MESSAGING_OBJECT(Shape.REQUIRED_CHOICE, "\"queue\"", false, "queue", "manager_queue", "pipe"),
    /// Requests that the original keeps ready per worker process.
    MP_REQUESTS_SEND_BUFFER_SIZE(Shape.WHOLE, "1", false),
    /// How often the original's worker processes look for work.
    MP_POLL_INTERVAL(Shape.REAL, "0.1", false),
    /// Room for waiting requests in the original.
    MP_MAX_PENDING_BUFFER_PERCENT(Shape.REAL, "0.5", false),
    /// Room for requests per worker process in the original.
    MP_MAX_WORKER_BUFFER_PERCENT(Shape.REAL, "0.2", false),
    /// Most requests in flight when nothing else limits them.
    MAX_CONCURRENCY(Shape.WHOLE, "10240", true),
    /// Worker processes of the original.
    MAX_WORKER_PROCESSES(Shape.WHOLE, "10", false),
    /// Seconds that the original waits for its worker processes.
    SCHEDULER_START_DELAY_NON_DISTRIBUTED(Shape.REAL, "1.0", false),
    /// Default `window` of the constraint `max_error_rate`.
    CONSTRAINT_ERROR_WINDOW_SIZE(Shape.REAL, "30.0", true),
    /// Default `minimum` of the constraint `max_global_error_rate`.
    CONSTRAINT_ERROR_MIN_PROCESSED(Shape.REAL, "30.0", true),
    /// Column names that hold the prompt.
    DATASET__PREFERRED_DATA_COLUMNS(
            Shape.TEXTS,
            "[\"prompt\",\"instruction\",\"input\",\"inputs\",\"question\",\"context\",\"text\",\"content\",\"body\",\"data\"]",
            false),
    /// Split names, most wanted first.
    DATASET__PREFERRED_DATA_SPLITS(Shape.TEXTS, "[\"test\",\"tst\",\"validation\",\"val\",\"train\"]", false),
    /// What a made-up tool answers.
    DEFAULT_SYNTHETIC_TOOL_RESPONSE(Shape.TEXT, "\"{\\\"status\\\": \\\"ok\\\"}\"", true),
    /// Folder of the output files that have no path; null stands for the working directory.
    DEFAULT_RESULTS_DIR(Shape.TEXT, "null", true),
    /// Kept for the original's sake.
    TABLE_BORDER_CHAR(Shape.TEXT, "\"=\"", false),
    /// Kept for the original's sake.
    TABLE_HEADERS_BORDER_CHAR(Shape.TEXT, "\"-\"", false),
    /// Kept for the original's sake.
    TABLE_COLUMN_SEPARATOR_CHAR(Shape.TEXT, "\"|\"", false),
    /// Ours: how long before a due time the thread that keeps the timetable spins instead of sleeping: `auto`, true,
    /// false, or microseconds.
    DISPATCH_SPIN(Shape.SPIN, "\"auto\"", true);

    /// What every variable starts with.
    public static final String PREFIX = "GUIDELLM__";

    private static final int MOST_SPIN_MICROS = 1_000_000;

    private static final List<String> LEVELS =
            List.of("TRACE", "DEBUG", "INFO", "SUCCESS", "WARNING", "ERROR", "CRITICAL");

    private final Shape shape;
    private final String defaultJson;
    private final boolean used;
    private final String choices;

    Setting(Shape shape, String defaultJson, boolean used, String... choices) {
        this.shape = shape;
        this.defaultJson = defaultJson;
        this.used = used;
        this.choices = String.join(",", choices);
    }

    /// What a setting's text may be.
    private enum Shape {
        TEXT,
        LEVEL,
        OPTIONAL_LEVEL,
        WHOLE,
        REAL,
        AUTO_OR_TRUTH,
        SPIN,
        CHOICE,
        REQUIRED_CHOICE,
        CHOICES,
        TEXTS
    }

    /// The name of the variable.
    public String variable() {
        return PREFIX + name();
    }

    /// Whether the setting changes anything in this program.
    public boolean hasEffect() {
        return used;
    }

    /// The value when nothing is said.
    JsonValue defaultValue() {
        try {
            return JsonReader.read(defaultJson);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException("the default of " + this + " is not JSON", e);
        }
    }

    /// Checks a value: text from a variable, or any value from a JSON group.
    JsonValue read(JsonValue value) {
        return switch (shape) {
            case TEXT -> new JsonString(Scalars.text(value));
            case LEVEL -> level(value);
            case OPTIONAL_LEVEL ->
                value instanceof JsonNull || value.equals(new JsonString("")) ? JsonValue.NULL : level(value);
            case WHOLE -> JsonValue.of(Scalars.large(Scalars.whole(value)));
            case REAL -> JsonValue.of(Scalars.real(value));
            case AUTO_OR_TRUTH ->
                value instanceof JsonString(String text) && text.equals("auto")
                        ? value
                        : JsonValue.of(Scalars.truth(value));
            case SPIN -> spin(value);
            case CHOICE -> value instanceof JsonNull || isNone(value) ? JsonValue.NULL : choice(value);
            case REQUIRED_CHOICE -> choice(value);
            case CHOICES -> choiceOrList(value);
            case TEXTS -> texts(value);
        };
    }

    private static JsonValue level(JsonValue value) {
        String name = Scalars.text(value);
        if (!LEVELS.contains(name.toUpperCase(Locale.ROOT))) {
            throw new ConfigException(
                    "", "Level '" + name + "' does not exist, use one of " + String.join(", ", LEVELS));
        }
        return value;
    }

    private static JsonValue spin(JsonValue value) {
        if (value instanceof JsonString(String text) && text.equals("auto")) {
            return value;
        }
        boolean number = value instanceof JsonValue.JsonInteger
                || (value instanceof JsonString(String digits) && digits.matches("[0-9]+"));
        try {
            return number
                    ? JsonValue.of(Scalars.small(Scalars.whole(value), 0, MOST_SPIN_MICROS))
                    : JsonValue.of(Scalars.truth(value));
        } catch (ConfigException _) {
            throw new ConfigException(
                    "", "Input should be auto, true, false or microseconds from 0 to " + MOST_SPIN_MICROS);
        }
    }

    private static boolean isNone(JsonValue value) {
        return value instanceof JsonString(String text) && text.equals("null");
    }

    private JsonValue choice(JsonValue value) {
        List<String> allowed = List.of(choices.split(","));
        if (value instanceof JsonString(String text) && allowed.contains(text)) {
            return value;
        }
        List<String> quoted = allowed.stream().map(c -> "'" + c + "'").toList();
        String last = quoted.getLast();
        throw new ConfigException(
                "", "Input should be " + String.join(", ", quoted.subList(0, quoted.size() - 1)) + " or " + last);
    }

    private JsonValue choiceOrList(JsonValue value) {
        @Nullable JsonArray list = asList(value);
        if (list == null) {
            return isNone(value) || value instanceof JsonNull ? JsonValue.NULL : choice(value);
        }
        return new JsonArray(list.items().stream()
                .map(item -> item instanceof JsonNull ? item : choice(item))
                .toList());
    }

    private static JsonValue texts(JsonValue value) {
        @Nullable JsonArray list = asList(value);
        if (list == null) {
            throw new ConfigException("", "Input should be a list of texts, written as JSON");
        }
        return new JsonArray(list.items().stream()
                .map(item -> (JsonValue) new JsonString(Scalars.text(item)))
                .toList());
    }

    private static @Nullable JsonArray asList(JsonValue value) {
        if (value instanceof JsonArray list) {
            return list;
        }
        if (value instanceof JsonString(String text) && text.strip().startsWith("[")) {
            try {
                return JsonReader.read(text) instanceof JsonArray list ? list : null;
            } catch (JsonSyntaxException e) {
                throw new ConfigException("", "Input should be a list, written as JSON: " + e.getMessage());
            }
        }
        return null;
    }

    /// The value as `guidellm env` shows it.
    static String show(JsonValue value) {
        return switch (value) {
            case JsonArray(List<JsonValue> items) -> {
                StringBuilder out = new StringBuilder("[");
                for (JsonValue item : items) {
                    out.append(out.length() > 1 ? "," : "")
                            .append('"')
                            .append(PythonText.str(item))
                            .append('"');
                }
                yield items.isEmpty() ? "" : out.append(']').toString();
            }
            case JsonNull _ -> "";
            case JsonBoolean(boolean truth) -> truth ? "\"True\"" : "";
            case JsonValue.JsonInteger(var number) -> number.signum() == 0 ? "" : "\"" + number + "\"";
            case JsonValue.JsonDouble(double number) -> number == 0 ? "" : "\"" + PythonText.str(value) + "\"";
            default -> PythonText.str(value).isEmpty() ? "" : "\"" + PythonText.str(value) + "\"";
        };
    }
}
