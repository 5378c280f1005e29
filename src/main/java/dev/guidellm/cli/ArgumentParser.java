package dev.guidellm.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Splits the words of a command line into options and arguments by the rules of Python's Click: long options take
/// `--name value` and `--name=value`, short ones `-xvalue` and `-x value`, names are never abbreviated, options and
/// arguments may be mixed, `--` ends the options.
final class ArgumentParser {
    private final CommandSpec command;
    private final Map<OptionSpec, List<List<String>>> given = new LinkedHashMap<>();
    private final List<String> arguments = new ArrayList<>();

    private ArgumentParser(CommandSpec command) {
        this.command = command;
    }

    /// What a command line says.
    ///
    /// @param command the command
    /// @param given the arguments of each use of each option
    /// @param arguments the positional arguments
    record Parsed(CommandSpec command, Map<OptionSpec, List<List<String>>> given, List<String> arguments) {

        boolean has(String name) {
            return !uses(name).isEmpty();
        }

        /// The only argument of the last use of an option.
        Optional<String> last(String name) {
            List<List<String>> uses = uses(name);
            return uses.isEmpty()
                    ? Optional.empty()
                    : Optional.of(uses.getLast().getFirst());
        }

        List<List<String>> uses(String name) {
            OptionSpec option = command.option(name)
                    .orElseThrow(() -> new IllegalStateException(command.path() + " has no option " + name));
            return given.getOrDefault(option, List.of());
        }
    }

    /// Parses the words after the command's own name. A command with others below it stops at the first word that is no
    /// option, which then names the command.
    static Parsed parse(CommandSpec command, List<String> words) {
        ArgumentParser parser = new ArgumentParser(command);
        parser.run(words);
        return new Parsed(command, parser.given, parser.arguments);
    }

    private void run(List<String> words) {
        int at = 0;
        while (at < words.size()) {
            String word = words.get(at++);
            if (word.equals("--")) {
                arguments.addAll(words.subList(at, words.size()));
                return;
            }
            if (word.startsWith("-") && word.length() > 1) {
                at = word.startsWith("--") ? longOption(word, words, at) : shortOptions(word, words, at);
            } else {
                arguments.add(word);
                if (!command.commands().isEmpty()) {
                    arguments.addAll(words.subList(at, words.size()));
                    return;
                }
            }
        }
    }

    private int longOption(String word, List<String> words, int next) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        OptionSpec option = command.option(name).orElseThrow(() -> noSuchOption(name));
        if (equals < 0) {
            return take(option, name, words, next);
        }
        if (option.arity() == 0) {
            throw CommandLineException.withoutUsage("Option '" + name + "' does not take a value.");
        }
        List<String> with = new ArrayList<>(List.of(word.substring(equals + 1)));
        with.addAll(words.subList(next, words.size()));
        return next - 1 + take(option, name, with, 0);
    }

    private int shortOptions(String word, List<String> words, int next) {
        for (int i = 1; i < word.length(); i++) {
            String name = "-" + word.charAt(i);
            OptionSpec option = command.option(name).orElseThrow(() -> noSuchOption(name));
            if (option.arity() > 0) {
                if (i + 1 == word.length()) {
                    return take(option, name, words, next);
                }
                List<String> with = new ArrayList<>(List.of(word.substring(i + 1)));
                with.addAll(words.subList(next, words.size()));
                return next - 1 + take(option, name, with, 0);
            }
            take(option, name, words, next);
        }
        return next;
    }

    private int take(OptionSpec option, String name, List<String> words, int next) {
        if (words.size() - next < option.arity()) {
            if (option.family() != null) {
                throw TypedValue.invalid(option, "option requires a value.");
            }
            String needs = option.arity() == 1 ? "an argument" : option.arity() + " arguments";
            throw CommandLineException.withoutUsage("Option '" + name + "' requires " + needs + ".");
        }
        List<List<String>> uses = given.computeIfAbsent(option, _ -> new ArrayList<>());
        if (option.family() != null && !option.repeatable() && !uses.isEmpty()) {
            throw new CommandLineException("Invalid value for '" + option.name() + "': Option " + option.name()
                    + " cannot be specified multiple times.");
        }
        uses.add(List.copyOf(words.subList(next, next + option.arity())));
        return next + option.arity();
    }

    private CommandLineException noSuchOption(String name) {
        List<String> names =
                command.options().stream().flatMap(o -> o.names().stream()).toList();
        return new CommandLineException("No such option '" + name + "'." + CloseMatches.sentence(name, names));
    }
}
