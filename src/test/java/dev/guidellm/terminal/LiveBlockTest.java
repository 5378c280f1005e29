package dev.guidellm.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LiveBlockTest {
    private final ScreenBlock screen = new ScreenBlock(20, 5);

    @Test
    void replacesWhatItShowed() {
        screen.block().show(List.of("one", "two", "three"));
        screen.block().show(List.of("four", "five"));
        assertThat(screen.visible()).containsExactly("four", "five");
    }

    @Test
    void sendsNothingWhenNothingChanged() {
        screen.block().show(List.of("one"));
        String before = screen.sent();
        screen.block().show(List.of("one"));
        assertThat(screen.sent()).isEqualTo(before);
    }

    @Test
    void printsAboveItself() {
        screen.block().show(List.of("bar"));
        screen.above().println("a log line");
        screen.above().print("half ");
        screen.block().show(List.of("bar 2"));
        screen.above().println("line");
        screen.block().show(List.of("bar 3"));
        assertThat(screen.visible()).containsExactly("a log line", "half line", "bar 3");
    }

    @Test
    void cutsWhatDoesNotFit() {
        screen.block().show(List.of("0123456789012345678901234", "2", "3", "4", "5", "6"));
        assertThat(screen.visible()).containsExactly("012345678901234567…", "2", "3", "4");
    }

    @Test
    void leavesTheScreenAsItWasAndTheCursorVisible() {
        screen.above().println("before");
        screen.block().show(List.of("bar"));
        screen.block().close();
        screen.block().close();
        screen.block().show(List.of("late"));
        screen.above().println("after");
        assertThat(screen.visible()).containsExactly("before", "after");
        assertThat(screen.sent()).contains("\u001b[?25l").contains("\u001b[?25h");
    }
}
