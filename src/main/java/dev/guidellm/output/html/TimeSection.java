package dev.guidellm.output.html;

/// What happened within a level, over its time.
final class TimeSection implements Section {
    @Override
    public String id() {
        return "time";
    }

    @Override
    public String title() {
        return "Over time";
    }

    @Override
    public boolean isShown(Page page) {
        return page.data().stream().anyMatch(each -> each.listed() > 0);
    }

    @Override
    public void write(Page page, Markup out) {
        Blocks.paragraph(
                out,
                "One level from its first request on. Latency that rises while the load stays the same is a queue that"
                        + " grows. What lies outside of the measured window (warm-up, cool-down) is shaded.");
        Blocks.eachLevel(page, out, level -> {
            LevelData data = page.data().get(level.index());
            if (!data.complete()) {
                Blocks.paragraph(
                        out,
                        "Only " + data.listed() + " of " + Figure.whole(level.requests("total"))
                                + " requests are listed in this report (sample_size): latencies are those of a sample,"
                                + " and rates and concurrency over time are not known.");
            }
        });
        Blocks.chart(out, "latency-time", "Latency over time", "By the time at which requests started.");
        Blocks.chart(out, "concurrency-time", "Requests in flight and request rate over time", "");
        Blocks.chart(out, "tokens-time", "Token rate over time", "");
    }
}
