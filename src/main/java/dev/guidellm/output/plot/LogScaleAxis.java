package dev.guidellm.output.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/// A logarithmic axis around given values, with ticks at round numbers: powers of ten; with 2 and 5 times them, every
/// whole multiple, or even steps, where the range is short.
final class LogScaleAxis extends LogAxis {
    private static final long serialVersionUID = 1L;
    private static final double MARGIN = 1.15;

    /// Upper by lower bound, at least: more would show noise as if it were a trend.
    private static final double SHORTEST = 2.5;

    /// Ticks with a label that make an axis readable.
    private static final int ENOUGH = 3;

    private static final List<Integer> POWERS = List.of(1);
    private static final List<Integer> FEW = List.of(1, 2, 5);
    private static final List<Integer> ALL = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    private static final MathContext DIGITS = new MathContext(3);

    /// An axis from a little below `least` to a little above `most`, both above 0.
    LogScaleAxis(String label, double least, double most) {
        super(label);
        setSmallestValue(Double.MIN_NORMAL);
        double lower = least / MARGIN;
        double upper = most * MARGIN;
        double widening = Math.sqrt(Math.max(1, SHORTEST * lower / upper));
        setRange(lower / widening, upper * widening);
    }

    @Override
    public List<NumberTick> refreshTicks(Graphics2D g2, AxisState state, Rectangle2D area, RectangleEdge edge) {
        TextAnchor anchor = RectangleEdge.isTopOrBottom(edge) ? TextAnchor.TOP_CENTER : TextAnchor.CENTER_RIGHT;
        List<Double> labelled = labelled();
        List<NumberTick> ticks = new ArrayList<>();
        for (double value : multiples(ALL)) {
            if (!labelled.contains(value)) {
                ticks.add(new NumberTick(TickType.MINOR, value, "", anchor, TextAnchor.CENTER, 0));
            }
        }
        for (double value : labelled) {
            ticks.add(new NumberTick(TickType.MAJOR, value, text(value), anchor, TextAnchor.CENTER, 0));
        }
        return ticks;
    }

    private List<Double> labelled() {
        for (List<Integer> chosen : List.of(POWERS, FEW, ALL)) {
            List<Double> values = multiples(chosen);
            if (values.size() >= ENOUGH) {
                return values;
            }
        }
        return evenSteps();
    }

    private List<Double> multiples(List<Integer> chosen) {
        List<Double> values = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(getLowerBound())); power <= Math.log10(getUpperBound()); power++) {
            for (int multiple : chosen) {
                double value = Double.parseDouble(multiple + "e" + power);
                if (getRange().contains(value)) {
                    values.add(value);
                }
            }
        }
        return values;
    }

    private List<Double> evenSteps() {
        double rough = getRange().getLength() / ENOUGH;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = rough >= 5 * power ? 5 * power : rough >= 2 * power ? 2 * power : power;
        List<Double> values = new ArrayList<>();
        for (double n = Math.ceil(getLowerBound() / step); n * step <= getUpperBound(); n++) {
            values.add(n * step);
        }
        return values;
    }

    /// A number in three digits, thousands as k and millions as M.
    static String text(double value) {
        double unit = value >= 1e6 ? 1e6 : value >= 1e4 ? 1e3 : 1;
        String digits =
                new BigDecimal(value / unit).round(DIGITS).stripTrailingZeros().toPlainString();
        return digits + (unit == 1 ? "" : unit == 1e3 ? "k" : "M");
    }
}
