package dev.guidellm.config;

import java.util.List;
import java.util.stream.Collectors;

/// The user asked for something impossible; ends the program with exit code 2. Carries every problem that was found.
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    /// One problem; `path` may be empty.
    public ConfigException(String path, String problem) {
        this(List.of(new ConfigProblem(path, problem)));
    }

    /// All problems of a configuration, in document order.
    public ConfigException(List<ConfigProblem> problems) {
        super(problems.stream().map(ConfigProblem::line).collect(Collectors.joining("; ")));
        this.problems = List.copyOf(problems);
    }

    /// A broken rule about an object as a whole, thrown by the constructors of the records; the reader adds the path.
    public static ConfigException rule(String text) {
        return new ConfigException("", "Value error, " + text);
    }

    /// A broken rule about one key of an object.
    public static ConfigException rule(String key, String text) {
        return new ConfigException(key, "Value error, " + text);
    }

    /// The problems in document order.
    public List<ConfigProblem> problems() {
        return problems;
    }
}
