package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An event rendered once for many answers: they differ in the digits of their name and of their time, and in at most
/// one more piece. Immutable.
final class EventFrame {
    private static final String MARK = "\u0001piece\u0001";
    private static final String MARK_IN_JSON = JsonWriter.toString(mark(), JsonWriter.Style.PYTHON);

    private final byte[] before;
    private final byte[] after;
    private final int nameAt;
    private final int timeAt;

    private EventFrame(byte[] before, byte[] after, int nameAt, int timeAt) {
        this.before = before;
        this.after = after;
        this.nameAt = nameAt;
        this.timeAt = timeAt;
    }

    /// Stands in an event for the piece that differs from token to token or from answer to answer.
    static JsonValue mark() {
        return JsonValue.of(MARK);
    }

    /// The frame of `data`, which names `stand-in`'s digits and time first, before anything that a client chose.
    static EventFrame of(JsonObject data, AnswerName standIn) {
        String text = "data: " + JsonWriter.toString(data, JsonWriter.Style.PYTHON) + "\n\n";
        // The last one: a mark that a client smuggles into the model's name stands before ours.
        int mark = text.lastIndexOf(MARK_IN_JSON);
        String start = mark < 0 ? text : text.substring(0, mark);
        String end = mark < 0 ? "" : text.substring(mark + MARK_IN_JSON.length());
        int nameAt = start.indexOf(standIn.digitText());
        int timeAt =
                start.indexOf(standIn.timeText(), nameAt + standIn.digitText().length());
        // The style is ASCII only, so that characters are bytes.
        return new EventFrame(
                start.getBytes(StandardCharsets.US_ASCII), end.getBytes(StandardCharsets.US_ASCII), nameAt, timeAt);
    }

    /// What stands before the piece, in the answer named `name`.
    byte[] before(AnswerName name) {
        byte[] filled = before.clone();
        name.put(filled, nameAt, timeAt);
        return filled;
    }

    /// What stands after the piece, the same in each answer; not to be changed.
    byte[] after() {
        return after;
    }

    /// The whole event, with `piece` (JSON in ASCII) in its place.
    byte[] event(AnswerName name, String piece) {
        byte[] event = Arrays.copyOf(before, before.length + piece.length() + after.length);
        name.put(event, nameAt, timeAt);
        byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, event, before.length, bytes.length);
        System.arraycopy(after, 0, event, before.length + bytes.length, after.length);
        return event;
    }

    /// What is different about one answer: random digits, and the second in which it began.
    static final class AnswerName {
        private static final int DIGITS = 29;

        /// Fills the frames while they are rendered.
        static final AnswerName STAND_IN = new AnswerName("0".repeat(DIGITS), "1000000000");

        private final byte[] digits;
        private final byte[] time;

        private AnswerName(String digits, String time) {
            this.digits = digits.getBytes(StandardCharsets.US_ASCII);
            this.time = time.getBytes(StandardCharsets.US_ASCII);
        }

        private AnswerName(byte[] digits, byte[] time) {
            this.digits = digits;
            this.time = time;
        }

        /// A new one, of this second.
        static AnswerName random() {
            return new AnswerName(Ids.digits(DIGITS), SecondText.now());
        }

        /// As text.
        String digitText() {
            return new String(digits, StandardCharsets.US_ASCII);
        }

        /// As text.
        String timeText() {
            return new String(time, StandardCharsets.US_ASCII);
        }

        private void put(byte[] event, int nameAt, int timeAt) {
            System.arraycopy(digits, 0, event, nameAt, digits.length);
            System.arraycopy(time, 0, event, timeAt, time.length);
        }
    }

    /// The ten digits of the present second, rendered once a second.
    private record SecondText(long second, byte[] text) {
        private static volatile @Nullable SecondText latest;

        static byte[] now() {
            long second = Ids.epochSeconds();
            SecondText known = latest;
            if (known == null || known.second != second) {
                known = new SecondText(second, Long.toString(second).getBytes(StandardCharsets.US_ASCII));
                latest = known;
            }
            return known.text;
        }
    }
}
