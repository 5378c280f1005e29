package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.Set;

/// What a constraint looked at, under the names of the report.
///
/// @param values moments are seconds on the run's clock
/// @param moments which of the values are moments
public record ConstraintMetadata(JsonObject values, Set<String> moments) {
    /// No detail.
    public static final ConstraintMetadata NONE =
            new ConstraintMetadata(JsonValue.object().build(), Set.of());

    public ConstraintMetadata {
        moments = Set.copyOf(moments);
    }

    /// The values with moments as seconds since 1970.
    ///
    /// @param originEpochSeconds the run clock's origin
    public JsonObject atWallClock(double originEpochSeconds) {
        JsonValue.ObjectBuilder shifted = JsonValue.object();
        values.members().forEach((key, value) -> {
            boolean moment = moments.contains(key);
            shifted.put(
                    key,
                    moment && value instanceof JsonDouble(double seconds)
                            ? JsonValue.of(seconds + originEpochSeconds)
                            : value);
        });
        return shifted.build();
    }
}
