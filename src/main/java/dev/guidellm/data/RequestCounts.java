package dev.guidellm.data;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.FixedMap;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import dev.guidellm.json.NumberText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What is known of a request before it is sent: tokens, words and characters, sizes of media.
///
/// @param columns the columns with whole token counts as whole numbers and prompts as text
/// @param input counts of the prompt
/// @param output counts asked of the answer
public record RequestCounts(Map<String, List<JsonValue>> columns, UsageMetrics input, UsageMetrics output) {
    private static final Map<String, List<UsageField>> MEDIA = Map.of(
            Columns.IMAGE, List.of(UsageField.IMAGE_PIXELS, UsageField.IMAGE_BYTES),
            Columns.VIDEO, List.of(UsageField.VIDEO_FRAMES, UsageField.VIDEO_SECONDS, UsageField.VIDEO_BYTES),
            Columns.AUDIO, List.of(UsageField.AUDIO_SAMPLES, UsageField.AUDIO_SECONDS, UsageField.AUDIO_BYTES));

    /// Counts what the columns hold.
    ///
    /// @throws RowException when a count is none, or a prompt no text
    public static RequestCounts of(Map<String, List<JsonValue>> given) throws RowException {
        FixedMap.Builder<String, List<JsonValue>> columns = FixedMap.builder();
        UsageMetrics input = UsageMetrics.NONE;
        UsageMetrics output = UsageMetrics.NONE;
        for (Map.Entry<String, List<JsonValue>> column : given.entrySet()) {
            String name = column.getKey();
            List<JsonValue> values = column.getValue();
            switch (name) {
                case Columns.PROMPT_TOKENS_COUNT -> {
                    values = wholeNumbers(name, values);
                    input = withTokens(input, values);
                }
                case Columns.OUTPUT_TOKENS_COUNT -> {
                    values = wholeNumbers(name, values);
                    output = withTokens(output, values);
                }
                case Columns.PREFIX, Columns.TEXT -> {
                    values = texts(name, values);
                    input = withText(input, values);
                }
                default -> {
                    for (UsageField field : MEDIA.getOrDefault(name, List.of())) {
                        input = withMedia(input, field, values);
                    }
                }
            }
            columns.put(name, values);
        }
        return new RequestCounts(columns.build(), input, output);
    }

    /// A request of the columns with what was counted.
    public GenerationRequest request(TurnType type) {
        return new GenerationRequest(type, columns, input, output);
    }

    /// The counts of a column as whole numbers; the list given when they all are.
    private static List<JsonValue> wholeNumbers(String column, List<JsonValue> values) throws RowException {
        if (areCounts(values)) {
            return values;
        }
        List<JsonValue> whole = new ArrayList<>(values.size());
        for (JsonValue value : values) {
            whole.add(wholeNumber(column, value));
        }
        return whole;
    }

    private static UsageMetrics withTokens(UsageMetrics metrics, List<JsonValue> counts) {
        long sum = 0;
        for (JsonValue count : counts) {
            if (count instanceof JsonInteger number) {
                sum += number.longValue();
            }
        }
        return sum == 0 ? metrics : metrics.with(UsageField.TEXT_TOKENS, sum);
    }

    private static boolean areCounts(List<JsonValue> values) {
        for (JsonValue value : values) {
            if (!isCount(value)) {
                return false;
            }
        }
        return true;
    }

    private static boolean areTexts(List<JsonValue> values) {
        for (JsonValue value : values) {
            if (!(value instanceof JsonString)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isCount(JsonValue value) {
        return value instanceof JsonInteger(BigInteger number) && number.signum() >= 0 && number.bitLength() < 63;
    }

    private static JsonValue wholeNumber(String column, JsonValue value) throws RowException {
        return switch (value) {
            case JsonNull() -> value;
            case JsonInteger count when isCount(count) -> value;
            case JsonDouble(double number)
            when number >= 0 && number == Math.rint(number) && number < 1e18 -> JsonValue.of((long) number);
            case JsonString(String text)
            when text.strip().matches("\\d{1,18}") -> JsonValue.of(Long.parseLong(text.strip()));
            default -> throw new RowException(column + " must be a whole number of at least 0");
        };
    }

    /// The prompts of a column as text; the list given when they all are.
    private static List<JsonValue> texts(String column, List<JsonValue> values) throws RowException {
        if (areTexts(values)) {
            return values;
        }
        List<JsonValue> texts = new ArrayList<>(values.size());
        for (JsonValue value : values) {
            texts.add(JsonValue.of(text(column, value)));
        }
        return texts;
    }

    private static UsageMetrics withText(UsageMetrics metrics, List<JsonValue> texts) {
        if (texts.isEmpty()) {
            return metrics;
        }
        long words = 0;
        long characters = 0;
        for (JsonValue value : texts) {
            if (value instanceof JsonString(String text)) {
                words += words(text);
                characters += text.codePointCount(0, text.length());
            }
        }
        return plus(plus(metrics, UsageField.TEXT_WORDS, words), UsageField.TEXT_CHARACTERS, characters);
    }

    /// A prompt; one that looks like a number or a truth value is still a prompt.
    private static String text(String column, JsonValue value) throws RowException {
        return switch (value) {
            case JsonString(String text) -> text;
            case JsonInteger(BigInteger number) -> number.toString();
            case JsonDouble(double number) -> NumberText.of(number);
            case JsonBoolean(boolean truth) -> String.valueOf(truth);
            case JsonTimestamp(String iso, boolean _) -> iso;
            default ->
                throw new RowException(column + " must hold text, but holds a list or an object; for lists of messages"
                        + " use --data-preprocessor kind=tool_calling_message_extractor, or map them to"
                        + " raw_messages_column");
        };
    }

    /// Number of words between blanks, what counts as blank being Python's choice.
    private static long words(String text) {
        long words = 0;
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            boolean blank = isBlank(text.charAt(i));
            if (!blank && !inside) {
                words++;
            }
            inside = !blank;
        }
        return words;
    }

    private static boolean isBlank(char c) {
        if (c < 0x80) {
            return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
        }
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
    }

    private static UsageMetrics withMedia(UsageMetrics metrics, UsageField field, List<JsonValue> values) {
        UsageMetrics sum = metrics;
        for (JsonValue value : values) {
            if (value instanceof JsonObject object) {
                sum = switch (object.get(field.key())) {
                    case JsonInteger(BigInteger number) -> plus(sum, field, number.longValue());
                    case JsonDouble(double number) -> plus(sum, field, number);
                    case null, default -> sum;
                };
            }
        }
        return sum;
    }

    private static UsageMetrics plus(UsageMetrics metrics, UsageField field, Number more) {
        Number before = metrics.get(field);
        if (before == null) {
            return metrics.with(field, more);
        }
        if (before instanceof Double || more instanceof Double) {
            return metrics.with(field, before.doubleValue() + more.doubleValue());
        }
        return metrics.with(field, before.longValue() + more.longValue());
    }
}
