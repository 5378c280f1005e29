package dev.guidellm.health;

import java.util.ArrayList;
import java.util.List;

/// What a report says of the client in one benchmark.
public record ClientHealth(ClientFigures figures, ClientVerdict verdict) {

    /// The figures with the verdict that follows from them.
    public static ClientHealth judged(ClientFigures figures, Measured measured) {
        return new ClientHealth(figures, VerdictRules.judge(figures, measured));
    }

    /// The verdict, and where there is nothing to doubt, what it rests on.
    public String line() {
        if (verdict.level() != ClientVerdict.Level.NOT_THE_LIMIT) {
            return verdict.text();
        }
        List<String> parts = new ArrayList<>();
        CpuUse cpu = figures.cpu();
        if (cpu.ownShare() != null) {
            parts.add("it used " + Words.share(cpu.ownShare()) + " of " + Words.cores(cpu.cores()));
        }
        parts.add(
                figures.stalls().count() == 0
                        ? "no pause of " + Words.millis(Stalls.LEAST_MILLIS)
                        : "longest pause " + Words.millis(figures.stalls().longestMillis()));
        DispatchLag dispatch = figures.dispatch();
        if (dispatch != null) {
            String lag = Words.millis(dispatch.handedOver().p99());
            parts.add(
                    dispatch.openLoop()
                            ? "99 % of the requests left within " + lag
                            : "99 % of the streams went on within " + lag);
        }
        return verdict.text() + " (" + String.join(", ", parts) + ")";
    }
}
