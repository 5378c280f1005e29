package dev.guidellm.cli;

import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.Words;
import dev.guidellm.selftest.Ceiling;
import dev.guidellm.selftest.Ceilings;
import dev.guidellm.selftest.Finding;
import dev.guidellm.selftest.SelfTest;
import dev.guidellm.selftest.SelfTestResult;
import dev.guidellm.selftest.StreamLevel;
import dev.guidellm.terminal.Table;
import dev.guidellm.terminal.TextWidth;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A self-test's result as text for the console.
final class SelfTestPage {
    private static final String NOTHING = "--";
    private static final int INDENT = 2;

    private final int columns;
    private final List<String> lines = new ArrayList<>();

    /// @param columns width of the console
    SelfTestPage(int columns) {
        this.columns = columns;
    }

    List<String> lines(SelfTestResult result) {
        lines.clear();
        lines.addAll(List.of("", "ℹ This machine"));
        result.findings().forEach(this::finding);
        Ceilings ceilings = result.ceilings();
        if (ceilings != null) {
            lines.addAll(List.of("", "ℹ Ceilings, each by itself"));
            lines.addAll(table(ceilings).lines());
            sentence(
                    "",
                    "Measured: client and server in this one process, sharing its cores. Client alone: estimated"
                            + " from the CPU time of this process without the threads of server and compiler, such that"
                            + " neither the cores nor any group of its threads are busy to more than 70 %, from where"
                            + " on a run takes its client for a possible limit. Trusted: that, but at most twice what"
                            + " was measured.");
            ceilings.levels().forEach(this::level);
        }
        lines.add("");
        sentence(result.trustworthy() ? "✔ " : "✖ ", result.sentence());
        return List.copyOf(lines);
    }

    private static Table table(Ceilings ceilings) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("streamed requests/s of " + SelfTest.TOKENS + " tokens", ceilings.streamed()));
        rows.add(row(
                "streamed tokens/s, as fast as they come", ceilings.streamed().times(SelfTest.TOKENS)));
        rows.add(row("requests/s, not streamed", ceilings.plain()));
        rows.add(row("open streams of 20 tokens/s", ceilings.streams()));
        DelaySummary late = ceilings.late();
        rows.add(List.of(
                "lateness at " + Words.count(Math.round(ceilings.openLoopRate())) + " requests/s, p50 / p99",
                late == null ? NOTHING : Words.millis(late.p50()) + " / " + Words.millis(late.p99()),
                NOTHING,
                NOTHING,
                NOTHING));
        return new Table(List.of(new Table.Section(
                List.of(
                        List.of("Load"),
                        List.of("Measured"),
                        List.of("Client's part of CPU"),
                        List.of("Client alone"),
                        List.of("Trusted")),
                rows)));
    }

    private static List<String> row(String load, Ceiling ceiling) {
        Double part = ceiling.clientPart();
        return List.of(
                load,
                count(ceiling.together()),
                part == null ? NOTHING : Words.share(part),
                count(ceiling.alone()),
                count(ceiling.trusted()));
    }

    private static String count(@Nullable Double number) {
        return number == null ? NOTHING : Words.count(Math.round(number));
    }

    private void finding(Finding finding) {
        String icon = switch (finding.level()) {
            case FINE -> "✔ ";
            case DOUBTFUL -> "⚠ ";
            case HOPELESS -> "✖ ";
        };
        sentence(icon, finding.check() + ": " + finding.text());
        if (finding.remedy() != null) {
            sentence("  → ", finding.remedy());
        }
    }

    private void level(StreamLevel level) {
        String late = level.firstTokenLate().isEmpty()
                ? ""
                : ", first tokens " + Words.millis(level.firstTokenLate().p50()) + " late, 1 % "
                        + Words.millis(level.firstTokenLate().p99());
        sentence(
                level.trusted() ? "✔ " : "⚠ ",
                Words.count(level.streams()) + " open streams" + late
                        + (level.trusted() ? "" : ": " + String.join("; ", level.doubts())));
    }

    private void sentence(String icon, String text) {
        List<String> wrapped = TextWidth.wrap(text, columns - Math.max(INDENT, TextWidth.of(icon)));
        for (int i = 0; i < wrapped.size(); i++) {
            lines.add((i == 0 ? icon : " ".repeat(TextWidth.of(icon))) + wrapped.get(i));
        }
    }
}
