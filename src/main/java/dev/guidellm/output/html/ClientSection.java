package dev.guidellm.output.html;

import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.ClientHealth;
import dev.guidellm.health.CpuUse;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.DispatchLag;
import dev.guidellm.output.html.Blocks.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whether the client itself was the limit.
final class ClientSection implements Section {
    @Override
    public String id() {
        return "client";
    }

    @Override
    public String title() {
        return "Client";
    }

    @Override
    public boolean isShown(Page page) {
        return page.levels().stream()
                .map(level -> level.result().extension().client())
                .anyMatch(Objects::nonNull);
    }

    @Override
    public void write(Page page, Markup out) {
        Blocks.paragraph(
                out,
                "The program that made the load, watched during each level. Where it was the limit, the figures above"
                        + " are its own and not the server's.");
        List<List<Cell>> verdicts = new ArrayList<>();
        List<List<Cell>> figures = new ArrayList<>();
        for (Level level : page.levels()) {
            ClientHealth health = level.result().extension().client();
            if (health != null) {
                verdicts.add(List.of(
                        Cell.text(level.label()),
                        Cell.text(health.verdict().level().key().replace('_', ' ')),
                        Cell.text(String.join("; ", health.verdict().reasons()))));
                figures.add(row(level, health.figures()));
            }
        }
        Blocks.table(
                out, "client-verdicts", "Was the client the limit?", List.of("Level", "Verdict", "Reasons"), verdicts);
        Blocks.table(
                out,
                "client-figures",
                "What the verdict rests on",
                List.of(
                        "Level",
                        "Cores",
                        "CPU, own",
                        "CPU, all programs",
                        "CPU, stolen",
                        "Longest GC pause (ms)",
                        "Longest standstill (ms)",
                        "Dispatch lag P99 (ms)",
                        "Event loop wait P99 (ms)",
                        "Late data",
                        "Open files"),
                figures);
    }

    private static List<Cell> row(Level level, ClientFigures figures) {
        CpuUse cpu = figures.cpu();
        DispatchLag dispatch = figures.dispatch();
        return List.of(
                Cell.text(level.label()),
                Cell.figure(cpu.cores()),
                Cell.share(cpu.ownShare()),
                Cell.share(cpu.busyShare()),
                Cell.share(cpu.stolenShare()),
                Cell.figure(figures.gc().longestMillis()),
                Cell.figure(figures.stalls().longestMillis()),
                Cell.figure(p99(dispatch == null ? null : dispatch.handedOver()))
                        .withNote(dispatch == null ? "" : dispatch.openLoop() ? "open loop" : "closed loop"),
                Cell.figure(p99(figures.loopWait())),
                Cell.whole(
                        figures.data() == null
                                ? null
                                : (Double) (double) figures.data().late()),
                Cell.whole(
                        figures.descriptors() == null
                                ? null
                                : (Double) (double) figures.descriptors().used()));
    }

    private static @Nullable Double p99(@Nullable DelaySummary delays) {
        return delays == null || delays.isEmpty() ? null : (Double) delays.p99();
    }
}
