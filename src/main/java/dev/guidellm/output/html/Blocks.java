package dev.guidellm.output.html;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The building blocks of sections.
final class Blocks {
    private Blocks() {}

    /// A cell of a table.
    ///
    /// @param number what it is sorted by; null sorts by the text
    /// @param note a smaller second line; may be empty
    record Cell(String text, @Nullable Double number, String note) {
        static Cell text(String text) {
            return new Cell(text, null, "");
        }

        static Cell moment(@Nullable Double unixSeconds) {
            return new Cell(Moment.of(unixSeconds), unixSeconds == null ? Double.NaN : unixSeconds, "");
        }

        static Cell figure(@Nullable Double value) {
            return new Cell(Figure.of(value), value == null ? Double.NaN : value, "");
        }

        static Cell whole(@Nullable Double value) {
            return new Cell(Figure.whole(value), value == null ? Double.NaN : value, "");
        }

        static Cell share(@Nullable Double value) {
            return new Cell(Figure.share(value), value == null ? Double.NaN : value, "");
        }

        /// A number as it was given, not as it was measured.
        static Cell given(@Nullable Double value) {
            return new Cell(value == null ? Figure.NONE : Figure.given(value), value == null ? Double.NaN : value, "");
        }

        Cell withNote(String text) {
            return new Cell(this.text, number, text);
        }
    }

    /// A table whose first column names the rows.
    ///
    /// @param id unique in the page
    static void table(Markup out, String id, String caption, List<String> heads, List<List<Cell>> rows) {
        out.open("div", "class", "table", "id", id)
                .open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-labelledby", id + "-caption")
                .open("table")
                .element("caption", caption, "id", id + "-caption")
                .open("thead")
                .open("tr");
        for (int i = 0; i < heads.size(); i++) {
            boolean number = i > 0 && !rows.isEmpty() && rows.getFirst().get(i).number() != null;
            out.element("th", heads.get(i), "scope", "col", "class", number ? "number" : null);
        }
        out.close().close().line().open("tbody").line();
        for (List<Cell> row : rows) {
            out.open("tr");
            for (int i = 0; i < row.size(); i++) {
                cell(out, row.get(i), i == 0);
            }
            out.closeLine();
        }
        out.close().close().close().closeLine();
    }

    private static void cell(Markup out, Cell cell, boolean first) {
        Double number = cell.number();
        String value = number == null ? null : number.isNaN() ? "" : number.toString();
        if (first) {
            out.open("th", "scope", "row", "data-value", value);
        } else {
            out.open("td", "class", number == null ? null : "number", "data-value", value);
        }
        out.text(cell.text());
        if (!cell.note().isEmpty()) {
            out.open("br").element("small", cell.note());
        }
        out.close();
    }

    /// Names with values.
    static void facts(Markup out, List<List<String>> facts) {
        out.open("dl", "class", "facts");
        for (List<String> fact : facts) {
            out.open("div")
                    .element("dt", fact.get(0))
                    .element("dd", fact.get(1))
                    .close();
        }
        out.closeLine();
    }

    /// Where the scripts draw a chart. Without scripts it is not shown.
    ///
    /// @param hint how to read it; may be empty
    static void chart(Markup out, String id, String title, String hint) {
        out.open("figure", "class", "chart", "id", "chart-" + id).element("figcaption", title);
        if (!hint.isEmpty()) {
            out.element("p", hint, "class", "hint");
        }
        out.closeLine();
    }

    /// Something that is there for each level, of which the scripts show that of the picked one only.
    static void eachLevel(Page page, Markup out, Consumer<Level> content) {
        for (Level level : page.levels()) {
            out.open("div", "class", "level", "data-level", Integer.toString(level.index()));
            if (page.severalLevels()) {
                out.element("h3", level.label());
            }
            content.accept(level);
            out.closeLine();
        }
    }

    /// A paragraph.
    static void paragraph(Markup out, String text) {
        out.element("p", text).line();
    }

    /// What a term means, opened on demand.
    static void tip(Markup out, String term, String meaning) {
        out.open("details", "class", "tip")
                .element("summary", "?", "aria-label", "What is " + term + "?")
                .element("p", meaning)
                .close();
    }
}
