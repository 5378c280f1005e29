package dev.guidellm.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void mergesEqualNeighboursBelowEqualNeighbours() {
        Table table = new Table(List.of(new Table.Section(
                List.of(
                        List.of("Benchmark", "Strategy"),
                        List.of("A", "x"),
                        List.of("A", "x"),
                        List.of("B", "x"),
                        List.of("B", "yyyyyyyy"),
                        List.of("B", "yyyyyyyy")),
                List.of(List.of("s@1", "1.0", "2.0", "3", "4", "5")))));
        assertThat(table.lines())
                .containsExactly(
                        "|===========|=====|=====|===|=====|=====|",
                        "| Benchmark | A        || B           |||",
                        "| Strategy  | x        || x | yyyyyyyy ||",
                        "|-----------|-----|-----|---|-----|-----|",
                        "| s@1       | 1.0 | 2.0 | 3 | 4   | 5   |",
                        "|===========|=====|=====|===|=====|=====|");
    }

    @Test
    void wideCharactersTakeTwoColumns() {
        Table table = new Table(List.of(new Table.Section(
                List.of(List.of("名前"), List.of("n")), List.of(List.of("日本語😀", "1"), List.of("e\u0301", "2")))));
        assertThat(table.lines())
                .containsExactly(
                        "|==========|===|",
                        "| 名前     | n |",
                        "|----------|---|",
                        "| 日本語😀 | 1 |",
                        "| e\u0301        | 2 |",
                        "|==========|===|");
    }

    /// Columns below one heading stay together, and the first column is repeated.
    @Test
    void whatIsTooWideIsSplitBetweenHeadings() {
        assertThat(wide().lines(33))
                .containsExactly(
                        "|======|====|====|",
                        "| Name | Time   ||",
                        "|      | a  | b  |",
                        "|------|----|----|",
                        "| x    | 11 | 22 |",
                        "|======|====|====|",
                        "|======|========|====|====|",
                        "| Name | Tokens         |||",
                        "|      | c      | d  | e  |",
                        "|------|--------|----|----|",
                        "| x    | 333333 | 44 | 55 |",
                        "|======|========|====|====|");
    }

    @Test
    void aHeadingThatIsTooWideIsSplitToo() {
        assertThat(wide().lines(18))
                .filteredOn(line -> line.startsWith("| x"))
                .containsExactly("| x    | 11 | 22 |", "| x    | 333333 |", "| x    | 44 | 55 |");
    }

    @Test
    void whatFitsIsOneTable() {
        assertThat(wide().lines(wide().lines().getFirst().length())).isEqualTo(wide().lines());
    }

    private static Table wide() {
        return new Table(List.of(new Table.Section(
                List.of(
                        List.of("Name", ""),
                        List.of("Time", "a"),
                        List.of("Time", "b"),
                        List.of("Tokens", "c"),
                        List.of("Tokens", "d"),
                        List.of("Tokens", "e")),
                List.of(List.of("x", "11", "22", "333333", "44", "55")))));
    }

    @Test
    void prefixesEndBeforeTheCharacterThatDoesNotFit() {
        assertThat(TextWidth.prefix("日本語", 5)).isEqualTo("日本");
        assertThat(TextWidth.prefix("日本語", 1)).isEmpty();
        assertThat(TextWidth.prefix("ae\u0301b", 2)).isEqualTo("ae\u0301");
        assertThat(TextWidth.prefix("abc", 3)).isEqualTo("abc");
    }

    @Test
    void wrapsAtBlanksAndCutsWhatIsTooLong() {
        assertThat(TextWidth.wrap("one two three", 8)).containsExactly("one two", "three");
        assertThat(TextWidth.wrap("a abcdefghij k", 4)).containsExactly("a", "abcd", "efgh", "ij k");
        assertThat(TextWidth.wrap("日本語 日本", 6)).containsExactly("日本語", "日本");
        assertThat(TextWidth.wrap("a\nb", 80)).containsExactly("a", "b");
        assertThat(TextWidth.wrap("", 80)).containsExactly("");
    }
}
