package dev.guidellm.terminal;

import java.util.ArrayList;
import java.util.List;

/// A table of text with several header rows, in which equal neighbours are merged, drawn with `|`, `=` and `-`.
///
/// Neighbouring header cells merge when their texts are equal and so are the cells above them. A merged cell takes
/// the room of its columns; their bars stand together at its end.
///
/// @param sections stacked tables that share their column widths; each has the same number of columns
public record Table(List<Section> sections) {
    public Table {
        sections = List.copyOf(sections);
    }

    /// One header with its rows.
    ///
    /// @param columns header cells by column, from top to bottom, the same number for each column
    /// @param rows cells by row, one for each column
    public record Section(List<List<String>> columns, List<List<String>> rows) {
        public Section {
            columns = columns.stream().map(List::copyOf).toList();
            rows = rows.stream().map(List::copyOf).toList();
        }
    }

    private record Span(int first, int last, String text) {}

    /// The lines of the table within so many columns: what is wider is split into tables that stand one below the
    /// other and repeat the first column. Columns below one heading stay together where they can.
    public List<String> lines(int columns) {
        List<String> lines = new ArrayList<>();
        int first = 1;
        int count = sections.getFirst().columns().size();
        while (first < count) {
            int end = first + 1;
            while (end < count && part(first, end + 1).width() <= columns) {
                end++;
            }
            end = atHeading(first, end);
            lines.addAll(part(first, end).lines());
            first = end;
        }
        return count == 1 ? lines() : lines;
    }

    /// The last place from `first` (not included) to `end` where every section begins a new heading; `end` if there
    /// is none.
    private int atHeading(int first, int end) {
        for (int place = end; place > first; place--) {
            int column = place;
            if (sections.stream()
                    .noneMatch(section -> column < section.columns().size() && merges(section, 0, column))) {
                return place;
            }
        }
        return end;
    }

    /// The first column, and those from `first` to `end`, which is not included.
    private Table part(int first, int end) {
        if (first == 1 && end == sections.getFirst().columns().size()) {
            return this;
        }
        return new Table(sections.stream()
                .map(section -> new Section(
                        some(section.columns(), first, end),
                        section.rows().stream()
                                .map(row -> some(row, first, end))
                                .toList()))
                .toList());
    }

    private static <T> List<T> some(List<T> all, int first, int end) {
        List<T> some = new ArrayList<>();
        some.add(all.getFirst());
        some.addAll(all.subList(first, end));
        return some;
    }

    private int width() {
        return TextWidth.of(border(widths(), '='));
    }

    /// The lines of the table, as wide as they come.
    public List<String> lines() {
        int[] widths = widths();
        List<String> lines = new ArrayList<>();
        for (Section section : sections) {
            lines.add(border(widths, '='));
            for (int row = 0; row < depth(section); row++) {
                lines.add(headerLine(section, row, widths));
            }
            lines.add(border(widths, '-'));
            for (List<String> cells : section.rows()) {
                lines.add(rowLine(cells, widths));
            }
        }
        lines.add(border(widths, '='));
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[sections.getFirst().columns().size()];
        for (Section section : sections) {
            for (int column = 0; column < widths.length; column++) {
                for (List<String> row : section.rows()) {
                    widths[column] = Math.max(widths[column], TextWidth.of(row.get(column)));
                }
            }
        }
        for (Section section : sections) {
            for (int row = 0; row < depth(section); row++) {
                spans(section, row).forEach(span -> widen(span, widths));
            }
        }
        return widths;
    }

    /// Makes room for a header cell: evenly in its columns, what is left over in the first ones.
    private static void widen(Span span, int[] widths) {
        int columns = span.last - span.first + 1;
        int missing = TextWidth.of(span.text) + 2 - room(span, widths);
        for (int i = 0; i < columns && missing > 0; i++) {
            widths[span.first + i] += missing / columns + (i < missing % columns ? 1 : 0);
        }
    }

    private static int room(Span span, int[] widths) {
        int room = 0;
        for (int column = span.first; column <= span.last; column++) {
            room += widths[column] + 2;
        }
        return room;
    }

    private static List<Span> spans(Section section, int row) {
        List<Span> spans = new ArrayList<>();
        int first = 0;
        int columns = section.columns().size();
        for (int column = 1; column <= columns; column++) {
            if (column == columns || !merges(section, row, column)) {
                spans.add(
                        new Span(first, column - 1, section.columns().get(first).get(row)));
                first = column;
            }
        }
        return spans;
    }

    private static boolean merges(Section section, int row, int column) {
        List<String> left = section.columns().get(column - 1);
        List<String> right = section.columns().get(column);
        return left.get(row).equals(right.get(row))
                && (row == 0 || left.get(row - 1).equals(right.get(row - 1)));
    }

    private static int depth(Section section) {
        return section.columns().getFirst().size();
    }

    private static String headerLine(Section section, int row, int[] widths) {
        StringBuilder line = new StringBuilder("|");
        for (Span span : spans(section, row)) {
            line.append(TextWidth.padded(" " + span.text, room(span, widths))).repeat("|", span.last - span.first + 1);
        }
        return line.toString();
    }

    private static String rowLine(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder("|");
        for (int column = 0; column < widths.length; column++) {
            line.append(' ')
                    .append(TextWidth.padded(cells.get(column), widths[column]))
                    .append(" |");
        }
        return line.toString();
    }

    private static String border(int[] widths, char drawn) {
        StringBuilder line = new StringBuilder("|");
        for (int width : widths) {
            line.repeat(drawn, width + 2).append('|');
        }
        return line.toString();
    }
}
