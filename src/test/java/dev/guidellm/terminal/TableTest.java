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

    @Test
    void wrapsAtBlanksAndCutsWhatIsTooLong() {
        assertThat(TextWidth.wrap("one two three", 8)).containsExactly("one two", "three");
        assertThat(TextWidth.wrap("a abcdefghij k", 4)).containsExactly("a", "abcd", "efgh", "ij k");
        assertThat(TextWidth.wrap("日本語 日本", 6)).containsExactly("日本語", "日本");
        assertThat(TextWidth.wrap("a\nb", 80)).containsExactly("a", "b");
        assertThat(TextWidth.wrap("", 80)).containsExactly("");
    }
}
