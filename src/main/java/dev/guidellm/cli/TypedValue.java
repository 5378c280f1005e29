package dev.guidellm.cli;

import dev.guidellm.config.Kinds;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OptionValueParser;
import dev.guidellm.config.PythonText;
import dev.guidellm.config.UsageException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.List;
import java.util.Objects;

/// The value of an option that takes `kind=…`: an object with a known kind, or a [UsageException] that shows how it is
/// written.
final class TypedValue {
    private TypedValue() {}

    static JsonObject parse(OptionSpec option, String text) {
        JsonValue value;
        try {
            value = OptionValueParser.parse(text);
        } catch (OptionValueException e) {
            throw invalid(option, e.sentence(option.key()));
        }
        if (!(value instanceof JsonObject object)) {
            throw invalid(option, "invalid config value (expected key=value pairs or JSON/YAML object).");
        }
        JsonValue kind = object.get("kind");
        if (kind == null) {
            throw invalid(option, "missing required key 'kind'.");
        }
        if (!(kind instanceof JsonString(String name)) || !kinds(option).contains(name)) {
            throw invalid(option, "invalid kind " + PythonText.repr(kind) + ".");
        }
        return object;
    }

    static UsageException invalid(OptionSpec option, String problem) {
        return UsageException.invalidValue("'" + option.name() + "'", problem + "\n" + hint(option));
    }

    /// How the option's value is written.
    static String hint(OptionSpec option) {
        return "Expected format: kind=<type>,key=value,... or JSON/YAML object with a 'kind' field\n  Valid kinds: "
                + String.join(", ", kinds(option));
    }

    private static List<String> kinds(OptionSpec option) {
        return Kinds.names(Objects.requireNonNull(option.family()));
    }
}
