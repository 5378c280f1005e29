package dev.guidellm.output.html;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Throughput: what latency it costs, its parts, and how much of it comes from each unit of load.
final class LoadSection implements Section {
    @Override
    public String id() {
        return "load";
    }

    @Override
    public String title() {
        return "Throughput and latency";
    }

    @Override
    public boolean isShown(Page page) {
        return !page.levels().isEmpty();
    }

    @Override
    public void write(Page page, Markup out) {
        if (page.severalLevels()) {
            Blocks.chart(
                    out,
                    "throughput-latency",
                    "Latency against throughput",
                    "Each point is a level; bars are confidence intervals. Inter-token latency and time per output"
                            + " token have none, since their values are weighted by tokens.");
        }
        out.open("div", "class", "charts").line();
        Blocks.chart(
                out, "token-rates", page.severalLevels() ? "Token throughput by benchmark" : "Throughput rates", "");
        Blocks.chart(out, "first-token", page.severalLevels() ? "TTFT by benchmark" : "First-token latency", "");
        Blocks.chart(
                out,
                "generation",
                page.severalLevels() ? "Generation latency by benchmark" : "Generation latency",
                "Milliseconds per token.");
        Blocks.chart(
                out, "efficiency", title(page), "Total tokens per second, divided by the load that was asked for.");
        out.closeLine();
        Blocks.table(
                out,
                "efficiency",
                title(page),
                List.of(
                        "Run",
                        "Total tok/s",
                        "Streams asked for",
                        "Tok/s per stream",
                        "Requests/s asked for",
                        "Tokens per intended request"),
                page.levels().stream()
                        .map(level -> List.of(
                                Blocks.Cell.text(level.label()),
                                Blocks.Cell.figure(level.totalMean("tokens_per_second")),
                                Blocks.Cell.figure(level.configuredConcurrency()),
                                Blocks.Cell.figure(ratio(level, level.configuredConcurrency())),
                                Blocks.Cell.figure(level.configuredRate()),
                                Blocks.Cell.figure(ratio(level, level.configuredRate()))))
                        .toList());
    }

    private static String title(Page page) {
        return page.severalLevels() ? "Throughput efficiency" : "Per-request efficiency";
    }

    private static @Nullable Double ratio(Level level, @Nullable Double load) {
        Double tokens = level.totalMean("tokens_per_second");
        return tokens == null || load == null || load == 0 ? null : (Double) (tokens / load);
    }
}
