package dev.guidellm.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class LiveBlockTest {
    private final ScreenBlock screen = new ScreenBlock(20, 5);

    private void show(String... lines) {
        screen.block().show(Stream.of(lines).map(StyledLine::of).toList());
    }

    @Test
    void replacesWhatItShowed() {
        show("one", "two", "three");
        show("four", "five");
        assertThat(screen.visible()).containsExactly("four", "five");
    }

    @Test
    void sendsNothingWhenNothingChanged() {
        show("one");
        String before = screen.sent();
        show("one");
        assertThat(screen.sent()).isEqualTo(before);
    }

    @Test
    void sendsOnlyWhatChanged() {
        show("a long line 1", "another 1");
        screen.visible();
        show("a long line 2", "another 1");
        assertThat(screen.sent()).contains("2").doesNotContain("long", "another");
        assertThat(screen.visible()).containsExactly("a long line 2", "another 1");
    }

    @Test
    void printsAboveItself() {
        show("bar");
        screen.above().println("a log line");
        screen.above().print("half ");
        show("bar 2");
        screen.above().println("line");
        show("bar 3");
        assertThat(screen.visible()).containsExactly("a log line", "half line", "bar 3");
    }

    @Test
    void scrollsWhatIsPrintedAbove() {
        show("bar", "bar");
        for (int i = 1; i <= 9; i++) {
            screen.above().println("line " + i);
            show("bar " + i, "bar");
        }
        assertThat(screen.visible()).containsExactly("line 7", "line 8", "line 9", "bar 9", "bar");
    }

    @Test
    void linesAboveThatAreWiderThanTheScreenKeepTheirPlace() {
        show("bar");
        screen.above().println("0123456789012345678901234");
        show("bar 2");
        assertThat(screen.visible()).containsExactly("01234567890123456789", "01234", "bar 2");
    }

    @Test
    void cutsWhatDoesNotFit() {
        show("0123456789012345678901234", "2", "3", "4", "5", "6");
        assertThat(screen.visible()).containsExactly("012345678901234567…", "2", "3", "4");
    }

    @Test
    void drawsAllAnewOnAScreenOfAnotherSize() {
        show("0123456789012345678901234", "bar");
        screen.resize(12, 5);
        show("0123456789012345678901234", "bar");
        assertThat(screen.visible()).containsExactly("0123456789…", "bar");
        screen.resize(30, 5);
        show("0123456789012345678901234", "bar");
        assertThat(screen.visible()).containsExactly("0123456789012345678901234", "bar");
    }

    @Test
    void cutsWideCharactersWhole() {
        ScreenBlock narrow = new ScreenBlock(12, 5, Glyphs.ASCII, false);
        narrow.block().show(List.of(StyledLine.of("模型名称很长的"), StyledLine.of("abc")));
        assertThat(narrow.block().columns()).isEqualTo(11);
        assertThat(narrow.visible()).containsExactly("模型名称..", "abc");
    }

    @Test
    void coloursOnlyWhereTheyAreWanted() {
        List<StyledLine> lines = List.of(StyledLine.of("x ", Tone.BAD).and("y", Tone.GOOD));
        screen.block().show(lines);
        assertThat(screen.sent()).doesNotContain("\u001b[3");
        ScreenBlock colored = new ScreenBlock(20, 5, Glyphs.UNICODE, true);
        colored.block().show(lines);
        assertThat(colored.sent()).contains("\u001b[31mx").contains("\u001b[32my");
    }

    @Test
    void leavesTheScreenAsItWasAndTheCursorVisible() {
        screen.above().println("before");
        show("bar", "bar");
        screen.block().close();
        screen.block().close();
        show("late");
        screen.above().println("after");
        assertThat(screen.sent()).contains("\u001b[?25l").contains("\u001b[?25h");
        assertThat(screen.visible()).containsExactly("before", "after");
    }
}
