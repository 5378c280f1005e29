package dev.guidellm.backend;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// Puts the data lines of an event together until they make a JSON value. A line that is one by itself is an
/// event by itself: servers that leave out the blank line between events are understood too.
///
/// Used by one thread at a time.
final class EventJoiner {
    /// An event of more lines is given up, since each further line means reading all of them again.
    private static final int MAX_LINES = 64;

    private final StringBuilder open = new StringBuilder();
    private int lines;
    private String problem = "";

    /// Adds a data line.
    ///
    /// @return the event's value when this line completes it, else null
    @Nullable
    JsonValue add(String data) {
        if (lines > 0) {
            open.append('\n');
        }
        open.append(data);
        lines++;
        if (lines > MAX_LINES) {
            return null;
        }
        try {
            JsonValue value = JsonReader.read(open.toString());
            clear();
            return value;
        } catch (JsonSyntaxException e) {
            problem = lines == 1 ? e.problem() : problem;
            return null;
        }
    }

    /// Whether an event has begun and is not complete.
    boolean isOpen() {
        return lines > 0;
    }

    /// Whether the open event has too many lines to go on with.
    boolean isHopeless() {
        return lines > MAX_LINES;
    }

    /// What is wrong with the open event, which will not be completed any more.
    AnswerException malformed() {
        String data = open.toString();
        String shown = data.length() > 100 ? data.substring(0, 100) + "…" : data;
        return AnswerException.malformed("an event of the stream is not valid JSON (" + problem + "): " + shown);
    }

    private void clear() {
        open.setLength(0);
        lines = 0;
    }
}
