package dev.guidellm.cli;

import static dev.guidellm.cli.OptionSpec.number;
import static dev.guidellm.cli.OptionSpec.text;

import dev.guidellm.cli.ArgumentParser.Parsed;
import dev.guidellm.cli.CommandSpec.Argument;
import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.cli.trace.TraceTask;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.TokenizerConfig;
import dev.guidellm.config.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The commands of `guidellm trace`.
final class TraceCommands {
    private static final long USUAL_SEED = 42;
    private static final Set<String> PICTURES = Set.of("png", "jpg", "jpeg", "svg", "pdf");
    private static final Argument FILE = new Argument("FILE", true);
    private static final Argument TARGET = new Argument("TARGET", true);

    private static final OptionSpec FORMAT = text(
            "KIND",
            "The trace's format, with arguments where needed: --format kind=mooncake,time_scale=0.001. [default: told"
                    + " by the file's content]",
            "--format");
    private static final OptionSpec TOKENIZER = OptionSpec.kinds(
            TokenizerConfig.class,
            "tokenizer",
            false,
            "Counts the tokens of recorded messages where the trace does not (sharegpt, aiperf_dag).",
            "--tokenizer");
    private static final OptionSpec TO =
            text("weka|mooncake|bailian|burstgpt|azure|trace_synthetic", "The format of the new trace.", "--to");

    private TraceCommands() {}

    static CommandSpec group() {
        return new CommandSpec(
                "guidellm trace",
                "Look at, check, enlarge and convert traces.",
                "Looks at traces, checks them, makes larger ones, and writes them in other formats.",
                List.of(),
                List.of(CommandSpec.HELP),
                List.of(convert(), stats(), synthesize(), validate()));
    }

    private static CommandSpec convert() {
        return new CommandSpec(
                "guidellm trace convert",
                "Write a trace in another format.",
                "Writes a trace in another format, and names what that format cannot hold. Arguments of --format that"
                        + " move sessions are applied.",
                List.of(FILE, TARGET),
                List.of(FORMAT, TOKENIZER, TO, CommandSpec.HELP),
                List.of());
    }

    private static CommandSpec stats() {
        return new CommandSpec(
                "guidellm trace stats",
                "Show what a trace asks of a server.",
                "Shows sessions, lengths, gaps, concurrency, shared prefixes, and how much of the prompts a prefix"
                        + " cache of each size can find at best.",
                List.of(FILE),
                List.of(
                        FORMAT,
                        TOKENIZER,
                        text(
                                "TOKENS",
                                "Cache sizes whose hit rate is wanted: 500000,2e6. Powers of two are shown anyway.",
                                "--cache-tokens"),
                        text("PATH", "Write the figures as JSON, too.", "--json"),
                        text("PATH", "Draw them, too: .png, .jpg, .svg or .pdf.", "--plot"),
                        CommandSpec.HELP),
                List.of());
    }

    private static CommandSpec synthesize() {
        return new CommandSpec(
                "guidellm trace synthesize",
                "Make a trace of any size like a given one.",
                "Makes a trace of any size whose lengths, gaps, forks and shared prefixes are like those of a given"
                        + " one, by drawing sessions from it.",
                List.of(FILE, TARGET),
                List.of(
                        FORMAT,
                        TOKENIZER,
                        TO,
                        number(
                                OptionSpec.Type.INTEGER,
                                "How many sessions. [default: as many as in FILE]",
                                "--sessions"),
                        number(
                                OptionSpec.Type.INTEGER,
                                "How many requests in all. [default: as many per session as in FILE]",
                                "--requests"),
                        number(OptionSpec.Type.INTEGER, "Where randomness starts. [default: 42]", "--seed"),
                        CommandSpec.HELP),
                List.of());
    }

    private static CommandSpec validate() {
        return new CommandSpec(
                "guidellm trace validate",
                "Name everything that is wrong with a trace.",
                "Names every row of a trace that cannot be replayed, with its line. The exit code is 1 when there is"
                        + " any.",
                List.of(FILE),
                List.of(FORMAT, CommandSpec.HELP),
                List.of());
    }

    /// The task of a command line.
    static TraceTask task(Parsed parsed, Surroundings surroundings) {
        List<Argument> arguments = parsed.command().arguments();
        if (parsed.arguments().size() < arguments.size()) {
            throw new UsageException("Missing argument '"
                    + arguments.get(parsed.arguments().size()).name() + "'.");
        }
        TraceTask.Source source = new TraceTask.Source(
                parsed.arguments().getFirst(), parsed.last("--format").orElse(null), tokenizer(parsed, surroundings));
        return switch (parsed.command().name()) {
            case "stats" ->
                new TraceTask.Stats(
                        source,
                        sizes(parsed.last("--cache-tokens").orElse("")),
                        path(parsed, "--json", surroundings),
                        picture(path(parsed, "--plot", surroundings)));
            case "validate" -> new TraceTask.Validate(source);
            case "synthesize" ->
                new TraceTask.Synthesize(
                        source,
                        writable("'TARGET'", parsed.arguments().getLast(), surroundings),
                        parsed.last("--to").orElse(null),
                        whole(parsed, "--sessions", Long::intValue),
                        whole(parsed, "--requests", Function.identity()),
                        seed(parsed));
            case "convert" ->
                new TraceTask.Convert(
                        source,
                        writable("'TARGET'", parsed.arguments().getLast(), surroundings),
                        parsed.last("--to").orElseThrow(() -> new UsageException("Missing option '--to'.")));
            default ->
                throw new IllegalStateException(
                        "no task for " + parsed.command().path());
        };
    }

    private static @Nullable TokenizerConfig tokenizer(Parsed parsed, Surroundings surroundings) {
        if (parsed.command().option(TOKENIZER.name()).isEmpty()) {
            return null;
        }
        return parsed.last(TOKENIZER.name())
                .map(text -> new ConfigReader(surroundings.settings())
                        .read(TokenizerConfig.class, TypedValue.parse(TOKENIZER, text), TOKENIZER.key()))
                .orElse(null);
    }

    private static long seed(Parsed parsed) {
        String text = parsed.last("--seed").orElse(Long.toString(USUAL_SEED));
        try {
            return Long.parseLong(plain(text));
        } catch (NumberFormatException e) {
            throw UsageException.invalidValue("'--seed'", "A number of at most 64 bits is needed, got " + text + ".");
        }
    }

    private static String plain(String text) {
        return text.strip().replace("_", "");
    }

    private static <T> @Nullable T whole(Parsed parsed, String option, Function<Long, T> as) {
        return parsed.last(option)
                .map(text -> {
                    long value;
                    try {
                        value = Long.parseLong(plain(text));
                    } catch (NumberFormatException e) {
                        value = Long.MIN_VALUE;
                    }
                    if (value < 1 || value > Integer.MAX_VALUE) {
                        throw UsageException.invalidValue(
                                "'" + option + "'", "A whole number of at least 1 is needed, got " + text + ".");
                    }
                    return as.apply(value);
                })
                .orElse(null);
    }

    private static List<Long> sizes(String text) {
        List<Long> sizes = new ArrayList<>();
        for (String size : text.isBlank() ? new String[0] : text.split(",")) {
            double value = OtherCommands.number(size);
            if (!(value >= 1 && value <= 1e15)) {
                throw UsageException.invalidValue(
                        "'--cache-tokens'", "Numbers of tokens with commas between, got " + text + ".");
            }
            sizes.add(Math.round(value));
        }
        return sizes;
    }

    private static @Nullable Path path(Parsed parsed, String option, Surroundings surroundings) {
        return parsed.last(option)
                .map(text -> writable("'" + option + "'", text, surroundings))
                .orElse(null);
    }

    private static Path writable(String name, String text, Surroundings surroundings) {
        Path file = surroundings.workingDirectory().resolve(text);
        Path folder = file.getParent();
        if (Files.isDirectory(file)) {
            throw UsageException.invalidValue(name, "File '" + text + "' is a directory.");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw UsageException.invalidValue(name, "There is no directory to put '" + text + "' into.");
        }
        return file;
    }

    private static @Nullable Path picture(@Nullable Path file) {
        String name = file == null ? "" : String.valueOf(file.getFileName());
        String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        if (file != null && !PICTURES.contains(suffix)) {
            throw UsageException.invalidValue(
                    "'--plot'", "A name that ends in .png, .jpg, .svg or .pdf, got " + name + ".");
        }
        return file;
    }
}
