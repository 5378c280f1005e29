package dev.guidellm.output.html;

import dev.guidellm.output.html.Blocks.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What successive turns of conversations cost.
final class TurnsSection implements Section {
    private static final List<String> HEADS = List.of(
            "Turn",
            "Count",
            "History median",
            "Prompt median",
            "Prompt P95",
            "E2E P95 (ms)",
            "E2E P99 (ms)",
            "TTFT P95 (ms)",
            "TTFT P99 (ms)",
            "ITL P95 (ms)",
            "ITL P99 (ms)");

    @Override
    public String id() {
        return "turns";
    }

    @Override
    public String title() {
        return "By turn";
    }

    @Override
    public boolean isShown(Page page) {
        return page.hasTurns();
    }

    @Override
    public void write(Page page, Markup out) {
        Blocks.paragraph(
                out,
                "Successful requests by their place in a conversation, from 0. Prompts grow from turn to turn, since"
                        + " each carries the history.");
        if (page.data().stream().map(LevelData::turns).filter(Objects::nonNull).anyMatch(TurnFigures::hasSubagents)) {
            Blocks.paragraph(
                    out,
                    "The conversations have sub-agents, whose turns count from their own beginning; the chart shows"
                            + " the main agent unless you choose otherwise.");
        }
        Blocks.chart(out, "turns", "Latency and prompt size by turn", "Prompt size is on the right axis.");
        Blocks.eachLevel(page, out, level -> {
            TurnFigures turns = page.data().get(level.index()).turns();
            if (turns == null) {
                Blocks.paragraph(out, "Every request of this level was a first turn.");
                return;
            }
            turns.groups().forEach((group, rows) -> table(out, level, group, rows));
            if (turns.hasSubagents()) {
                agents(out, level, turns);
            }
        });
    }

    private static void table(Markup out, Level level, String group, List<TurnFigures.Row> rows) {
        String who = switch (group) {
            case TurnFigures.PARENT -> ", main agent";
            case TurnFigures.SUBAGENTS -> ", sub-agents";
            default -> "";
        };
        List<List<Cell>> cells = new ArrayList<>();
        for (TurnFigures.Row row : rows) {
            List<Cell> line = new ArrayList<>();
            line.add(new Cell(Integer.toString(row.turn()), (double) row.turn(), ""));
            line.add(Cell.whole((double) row.count()));
            for (double figure : new double[] {
                row.historyMedian(),
                row.promptMedian(),
                row.promptP95(),
                row.e2eP95(),
                row.e2eP99(),
                row.ttftP95(),
                row.ttftP99(),
                row.itlP95(),
                row.itlP99()
            }) {
                line.add(Cell.figure(Double.isNaN(figure) ? null : (Double) figure));
            }
            cells.add(line);
        }
        Blocks.table(out, "turns-" + group + "-" + level.index(), "Per turn, " + level.label() + who, HEADS, cells);
    }

    private static void agents(Markup out, Level level, TurnFigures turns) {
        List<List<Cell>> rows = new ArrayList<>();
        turns.agents().forEach((agent, count) -> rows.add(List.of(Cell.text(agent), Cell.whole((double) count))));
        Blocks.table(
                out,
                "agents-" + level.index(),
                "Successful requests by agent, " + level.label(),
                List.of("Agent", "Requests"),
                rows);
    }
}
