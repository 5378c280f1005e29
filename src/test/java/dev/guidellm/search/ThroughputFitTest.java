package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The fit of the throughput curve, against the reference.
@NullMarked
class ThroughputFitTest {
    private static final String FILE = "search/knee-cases.json";

    static Stream<Named<JsonObject>> fits() {
        return GoldenCases.loadList(FILE, "fit_cases").stream().map(c -> Named.of(GoldenCases.text(c, "name"), c));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fits")
    void fitsAsTheReferenceDoes(JsonObject golden) {
        List<Double> concurrencies = new ArrayList<>();
        numbers(golden, "concurrencies").forEach(number -> {
            assertThat(number).isNotNull();
            concurrencies.add(number);
        });
        JsonValue.ObjectBuilder ours = JsonValue.object();
        JsonValue.ObjectBuilder theirs = JsonValue.object();
        for (String key : List.of("expected", "expected_error")) {
            if (golden.get(key) != null) {
                theirs.put(key, golden.get(key));
            }
        }
        try {
            ours.put("expected", shown(ThroughputFit.of(concurrencies, numbers(golden, "throughputs"))));
        } catch (IllegalArgumentException e) {
            ours.put("expected_error", "ValueError: " + e.getMessage());
        }
        GoldenCases.check(FILE, "fit " + GoldenCases.text(golden, "name"), ours.build(), theirs.build());
    }

    @Test
    void pointsOfOneConcurrencyCountOnce() {
        ThroughputFit fit = ThroughputFit.of(List.of(1.0, 1.0, 2.0, 3.0, 4.0), List.of(5.0, 7.0, 12.0, 18.0, 18.0));
        assertThat(fit.reason()).isEqualTo("Need at least 5 distinct concurrency points; found 4");
    }

    private static JsonObject shown(ThroughputFit fit) {
        ThroughputFit.Knee knee = fit instanceof ThroughputFit.Knee found ? found : null;
        return JsonValue.object()
                .put("status", knee == null ? "no_knee" : "ok")
                .put("reason", fit.reason())
                .put("knee", knee == null ? null : (Double) knee.concurrency())
                .put("saturation_concurrency", knee == null ? null : (Double) knee.saturationConcurrency())
                .put("breakpoint_concurrency", knee == null ? null : (Double) knee.breakpointConcurrency())
                .put("pre_slope", knee == null ? null : (Double) knee.risingSlope())
                .put("tail_slope", knee == null ? null : (Double) knee.tailSlope())
                .put("slope_ratio", knee == null ? null : (Double) knee.slopeRatio())
                .put("fit_improvement", knee == null ? null : (Double) knee.fitImprovement())
                .put("throughput_fraction", knee == null ? null : (Double) knee.throughputFraction())
                .build();
    }

    private static List<@Nullable Double> numbers(JsonObject golden, String key) {
        List<@Nullable Double> numbers = new ArrayList<>();
        for (JsonValue item : ((JsonArray) GoldenCases.member(golden, key)).items()) {
            numbers.add(
                    switch (item) {
                        case JsonInteger whole -> (Double) whole.value().doubleValue();
                        case JsonDouble(double value) -> (Double) value;
                        default -> null;
                    });
        }
        return numbers;
    }
}
