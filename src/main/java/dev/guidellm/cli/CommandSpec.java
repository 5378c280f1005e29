package dev.guidellm.cli;

import java.util.List;
import java.util.Optional;

/// What a command is called and takes.
///
/// @param path the words that call it, starting with the program's name
/// @param summary one line for the list of commands
/// @param description the first paragraphs of its help
/// @param arguments its positional arguments as the usage line shows them
/// @param options its options, `--help` last
/// @param commands the commands below it, alphabetically; empty for a command that does something itself
record CommandSpec(
        String path,
        String summary,
        String description,
        List<Argument> arguments,
        List<OptionSpec> options,
        List<CommandSpec> commands) {

    /// A positional argument.
    ///
    /// @param name in capitals
    /// @param required whether it must be given
    /// @param repeated whether any number of them may be given; only the last argument
    record Argument(String name, boolean required, boolean repeated) {
        Argument(String name, boolean required) {
            this(name, required, false);
        }

        String shown() {
            return (required ? name : "[" + name + "]") + (repeated ? "..." : "");
        }
    }

    static final OptionSpec HELP = OptionSpec.flag("Show this message and exit.", "--help");

    CommandSpec {
        arguments = List.copyOf(arguments);
        options = List.copyOf(options);
        commands = List.copyOf(commands);
    }

    /// The last word of the path.
    String name() {
        return path.substring(path.lastIndexOf(' ') + 1);
    }

    /// The line that shows how the command is called.
    String usage() {
        StringBuilder usage = new StringBuilder("Usage: ").append(path).append(" [OPTIONS]");
        if (!commands.isEmpty()) {
            usage.append(" COMMAND [ARGS]...");
        }
        arguments.forEach(argument -> usage.append(' ').append(argument.shown()));
        return usage.toString();
    }

    Optional<OptionSpec> option(String name) {
        return options.stream().filter(o -> o.names().contains(name)).findFirst();
    }

    Optional<CommandSpec> command(String name) {
        return commands.stream().filter(c -> c.name().equals(name)).findFirst();
    }
}
