package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineLogTest {
    @Test
    void keepsOfAnEventWhatTellsItFromTheOneBefore() {
        LineLog log = new LineLog(0);
        int bytes = 0;
        for (int i = 0; i < 100; i++) {
            String event = "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
                    + "\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word" + i
                    + "\"},\"logprobs\":null,\"finish_reason\":null}]}";
            bytes += event.length();
            add(log, event, i * 20_000_000L, i > 0);
        }
        assertThat(bytes).isGreaterThan(17_000);
        assertThat(log.size()).isLessThan(1_300);
        LineCursor cursor = log.cursor();
        for (int i = 0; i < 100; i++) {
            assertThat(cursor.next()).isTrue();
            assertThat(text(cursor)).contains("\" word" + i + "\"");
            assertThat(cursor.nanos()).isEqualTo(i * 20_000_000L);
            assertThat(cursor.isAfterBlankLine()).isEqualTo(i > 0);
        }
        assertThat(cursor.next()).isFalse();
    }

    @Test
    void givesBackAnyLinesWhateverTheyShare() {
        Random random = new Random(11);
        for (int round = 0; round < 3_000; round++) {
            LineLog log = new LineLog(random.nextInt(600));
            List<String> lines = new ArrayList<>();
            List<Long> times = new ArrayList<>();
            List<Boolean> blanks = new ArrayList<>();
            long nanos = random.nextLong();
            int count = random.nextInt(12);
            for (int i = 0; i < count; i++) {
                String line = lines.isEmpty() || random.nextInt(4) == 0
                        ? some(random, random.nextInt(60))
                        : mutated(random, lines.getLast());
                nanos += random.nextInt(3) == 0 ? 0 : random.nextLong(1L << random.nextInt(40));
                lines.add(line);
                times.add(nanos);
                blanks.add(random.nextBoolean());
                byte[] bytes = ("xx" + line + "yyyy").getBytes(StandardCharsets.ISO_8859_1);
                log.add(bytes, 2, line.length(), nanos, blanks.getLast());
            }
            LineCursor cursor = log.cursor();
            for (int i = 0; i < count; i++) {
                assertThat(cursor.next()).isTrue();
                assertThat(text(cursor)).isEqualTo(lines.get(i));
                assertThat(cursor.nanos()).isEqualTo(times.get(i));
                assertThat(cursor.isAfterBlankLine()).isEqualTo(blanks.get(i));
            }
            assertThat(cursor.next()).isFalse();
            assertThat(new String(log.text(), StandardCharsets.ISO_8859_1))
                    .isEqualTo(count == 0 ? "" : String.join("\n", lines) + "\n");
        }
    }

    @Test
    void keepsVeryLongLinesWholeAndGoesOnAfterThem() {
        LineLog log = new LineLog(0);
        String huge = "h".repeat(3_000_000);
        List<String> lines = List.of("data: a", huge, "data: a", huge + "!", huge, "data: b");
        lines.forEach(line -> add(log, line, 5, false));
        LineCursor cursor = log.cursor();
        for (String line : lines) {
            assertThat(cursor.next()).isTrue();
            assertThat(text(cursor).equals(line)).isTrue();
        }
        assertThat(cursor.next()).isFalse();
    }

    @Test
    void hasNoLinesAtFirst() {
        LineLog log = new LineLog(0);
        assertThat(log.count()).isZero();
        assertThat(log.cursor().next()).isFalse();
        assertThat(log.text()).isEmpty();
    }

    private static void add(LineLog log, String line, long nanos, boolean afterBlankLine) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        log.add(bytes, 0, bytes.length, nanos, afterBlankLine);
    }

    private static String text(LineCursor cursor) {
        return new String(cursor.buffer(), 0, cursor.length(), StandardCharsets.ISO_8859_1);
    }

    private static String some(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(2)));
        }
        return text.toString();
    }

    private static String mutated(Random random, String line) {
        int from = random.nextInt(line.length() + 1);
        int to = from + random.nextInt(line.length() - from + 1);
        return line.substring(0, from) + some(random, random.nextInt(9)) + line.substring(to);
    }
}
