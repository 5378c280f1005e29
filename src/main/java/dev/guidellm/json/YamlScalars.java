package dev.guidellm.json;

import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a plain YAML 1.1 scalar means, by the rules of PyYAML's safe loader (pinned by
/// `cases/json/yaml-scalar-cases.json`). SnakeYAML's own rules differ: octal, exponents, `y`/`n`, time stamps.
final class YamlScalars {
    /// The types that a plain scalar can turn out to be.
    enum Type {
        BOOL,
        FLOAT,
        INT,
        MERGE,
        NULL,
        TIMESTAMP,
        VALUE,
        TEXT
    }

    private static final Set<String> TRUE = Set.of("yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE = Set.of("no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final Pattern FLOAT = Pattern.compile("[-+]?[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+][0-9]+)?"
            + "|\\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
            + "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*"
            + "|[-+]?\\.(?:inf|Inf|INF)"
            + "|\\.(?:nan|NaN|NAN)");
    private static final Pattern INT = Pattern.compile("[-+]?0b[01_]+"
            + "|[-+]?0[0-7_]+"
            + "|[-+]?(?:0|[1-9][0-9_]*)"
            + "|[-+]?0x[0-9a-fA-F_]+"
            + "|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern DATE_TIME = Pattern.compile("([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]|[ \\t]+)"
            + "([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]*))?"
            + "(?:[ \\t]*(Z|([-+])([0-9]{1,2})(?::([0-9]{2}))?))?");
    private static final BigInteger SIXTY = BigInteger.valueOf(60);

    private YamlScalars() {}

    /// What the plain scalar `text` is.
    static Type typeOf(String text) {
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return Type.BOOL;
        }
        if (NULL.contains(text)) {
            return Type.NULL;
        }
        return switch (text.charAt(0)) {
            case '-', '+', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> numberOrTime(text);
            case '<' -> text.equals("<<") ? Type.MERGE : Type.TEXT;
            case '=' -> text.equals("=") ? Type.VALUE : Type.TEXT;
            default -> Type.TEXT;
        };
    }

    private static Type numberOrTime(String text) {
        if (FLOAT.matcher(text).matches()) {
            return Type.FLOAT;
        }
        if (INT.matcher(text).matches()) {
            return Type.INT;
        }
        boolean time = DATE.matcher(text).matches() || DATE_TIME.matcher(text).matches();
        return time ? Type.TIMESTAMP : Type.TEXT;
    }

    /// The truth value written as `text`; throws [IllegalArgumentException] when it is none.
    static JsonValue bool(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        if (TRUE.contains(word)) {
            return JsonValue.TRUE;
        }
        if (FALSE.contains(word)) {
            return JsonValue.FALSE;
        }
        throw new IllegalArgumentException("'" + text + "' is not a truth value");
    }

    /// The whole number written as `text`; throws [IllegalArgumentException] when it is none.
    static JsonValue integer(String text) {
        String digits = text.replace("_", "");
        boolean negative = digits.startsWith("-");
        if (negative || digits.startsWith("+")) {
            digits = digits.substring(1);
        }
        try {
            BigInteger size = unsigned(digits);
            return new JsonInteger(negative ? size.negate() : size);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number");
        }
    }

    private static BigInteger unsigned(String digits) {
        if (digits.startsWith("0b")) {
            return new BigInteger(digits.substring(2), 2);
        }
        if (digits.startsWith("0x")) {
            return new BigInteger(digits.substring(2), 16);
        }
        if (digits.startsWith("0") && digits.length() > 1) {
            return new BigInteger(digits, 8);
        }
        BigInteger value = BigInteger.ZERO;
        for (String part : digits.split(":", -1)) {
            value = value.multiply(SIXTY).add(new BigInteger(part));
        }
        return value;
    }

    /// The floating-point number written as `text`; throws [IllegalArgumentException] when it is none.
    static JsonValue floatingPoint(String text) {
        String digits = text.replace("_", "").toLowerCase(Locale.ROOT);
        boolean negative = digits.startsWith("-");
        if (negative || digits.startsWith("+")) {
            digits = digits.substring(1);
        }
        double size;
        try {
            size = switch (digits) {
                case ".inf" -> Double.POSITIVE_INFINITY;
                case ".nan" -> Double.NaN;
                default -> sexagesimal(digits);
            };
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("'" + text + "' is not a number");
        }
        return new JsonDouble(negative ? -size : size);
    }

    private static double sexagesimal(String digits) {
        double value = 0;
        for (String part : digits.split(":", -1)) {
            // BigDecimal, since Double.parseDouble also takes "1d" and hexadecimal forms
            new BigDecimal(part.endsWith(".") ? part + "0" : part);
            value = value * 60 + Double.parseDouble(part);
        }
        return value;
    }

    /// The time stamp written as `text`, as ISO text; throws [IllegalArgumentException] when there is no such time.
    static JsonValue timestamp(String text) {
        try {
            if (DATE.matcher(text).matches()) {
                LocalDate.parse(text);
                return new JsonTimestamp(text, true);
            }
            Matcher parts = DATE_TIME.matcher(text);
            if (parts.matches()) {
                return new JsonTimestamp(dateTime(parts), false);
            }
        } catch (DateTimeException _) {
            // falls to the message below
        }
        throw new IllegalArgumentException("'" + text + "' is not a date or time");
    }

    private static String dateTime(Matcher parts) {
        LocalDateTime time = LocalDateTime.of(
                number(parts, 1),
                number(parts, 2),
                number(parts, 3),
                number(parts, 4),
                number(parts, 5),
                number(parts, 6));
        StringBuilder iso = new StringBuilder(String.format(
                Locale.ROOT,
                "%04d-%02d-%02dT%02d:%02d:%02d",
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond()));
        String fraction = parts.group(7) == null ? "" : parts.group(7);
        String micros = (fraction + "000000").substring(0, 6);
        if (!micros.equals("000000")) {
            iso.append('.').append(micros);
        }
        if (parts.group(8) != null) {
            iso.append(offset(parts));
        }
        return iso.toString();
    }

    private static String offset(Matcher parts) {
        if (parts.group(8).equals("Z")) {
            return "+00:00";
        }
        int hours = number(parts, 10);
        int minutes = parts.group(11) == null ? 0 : number(parts, 11);
        int total = hours * 60 + minutes;
        if (total >= 24 * 60) {
            throw new DateTimeException("an offset must be below 24 hours");
        }
        String sign = total == 0 ? "+" : parts.group(9);
        return String.format(Locale.ROOT, "%s%02d:%02d", sign, total / 60, total % 60);
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }
}
