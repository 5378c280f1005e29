package dev.guidellm.profile;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.ConstraintAction;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.search.SaturationReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the `over_saturation` constraint left in a benchmark's books.
///
/// @param problems why something of it cannot be used, one sentence each without a full stop
record DetectorReading(SaturationReading reading, List<String> problems) {
    DetectorReading {
        problems = List.copyOf(problems);
    }

    /// Reads it. What is malformed counts as missing: the figures of the benchmark are sound without it.
    static DetectorReading of(int streams, SchedulerState state) {
        for (Map<String, ConstraintAction> actions : List.of(
                state.schedulerConstraints(), state.endProcessingConstraints(), state.endQueuingConstraints())) {
            ConstraintAction action = actions.get(Constraint.OVER_SATURATION);
            if (action != null) {
                return new Reader(action.metadata().values()).read(streams);
            }
        }
        return new DetectorReading(SaturationReading.none(streams), List.of());
    }

    private static final class Reader {
        private final JsonObject metadata;
        private final List<String> problems = new ArrayList<>();

        Reader(JsonObject metadata) {
            this.metadata = metadata;
        }

        DetectorReading read(int streams) {
            if (!(metadata.get("is_over_saturated") instanceof JsonBoolean(boolean overSaturated))) {
                return new DetectorReading(
                        SaturationReading.none(streams),
                        List.of("Over-saturation metadata must contain boolean 'is_over_saturated'"));
            }
            SaturationReading reading = new SaturationReading(
                    streams,
                    overSaturated,
                    number("concurrent_slope"),
                    number("concurrent_slope_moe"),
                    number("concurrent_n"),
                    number("ttft_slope"),
                    number("ttft_slope_moe"),
                    number("ttft_n"),
                    number("ttft_violations"));
            return new DetectorReading(reading, problems);
        }

        private @Nullable Double number(String key) {
            JsonValue value = metadata.get(key);
            return switch (value) {
                case null -> null;
                case JsonNull _ -> null;
                case JsonInteger whole -> (Double) whole.value().doubleValue();
                case JsonDouble(double number) when Double.isFinite(number) -> (Double) number;
                case JsonDouble _ -> problem(key, "finite");
                default -> problem(key, "numeric");
            };
        }

        private @Nullable Double problem(String key, String wanted) {
            problems.add("Over-saturation metadata '" + key + "' must be " + wanted);
            return null;
        }
    }
}
