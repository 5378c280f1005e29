package dev.guidellm.data.file;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;

/// Which columns of a CSV file hold numbers, and the value of a cell.
final class NumberColumns {
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");
    private static final Pattern FRACTION = Pattern.compile("[+-]?(\\d+\\.\\d*|\\.\\d+|\\d+(?=[eE]))([eE][+-]?\\d+)?");

    /// Words that stand for "no value" among numbers. In a column of text they are text.
    private static final Set<String> NO_VALUE =
            Set.of("NA", "N/A", "n/a", "<NA>", "NaN", "nan", "NULL", "null", "None", "#N/A");

    private boolean[] numbersOnly = {};
    private boolean[] anyNumber = {};

    void reset(int columns) {
        numbersOnly = new boolean[columns];
        Arrays.fill(numbersOnly, true);
        anyNumber = new boolean[columns];
    }

    void observe(int column, String cell) {
        String text = cell.strip();
        if (isNumber(text)) {
            anyNumber[column] = true;
        } else if (!text.isEmpty() && !NO_VALUE.contains(text)) {
            numbersOnly[column] = false;
        }
    }

    JsonValue value(int column, String cell) {
        if (cell.isEmpty()) {
            return JsonValue.NULL;
        }
        if (!numbersOnly[column] || !anyNumber[column]) {
            return new JsonString(cell);
        }
        String text = cell.strip();
        if (WHOLE.matcher(text).matches()) {
            return new JsonInteger(new BigInteger(text));
        }
        return isNumber(text) ? new JsonDouble(Double.parseDouble(text)) : JsonValue.NULL;
    }

    private static boolean isNumber(String text) {
        return WHOLE.matcher(text).matches() || FRACTION.matcher(text).matches();
    }
}
