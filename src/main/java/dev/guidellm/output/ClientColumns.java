package dev.guidellm.output;

import dev.guidellm.health.Allowance;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.ClientHealth;
import dev.guidellm.health.CpuUse;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.DispatchLag;
import dev.guidellm.json.NumberText;
import org.jspecify.annotations.Nullable;

/// The columns on the client: the last ones of a row, since the original has none of them.
final class ClientColumns {
    private static final String GROUP = "Client";

    private final CsvOutput.Row row;

    ClientColumns(CsvOutput.Row row) {
        this.row = row;
    }

    void fill(ClientHealth health) {
        ClientFigures figures = health.figures();
        row.text(GROUP, "Verdict", "", health.verdict().level().key());
        row.text(GROUP, "Reasons", "", String.join("; ", health.verdict().reasons()));
        CpuUse cpu = figures.cpu();
        number("CPU Cores", "", cpu.cores());
        number("CPU Share", "Own", cpu.ownShare());
        number("CPU Share", "Busy", cpu.busyShare());
        number("CPU Share", "Other", cpu.otherShare());
        number("CPU Share", "Stolen", cpu.stolenShare());
        number("CPU Share", "Throttled", cpu.throttledShare());
        count("GC Pauses", "Count", figures.gc().count());
        number("GC Pauses", "Total ms", figures.gc().totalMillis());
        number("GC Pauses", "Longest ms", figures.gc().longestMillis());
        count("Pauses", "Count", figures.stalls().count());
        number("Pauses", "Total ms", figures.stalls().totalMillis());
        number("Pauses", "Longest ms", figures.stalls().longestMillis());
        DispatchLag dispatch = figures.dispatch();
        row.text(GROUP, "Dispatch Lag", "Loop", dispatch == null ? "" : dispatch.openLoop() ? "open" : "closed");
        delays("Dispatch Lag", dispatch == null ? null : dispatch.handedOver());
        delays("Event Loop Wait", figures.loopWait());
        number(
                "Data Delay",
                "Total ms",
                figures.data() == null ? null : figures.data().totalMillis());
        count("Answers Waiting", "Most", (long) figures.mostAnswersWaiting());
        allowance("File Descriptors", figures.descriptors());
        allowance("Local Ports", figures.ports());
    }

    private void delays(String name, @Nullable DelaySummary delays) {
        DelaySummary known = delays == null || delays.isEmpty() ? null : delays;
        number(name, "Mean ms", known == null ? null : (Double) known.mean());
        number(name, "Median ms", known == null ? null : (Double) known.p50());
        number(name, "p99 ms", known == null ? null : (Double) known.p99());
        number(name, "Max ms", known == null ? null : (Double) known.max());
    }

    private void allowance(String name, @Nullable Allowance allowance) {
        count(name, "Used", allowance == null ? null : (Long) allowance.used());
        count(name, "Limit", allowance == null ? null : (Long) allowance.limit());
    }

    private void number(String name, String detail, @Nullable Double value) {
        row.text(GROUP, name, detail, value == null ? "" : NumberText.of(value));
    }

    private void count(String name, String detail, @Nullable Long value) {
        row.text(GROUP, name, detail, value == null ? "" : value.toString());
    }
}
