package dev.guidellm.cli;

import dev.guidellm.config.Kinds;
import java.util.ArrayList;
import java.util.List;

/// The help of a command, 80 columns wide.
final class HelpPage {
    private static final int WIDTH = 78;
    private static final int WIDEST_FIRST_COLUMN = 30;

    private final StringBuilder out = new StringBuilder();

    private HelpPage() {}

    /// One row of a two-column list.
    private record Row(String first, String second) {}

    /// The text, ending with a line feed.
    static String of(CommandSpec command) {
        HelpPage page = new HelpPage();
        page.paragraph(command.usage(), "", "       ");
        for (String paragraph : command.description().split("\n\n", -1)) {
            page.out.append('\n');
            page.paragraph(paragraph, "  ", "  ");
        }
        page.out.append("\nOptions:\n");
        page.rows(command.options().stream()
                .map(option -> new Row(firstColumn(option), secondColumn(option)))
                .toList());
        if (!command.commands().isEmpty()) {
            page.out.append("\nCommands:\n");
            page.rows(command.commands().stream()
                    .map(sub -> new Row(sub.name(), sub.summary()))
                    .toList());
        }
        return page.out.toString();
    }

    private static String firstColumn(OptionSpec option) {
        List<String> shortFirst = new ArrayList<>(
                option.names().stream().filter(n -> !n.startsWith("--")).toList());
        shortFirst.addAll(
                option.names().stream().filter(n -> n.startsWith("--")).toList());
        String metavar = metavar(option);
        return String.join(", ", shortFirst) + (metavar.isEmpty() ? "" : " " + metavar);
    }

    private static String secondColumn(OptionSpec option) {
        return option.help() + (option.repeatable() ? " [repeatable]" : "");
    }

    private static String metavar(OptionSpec option) {
        if (option.arity() == 0) {
            return "";
        }
        if (option.family() != null) {
            return "kind=[" + String.join("|", Kinds.names(option.family())) + "],...";
        }
        return option.metavar().isEmpty() ? option.type().name() : option.metavar();
    }

    private void rows(List<Row> rows) {
        int widest = rows.stream().mapToInt(row -> row.first().length()).max().orElse(0);
        int column = Math.min(widest, WIDEST_FIRST_COLUMN) + 4;
        for (Row row : rows) {
            List<String> first = wrap(row.first(), WIDTH - 2, WIDTH - 6);
            for (int i = 0; i < first.size(); i++) {
                out.append(i == 0 ? "  " : "\n      ").append(first.get(i));
            }
            int used = first.getLast().length() + (first.size() > 1 ? 6 : 2);
            boolean sameLine = first.size() == 1 && used <= column - 2;
            List<String> second = wrap(row.second(), WIDTH - column, WIDTH - column);
            for (int i = 0; i < second.size(); i++) {
                if (i == 0 && sameLine) {
                    out.append(" ".repeat(column - used));
                } else {
                    out.append('\n').append(" ".repeat(column));
                }
                out.append(second.get(i));
            }
            out.append('\n');
        }
    }

    private void paragraph(String text, String firstIndent, String indent) {
        List<String> lines = wrap(text, WIDTH - firstIndent.length(), WIDTH - indent.length());
        for (int i = 0; i < lines.size(); i++) {
            out.append(i == 0 ? firstIndent : indent).append(lines.get(i)).append('\n');
        }
    }

    /// Breaks a text at blanks; a word that is too wide also behind a `|`.
    static List<String> wrap(String text, int firstWidth, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            String rest = word;
            boolean glued = false;
            while (true) {
                int limit = lines.isEmpty() ? firstWidth : width;
                int needed = rest.length() + (line.isEmpty() || glued ? 0 : 1);
                if (line.length() + needed <= limit) {
                    line.append(line.isEmpty() || glued ? "" : " ").append(rest);
                    break;
                }
                int room = limit - line.length() - (line.isEmpty() || glued ? 0 : 1);
                int cut = rest.length() > width && room > 0
                        ? rest.lastIndexOf('|', Math.min(room, rest.length()) - 1) + 1
                        : 0;
                if (cut > 0) {
                    line.append(line.isEmpty() || glued ? "" : " ").append(rest, 0, cut);
                    rest = rest.substring(cut);
                } else if (line.isEmpty()) {
                    line.append(rest);
                    break;
                }
                lines.add(line.toString());
                line.setLength(0);
                glued = cut > 0;
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
