package dev.guidellm.cli;

import dev.guidellm.cli.ArgumentParser.Parsed;
import dev.guidellm.cli.Programs.Comparing;
import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.compare.ChangeLimit;
import dev.guidellm.compare.Comparison;
import dev.guidellm.compare.ExpressionException;
import dev.guidellm.compare.MetricExpression;
import dev.guidellm.config.ComparisonOutput;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.UsageException;
import dev.guidellm.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// `guidellm compare`: reads what is compared with what, how, and what must not be.
final class CompareCommand {
    private static final double USUAL_CONFIDENCE = 0.95;
    private static final double LOWEST_CONFIDENCE = 0.5;
    private static final double HIGHEST_CONFIDENCE = 0.9999;

    private final Programs programs;
    private final Surroundings surroundings;

    CompareCommand(Programs programs, Surroundings surroundings) {
        this.programs = programs;
        this.surroundings = surroundings;
    }

    int execute(Parsed parsed) {
        List<ChangeLimit> limits = limits(parsed);
        List<MetricExpression> asked = asked(parsed);
        limits.forEach(limit -> asked.add(limit.expression()));
        Comparison.Options options = new Comparison.Options(
                metrics(parsed, asked),
                asked,
                confidence(parsed),
                corrected(parsed),
                parsed.has("--allow-differences"));
        List<ComparisonOutput> outputs = outputs(parsed);
        List<List<String>> sides = sides(parsed.arguments());
        return programs.compare(
                new Comparing(sides, options, limits, parsed.has("--fail-on-point"), outputs), surroundings);
    }

    private static List<ChangeLimit> limits(Parsed parsed) {
        List<ChangeLimit> limits = new ArrayList<>();
        for (List<String> use : parsed.uses("--fail-on")) {
            try {
                limits.add(ChangeLimit.parse(use.getFirst()));
            } catch (ExpressionException e) {
                throw refused("--fail-on", use.getFirst(), e);
            }
        }
        return limits;
    }

    /// The metrics of `--metric`, without the plus sign of those that are added.
    private static List<MetricExpression> asked(Parsed parsed) {
        List<MetricExpression> asked = new ArrayList<>();
        for (List<String> use : parsed.uses("--metric")) {
            String text = use.getFirst().strip();
            try {
                asked.add(MetricExpression.parse(text.startsWith("+") ? text.substring(1) : text));
            } catch (ExpressionException e) {
                throw refused("--metric", use.getFirst(), e);
            }
        }
        return asked;
    }

    /// The usual metrics, unless one is named without a plus sign; then those that are asked for.
    private static List<MetricExpression> metrics(Parsed parsed, List<MetricExpression> asked) {
        boolean chosen = parsed.uses("--metric").stream()
                .anyMatch(use -> !use.getFirst().strip().startsWith("+"));
        Set<MetricExpression> metrics = new LinkedHashSet<>(chosen ? List.of() : Comparison.usualMetrics());
        metrics.addAll(asked);
        return List.copyOf(metrics);
    }

    /// A metric expression, or a limit on one, that cannot be read.
    static UsageException refused(String option, String text, ExpressionException problem) {
        return UsageException.invalidValue("'" + option + "'", "'" + text + "': " + problem.getMessage() + ".");
    }

    private static double confidence(Parsed parsed) {
        if (!parsed.has("--confidence")) {
            return USUAL_CONFIDENCE;
        }
        String text = parsed.last("--confidence").orElse("");
        double confidence = OtherCommands.number(text);
        if (!(confidence >= LOWEST_CONFIDENCE && confidence <= HIGHEST_CONFIDENCE)) {
            throw UsageException.invalidValue(
                    "'--confidence'",
                    "A confidence lies between " + LOWEST_CONFIDENCE + " and " + HIGHEST_CONFIDENCE + ", got " + text
                            + ".");
        }
        return confidence;
    }

    private static boolean corrected(Parsed parsed) {
        String name = parsed.last("--correction").orElse("holm");
        return switch (name) {
            case "holm" -> true;
            case "none" -> false;
            default ->
                throw UsageException.invalidValue("'--correction'", "'" + name + "' is not one of 'holm', 'none'.");
        };
    }

    private List<ComparisonOutput> outputs(Parsed parsed) {
        ConfigReader reader = new ConfigReader(surroundings.settings());
        List<ComparisonOutput> outputs = new ArrayList<>();
        for (List<String> use : parsed.uses("--output")) {
            JsonValue value = TypedValue.parse(Commands.COMPARISON_OUTPUT, use.getFirst());
            outputs.add(reader.read(ComparisonOutput.class, value, "outputs[" + outputs.size() + "]"));
        }
        return outputs.isEmpty() ? List.of(new ComparisonOutput.Console()) : outputs;
    }

    /// The files of each side, as they are called on the command line.
    private List<List<String>> sides(List<String> arguments) {
        if (arguments.size() < 2) {
            throw new UsageException("Missing argument '" + (arguments.isEmpty() ? "BASELINE" : "CANDIDATE...") + "'.");
        }
        List<List<String>> sides = new ArrayList<>();
        for (String argument : arguments) {
            // a comma may stand in a file's name
            boolean whole = Files.exists(surroundings.workingDirectory().resolve(argument));
            List<String> files = whole ? List.of(argument) : List.of(argument.split(",", -1));
            files.forEach(this::check);
            refuseTwice(files);
            sides.add(files);
        }
        return sides;
    }

    private void check(String file) {
        Path path = surroundings.workingDirectory().resolve(file);
        if (file.isEmpty() || !Files.exists(path)) {
            throw new UsageException("File '" + file + "' does not exist.");
        }
        if (Files.isDirectory(path)) {
            throw new UsageException("File '" + file + "' is a directory.");
        }
    }

    /// A run that is counted twice would make chance look like repetition.
    private void refuseTwice(List<String> files) {
        Set<Path> seen = new LinkedHashSet<>();
        for (String file : files) {
            try {
                if (!seen.add(surroundings.workingDirectory().resolve(file).toRealPath())) {
                    throw new UsageException("File '" + file + "' stands twice on one side.");
                }
            } catch (IOException e) {
                throw new UsageException("File '" + file + "' cannot be read: " + e.getMessage());
            }
        }
    }
}
