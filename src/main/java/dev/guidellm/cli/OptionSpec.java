package dev.guidellm.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// An option of a command.
///
/// @param names as they are written, the long main name first
/// @param key what the option is called in messages and in the configuration
/// @param arity how many arguments it takes
/// @param repeatable whether it may be given several times
/// @param type what an argument must be
/// @param metavar how its arguments are shown in the help; empty for the type's name
/// @param family what a `kind=…` value configures, null for plain values
/// @param help what it does
record OptionSpec(
        List<String> names,
        String key,
        int arity,
        boolean repeatable,
        Type type,
        String metavar,
        @Nullable Class<?> family,
        String help) {

    /// What an argument must be.
    enum Type {
        TEXT,
        INTEGER,
        FLOAT
    }

    OptionSpec {
        names = List.copyOf(names);
    }

    static OptionSpec flag(String help, String... names) {
        return new OptionSpec(List.of(names), keyOf(names[0]), 0, false, Type.TEXT, "", null, help);
    }

    static OptionSpec text(String metavar, String help, String... names) {
        return new OptionSpec(List.of(names), keyOf(names[0]), 1, false, Type.TEXT, metavar, null, help);
    }

    static OptionSpec number(Type type, String help, String name) {
        return new OptionSpec(List.of(name), keyOf(name), 1, false, type, "", null, help);
    }

    static OptionSpec kinds(Class<?> family, String key, boolean repeatable, String help, String name) {
        return new OptionSpec(List.of(name), key, 1, repeatable, Type.TEXT, "", family, help);
    }

    /// The main name.
    String name() {
        return names.getFirst();
    }

    /// All names as messages show them: `'--label' / '-l'`.
    String shownNames() {
        return String.join(" / ", names.stream().map(n -> "'" + n + "'").toList());
    }

    private static String keyOf(String name) {
        return name.substring(2).replace('-', '_');
    }
}
