package dev.guidellm.output.plot;

import dev.guidellm.output.plot.LevelCharts.Measure;
import dev.guidellm.output.plot.LevelCharts.Scale;
import dev.guidellm.report.BenchmarkReport;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jfree.chart.JFreeChart;

/// The picture: a title and eight charts in two columns. Its unit is the point, 1/72 of an inch.
final class PlotSheet {
    /// Inches.
    static final double WIDTH = 14.62;
    /// Inches.
    static final double HEIGHT = 21.06;

    private static final double POINTS_PER_INCH = 72;
    private static final int COLUMNS = 2;
    private static final int ROWS = 4;
    private static final double TITLE_HEIGHT = 40;
    private static final String TITLE = "GuideLLM Benchmark Performance Visualization";
    private static final String NOTHING = "No benchmark data available";
    private static final Font TITLE_FONT = new Font(Font.SANS_SERIF, Font.BOLD, 18);

    private final String title;
    private final List<JFreeChart> charts;

    private PlotSheet(String title, List<JFreeChart> charts) {
        this.title = title;
        this.charts = charts;
    }

    /// A picture of up to eight charts.
    static PlotSheet of(String title, List<JFreeChart> charts) {
        return new PlotSheet(title, charts);
    }

    /// The picture of a report; without benchmarks it says so.
    static PlotSheet of(BenchmarkReport report) {
        List<LoadLevel> levels = new ArrayList<>();
        for (int i = 0; i < report.benchmarks().size(); i++) {
            levels.add(LoadLevel.of(i, report.benchmarks().get(i)));
        }
        return new PlotSheet(TITLE, levels.isEmpty() ? List.of() : charts(levels));
    }

    static double widthPoints() {
        return WIDTH * POINTS_PER_INCH;
    }

    static double heightPoints() {
        return HEIGHT * POINTS_PER_INCH;
    }

    List<JFreeChart> charts() {
        return charts;
    }

    /// Draws it from the origin on.
    void draw(Graphics2D graphics) {
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fill(new Rectangle2D.Double(0, 0, widthPoints(), heightPoints()));
        graphics.setColor(Color.BLACK);
        graphics.setFont(TITLE_FONT);
        centered(graphics, title, TITLE_HEIGHT * 0.7);
        if (charts.isEmpty()) {
            centered(graphics, NOTHING, heightPoints() / 2);
        }
        double width = widthPoints() / COLUMNS;
        double height = (heightPoints() - TITLE_HEIGHT) / ROWS;
        for (int i = 0; i < charts.size(); i++) {
            int row = i / COLUMNS;
            double x = i % COLUMNS * width;
            double y = TITLE_HEIGHT + row * height;
            charts.get(i).draw(graphics, new Rectangle2D.Double(x, y, width, height));
        }
    }

    private static void centered(Graphics2D graphics, String text, double baseline) {
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        graphics.drawString(text, (float) ((widthPoints() - width) / 2), (float) baseline);
    }

    private static List<JFreeChart> charts(List<LoadLevel> levels) {
        LevelCharts byRate = new LevelCharts(sorted(levels, Comparator.comparingDouble(LoadLevel::rate)));
        List<LoadLevel> byConcurrency = sorted(levels, Comparator.comparingDouble(LoadLevel::concurrency));
        LevelCharts byLoad = new LevelCharts(byConcurrency);
        BarCharts bars = new BarCharts(byConcurrency);
        Measure throughput = new Measure("Throughput (Total Tokens/sec)", Scale.LINEAR, LoadLevel::totalTokens);
        return List.of(
                byRate.lines(
                        "1. Latency (TTFT & E2E) vs. Request Rate\n(lower is better)",
                        Measure.rate(),
                        "Latency (ms, Log Scale)",
                        Scale.LOG,
                        List.of(
                                new Line(
                                        "TTFT Median",
                                        Line.BLUE,
                                        false,
                                        level -> level.timeToFirstToken().median()),
                                new Line(
                                        "TTFT p95",
                                        Line.BLUE,
                                        true,
                                        level -> level.timeToFirstToken().p95()),
                                new Line(
                                        "E2E Median",
                                        Line.VERMILION,
                                        false,
                                        level -> level.requestLatency().median()),
                                new Line(
                                        "E2E p95",
                                        Line.VERMILION,
                                        true,
                                        level -> level.requestLatency().p95()))),
                byRate.lines(
                        "2. Generation Speed (TPOT & ITL) vs. Request Rate\n(lower is better)",
                        Measure.rate(),
                        "Latency (ms/token, Log Scale)",
                        Scale.LOG,
                        List.of(
                                new Line(
                                        "TPOT Median",
                                        Line.BLUE,
                                        false,
                                        level -> level.timePerOutputToken().median()),
                                new Line(
                                        "TPOT p95",
                                        Line.BLUE,
                                        true,
                                        level -> level.timePerOutputToken().p95()),
                                new Line(
                                        "ITL Median",
                                        Line.VERMILION,
                                        false,
                                        level -> level.interTokenLatency().median()),
                                new Line(
                                        "ITL p95",
                                        Line.VERMILION,
                                        true,
                                        level -> level.interTokenLatency().p95()))),
                byLoad.lines(
                        "3. Token Throughput vs. Concurrency\n(higher is better)",
                        Measure.concurrency(),
                        "Throughput (Tokens/sec, Log Scale)",
                        Scale.LOG,
                        List.of(
                                new Line("Total Tokens/s", Line.BLUE, false, LoadLevel::totalTokens),
                                new Line("Input Tokens/s", Line.GREEN, false, LoadLevel::inputTokens),
                                new Line("Output Tokens/s", Line.VERMILION, false, LoadLevel::outputTokens))),
                byLoad.lines(
                        "4. Knee Plot: Latency vs. Throughput\n(lower latency + higher throughput is better)",
                        throughput,
                        "Latency (ms)",
                        Scale.LOG,
                        List.of(
                                new Line(
                                        "p95 TTFT",
                                        Line.BLUE,
                                        true,
                                        level -> level.timeToFirstToken().p95()),
                                new Line(
                                        "Median TTFT",
                                        Line.BLUE,
                                        false,
                                        level -> level.timeToFirstToken().median()))),
                bars.outcomes("5. Request Status Counts vs. Concurrency\n(more complete is better)"),
                bars.breakdown("6. Latency Breakdown at Peak Throughput\n(lower is better)"),
                byLoad.lines(
                        "7. Throughput Efficiency vs. Concurrency\n(higher is better)",
                        Measure.concurrency(),
                        "Total Tokens/sec per Active Request",
                        Scale.LINEAR,
                        List.of(new Line(
                                "Tokens/s per Active Request", Line.BLUE, false, LoadLevel::tokensPerActiveRequest))),
                byRate.areas(
                        "8. Token Throughput Mix vs. Request Rate\n(higher is better)",
                        Measure.rate(),
                        "Throughput (Tokens/sec)",
                        List.of(
                                new Line("Input Tokens/s", Line.GREEN, false, LoadLevel::inputTokens),
                                new Line("Output Tokens/s", Line.VERMILION, false, LoadLevel::outputTokens)),
                        List.of(new Line("Total Tokens/s", Line.BLUE, false, LoadLevel::totalTokens))));
    }

    private static List<LoadLevel> sorted(List<LoadLevel> levels, Comparator<LoadLevel> order) {
        return levels.stream().sorted(order).toList();
    }
}
