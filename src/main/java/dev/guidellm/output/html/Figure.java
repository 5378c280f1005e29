package dev.guidellm.output.html;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.NumberText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Numbers as the page shows them.
final class Figure {
    /// What stands for a figure that was not measured.
    static final String NONE = "—";

    private static final MathContext SIX_DIGITS = new MathContext(6);
    private static final double HUNDRED = 100;
    private static final double TEN = 10;

    private Figure() {}

    /// Without decimals from 100 on, with one from 10 on, else with two.
    static String of(@Nullable Double value) {
        if (value == null || !Double.isFinite(value)) {
            return NONE;
        }
        double size = Math.abs(value);
        return NumberText.fixed(value, size >= HUNDRED ? 0 : size >= TEN ? 1 : 2);
    }

    /// A count.
    static String whole(@Nullable Double value) {
        return value == null ? NONE : NumberText.fixed(value, 0);
    }

    /// A share of 1 as a percentage with two decimals.
    static String share(@Nullable Double value) {
        return value == null ? NONE : NumberText.fixed(value * HUNDRED, 2) + "%";
    }

    /// A share of 1 as a percentage, for a sentence: `98.6 %`, which no line end parts. Only nothing is 0 and only all
    /// is 100.
    static String percent(double value) {
        String text = NumberText.fixed(value * HUNDRED, 1);
        if (value > 0 && text.equals("0.0")) {
            return "less than 0.1\u00A0%";
        }
        if (value < 1 && text.equals("100.0")) {
            return "more than 99.9\u00A0%";
        }
        return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + "\u00A0%";
    }

    /// A number that a user gave, without a fraction of zero.
    static String given(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? NumberText.fixed(value, 0) : NumberText.of(value);
    }

    /// Rounded to six significant digits, which no chart can show more of; not finite numbers stay.
    static double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(SIX_DIGITS).doubleValue() : value;
    }

    /// A list of numbers for the page's data: six significant digits, null for what is no number.
    static JsonArray list(double... numbers) {
        return new JsonArray(Arrays.stream(numbers)
                .<JsonValue>mapToObj(each -> Double.isFinite(each) ? JsonValue.of(rounded(each)) : JsonValue.NULL)
                .toList());
    }
}
