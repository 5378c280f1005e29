package dev.guidellm.data;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
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
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is known of a request before it is sent: tokens, words and characters, sizes of media.
///
/// @param columns the columns with whole token counts as whole numbers and prompts as text
/// @param input counts of the prompt
/// @param output counts asked of the answer
record RequestCounts(Map<String, List<JsonValue>> columns, UsageMetrics input, UsageMetrics output) {
    private static final Map<String, List<UsageField>> MEDIA = Map.of(
            Columns.IMAGE, List.of(UsageField.IMAGE_PIXELS, UsageField.IMAGE_BYTES),
            Columns.VIDEO, List.of(UsageField.VIDEO_FRAMES, UsageField.VIDEO_SECONDS, UsageField.VIDEO_BYTES),
            Columns.AUDIO, List.of(UsageField.AUDIO_SAMPLES, UsageField.AUDIO_SECONDS, UsageField.AUDIO_BYTES));

    static RequestCounts of(Map<String, List<JsonValue>> given) throws RowException {
        Map<String, List<JsonValue>> columns = new LinkedHashMap<>(given);
        EnumMap<UsageField, Number> input = new EnumMap<>(UsageField.class);
        EnumMap<UsageField, Number> output = new EnumMap<>(UsageField.class);
        sumTokens(columns, Columns.PROMPT_TOKENS_COUNT, input);
        sumTokens(columns, Columns.OUTPUT_TOKENS_COUNT, output);
        countText(columns, Columns.PREFIX, input);
        countText(columns, Columns.TEXT, input);
        MEDIA.forEach((column, fields) -> {
            for (UsageField field : fields) {
                sumMedia(columns.getOrDefault(column, List.of()), field, input);
            }
        });
        return new RequestCounts(columns, UsageMetrics.of(input), UsageMetrics.of(output));
    }

    private static void sumTokens(
            Map<String, List<JsonValue>> columns, String column, EnumMap<UsageField, Number> counts)
            throws RowException {
        List<JsonValue> values = columns.get(column);
        if (values == null) {
            return;
        }
        List<JsonValue> whole = new ArrayList<>();
        long sum = 0;
        for (JsonValue value : values) {
            JsonValue count = wholeNumber(column, value);
            whole.add(count);
            if (count instanceof JsonInteger number) {
                sum += number.longValue();
            }
        }
        columns.put(column, whole);
        if (sum != 0) {
            counts.put(UsageField.TEXT_TOKENS, sum);
        }
    }

    private static JsonValue wholeNumber(String column, JsonValue value) throws RowException {
        return switch (value) {
            case JsonNull() -> value;
            case JsonInteger(BigInteger number) when number.signum() >= 0 && number.bitLength() < 63 -> value;
            case JsonDouble(double number)
            when number >= 0 && number == Math.rint(number) && number < 1e18 -> JsonValue.of((long) number);
            case JsonString(String text)
            when text.strip().matches("\\d{1,18}") -> JsonValue.of(Long.parseLong(text.strip()));
            default -> throw new RowException(column + " must be a whole number of at least 0");
        };
    }

    private static void countText(
            Map<String, List<JsonValue>> columns, String column, EnumMap<UsageField, Number> counts)
            throws RowException {
        List<JsonValue> values = columns.get(column);
        if (values == null || values.isEmpty()) {
            return;
        }
        List<JsonValue> texts = new ArrayList<>();
        long words = 0;
        long characters = 0;
        for (JsonValue value : values) {
            String text = text(column, value);
            texts.add(JsonValue.of(text));
            words += words(text);
            characters += text.codePointCount(0, text.length());
        }
        columns.put(column, texts);
        add(counts, UsageField.TEXT_WORDS, words);
        add(counts, UsageField.TEXT_CHARACTERS, characters);
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
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
    }

    private static void sumMedia(List<JsonValue> values, UsageField field, EnumMap<UsageField, Number> counts) {
        for (JsonValue value : values) {
            if (!(value instanceof JsonObject object)) {
                continue;
            }
            switch (object.get(field.key())) {
                case JsonInteger(BigInteger number) -> add(counts, field, number.longValue());
                case JsonDouble(double number) -> add(counts, field, number);
                case null, default -> {}
            }
        }
    }

    private static void add(EnumMap<UsageField, Number> counts, UsageField field, Number more) {
        Number before = counts.get(field);
        if (before == null) {
            counts.put(field, more);
        } else if (before instanceof Double || more instanceof Double) {
            counts.put(field, before.doubleValue() + more.doubleValue());
        } else {
            counts.put(field, before.longValue() + more.longValue());
        }
    }
}
