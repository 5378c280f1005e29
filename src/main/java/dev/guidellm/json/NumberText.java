package dev.guidellm.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Numbers as text.
public final class NumberText {
    private NumberText() {}

    /// The shortest text that reads back as the same `double`, written as Python writes it: `1.0`, `0.1`, `1e-05`,
    /// `1e+16`, `-0.0`.
    ///
    /// The exponent form is used below 1e-4 and from 1e16 on. Not finite: `inf`, `-inf`, `nan`; JSON has no such
    /// numbers, so [JsonWriter] writes `null` for them, while [YamlWriter] writes `.inf`, `-.inf` and `.nan`.
    public static String of(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return (long) value + ".0";
        }
        BigDecimal shortest = shortest(value);
        String digits = shortest.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - shortest.scale();
        StringBuilder text = new StringBuilder(24);
        if (value < 0) {
            text.append('-');
        }
        if (exponent < -4 || exponent >= 16) {
            return scientific(text, digits, exponent);
        }
        return positional(text, digits, exponent);
    }

    /// `value` with a fixed number of decimals, rounded from its exact binary value, ties to even, as Python's
    /// `format(value, '.1f')` does. Not finite: as [#of].
    public static String fixed(double value, int decimals) {
        if (!Double.isFinite(value)) {
            return of(value);
        }
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    private static BigDecimal shortest(double value) {
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (shortest.precision() == 2) {
            // Java never goes below two digits (4.9E-324), Python does (5e-324)
            BigDecimal oneDigit = shortest.round(new MathContext(1, RoundingMode.HALF_EVEN));
            if (oneDigit.doubleValue() == value) {
                return oneDigit.stripTrailingZeros();
            }
        }
        return shortest;
    }

    private static String scientific(StringBuilder text, String digits, int exponent) {
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        text.append('e').append(exponent < 0 ? '-' : '+');
        int size = Math.abs(exponent);
        if (size < 10) {
            text.append('0');
        }
        return text.append(size).toString();
    }

    private static String positional(StringBuilder text, String digits, int exponent) {
        if (exponent < 0) {
            return text.append("0.").repeat("0", -exponent - 1).append(digits).toString();
        }
        int whole = exponent + 1;
        if (digits.length() <= whole) {
            return text.append(digits)
                    .repeat("0", whole - digits.length())
                    .append(".0")
                    .toString();
        }
        return text.append(digits, 0, whole)
                .append('.')
                .append(digits, whole, digits.length())
                .toString();
    }
}
