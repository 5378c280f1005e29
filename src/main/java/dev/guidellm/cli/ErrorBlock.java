package dev.guidellm.cli;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigProblem;
import java.io.PrintStream;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// How errors of the command line and the configuration are shown: usage, a hint at the help, then what is wrong.
final class ErrorBlock {
    private static final Map<String, String> OPTIONS = Map.of(
            "constraints", "--constraint",
            "outputs", "--output",
            "data_preprocessors", "--data-preprocessor",
            "benchmarks", "--override");
    private static final String NO_OBJECT = "Input should be a valid dictionary or object to extract fields from";

    private ErrorBlock() {}

    static void print(CommandSpec command, String message, PrintStream err) {
        err.println(command.usage());
        err.println("Try '" + command.path() + " --help' for help.");
        err.println();
        err.println("Error: " + message);
    }

    /// All problems of a configuration as one message.
    static String message(ConfigException problems, CommandSpec command) {
        Set<String> names = new LinkedHashSet<>();
        StringBuilder bullets = new StringBuilder();
        Set<String> hinted = new LinkedHashSet<>();
        for (ConfigProblem problem : problems.problems()) {
            String option = optionOf(problem.path(), command);
            if (!option.isEmpty()) {
                names.add("'" + option + "'");
            }
            bullets.append("\n  - ").append(problem.line());
            if (problem.message().equals(NO_OBJECT)) {
                command.option(option)
                        .filter(o -> o.family() != null)
                        .filter(o -> hinted.add(o.name()))
                        .ifPresent(o -> bullets.append('\n').append(TypedValue.hint(o)));
            }
        }
        return "Invalid value for " + String.join(" / ", names) + ": " + bullets;
    }

    private static String optionOf(String path, CommandSpec command) {
        String field = path.split("[.\\[]", 2)[0];
        if (field.isEmpty() || field.startsWith("GUIDELLM_")) {
            return field;
        }
        if (path.startsWith("benchmarks[")) {
            // An entry that is no object can only stand in a document: --override makes none.
            return "--benchmarks";
        }
        String alias = OPTIONS.getOrDefault(field, "--" + field.replace('_', '-'));
        return command.option(alias).isPresent() ? alias : "--" + field;
    }
}
