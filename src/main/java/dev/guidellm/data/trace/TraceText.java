package dev.guidellm.data.trace;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.json.NumberText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// Puts the values of a trace's rows down as text; many millions of block ids pass through here.
final class TraceText {
    private final Appendable out;
    private boolean first = true;

    /// Begins an object.
    TraceText(Appendable out) throws IOException {
        this.out = out;
        out.append('{');
    }

    TraceText put(String key, long value) throws IOException {
        name(key);
        out.append(Long.toString(value));
        return this;
    }

    TraceText put(String key, String value) throws IOException {
        name(key);
        out.append(JsonWriter.toString(JsonValue.of(value)));
        return this;
    }

    /// A number of seconds, to the microsecond.
    TraceText seconds(String key, double value) throws IOException {
        name(key);
        out.append(seconds(value));
        return this;
    }

    TraceText put(String key, long[] values) throws IOException {
        name(key);
        out.append('[');
        for (int i = 0; i < values.length; i++) {
            out.append(i == 0 ? "" : ",").append(Long.toString(values[i]));
        }
        out.append(']');
        return this;
    }

    /// Begins a value that is written by others.
    void name(String key) throws IOException {
        out.append(first ? "" : ", ").append('"').append(key).append("\": ");
        first = false;
    }

    /// Ends the object.
    void end() throws IOException {
        out.append('}');
    }

    static String seconds(double value) {
        return NumberText.of(
                new BigDecimal(value).setScale(6, RoundingMode.HALF_EVEN).doubleValue());
    }
}
