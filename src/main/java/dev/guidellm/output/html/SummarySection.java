package dev.guidellm.output.html;

import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.output.html.Blocks.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Conclusions, the key figures of a level, and all levels side by side.
final class SummarySection implements Section {
    private static final List<LatencyMetric> COMPARED =
            List.of(LatencyMetric.E2E, LatencyMetric.TTFT, LatencyMetric.ITL);
    private static final List<Percentile> TAILS = List.of(Percentile.P95, Percentile.P99);

    @Override
    public String id() {
        return "summary";
    }

    @Override
    public String title() {
        return "Summary";
    }

    @Override
    public void write(Page page, Markup out) {
        out.open("ul", "class", "conclusions").line();
        for (Conclusions.Sentence sentence : Conclusions.of(page)) {
            out.open("li", "class", sentence.tone().name().toLowerCase(Locale.ROOT))
                    .element(
                            "span",
                            sentence.tone().sign(),
                            "class",
                            "sign",
                            "role",
                            "img",
                            "aria-label",
                            sentence.tone().word())
                    .element("span", sentence.text())
                    .closeLine();
        }
        out.closeLine();
        if (page.levels().isEmpty()) {
            return;
        }
        Blocks.eachLevel(page, out, level -> keyFigures(level, out));
        comparison(page, out);
        out.open("div", "class", "charts").line();
        if (page.severalLevels()) {
            Blocks.chart(out, "latency-by-level", "Request latency by benchmark", "95th and 99th percentile.");
        }
        Blocks.chart(out, "outcomes", "Request outcomes", "Share of the requests in the measured window.");
        Blocks.chart(out, "components", "Latency components", "95th and 99th percentile of the picked level.");
        out.closeLine();
    }

    private static void keyFigures(Level level, Markup out) {
        out.open("div", "class", "cards").line();
        card(
                out,
                "Requests / sec",
                Figure.of(level.totalMean("requests_per_second")),
                "",
                "Requests that ended in the measured window, per second, whatever became of them.");
        card(
                out,
                "Output tokens / sec",
                Figure.of(level.totalMean("output_tokens_per_second")),
                "",
                "Tokens that the server generated, per second of the measured window.");
        card(
                out,
                "Total tokens / sec",
                Figure.of(level.totalMean("tokens_per_second")),
                "",
                "Prompt tokens and generated tokens, per second of the measured window.");
        tails(level, LatencyMetric.E2E, out, "From the request's first byte sent to the end of its answer.");
        tails(
                level,
                LatencyMetric.TTFT,
                out,
                "Time to first token: from the request's first byte sent to the first token of the answer.");
        tails(
                level,
                LatencyMetric.ITL,
                out,
                "Inter-token latency: mean time between the tokens of an answer after the first one.");
        card(
                out,
                "Error rate",
                Figure.share(level.errorRate()),
                counts(level),
                "Requests that failed, as a share of all in the measured window.");
        if (level.result().hasObjectives()) {
            card(
                    out,
                    "SLO attainment",
                    Figure.share(level.attainment()),
                    level.goodput() == null ? "" : "goodput " + Figure.of(level.goodput()) + " requests/s",
                    "Share of the requests that kept all objectives: " + Conclusions.limits(level)
                            + ". Failed requests count as missed.");
        }
        out.closeLine();
    }

    private static String counts(Level level) {
        return Figure.whole(level.requests("errored")) + " of " + Figure.whole(level.requests("total"));
    }

    private static void tails(Level level, LatencyMetric metric, Markup out, String meaning) {
        DistributionSummary summary = level.distribution(metric);
        String name = metric == LatencyMetric.E2E ? metric.longName() : metric.shortName();
        if (summary == null) {
            card(out, name, Figure.NONE, "not measured", meaning);
            return;
        }
        double p95 = summary.percentile(Percentile.P95) * metric.millis();
        double p99 = summary.percentile(Percentile.P99) * metric.millis();
        card(out, name, Figure.of(p95) + " ms", "P95; P99 " + Figure.of(p99) + " ms", meaning);
    }

    private static void card(Markup out, String name, String value, String note, String meaning) {
        out.open("div", "class", "card").open("p", "class", "name").text(name).close();
        Blocks.tip(out, name, meaning);
        out.element("p", value, "class", "value");
        if (!note.isEmpty()) {
            out.element("p", note, "class", "note");
        }
        out.closeLine();
    }

    private static void comparison(Page page, Markup out) {
        List<String> heads = new ArrayList<>(List.of("Run", "RPS", "Concurrency", "Out tok/s", "Total tok/s"));
        for (LatencyMetric metric : COMPARED) {
            TAILS.forEach(tail -> heads.add(metric.shortName() + " " + tail.name() + " (ms)"));
        }
        heads.add("Error %");
        if (page.hasObjectives()) {
            heads.addAll(List.of("SLO %", "Goodput (req/s)"));
        }
        List<List<Cell>> rows =
                page.levels().stream().map(level -> row(page, level)).toList();
        Blocks.table(out, "runs", page.severalLevels() ? "Run comparison" : "Run summary", heads, rows);
    }

    private static List<Cell> row(Page page, Level level) {
        List<Cell> row = new ArrayList<>();
        row.add(Cell.text(level.label()));
        for (String rate : List.of(
                "requests_per_second", "request_concurrency", "output_tokens_per_second", "tokens_per_second")) {
            row.add(Cell.figure(level.totalMean(rate)));
        }
        for (LatencyMetric metric : COMPARED) {
            TAILS.forEach(tail -> row.add(percentile(level.distribution(metric), tail, metric.millis())));
        }
        row.add(Cell.share(level.errorRate()));
        if (page.hasObjectives()) {
            row.add(Cell.share(level.attainment()));
            row.add(Cell.figure(level.goodput()));
        }
        return row;
    }

    /// A percentile with its interval below it.
    static Cell percentile(@Nullable DistributionSummary summary, Percentile percentile, double scale) {
        if (summary == null) {
            return Cell.figure(null);
        }
        return Cell.figure(summary.percentile(percentile) * scale)
                .withNote(interval(summary.percentileInterval(percentile), scale));
    }

    /// An interval in words; empty when there is none.
    static String interval(@Nullable ConfidenceInterval interval, double scale) {
        return interval == null
                ? ""
                : Figure.of(interval.lower() * scale) + " to " + Figure.of(interval.upper() * scale);
    }
}
