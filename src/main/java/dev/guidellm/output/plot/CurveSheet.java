package dev.guidellm.output.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/// Draws curves of any kind as one picture of up to eight charts.
public final class CurveSheet {
    private static final int DPI = 100;
    private static final BasicStroke STROKE = new BasicStroke(1.6f);
    private static final List<Color> COLORS = List.of(Line.BLUE, Line.VERMILION, Line.GREEN);

    private CurveSheet() {}

    /// A line through points.
    ///
    /// @param x in order
    public record Curve(String name, double[] x, double[] y) {}

    /// One chart.
    ///
    /// @param title may have several lines
    /// @param logarithmic whether the horizontal axis counts in powers
    public record Chart(String title, String xLabel, boolean logarithmic, String yLabel, List<Curve> curves) {}

    /// Writes the picture in the format that the suffix of `file` names: png, jpg, svg or pdf.
    ///
    /// @throws IOException when it cannot be written, or the machine has no fonts
    public static void write(String title, List<Chart> charts, Path file) throws IOException {
        PlotOutput.check();
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            PlotOutput.write(
                    () -> PlotSheet.of(
                            title, charts.stream().map(CurveSheet::chart).toList()),
                    file,
                    DPI,
                    out);
        }
    }

    private static JFreeChart chart(Chart chart) {
        XYSeriesCollection points = new XYSeriesCollection();
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (Curve curve : chart.curves) {
            XYSeries series = new XYSeries(curve.name, false, true);
            for (int i = 0; i < curve.x.length; i++) {
                if (!chart.logarithmic || curve.x[i] > 0) {
                    series.add(curve.x[i], curve.y[i], false);
                    least = Math.min(least, curve.x[i]);
                    most = Math.max(most, curve.x[i]);
                }
            }
            if (!series.isEmpty()) {
                points.addSeries(series);
            }
        }
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
        for (int i = 0; i < points.getSeriesCount(); i++) {
            renderer.setSeriesPaint(i, COLORS.get(i % COLORS.size()));
            renderer.setSeriesStroke(i, STROKE);
        }
        renderer.setDefaultLegendTextFont(Panels.SMALL);
        LevelCharts.Scale scale = chart.logarithmic ? LevelCharts.Scale.LOG : LevelCharts.Scale.LINEAR;
        ValueAxis x = Panels.axis(chart.xLabel, scale, least, most);
        NumberAxis y = new NumberAxis(chart.yLabel);
        Panels.style(y);
        y.setAutoRangeIncludesZero(true);
        return Panels.chart(chart.title, new XYPlot(points, x, y, renderer));
    }
}
