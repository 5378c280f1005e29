package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;

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
        LineLog log = new LineLog(0);
        LineSplitter splitter = new LineSplitter(log);
        LineSplitter.Lines none = (_, _, _, _) -> {};
        splitter.feed(bytes, 0, 1, 10, none);
        splitter.feed(bytes, 1, 2, 20, none); // at CR the line is complete
        splitter.feed(bytes, 3, 4, 30, none); // the LF belongs to it
        splitter.feed(bytes, 7, 3, 40, none);
        splitter.finish(50, none);
        LineCursor cursor = log.cursor();
        List<Long> nanos = new ArrayList<>();
        while (cursor.next()) {
            nanos.add(cursor.nanos());
        }
        assertThat(nanos).containsExactly(20L, 30L, 50L);
    }

    @Test
    void tellsWhetherABlankLineStandsBefore() {
        byte[] bytes = "a\r\nb\n\nc\r\rd\r\n  \r\ne\n\n\nf".getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            LineLog log = new LineLog(0);
            LineSplitter splitter = new LineSplitter(log);
            splitter.feed(bytes, 0, cut, 0, (_, _, _, _) -> {});
            splitter.feed(bytes, cut, bytes.length - cut, 0, (_, _, _, _) -> {});
            splitter.finish(0, (_, _, _, _) -> {});
            LineCursor cursor = log.cursor();
            List<Boolean> blank = new ArrayList<>();
            while (cursor.next()) {
                blank.add(cursor.isAfterBlankLine());
            }
            assertThat(blank).containsExactly(false, false, true, true, true, true);
        }
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
        LineLog log = new LineLog(0);
        LineSplitter splitter = new LineSplitter(log);
        List<String> told = new ArrayList<>();
        LineSplitter.Lines sink =
                (buffer, offset, length, _) -> told.add(new String(buffer, offset, length, StandardCharsets.UTF_8));
        int from = 0;
        for (int cut : cuts) {
            splitter.feed(bytes, from, cut - from, 0, sink);
            from = cut;
        }
        splitter.feed(bytes, from, bytes.length - from, 0, sink);
        splitter.finish(0, sink);
        LineCursor cursor = log.cursor();
        List<String> kept = new ArrayList<>();
        while (cursor.next()) {
            kept.add(new String(cursor.buffer(), 0, cursor.length(), StandardCharsets.UTF_8));
        }
        assertThat(told).isEqualTo(kept);
        assertThat(log.count()).isEqualTo(kept.size());
        return kept;
    }
}
