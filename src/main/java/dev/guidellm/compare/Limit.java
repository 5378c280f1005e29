package dev.guidellm.compare;

import dev.guidellm.metrics.ConfidenceInterval;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// A bound that a number is held against: `< 200`.
///
/// @param operator how
/// @param number finite
record Limit(Operator operator, double number) {

    /// How a number is compared with a bound.
    enum Operator {
        LESS("<"),
        AT_MOST("<="),
        GREATER(">"),
        AT_LEAST(">="),
        EQUAL("=="),
        DIFFERENT("!=");

        /// The longer signs first, so that `<=` is not taken for `<`.
        private static final List<Operator> LONGEST_FIRST = Arrays.stream(values())
                .sorted(Comparator.comparingInt((Operator each) -> each.sign.length())
                        .reversed())
                .toList();

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }
    }

    /// A text split at its first comparison.
    ///
    /// @param left what stands before it
    /// @param right what stands behind it
    record Split(String left, Operator operator, String right) {}

    /// Splits `text` at its first comparison.
    static Split split(String text) throws ExpressionException {
        for (int at = 0; at < text.length(); at++) {
            for (Operator operator : Operator.LONGEST_FIRST) {
                if (text.startsWith(operator.sign, at)) {
                    return new Split(
                            part(text.substring(0, at), "metric before", operator),
                            operator,
                            part(text.substring(at + operator.sign.length()), "number behind", operator));
                }
            }
        }
        String hint = text.contains("=") ? " ('==' compares, '=' does not)" : "";
        throw new ExpressionException("there is no comparison (<, <=, >, >=, ==, !=) in it" + hint);
    }

    private static String part(String text, String what, Operator operator) throws ExpressionException {
        String part = text.strip();
        if (part.isEmpty()) {
            throw new ExpressionException("there is no " + what + " '" + operator.sign + "'");
        }
        return part;
    }

    /// A plain number.
    static double number(String text) throws ExpressionException {
        try {
            double number = Double.parseDouble(text);
            boolean plain = text.chars().allMatch(c -> c < 128 && "0123456789.+-eE".indexOf(c) >= 0);
            if (plain && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw new ExpressionException("'" + text + "' is no number, such as 200, 0.99 or 1e3"
                + (text.toLowerCase(Locale.ROOT).matches(".*\\d\\s*[a-z%]+$")
                        ? "; it is written without its unit"
                        : ""));
    }

    /// Whether `value` keeps to it.
    boolean holds(double value) {
        return switch (operator) {
            case LESS -> value < number;
            case AT_MOST -> value <= number;
            case GREATER -> value > number;
            case AT_LEAST -> value >= number;
            case EQUAL -> value == number;
            case DIFFERENT -> value != number;
        };
    }

    /// Whether the interval has values on both sides, so that a value in it may or may not keep to the limit.
    boolean isWithin(ConfidenceInterval interval) {
        return switch (operator) {
            case LESS, AT_LEAST -> interval.lower() < number && interval.upper() >= number;
            case AT_MOST, GREATER -> interval.lower() <= number && interval.upper() > number;
            case EQUAL, DIFFERENT ->
                interval.lower() <= number && interval.upper() >= number && interval.lower() < interval.upper();
        };
    }
}
