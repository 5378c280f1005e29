package dev.guidellm.config;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The settings of the program, from variables `GUIDELLM__NAME` and a `.env` file. The environment wins over the file.
public final class Settings {
    private static final List<String> GROUPS = List.of("LOGGING", "DATASET");

    private static final Duration USUAL_SPIN = Duration.of(100, ChronoUnit.MICROS);

    private final Map<Setting, JsonValue> given;
    private final Path workingDirectory;

    private Settings(Map<Setting, JsonValue> given, Path workingDirectory) {
        this.given = given;
        this.workingDirectory = workingDirectory;
    }

    /// The settings that hold when nothing is said.
    public static Settings defaults(Path workingDirectory) {
        return new Settings(new EnumMap<>(Setting.class), workingDirectory);
    }

    /// The settings in `environment`, below it those of a `.env` file.
    ///
    /// @param dotEnv text of the file, empty when there is none
    /// @throws ConfigException naming every variable with a bad value
    public static Settings load(Map<String, String> environment, String dotEnv, Path workingDirectory) {
        Map<String, String> variables = new TreeMap<>();
        DotEnv.read(dotEnv).forEach((name, value) -> variables.put(name.toUpperCase(Locale.ROOT), value));
        environment.forEach((name, value) -> variables.put(name.toUpperCase(Locale.ROOT), value));
        Map<Setting, JsonValue> given = new EnumMap<>(Setting.class);
        List<ConfigProblem> problems = new ArrayList<>();
        for (String group : GROUPS) {
            String text = variables.get(Setting.PREFIX + group);
            if (text != null) {
                readGroup(group, text, given, problems);
            }
        }
        for (Setting setting : Setting.values()) {
            String text = variables.get(setting.variable());
            if (text != null) {
                put(setting, new JsonString(text), given, problems);
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return new Settings(given, workingDirectory);
    }

    private static void readGroup(
            String group, String text, Map<Setting, JsonValue> given, List<ConfigProblem> problems) {
        try {
            if (JsonReader.read(text) instanceof JsonObject(Map<String, JsonValue> members)) {
                members.forEach((key, value) -> {
                    for (Setting setting : Setting.values()) {
                        if (setting.name().equals(group + "__" + key.toUpperCase(Locale.ROOT))) {
                            put(setting, value, given, problems);
                        }
                    }
                });
                return;
            }
        } catch (JsonSyntaxException e) {
            problems.add(new ConfigProblem(
                    Setting.PREFIX + group, "Input should be an object, written as JSON: " + e.getMessage()));
            return;
        }
        problems.add(new ConfigProblem(Setting.PREFIX + group, "Input should be an object, written as JSON"));
    }

    private static void put(
            Setting setting, JsonValue value, Map<Setting, JsonValue> given, List<ConfigProblem> problems) {
        try {
            given.put(setting, setting.read(value));
        } catch (ConfigException e) {
            e.problems().forEach(p -> problems.add(new ConfigProblem(setting.variable(), p.message())));
        }
    }

    /// The value of a setting, its default when nothing was said.
    public JsonValue value(Setting setting) {
        JsonValue value = given.get(setting);
        if (value != null) {
            return value;
        }
        return setting == Setting.DEFAULT_RESULTS_DIR
                ? new JsonString(workingDirectory.toString())
                : setting.defaultValue();
    }

    /// The value of a setting as text; empty when it is null.
    public Optional<String> text(Setting setting) {
        return switch (value(setting)) {
            case JsonString(String text) -> Optional.of(text);
            case JsonBoolean(boolean truth) -> Optional.of(Boolean.toString(truth));
            default -> Optional.empty();
        };
    }

    /// Whether a setting was given at all.
    public boolean isGiven(Setting setting) {
        return given.containsKey(setting);
    }

    /// Default `window` of `max_error_rate`, in requests.
    public double errorWindow() {
        return real(Setting.CONSTRAINT_ERROR_WINDOW_SIZE);
    }

    /// Default `minimum` of `max_global_error_rate`, in requests.
    public double errorMinimum() {
        return real(Setting.CONSTRAINT_ERROR_MIN_PROCESSED);
    }

    /// Most requests in flight when nothing else limits them.
    public int maxConcurrency() {
        try {
            return Scalars.small(Scalars.whole(value(Setting.MAX_CONCURRENCY)), 1, Integer.MAX_VALUE);
        } catch (ConfigException e) {
            throw new ConfigException(
                    Setting.MAX_CONCURRENCY.variable(), e.problems().getFirst().message());
        }
    }

    /// How long the thread that keeps the timetable spins before a due time, zero for never; empty for what suits the
    /// machine.
    public Optional<Duration> dispatchSpin() {
        return switch (value(Setting.DISPATCH_SPIN)) {
            case JsonBoolean(boolean truth) -> Optional.of(truth ? USUAL_SPIN : Duration.ZERO);
            case JsonInteger(BigInteger micros) -> Optional.of(Duration.of(micros.longValue(), ChronoUnit.MICROS));
            default -> Optional.empty();
        };
    }

    /// What a made-up tool answers when no size is asked for.
    public String syntheticToolResponse() {
        return text(Setting.DEFAULT_SYNTHETIC_TOOL_RESPONSE).orElse("");
    }

    /// Path of an output file that has none of its own.
    public String resultsFile(String name) {
        return Path.of(text(Setting.DEFAULT_RESULTS_DIR).orElse(""))
                .resolve(name)
                .toString();
    }

    /// Least level of log lines on standard error, such as `INFO`.
    public String consoleLogLevel() {
        return text(Setting.LOGGING__CONSOLE_LOG_LEVEL).orElse("INFO");
    }

    /// Whether log lines are coloured; empty to look at the terminal.
    public Optional<Boolean> consoleColor() {
        return value(Setting.LOGGING__CONSOLE_COLORIZE) instanceof JsonBoolean(boolean truth)
                ? Optional.of(truth)
                : Optional.empty();
    }

    /// Where log lines also go, empty for nowhere.
    public Optional<Path> logFile() {
        return logFileLevel()
                .map(_ ->
                        workingDirectory.resolve(text(Setting.LOGGING__LOG_FILE).orElse("guidellm.log")));
    }

    /// Least level of log lines in the file, empty for no file.
    public Optional<String> logFileLevel() {
        return text(Setting.LOGGING__LOG_FILE_LEVEL).filter(level -> !level.isEmpty());
    }

    private double real(Setting setting) {
        return value(setting) instanceof JsonDouble(double number) ? number : Scalars.real(value(setting));
    }

    /// The variables that were given but change nothing here, such as those about worker processes.
    public List<String> withoutEffect() {
        List<String> names = new ArrayList<>();
        for (Setting setting : given.keySet()) {
            if (!setting.hasEffect()) {
                names.add(setting.variable());
            }
        }
        return names;
    }

    /// What `guidellm env` prints, line by line.
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("Settings: ");
        for (Setting setting : Setting.values()) {
            lines.add(setting.variable() + "=" + Setting.show(value(setting)));
        }
        lines.add("");
        return lines;
    }

    /// Reads the lines of a `.env` file.
    static final class DotEnv {
        private DotEnv() {}

        static Map<String, String> read(String text) {
            Map<String, String> variables = new LinkedHashMap<>();
            for (String raw : text.lines().toList()) {
                String line = raw.strip();
                if (line.startsWith("export ")) {
                    line = line.substring("export ".length()).strip();
                }
                int equals = line.indexOf('=');
                if (line.startsWith("#") || equals <= 0) {
                    continue;
                }
                variables.put(
                        line.substring(0, equals).strip(),
                        value(line.substring(equals + 1).strip()));
            }
            return variables;
        }

        private static String value(String text) {
            if (!text.isEmpty() && (text.charAt(0) == '"' || text.charAt(0) == '\'')) {
                char quote = text.charAt(0);
                int end = text.indexOf(quote, 1);
                while (quote == '"' && end > 0 && text.charAt(end - 1) == '\\') {
                    end = text.indexOf(quote, end + 1);
                }
                if (end > 0) {
                    String inner = text.substring(1, end);
                    return quote == '"' ? Preparation.unescape(inner) : inner;
                }
            }
            int comment = text.indexOf(" #");
            return comment < 0 ? text : text.substring(0, comment).stripTrailing();
        }
    }
}
