package dev.guidellm.compare;

import dev.guidellm.json.NumberText;
import dev.guidellm.metrics.ConfidenceInterval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// Figures in sentences and tables.
public final class FigureText {
    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);
    private static final double WHOLE_FROM = 1000;
    private static final double SMALLEST_P = 1e-4;
    private static final double TENTHS_FROM = 1;

    private FigureText() {}

    /// Four significant digits, or all of the whole part.
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return value > 0 ? "∞" : value < 0 ? "−∞" : "?";
        }
        BigDecimal exact = new BigDecimal(value);
        BigDecimal rounded =
                Math.abs(value) >= WHOLE_FROM ? exact.setScale(0, RoundingMode.HALF_EVEN) : exact.round(FOUR_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /// A number with its unit.
    public static String figure(double value, String unit) {
        return unit.isEmpty() ? number(value) : number(value) + " " + unit;
    }

    /// A number that has to be told from `limit`: exactly where rounding would make them look alike.
    public static String figureBeside(double value, double limit, String unit) {
        boolean alike = value != limit && number(value).equals(number(limit));
        return alike ? NumberText.of(value) + (unit.isEmpty() ? "" : " " + unit) : figure(value, unit);
    }

    /// A confidence level, such as `95 %`.
    public static String percent(double share) {
        return number(100 * share) + " %";
    }

    /// A change in percent with its sign.
    public static String signedPercent(@Nullable Double percent) {
        if (percent == null) {
            return "unknown";
        }
        return (percent > 0 ? "+" : percent < 0 ? "−" : "") + tenths(Math.abs(percent)) + " %";
    }

    /// Percent are read at a glance: one decimal, two where that would show nothing.
    private static String tenths(double percent) {
        if (!Double.isFinite(percent)) {
            return "∞";
        }
        String text = NumberText.fixed(percent, percent < TENTHS_FROM ? 2 : 1);
        return text.contains(".") ? text.replaceFirst("0+$", "").replaceFirst("\\.$", "") : text;
    }

    /// A change with its sign.
    public static String signed(double change) {
        return (change > 0 ? "+" : change < 0 ? "−" : "") + number(Math.abs(change));
    }

    /// An interval of a change, without its unit.
    public static String signedInterval(ConfidenceInterval interval) {
        return signed(interval.lower()) + " to " + signed(interval.upper());
    }

    /// A p-value.
    public static String pValue(double p) {
        return p < SMALLEST_P ? "< 0.0001" : number(Math.round(p / SMALLEST_P) * SMALLEST_P);
    }

    /// The same in a sentence: `p = 0.03`.
    static String sentence(double p) {
        return "p " + (p < SMALLEST_P ? "" : "= ") + pValue(p);
    }

    /// An interval without its unit.
    public static String interval(@Nullable ConfidenceInterval interval) {
        return interval == null ? "unknown" : number(interval.lower()) + " to " + number(interval.upper());
    }
}
