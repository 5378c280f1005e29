package dev.guidellm.output;

import dev.guidellm.terminal.Table;
import dev.guidellm.terminal.TextWidth;
import java.util.ArrayList;
import java.util.List;

/// A comparison for the console.
final class ComparisonConsole {
    private final int columns;
    private final List<String> lines = new ArrayList<>();

    /// @param columns width to which sentences are wrapped; tables never are
    ComparisonConsole(int columns) {
        this.columns = columns;
    }

    List<String> lines(ComparisonPage page) {
        lines.clear();
        for (ComparisonPage.Part part : page.parts()) {
            lines.addAll(List.of("", ""));
            sentence("ℹ ", part.candidate() + " against the baseline " + part.baseline());
            part.warnings().forEach(warning -> sentence("⚠ ", warning));
            part.levels().forEach(this::level);
            lines.add("");
            sentence("ℹ ", part.summary());
        }
        page.method().forEach(line -> sentence("  ", line));
        return List.copyOf(lines);
    }

    private void level(ComparisonPage.Level level) {
        lines.add("");
        sentence("ℹ ", level.strategy() + ": " + level.evidence());
        List<List<String>> rows =
                level.rows().stream().map(ComparisonConsole::cells).toList();
        lines.addAll(new Table(List.of(
                        new Table.Section(level.header().stream().map(List::of).toList(), rows)))
                .lines());
        level.notes().forEach(note -> sentence("  ", note));
    }

    /// The verdict with an icon before it, which is found at a glance.
    private static List<String> cells(ComparisonPage.Row row) {
        List<String> cells = new ArrayList<>(row.cells());
        String icon = switch (row.verdict()) {
            case BETTER -> "✔ ";
            case WORSE -> "✖ ";
            case DIFFERENT -> "≠ ";
            case NO_EVIDENCE, NOT_TESTED, NOT_MEASURED -> "  ";
        };
        cells.set(cells.size() - 1, icon + cells.getLast());
        return cells;
    }

    private void sentence(String icon, String text) {
        lines.addAll(TextWidth.marked(icon, text, Math.max(20, columns - 2)));
    }
}
