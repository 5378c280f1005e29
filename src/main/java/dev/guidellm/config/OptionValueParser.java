package dev.guidellm.config;

import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.YamlReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The grammar of option values: YAML 1.1 (which covers JSON), else `key=value,key.sub[0]=value`.
///
/// The text is `key=value` text only when YAML cannot read it or sees one plain scalar that is the text itself,
/// blanks included. Commas split always, nothing protects them. Pinned by `cases/config/argstring-cases.json`.
public final class OptionValueParser {
    private static final String UNREADABLE = "must be a valid YAML, JSON, or key=value string.";

    private OptionValueParser() {}

    /// The value that `text` writes. A text that is neither JSON nor YAML structure nor `key=value` comes back as
    /// itself.
    public static JsonValue parse(String text) throws OptionValueException {
        JsonValue yaml;
        try {
            yaml = YamlReader.read(text);
        } catch (JsonSyntaxException _) {
            try {
                return keysAndValues(text);
            } catch (IllegalArgumentException _) {
                throw new OptionValueException(UNREADABLE);
            }
        }
        if (!yaml.equals(new JsonString(text))) {
            return yaml;
        }
        try {
            return keysAndValues(text);
        } catch (IllegalArgumentException _) {
            return yaml;
        }
    }

    /// The values of a list such as that of `--override`: one per benchmark, split at every comma, blanks around
    /// them dropped. An empty element among others is a gap, here null; the empty text is one value, the null
    /// value.
    public static List<@Nullable JsonValue> parseList(String text) throws OptionValueException {
        if (text.isBlank()) {
            return List.of(JsonValue.NULL);
        }
        List<@Nullable JsonValue> values = new ArrayList<>();
        for (String element : text.split(",", -1)) {
            String trimmed = strip(element);
            values.add(trimmed.isEmpty() ? null : parse(trimmed));
        }
        return values;
    }

    private static JsonObject keysAndValues(String text) throws OptionValueException {
        ValueTree tree = new ValueTree();
        List<String> pieces = strip(text).isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1))
                        .map(OptionValueParser::strip)
                        .toList();
        for (int i = 0; i < pieces.size(); i++) {
            String piece = pieces.get(i);
            int equals = piece.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("Invalid key=value expression at " + i + ": '" + text + "'");
            }
            String key = strip(piece.substring(0, equals));
            if (key.isEmpty()) {
                throw new IllegalArgumentException("Empty key in key=value expression at " + i + ": '" + text + "'");
            }
            tree.add(KeyPath.parse(key), value(key, strip(piece.substring(equals + 1)), pieces.size() > 1));
        }
        return tree.toValue();
    }

    private static JsonValue value(String key, String text, boolean afterSplit) throws OptionValueException {
        try {
            return YamlReader.read(text);
        } catch (JsonSyntaxException e) {
            String hint =
                    afterSplit ? " (a comma always ends a value: to keep one, write the option as JSON or YAML)" : "";
            throw new OptionValueException(
                    "has an unreadable value at '" + key + "': \"" + text + "\": " + e.problem() + hint);
        }
    }

    /// Without Unicode white space at both ends, as Python's `strip`.
    private static String strip(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
    }
}
