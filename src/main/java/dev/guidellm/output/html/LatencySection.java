package dev.guidellm.output.html;

import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.output.html.Blocks.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// How latencies are distributed.
final class LatencySection implements Section {
    @Override
    public String id() {
        return "latency";
    }

    @Override
    public String title() {
        return "Latency distributions";
    }

    @Override
    public boolean isShown(Page page) {
        return !page.levels().isEmpty();
    }

    @Override
    public void write(Page page, Markup out) {
        Blocks.paragraph(
                out,
                "For a latency on the horizontal axis, the curve shows which share of the successful requests had at"
                        + " most that latency. Values per token count once for each token.");
        if (page.data().stream().anyMatch(each -> !each.complete())) {
            Blocks.paragraph(
                    out,
                    "Not every request is listed in this report (sample_size). Where that is so, the curve joins the"
                            + " report's percentiles, which cover all requests.");
        }
        out.open("div", "class", "charts").line();
        for (LatencyMetric metric : LatencyMetric.values()) {
            if (page.levels().stream().anyMatch(level -> level.distribution(metric) != null)
                    && metric.ofRequest() != null) {
                Blocks.chart(
                        out, "distribution-" + metric.id(), metric.longName() + " (" + metric.shortName() + ")", "");
            }
        }
        out.closeLine();
        page.levels().stream()
                .map(Level::confidence)
                .filter(Objects::nonNull)
                .findFirst()
                .ifPresent(confidence -> Blocks.paragraph(
                        out,
                        "Small figures in the table are " + Figure.percent(confidence)
                                + " confidence intervals; they are missing where there are too few requests for one."));
        Blocks.eachLevel(page, out, level -> percentiles(level, out));
    }

    private static void percentiles(Level level, Markup out) {
        List<String> heads = new ArrayList<>(List.of("Milliseconds", "Requests", "Mean"));
        LevelData.SHOWN.forEach(percentile -> heads.add(percentile == Percentile.P999 ? "P99.9" : percentile.name()));
        heads.addAll(List.of("Max", "Std dev"));
        List<List<Cell>> rows = new ArrayList<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            DistributionSummary summary = level.distribution(metric);
            if (summary != null) {
                rows.add(row(metric, summary));
            }
        }
        Blocks.table(out, "percentiles-" + level.index(), "Latency percentiles of " + level.label(), heads, rows);
    }

    private static List<Cell> row(LatencyMetric metric, DistributionSummary summary) {
        double scale = metric.millis();
        List<Cell> row = new ArrayList<>();
        row.add(Cell.text(metric.longName()).withNote(metric.shortName()));
        boolean perToken = metric == LatencyMetric.ITL || metric == LatencyMetric.TPOT;
        row.add(Cell.whole((double) summary.count()).withNote(perToken ? "tokens" : ""));
        row.add(Cell.figure(summary.mean() * scale).withNote(SummarySection.interval(summary.meanInterval(), scale)));
        LevelData.SHOWN.forEach(percentile -> row.add(SummarySection.percentile(summary, percentile, scale)));
        row.add(Cell.figure(summary.max() * scale));
        row.add(Cell.figure(summary.stdDev() * scale));
        return row;
    }
}
