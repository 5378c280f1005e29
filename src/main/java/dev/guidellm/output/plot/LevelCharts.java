package dev.guidellm.output.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYAreaRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/// The charts that have a number on both axes: one point per benchmark and series.
final class LevelCharts {
    static final String RATE = "Request Rate (RPS, Log Scale)";
    static final String CONCURRENCY = "Concurrency (Active Requests, Log Scale)";
    private static final double DOT = 5;
    private static final double TINT = 0.45;

    private final List<LoadLevel> levels;

    /// @param levels in the order in which their points are joined
    LevelCharts(List<LoadLevel> levels) {
        this.levels = levels;
    }

    /// Whether an axis counts in powers.
    enum Scale {
        LINEAR,
        LOG
    }

    /// What an axis shows.
    record Measure(String label, Scale scale, ToDoubleFunction<LoadLevel> figure) {
        static Measure rate() {
            return new Measure(RATE, Scale.LOG, LoadLevel::rate);
        }

        static Measure concurrency() {
            return new Measure(CONCURRENCY, Scale.LOG, LoadLevel::concurrency);
        }
    }

    /// Lines over `x`.
    JFreeChart lines(String title, Measure x, String yLabel, Scale yScale, List<Line> lines) {
        XYSeriesCollection points = points(x, yScale, lines);
        XYPlot plot = new XYPlot(points, axis(x, points), axis(yLabel, yScale, points), renderer(points, lines));
        return Panels.chart(title, plot);
    }

    /// Areas on top of each other over `x`, and lines before them. What stands at one place only has no area, but
    /// points.
    ///
    /// @param stacked from the lowest one up
    JFreeChart areas(String title, Measure x, String yLabel, List<Line> stacked, List<Line> lines) {
        XYSeriesCollection points = points(x, Scale.LINEAR, lines);
        ValueAxis yAxis = axis(yLabel, Scale.LINEAR, points);
        XYPlot plot = new XYPlot(points, axis(x, points), yAxis, renderer(points, lines));
        boolean wide = points.getDomainUpperBound(false) > points.getDomainLowerBound(false);
        if (!wide) {
            XYSeriesCollection dots = points(x, Scale.LINEAR, stacked);
            plot.setDataset(1, dots);
            plot.setRenderer(1, renderer(dots, stacked));
            return Panels.chart(title, plot);
        }
        for (int i = 0; i < stacked.size(); i++) {
            Line top = sum(stacked.subList(0, i + 1));
            XYAreaRenderer renderer = new XYAreaRenderer(XYAreaRenderer.AREA);
            renderer.setSeriesPaint(0, tint(top.color()));
            renderer.setLegendArea(new Rectangle2D.Double(-DOT * 0.7, -DOT * 0.7, DOT * 1.4, DOT * 1.4));
            renderer.setDefaultLegendTextFont(Panels.SMALL);
            // a lower area covers the lower part of the one that is drawn before it
            plot.setDataset(i + 1, points(x, Scale.LINEAR, List.of(top)));
            plot.setRenderer(i + 1, renderer);
        }
        return Panels.chart(title, plot);
    }

    /// The sum of all, under the name of the last one.
    private static Line sum(List<Line> parts) {
        Line last = parts.getLast();
        return new Line(
                last.name(),
                last.color(),
                false,
                level -> parts.stream()
                        .mapToDouble(part -> part.figure().applyAsDouble(level))
                        .sum());
    }

    private static Color tint(Color color) {
        return new Color(tint(color.getRed()), tint(color.getGreen()), tint(color.getBlue()));
    }

    private static int tint(int part) {
        return (int) Math.round(255 - TINT * (255 - part));
    }

    private XYSeriesCollection points(Measure x, Scale yScale, List<Line> lines) {
        XYSeriesCollection points = new XYSeriesCollection();
        for (Line line : lines) {
            XYSeries series = series(line, x, yScale);
            if (!series.isEmpty()) {
                points.addSeries(series);
            }
        }
        return points;
    }

    /// The points that can be shown: a logarithmic axis has no place for what is not above 0.
    private XYSeries series(Line line, Measure x, Scale yScale) {
        XYSeries series = new XYSeries(line.name(), false, true);
        for (LoadLevel level : levels) {
            double at = x.figure.applyAsDouble(level);
            double value = line.figure().applyAsDouble(level);
            if (shows(x.scale, at) && shows(yScale, value)) {
                series.add(at, value);
            }
        }
        return series;
    }

    private static boolean shows(Scale scale, double value) {
        return Double.isFinite(value) && (scale == Scale.LINEAR || value > 0);
    }

    private static XYLineAndShapeRenderer renderer(XYSeriesCollection points, List<Line> lines) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
        for (int i = 0; i < points.getSeriesCount(); i++) {
            Line line = line(lines, points.getSeriesKey(i));
            renderer.setSeriesPaint(i, line.color());
            renderer.setSeriesStroke(i, line.stroke());
            renderer.setSeriesShape(i, line.dashed() ? triangle() : new Ellipse2D.Double(-DOT / 2, -DOT / 2, DOT, DOT));
        }
        renderer.setUseOutlinePaint(false);
        renderer.setDefaultOutlineStroke(new BasicStroke(1));
        renderer.setDefaultLegendTextFont(Panels.SMALL);
        return renderer;
    }

    private static Shape triangle() {
        Path2D triangle = new Path2D.Double();
        triangle.moveTo(0, -DOT * 0.6);
        triangle.lineTo(DOT * 0.6, DOT * 0.5);
        triangle.lineTo(-DOT * 0.6, DOT * 0.5);
        triangle.closePath();
        return triangle;
    }

    private static Line line(List<Line> lines, Comparable<?> name) {
        return lines.stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ValueAxis axis(Measure x, XYSeriesCollection points) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int series = 0; series < points.getSeriesCount(); series++) {
            for (int item = 0; item < points.getItemCount(series); item++) {
                least = Math.min(least, points.getXValue(series, item));
                most = Math.max(most, points.getXValue(series, item));
            }
        }
        return Panels.axis(x.label, x.scale, least, most);
    }

    private static ValueAxis axis(String label, Scale scale, XYSeriesCollection points) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int series = 0; series < points.getSeriesCount(); series++) {
            for (int item = 0; item < points.getItemCount(series); item++) {
                least = Math.min(least, points.getYValue(series, item));
                most = Math.max(most, points.getYValue(series, item));
            }
        }
        ValueAxis axis = Panels.axis(label, scale, least, most);
        if (axis instanceof NumberAxis linear) {
            linear.setAutoRangeIncludesZero(true);
        }
        return axis;
    }
}
