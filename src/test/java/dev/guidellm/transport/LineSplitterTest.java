package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
    @Test
    void endsLinesAtLineFeedCarriageReturnAndBothTogether() {
        assertThat(lines("a\nb\rc\r\nd")).containsExactly("a", "b", "c", "d");
    }

    @Test
    void endsLinesNowhereElse() {
        String text = "data: a\u2028b\u2029c\u0085d\u000be\u000cf\u001cg\nnext";
        assertThat(lines(text)).containsExactly("data: a\u2028b\u2029c\u0085d\u000be\u000cf\u001cg", "next");
    }

    @Test
    void passesOverBlankLines() {
        assertThat(lines("\n\n  \n\t\r\n\r\ra\n \u000b\n")).containsExactly("a");
    }

    @Test
    void keepsWhitespaceAndByteOrderMarksAroundText() {
        assertThat(lines("\ufeffdata: x \n data: y")).containsExactly("\ufeffdata: x ", " data: y");
    }

    @Test
    void countsAFinalLineWithoutLineEnd() {
        assertThat(lines("a\nb")).containsExactly("a", "b");
        assertThat(lines("a\nb\n")).containsExactly("a", "b");
        assertThat(lines("a\n  ")).containsExactly("a");
        assertThat(lines("")).isEmpty();
    }

    @Test
    void findsTheSameLinesWhereverTheBytesAreCut() {
        byte[] bytes =
                "data: Grüße 東京 🚀\r\n\r\ndata: two\r\rdata: three\n\ndata:[DONE]".getBytes(StandardCharsets.UTF_8);
        List<String> expected = List.of("data: Grüße 東京 🚀", "data: two", "data: three", "data:[DONE]");
        for (int first = 0; first <= bytes.length; first++) {
            for (int second = first; second <= bytes.length; second += 5) {
                assertThat(lines(bytes, first, second)).isEqualTo(expected);
            }
        }
        int[] everywhere = new int[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            everywhere[i] = i;
        }
        assertThat(lines(bytes, everywhere)).isEqualTo(expected);
    }

    @Test
    void stampsALineWithTheReadThatCompletedIt() {
        byte[] bytes = "ab\r\ncd\r\nef".getBytes(StandardCharsets.UTF_8);
        LineSplitter splitter = new LineSplitter(0);
        LineSplitter.Lines none = (_, _, _, _) -> {};
        splitter.scan(bytes, 1, 10, none);
        splitter.scan(bytes, 3, 20, none); // at CR the line is complete
        splitter.scan(bytes, 7, 30, none); // the LF belongs to it
        splitter.scan(bytes, 10, 40, none);
        splitter.finish(bytes, 10, 50, none);
        assertThat(splitter.count()).isEqualTo(3);
        assertThat(List.of(splitter.nanos(0), splitter.nanos(1), splitter.nanos(2)))
                .containsExactly(20L, 30L, 50L);
        assertThat(List.of(splitter.start(0), splitter.start(1), splitter.start(2)))
                .containsExactly(0, 4, 8);
        assertThat(splitter.length(2)).isEqualTo(2);
        assertThatThrownBy(() -> splitter.nanos(3)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void findsLineEndsEightBytesAtATimeAsOneByOne() {
        Random random = new Random(7);
        byte[] alphabet = {'\n', '\r', 'a', 11, 12, 14, 9, (byte) 0x8a, (byte) 0x8d, 0, (byte) 0xff, 'x', 'y', 'z'};
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = alphabet[random.nextInt(alphabet.length) < 9 ? 2 + random.nextInt(12) : random.nextInt(14)];
            }
            int from = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
            int expected = -1;
            for (int i = from; i < bytes.length && expected < 0; i++) {
                expected = bytes[i] == '\n' || bytes[i] == '\r' ? i : -1;
            }
            assertThat(LineSplitter.lineEnd(bytes, from, bytes.length)).isEqualTo(expected);
        }
    }

    @Test
    void keepsManyLines() {
        String text = "line\n".repeat(5000);
        assertThat(lines(text)).hasSize(5000).containsOnly("line");
    }

    private static List<String> lines(String text) {
        return lines(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> lines(byte[] bytes, int... cuts) {
        LineSplitter splitter = new LineSplitter(0);
        List<String> told = new ArrayList<>();
        LineSplitter.Lines sink =
                (buffer, offset, length, _) -> told.add(new String(buffer, offset, length, StandardCharsets.UTF_8));
        for (int cut : cuts) {
            splitter.scan(bytes, cut, 0, sink);
        }
        splitter.scan(bytes, bytes.length, 0, sink);
        splitter.finish(bytes, bytes.length, 0, sink);
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < splitter.count(); i++) {
            kept.add(new String(bytes, splitter.start(i), splitter.length(i), StandardCharsets.UTF_8));
        }
        assertThat(told).isEqualTo(kept);
        return kept;
    }
}
