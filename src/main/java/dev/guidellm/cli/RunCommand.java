package dev.guidellm.cli;

import dev.guidellm.cli.ArgumentParser.Parsed;
import dev.guidellm.cli.Programs.Display;
import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.compare.Gate;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ConfigFile;
import dev.guidellm.config.EnvironmentLayer;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OutputPaths;
import dev.guidellm.config.Overrides;
import dev.guidellm.config.RunConfiguration;
import dev.guidellm.config.SupportedKinds;
import dev.guidellm.config.UsageException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `guidellm run`: turns the command line into a validated configuration and starts the run.
final class RunCommand {
    private final Programs programs;
    private final Surroundings surroundings;

    RunCommand(Programs programs, Surroundings surroundings) {
        this.programs = programs;
        this.surroundings = surroundings;
    }

    int execute(Parsed parsed) {
        boolean console = !parsed.has("--disable-console");
        List<Gate> gates = GateOptions.gates(parsed);
        JsonObject options = options(parsed);
        @Nullable
        ConfigFile file = parsed.last("--config")
                .map(name -> ConfigFile.load(name, surroundings.workingDirectory()))
                .orElse(null);
        if (console) {
            notices();
        }
        BenchmarkSpec spec = new RunConfiguration(
                        surroundings.settings(), EnvironmentLayer.read(surroundings.environment()), file, options)
                .resolve();
        SupportedKinds.check(spec.run());
        OutputPaths.check(spec.run().outputs(), surroundings.workingDirectory());
        spec.warnings().forEach(warning -> surroundings.err().println("FutureWarning: " + warning));
        Display display = new Display(console, console && !parsed.has("--disable-console-interactive"));
        return programs.run(spec, gates, display, surroundings);
    }

    private static JsonObject options(Parsed parsed) {
        JsonValue.ObjectBuilder spec = JsonValue.object();
        for (OptionSpec option : Commands.specOptions()) {
            List<JsonValue> values = new ArrayList<>();
            for (List<String> use : parsed.uses(option.name())) {
                values.add(TypedValue.parse(option, use.getFirst()));
            }
            if (!values.isEmpty()) {
                spec.put(option.key(), option.repeatable() ? new JsonArray(values) : values.getLast());
            }
        }
        JsonValue.ObjectBuilder options = JsonValue.object();
        JsonObject labels = labels(parsed);
        if (!labels.members().isEmpty()) {
            options.put("metadata", JsonValue.object().put("labels", labels).build());
        }
        options.put("spec", spec.build());
        Overrides overrides = overrides(parsed);
        if (!overrides.isEmpty()) {
            options.put("benchmarks", overrides.toBenchmarks());
        }
        return options.build();
    }

    private static JsonObject labels(Parsed parsed) {
        JsonValue.ObjectBuilder labels = JsonValue.object();
        for (List<String> use : parsed.uses("--label")) {
            String text = use.getFirst();
            int equals = text.indexOf('=');
            if (equals < 0) {
                throw UsageException.invalidValue(
                        "'--label' / '-l'",
                        "Invalid key=value format for '" + text + "'. Expected format is 'key=value'.");
            }
            labels.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return labels.build();
    }

    private static Overrides overrides(Parsed parsed) {
        Overrides overrides = new Overrides();
        for (List<String> use : parsed.uses("--override")) {
            try {
                overrides.add(use.getFirst(), use.getLast());
            } catch (OptionValueException e) {
                throw UsageException.invalidValue("'--override'", e.sentence("benchmarks"));
            }
        }
        return overrides;
    }

    private void notices() {
        EnvironmentLayer.Names names = EnvironmentLayer.names(surroundings.environment());
        notice(
                "ℹ The following environment variables are set and will be used by GuideLLM (if not overridden by CLI"
                        + " arguments/config).",
                names.recognised());
        notice(
                "⚠ The following environment variables are set but not recognized by GuideLLM. Please verify that the"
                        + " benchmark is configured correctly.",
                names.unknown());
        notice(
                "ℹ The following settings are accepted but have no effect in GuideLLM for Java.",
                surroundings.settings().withoutEffect());
    }

    private void notice(String text, List<String> names) {
        PrintStream out = surroundings.out();
        if (!names.isEmpty()) {
            out.println(text);
            out.println("  " + String.join(", ", names));
        }
    }
}
