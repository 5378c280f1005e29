package dev.guidellm.compare;

import dev.guidellm.json.NumberText;
import dev.guidellm.metrics.ConfidenceInterval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// Figures in sentences and tables.
final class FigureText {
    private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);
    private static final double WHOLE_FROM = 1000;

    private FigureText() {}

    /// Four significant digits, or all of the whole part.
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "infinite";
        }
        BigDecimal exact = new BigDecimal(value);
        BigDecimal rounded =
                Math.abs(value) >= WHOLE_FROM ? exact.setScale(0, RoundingMode.HALF_EVEN) : exact.round(FOUR_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /// A number with its unit.
    static String figure(double value, String unit) {
        return unit.isEmpty() ? number(value) : number(value) + " " + unit;
    }

    /// A number that has to be told from `limit`: exactly where rounding would make them look alike.
    static String figureBeside(double value, double limit, String unit) {
        boolean alike = value != limit && number(value).equals(number(limit));
        return alike ? NumberText.of(value) + (unit.isEmpty() ? "" : " " + unit) : figure(value, unit);
    }

    /// A confidence level, such as `95 %`.
    static String percent(double share) {
        return number(100 * share) + " %";
    }

    static String interval(@Nullable ConfidenceInterval interval) {
        return interval == null ? "unknown" : number(interval.lower()) + " to " + number(interval.upper());
    }
}
