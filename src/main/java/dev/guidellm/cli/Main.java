package dev.guidellm.cli;

import dev.guidellm.cli.ArgumentParser.Parsed;
import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ProductVersion;
import dev.guidellm.config.Settings;
import dev.guidellm.config.UsageException;
import dev.guidellm.terminal.StandardStreams;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The program: finds the command, reads its words, starts it and turns what goes wrong into an exit code.
public final class Main {
    private static final Pattern INTEGER = Pattern.compile("\\s*[+-]?\\d+(?:_\\d+)*\\s*");
    private static final Pattern FLOAT =
            Pattern.compile("(?i)\\s*[+-]?(?:(?:\\d+(?:_\\d+)*\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?|inf|infinity|nan)\\s*");

    private final Map<String, String> environment;
    private final Path workingDirectory;
    private final PrintStream out;
    private final PrintStream err;
    private final Programs programs;

    private Main(
            Map<String, String> environment,
            Path workingDirectory,
            PrintStream out,
            PrintStream err,
            Programs programs) {
        this.environment = environment;
        this.workingDirectory = workingDirectory;
        this.out = out;
        this.err = err;
        this.programs = programs;
    }

    /// Runs the program in this process.
    public static void main(String[] args) {
        PrintStream out = StandardStreams.out();
        PrintStream err = StandardStreams.err();
        int code = run(List.of(args), System.getenv(), Path.of("").toAbsolutePath(), out, err, new BuiltInPrograms());
        out.flush();
        err.flush();
        System.exit(code);
    }

    /// Runs the program and gives its exit code, see [ExitCode].
    ///
    /// @param args the words of the command line without the program's name
    /// @param programs what the commands start
    public static int run(
            List<String> args,
            Map<String, String> environment,
            Path workingDirectory,
            PrintStream out,
            PrintStream err,
            Programs programs) {
        return new Main(environment, workingDirectory, out, err, programs).dispatch(Commands.root(), args);
    }

    private int dispatch(CommandSpec command, List<String> words) {
        try {
            Parsed parsed = ArgumentParser.parse(command, words);
            if (parsed.has("--help")) {
                out.print(HelpPage.of(command));
                return ExitCode.OK;
            }
            if (command.option("--version").isPresent() && parsed.has("--version")) {
                out.println("guidellm version: " + ProductVersion.TEXT);
                return ExitCode.OK;
            }
            if (command.commands().isEmpty()) {
                checkWords(parsed);
                return execute(parsed);
            }
            if (parsed.arguments().isEmpty()) {
                err.print(HelpPage.of(command));
                return ExitCode.USAGE;
            }
            String name = parsed.arguments().getFirst();
            Optional<CommandSpec> below = command.command(name);
            if (below.isEmpty()) {
                List<String> names =
                        command.commands().stream().map(CommandSpec::name).toList();
                throw new CommandLineException("No such command '" + name + "'." + CloseMatches.sentence(name, names));
            }
            return dispatch(
                    below.get(),
                    parsed.arguments().subList(1, parsed.arguments().size()));
        } catch (CommandLineException e) {
            if (e.isBare()) {
                err.println("Error: " + e.getMessage());
            } else {
                ErrorBlock.print(command, String.valueOf(e.getMessage()), err);
            }
            return ExitCode.USAGE;
        } catch (UsageException e) {
            ErrorBlock.print(command, String.valueOf(e.getMessage()), err);
            return ExitCode.USAGE;
        } catch (ConfigException e) {
            ErrorBlock.print(command, ErrorBlock.message(e, command), err);
            return ExitCode.USAGE;
        } catch (CommandFailedException e) {
            err.println("Error: " + String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
            return ExitCode.FAILED;
        } catch (RuntimeException | Error e) {
            // Nothing that a user can mend: the place helps whoever can.
            err.println("Error: a mistake of GuideLLM for Java; please report it with the lines below.");
            e.printStackTrace(err);
            return ExitCode.BUG;
        }
    }

    /// Refuses arguments that nobody takes and numbers that are none.
    private static void checkWords(Parsed parsed) {
        List<CommandSpec.Argument> known = parsed.command().arguments();
        int most = known.size();
        boolean anyNumber = most > 0 && known.getLast().repeated();
        if (parsed.arguments().size() > most && !anyNumber) {
            List<String> extra =
                    parsed.arguments().subList(most, parsed.arguments().size());
            throw new CommandLineException("Got unexpected extra argument" + (extra.size() > 1 ? "s" : "") + " ("
                    + String.join(" ", extra) + ")");
        }
        parsed.given().forEach((option, uses) -> {
            for (List<String> use : uses) {
                if (option.type() == OptionSpec.Type.INTEGER
                        && !INTEGER.matcher(use.getFirst()).matches()) {
                    throw notA(option, use.getFirst(), "integer");
                }
                if (option.type() == OptionSpec.Type.FLOAT
                        && !FLOAT.matcher(use.getFirst()).matches()) {
                    throw notA(option, use.getFirst(), "float");
                }
            }
        });
    }

    private static CommandLineException notA(OptionSpec option, String text, String type) {
        return new CommandLineException(
                "Invalid value for " + option.shownNames() + ": '" + text + "' is not a valid " + type + ".");
    }

    private int execute(Parsed parsed) {
        Settings settings = Settings.load(environment, dotEnv(), workingDirectory);
        Surroundings surroundings = new Surroundings(settings, environment, workingDirectory, out, err);
        OtherCommands others = new OtherCommands(programs, surroundings);
        return switch (parsed.command().path()) {
            case "guidellm run" -> new RunCommand(programs, surroundings).execute(parsed);
            case "guidellm export" -> others.export(parsed);
            case "guidellm compare" -> new CompareCommand(programs, surroundings).execute(parsed);
            case "guidellm env" -> others.env();
            case "guidellm selftest" -> others.selfTest(parsed);
            case "guidellm mock-server" -> others.mockServer(parsed);
            case "guidellm preprocess dataset" -> others.preprocessDataset(parsed);
            case "guidellm trace convert",
                    "guidellm trace stats",
                    "guidellm trace synthesize",
                    "guidellm trace validate" -> programs.trace(TraceCommands.task(parsed, surroundings), surroundings);
            case "guidellm completion" -> others.completion(parsed);
            default ->
                throw new IllegalStateException(
                        "no program for " + parsed.command().path());
        };
    }

    private String dotEnv() {
        Path file = workingDirectory.resolve(".env");
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UsageException("The settings file " + file + " cannot be read as UTF-8 text.");
        }
    }
}
