package dev.guidellm.cli;

import dev.guidellm.cli.ArgumentParser.Parsed;
import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.compare.Gate;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigProblem;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.MockServerSettings;
import dev.guidellm.config.NearestName;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.config.OutputPaths;
import dev.guidellm.config.PreprocessStrategyConfig;
import dev.guidellm.config.UsageException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.mockserver.MockServerOptions;
import dev.guidellm.selftest.SelfTestPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The commands beside `run`.
final class OtherCommands {
    private static final Set<String> RECORDS = Set.of("record_truth", "record_prompts");
    private static final double STEP_SECONDS = 1.5;
    private static final double QUICK_STEP_SECONDS = 0.5;
    private static final double SHORTEST_STEP_SECONDS = 0.3;
    private static final double LONGEST_STEP_SECONDS = 60;
    private static final Set<String> DATA_SET_SUFFIXES = Set.of("csv", "json", "jsonl", "parquet");

    private final Programs programs;
    private final Surroundings surroundings;

    OtherCommands(Programs programs, Surroundings surroundings) {
        this.programs = programs;
        this.surroundings = surroundings;
    }

    int env() {
        surroundings.settings().lines().forEach(surroundings.out()::println);
        return ExitCode.OK;
    }

    int export(Parsed parsed) {
        String given = parsed.arguments().isEmpty()
                ? "benchmarks.json"
                : parsed.arguments().getFirst();
        Path report = surroundings.workingDirectory().resolve(given);
        String shown = parsed.arguments().isEmpty() ? report.toString() : given;
        if (Files.isDirectory(report)) {
            throw UsageException.invalidValue("'[PATH]'", "File '" + shown + "' is a directory.");
        }
        if (!Files.exists(report)) {
            throw UsageException.invalidValue("'[PATH]'", "File '" + shown + "' does not exist.");
        }
        List<Gate> gates = GateOptions.gates(parsed);
        List<JsonObject> values = new ArrayList<>();
        for (List<String> use : parsed.uses("--output")) {
            values.add(TypedValue.parse(Commands.OUTPUT, use.getFirst()));
        }
        if (values.isEmpty()) {
            for (String kind : List.of("console", "json", "html", "csv")) {
                values.add(JsonValue.object().put("kind", kind).build());
            }
        }
        ConfigReader reader = new ConfigReader(surroundings.settings());
        List<OutputConfig> outputs = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            outputs.add(reader.read(OutputConfig.class, values.get(i), "outputs[" + i + "]"));
        }
        OutputPaths.check(outputs, surroundings.workingDirectory());
        return programs.export(report, outputs, gates, surroundings);
    }

    int selfTest(Parsed parsed) {
        boolean quick = parsed.has("--quick");
        double seconds =
                parsed.last("--seconds").map(OtherCommands::number).orElse(quick ? QUICK_STEP_SECONDS : STEP_SECONDS);
        if (!(seconds >= SHORTEST_STEP_SECONDS && seconds <= LONGEST_STEP_SECONDS)) {
            throw UsageException.invalidValue(
                    "'--seconds'",
                    "A step takes " + SHORTEST_STEP_SECONDS + " to " + LONGEST_STEP_SECONDS + " seconds, got " + seconds
                            + ".");
        }
        Path jsonFile = parsed.last("--json")
                .map(surroundings.workingDirectory()::resolve)
                .orElse(null);
        if (jsonFile != null) {
            checkWritable(jsonFile, parsed.last("--json").orElse(""));
        }
        return programs.selfTest(
                quick ? SelfTestPlan.quick(seconds) : SelfTestPlan.thorough(seconds), jsonFile, surroundings);
    }

    /// Better refused now than after the measurement.
    private static void checkWritable(Path file, String shown) {
        Path folder = file.getParent();
        if (Files.isDirectory(file)) {
            throw UsageException.invalidValue("'--json'", "File '" + shown + "' is a directory.");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw UsageException.invalidValue("'--json'", "There is no directory to put '" + shown + "' into.");
        }
    }

    /// A number as [Main] accepts it; those that are none, or not finite, as NaN.
    static double number(String text) {
        try {
            return Double.parseDouble(text.strip().replace("_", ""));
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    int mockServer(Parsed parsed) {
        JsonValue.ObjectBuilder values = JsonValue.object();
        for (OptionSpec option : parsed.command().options()) {
            if (option.equals(CommandSpec.HELP) || RECORDS.contains(option.key())) {
                continue;
            }
            boolean flag = option.arity() == 0;
            Optional<String> given = flag
                    ? parsed.has(option.name()) ? Optional.of("true") : Optional.empty()
                    : parsed.last(option.name());
            String variable = "GUIDELLM_MOCK_SERVER_" + option.key().toUpperCase(Locale.ROOT);
            given.or(() -> Optional.ofNullable(surroundings.environment().get(variable)))
                    .ifPresent(text -> values.put(option.key(), new JsonString(text)));
        }
        ConfigReader reader = new ConfigReader(surroundings.settings());
        Path truthFile = parsed.last("--record-truth")
                .map(surroundings.workingDirectory()::resolve)
                .orElse(null);
        boolean prompts = parsed.has("--record-prompts");
        if (prompts && truthFile == null) {
            throw new UsageException("--record-prompts needs --record-truth FILE: the file to write them to.");
        }
        return programs.mockServer(
                reader.read(MockServerSettings.class, values.build(), ""),
                new MockServerOptions(null, false, prompts, truthFile),
                surroundings);
    }

    int preprocessDataset(Parsed parsed) {
        CommandSpec command = parsed.command();
        int given = parsed.arguments().size();
        if (given < command.arguments().size()) {
            throw new UsageException(
                    "Missing argument '" + command.arguments().get(given).name() + "'.");
        }
        ConfigReader reader = new ConfigReader(surroundings.settings());
        reader.read(
                DataConfig.class,
                TypedValue.parse(Commands.DATA_ARGUMENT, parsed.arguments().getFirst()),
                "");
        List<ConfigProblem> missing = new ArrayList<>();
        for (OptionSpec option : command.options()) {
            Class<?> family = option.family();
            if (family == null) {
                continue;
            }
            String variable = "GUIDELLM_" + option.key().toUpperCase(Locale.ROOT);
            Optional<String> text = parsed.last(option.name())
                    .or(() -> Optional.ofNullable(surroundings.environment().get(variable)));
            if (text.isPresent()) {
                reader.read(family, TypedValue.parse(option, text.get()), option.key());
            } else if (family == PreprocessStrategyConfig.class || option.key().equals("tokenizer")) {
                missing.add(new ConfigProblem(option.key(), "Field required"));
            }
        }
        if (!missing.isEmpty()) {
            throw new ConfigException(missing);
        }
        String target = parsed.arguments().getLast();
        int dot = target.lastIndexOf('.');
        if (!DATA_SET_SUFFIXES.contains(target.substring(dot + 1).toLowerCase(Locale.ROOT))) {
            throw new UsageException("Unsupported file suffix '" + (dot < 0 ? "" : target.substring(dot))
                    + "' in output_path '" + target + "'. Only .csv, .json, .jsonl and .parquet are supported.");
        }
        throw new UsageException("This version of GuideLLM for Java cannot run preprocess dataset yet.");
    }

    int completion(Parsed parsed) {
        if (parsed.arguments().isEmpty()) {
            throw new UsageException("Missing argument 'bash|zsh|fish'.");
        }
        String shell = parsed.arguments().getFirst();
        String script = switch (shell) {
            case "bash" -> CompletionScript.bash(Commands.root());
            case "zsh" -> CompletionScript.zsh(Commands.root());
            case "fish" -> CompletionScript.fish(Commands.root());
            default ->
                throw UsageException.invalidValue(
                        "'bash|zsh|fish'",
                        "'" + shell + "' is not one of 'bash', 'zsh', 'fish'."
                                + NearestName.of(shell, List.of("bash", "zsh", "fish"))
                                        .map(name -> " Did you mean '" + name + "'?")
                                        .orElse(""));
        };
        surroundings.out().print(script);
        return ExitCode.OK;
    }
}
