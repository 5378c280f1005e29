package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// What a user may write for a number, a truth value or a text: lenient, as the original is, and with its messages.
///
/// Each method gives the value or throws a [ConfigException] whose only problem has an empty path.
final class Scalars {
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+(?:_\\d+)*(?:\\.0*)?");
    private static final Pattern REAL =
            Pattern.compile("[+-]?(?:\\d+(?:_\\d+)*(?:\\.(?:\\d+(?:_\\d+)*)?)?|\\.\\d+(?:_\\d+)*)(?:[eE][+-]?\\d+)?");
    private static final Pattern SPECIAL = Pattern.compile("(?i)[+-]?(?:inf|infinity|nan)");
    private static final Set<String> YES = Set.of("true", "t", "yes", "y", "on", "1");
    private static final Set<String> NO = Set.of("false", "f", "no", "n", "off", "0");

    private Scalars() {}

    static String text(JsonValue value) {
        if (value instanceof JsonString(String text)) {
            return text;
        }
        throw problem("Input should be a valid string");
    }

    static BigInteger whole(JsonValue value) {
        return switch (value) {
            case JsonInteger(BigInteger number) -> number;
            case JsonBoolean(boolean b) -> b ? BigInteger.ONE : BigInteger.ZERO;
            case JsonDouble(double number)
            when !Double.isFinite(number) -> throw problem("Input should be a finite number");
            case JsonDouble(double number) when number == Math.rint(number) -> new BigDecimal(number).toBigInteger();
            case JsonDouble _ -> throw problem("Input should be a valid integer, got a number with a fractional part");
            case JsonString(String text)
            when WHOLE.matcher(text.strip()).matches() -> {
                String digits = text.strip().replace("_", "");
                int dot = digits.indexOf('.');
                yield new BigInteger(dot < 0 ? digits : digits.substring(0, dot));
            }
            case JsonString _ -> throw problem("Input should be a valid integer, unable to parse string as an integer");
            default -> throw problem("Input should be a valid integer");
        };
    }

    static double real(JsonValue value) {
        return switch (value) {
            case JsonInteger(BigInteger number) -> number.doubleValue();
            case JsonBoolean(boolean b) -> b ? 1.0 : 0.0;
            case JsonDouble(double number) -> number;
            case JsonString(String text) -> parseReal(text.strip());
            default -> throw problem("Input should be a valid number");
        };
    }

    private static double parseReal(String text) {
        if (REAL.matcher(text).matches()) {
            return Double.parseDouble(text.replace("_", ""));
        }
        if (SPECIAL.matcher(text).matches()) {
            String lower = text.toLowerCase(Locale.ROOT);
            if (lower.endsWith("nan")) {
                return Double.NaN;
            }
            return lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        throw problem("Input should be a valid number, unable to parse string as a number");
    }

    /// A number of either sort, kept as the sort that was written.
    static Number number(JsonValue value) {
        if (value instanceof JsonDouble(double number)) {
            return number;
        }
        if (value instanceof JsonString(String text)
                && !WHOLE.matcher(text.strip()).matches()) {
            if (!REAL.matcher(text.strip()).matches()) {
                throw new ConfigException(bothSorts(value));
            }
            return parseReal(text.strip());
        }
        try {
            return small(whole(value));
        } catch (ConfigException e) {
            throw new ConfigException(bothSorts(value));
        }
    }

    private static List<ConfigProblem> bothSorts(JsonValue value) {
        List<ConfigProblem> problems = new ArrayList<>();
        try {
            whole(value);
        } catch (ConfigException e) {
            problems.add(new ConfigProblem("int", e.problems().getFirst().message()));
        }
        try {
            real(value);
        } catch (ConfigException e) {
            problems.add(new ConfigProblem("float", e.problems().getFirst().message()));
        }
        return problems;
    }

    private static Number small(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            return value.longValueExact();
        }
        return value;
    }

    static boolean truth(JsonValue value) {
        ConfigException unreadable = problem("Input should be a valid boolean, unable to interpret input");
        return switch (value) {
            case JsonBoolean(boolean b) -> b;
            case JsonString(String text) -> {
                String lower = text.toLowerCase(Locale.ROOT);
                if (YES.contains(lower)) {
                    yield true;
                }
                if (NO.contains(lower)) {
                    yield false;
                }
                throw unreadable;
            }
            case JsonInteger(BigInteger number) when number.equals(BigInteger.ONE) -> true;
            case JsonInteger(BigInteger number) when number.signum() == 0 -> false;
            case JsonDouble(double number) when number == 1.0 -> true;
            case JsonDouble(double number) when number == 0.0 -> false;
            case JsonInteger _, JsonDouble _ -> throw unreadable;
            default -> throw problem("Input should be a valid boolean");
        };
    }

    static int small(BigInteger value, int least, int most) {
        if (value.compareTo(BigInteger.valueOf(most)) > 0) {
            throw problem("Input should be less than or equal to " + most);
        }
        if (value.compareTo(BigInteger.valueOf(least)) < 0) {
            throw problem("Input should be greater than or equal to " + least);
        }
        return value.intValueExact();
    }

    static long large(BigInteger value) {
        if (value.bitLength() >= Long.SIZE) {
            throw problem("Input should be a whole number of at most 64 bits");
        }
        return value.longValueExact();
    }

    static <E extends Enum<E> & Choice> E choice(JsonValue value, Class<E> type) {
        E[] constants = type.getEnumConstants();
        List<String> texts = new ArrayList<>();
        for (E constant : constants) {
            if (value instanceof JsonString(String text) && text.equals(constant.text())) {
                return constant;
            }
            texts.add("'" + constant.text() + "'");
        }
        String last = texts.removeLast();
        throw problem("Input should be " + (texts.isEmpty() ? last : String.join(", ", texts) + " or " + last));
    }

    /// Checks the bounds of a number.
    static void check(Range range, Number value) {
        double number = value.doubleValue();
        if (!Double.isNaN(range.above()) && !(number > range.above())) {
            throw problem("Input should be greater than " + bound(range.above()));
        }
        if (!Double.isNaN(range.atLeast()) && !(number >= range.atLeast())) {
            throw problem("Input should be greater than or equal to " + bound(range.atLeast()));
        }
        if (!Double.isNaN(range.below()) && !(number < range.below())) {
            throw problem("Input should be less than " + bound(range.below()));
        }
        if (!Double.isNaN(range.atMost()) && !(number <= range.atMost())) {
            throw problem("Input should be less than or equal to " + bound(range.atMost()));
        }
    }

    private static String bound(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    static ConfigException problem(String message) {
        return new ConfigException("", message);
    }
}
