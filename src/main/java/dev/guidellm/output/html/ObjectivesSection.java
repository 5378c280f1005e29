package dev.guidellm.output.html;

import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.output.html.Blocks.Cell;
import java.util.ArrayList;
import java.util.List;

/// The service-level objectives: as measured, and with limits of the reader's choice.
final class ObjectivesSection implements Section {
    @Override
    public String id() {
        return "slo";
    }

    @Override
    public String title() {
        return "Service-level objectives";
    }

    @Override
    public boolean isShown(Page page) {
        return page.hasObjectives() || page.data().stream().anyMatch(each -> each.listed() > 0);
    }

    @Override
    public void write(Page page, Markup out) {
        Blocks.paragraph(
                out,
                "A request conforms when it keeps every objective. Failed requests count as missed; requests that were"
                        + " cut off at the end of a level, and those without a measurement, do not count. The objective"
                        + " on the time per output token is held against the inter-token latency.");
        if (page.hasObjectives()) {
            configured(page, out);
        }
        if (page.data().stream().anyMatch(each -> each.listed() > 0)) {
            out.open("div", "id", "objectives", "class", "scripted-only").line();
            out.element("h3", "What if the objectives were others?");
            Blocks.paragraph(
                    out,
                    "Move a limit: the shares below are counted anew from this report's requests, exactly for each"
                            + " position of a slider.");
            out.closeLine();
            Blocks.chart(out, "attainment", "Requests within the chosen objectives", "Bars are confidence intervals.");
        }
    }

    private static void configured(Page page, Markup out) {
        List<String> heads = List.of(
                "Run",
                "TTFT limit (ms)",
                "TPOT limit (ms)",
                "E2E limit (ms)",
                "Attainment",
                "Conforming",
                "Determined",
                "Goodput (req/s)");
        List<List<Cell>> rows = new ArrayList<>();
        for (Level level : page.levels()) {
            List<Cell> row = new ArrayList<>();
            row.add(Cell.text(level.label()));
            for (LatencyMetric metric : LatencyMetric.OF_REQUESTS) {
                row.add(Cell.given(level.objective(metric)));
            }
            Integer conforming = level.conforming();
            row.add(Cell.share(level.attainment()).withNote(interval(level)));
            row.add(Cell.whole(conforming == null ? null : (Double) (double) conforming));
            row.add(Cell.whole((double) level.determined()));
            row.add(Cell.figure(level.goodput()));
            rows.add(row);
        }
        Blocks.table(out, "attainment", "Attainment of the configured objectives", heads, rows);
    }

    private static String interval(Level level) {
        ConfidenceInterval interval = level.attainmentInterval();
        return interval == null ? "" : Figure.share(interval.lower()) + " to " + Figure.share(interval.upper());
    }
}
