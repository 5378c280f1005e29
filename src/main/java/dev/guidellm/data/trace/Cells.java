package dev.guidellm.data.trace;

import dev.guidellm.data.DataException;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads the values of a trace's row.
final class Cells {
    private Cells() {}

    /// Refuses a row that has none of what a format needs.
    static void require(Map<String, JsonValue> cells, List<String> columns) throws RowException {
        List<String> missing = missing(cells, columns);
        if (!missing.isEmpty()) {
            throw new RowException(missingColumns(missing));
        }
    }

    static List<String> missing(Map<String, JsonValue> cells, List<String> columns) {
        return columns.stream().filter(column -> !cells.containsKey(column)).toList();
    }

    static String missingColumns(List<String> columns) {
        return "Trace missing required columns: "
                + columns.stream().map(column -> "'" + column + "'").collect(Collectors.joining(", ", "[", "]"));
    }

    static DataException missingColumns(String file, List<String> columns) {
        return new DataException(file, null, missingColumns(columns));
    }

    /// A number; NaN when it is absent or null.
    static double number(Map<String, JsonValue> cells, String column) throws RowException {
        JsonValue value = cells.get(column);
        return value == null || value instanceof JsonNull ? Double.NaN : number(column, value);
    }

    /// A moment, in seconds.
    static double time(Map<String, JsonValue> cells, String column) throws RowException {
        double time = number(cells, column);
        if (Double.isNaN(time)) {
            throw new RowException(column + " is missing: the row has no time");
        }
        return time;
    }

    /// A number of seconds, at least 0; NaN when it is absent.
    static double duration(Map<String, JsonValue> cells, String column) throws RowException {
        double duration = number(cells, column);
        if (duration < 0) {
            throw new RowException(column + " must be at least 0, got " + shown(cells.get(column)));
        }
        return duration;
    }

    private static double number(String column, JsonValue value) throws RowException {
        return switch (value) {
            case JsonInteger(BigInteger whole) -> whole.doubleValue();
            case JsonDouble(double real) when Double.isFinite(real) -> real;
            default -> throw new RowException(column + " must be a number, got " + shown(value));
        };
    }

    /// The two token counts of a request.
    static int[] tokens(Map<String, JsonValue> cells, String prompt, String output) throws RowException {
        int[] counts = {count(cells, prompt), count(cells, output)};
        if (counts[0] < 0 || counts[1] < 0) {
            throw new RowException("Trace token counts must be non-negative, got " + prompt + "=" + counts[0] + ", "
                    + output + "=" + counts[1]);
        }
        return counts;
    }

    private static int count(Map<String, JsonValue> cells, String column) throws RowException {
        JsonValue value = cells.get(column);
        return switch (value) {
            case JsonInteger(BigInteger whole) when whole.bitLength() < 32 -> whole.intValue();
            case JsonDouble(double real) when real == Math.rint(real) && Math.abs(real) < 1e9 -> (int) real;
            case null -> throw new RowException(column + " is missing");
            default -> throw new RowException(column + " must be a whole number, got " + shown(value));
        };
    }

    /// A list of whole numbers of at least 0.
    static long[] hashIds(Map<String, JsonValue> cells, String column) throws RowException {
        JsonValue value = cells.get(column);
        if (value == null || value instanceof JsonNull) {
            throw new RowException("Missing column values in " + column);
        }
        long[] ids = value instanceof JsonArray array ? array.longs() : null;
        if (ids == null) {
            throw new RowException(column + " must be a list of whole numbers, got " + shown(value));
        }
        for (long id : ids) {
            if (id < 0) {
                throw new RowException("Hash ID must be non-negative, got " + id);
            }
        }
        return ids;
    }

    /// A text; null when it is absent, null or empty.
    static @Nullable String text(Map<String, JsonValue> cells, String column) {
        return cells.get(column) instanceof JsonString(String text) && !text.isEmpty() ? text : null;
    }

    /// A value for a message, cut short.
    static String shown(@Nullable JsonValue value) {
        String text = value == null ? "nothing" : JsonWriter.toString(value);
        return text.length() > 60 ? text.substring(0, 60) + "…" : text;
    }
}
