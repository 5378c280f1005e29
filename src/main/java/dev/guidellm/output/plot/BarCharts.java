package dev.guidellm.output.plot;

import dev.guidellm.output.plot.LoadLevel.Latency;
import java.awt.Color;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StackedBarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/// The charts with names on one axis.
final class BarCharts {
    /// Labels that stand side by side without running into each other.
    private static final int MOST_UPRIGHT = 10;

    private final List<LoadLevel> levels;

    BarCharts(List<LoadLevel> levels) {
        this.levels = levels;
    }

    /// A bar's place: two benchmarks may have the same label.
    private record Place(int index, String label) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Integer.compare(index, other.index);
        }

        @Override
        public String toString() {
            return label;
        }
    }

    /// How many requests of each benchmark ended in which way.
    JFreeChart outcomes(String title) {
        DefaultCategoryDataset counts = new DefaultCategoryDataset();
        for (LoadLevel level : levels) {
            Place place = new Place(level.index(), concurrency(level));
            put(counts, level.successful(), "Successful", place);
            put(counts, level.incomplete(), "Incomplete", place);
            put(counts, level.errored(), "Errored", place);
        }
        NumberAxis requests = new NumberAxis("Requests");
        Panels.style(requests);
        requests.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
        return bars(
                title,
                counts,
                "Concurrency (Active Requests)",
                requests,
                new StackedBarRenderer(),
                List.of(Line.GREEN, Line.ORANGE, Line.VERMILION));
    }

    /// The latencies of the benchmark with the most tokens per second.
    JFreeChart breakdown(String title) {
        DefaultCategoryDataset latencies = new DefaultCategoryDataset();
        Optional<LoadLevel> peak = levels.stream()
                .filter(level -> Double.isFinite(level.totalTokens()))
                .max(Comparator.comparingDouble(LoadLevel::totalTokens));
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        Map<String, ToDoubleFunction<Latency>> figures = new LinkedHashMap<>();
        figures.put("Median", Latency::median);
        figures.put("p95", Latency::p95);
        for (Map.Entry<String, Latency> part :
                peak.map(BarCharts::parts).orElse(Map.of()).entrySet()) {
            for (Map.Entry<String, ToDoubleFunction<Latency>> figure : figures.entrySet()) {
                double value = figure.getValue().applyAsDouble(part.getValue());
                if (value > 0) {
                    latencies.addValue(value, figure.getKey(), part.getKey());
                    least = Math.min(least, value);
                    most = Math.max(most, value);
                }
            }
        }
        ValueAxis axis = Panels.axis("Latency (ms, Log Scale)", LevelCharts.Scale.LOG, least, most);
        BarRenderer renderer = new BarRenderer();
        if (axis instanceof LogScaleAxis) {
            renderer.setBase(axis.getLowerBound());
        }
        String shown = peak.map(level -> title + " at " + level.label()).orElse(title);
        return bars(shown, latencies, "Latency Component", axis, renderer, List.of(Line.BLUE, Line.ORANGE));
    }

    private static JFreeChart bars(
            String title,
            DefaultCategoryDataset values,
            String label,
            ValueAxis axis,
            BarRenderer renderer,
            List<Color> colors) {
        CategoryAxis names = new CategoryAxis(label);
        Panels.style(names);
        if (values.getColumnCount() > MOST_UPRIGHT) {
            names.setCategoryLabelPositions(CategoryLabelPositions.UP_45);
        }
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setItemMargin(0.05);
        renderer.setMaximumBarWidth(0.2);
        renderer.setIncludeBaseInRange(!(axis instanceof LogScaleAxis));
        for (int i = 0; i < colors.size(); i++) {
            renderer.setSeriesPaint(i, colors.get(i));
        }
        return Panels.chart(title, new CategoryPlot(values, names, axis, renderer));
    }

    private static Map<String, Latency> parts(LoadLevel level) {
        Map<String, Latency> parts = new LinkedHashMap<>();
        parts.put("TTFT", level.timeToFirstToken());
        parts.put("TTFOT", level.timeToFirstOutputToken());
        parts.put("ITL", level.interTokenLatency());
        parts.put("TPOT", level.timePerOutputToken());
        parts.put("E2E", level.requestLatency());
        return parts;
    }

    private static void put(DefaultCategoryDataset counts, double count, String name, Place place) {
        if (Double.isFinite(count)) {
            counts.addValue(count, name, place);
        }
    }

    private static String concurrency(LoadLevel level) {
        return Double.isFinite(level.concurrency())
                ? String.format(Locale.ROOT, "%.1f", level.concurrency())
                : level.label();
    }
}
