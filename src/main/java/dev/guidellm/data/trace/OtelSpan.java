package dev.guidellm.data.trace;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A span as the OpenTelemetry conventions for generative AI describe it.
///
/// @param traceId null when the record has none
/// @param startNanos since 1970
/// @param endNanos since 1970; [#UNKNOWN] when the record has none
/// @param failed whether the operation ended with an error
record OtelSpan(
        @Nullable String traceId,
        @Nullable String spanId,
        @Nullable String parentId,
        long startNanos,
        long endNanos,
        boolean failed,
        Map<String, JsonValue> attributes,
        List<Event> events) {
    /// Stands for a moment that was not recorded.
    static final long UNKNOWN = Long.MIN_VALUE;

    /// Something that happened within the span.
    record Event(String name, Map<String, JsonValue> attributes) {}

    /// What the span is of: `chat`, `invoke_agent`, `execute_tool`, …; empty when it does not say.
    String operation() {
        return attributes.get("gen_ai.operation.name") instanceof JsonString(String name) ? name : "";
    }

    /// An attribute; null when it is absent or null.
    @Nullable
    JsonValue attribute(String name) {
        JsonValue value = attributes.get(name);
        return value instanceof JsonNull ? null : value;
    }

    /// The first of the attributes that is there, as a count; -1 when there is none.
    int count(List<String> names) {
        for (String name : names) {
            JsonValue value = attribute(name);
            if (value instanceof JsonInteger(BigInteger number) && number.signum() >= 0 && number.bitLength() < 32) {
                return number.intValue();
            }
            if (value instanceof JsonValue.JsonDouble(double number) && number >= 0 && number == Math.rint(number)) {
                return (int) number;
            }
        }
        return -1;
    }

    /// When it was over, as far as is known.
    long knownEnd() {
        return endNanos == UNKNOWN ? startNanos : endNanos;
    }

    /// How long it took in seconds; NaN when unknown.
    double seconds() {
        return endNanos == UNKNOWN ? Double.NaN : Math.max(0, endNanos - startNanos) / 1e9;
    }
}
