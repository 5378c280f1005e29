package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What is made of the readings, and what is measured next.
@NullMarked
class RefinementPlanTest {
    private static final String FILE = "profile/strategy-cases.json";

    static Stream<Named<JsonObject>> grids() {
        return GoldenCases.loadList(FILE, "cases").stream()
                .filter(c -> GoldenCases.text(c, "kind").equals("knee_adaptive_grid"))
                .map(c -> Named.of("centre " + JsonWriter.toString(GoldenCases.member(c, "center")), c));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("grids")
    void gridsAreThoseOfTheReference(JsonObject golden) {
        RefinementGrid grid = RefinementGrid.around(
                Objects.requireNonNull(JsonPath.number(golden, "center")),
                whole(golden, "points_each_side"),
                whole(golden, "max_step"));
        JsonObject ours = JsonValue.object()
                .put("anchor", grid.anchor())
                .put("step", grid.step())
                .put(
                        "candidates",
                        new JsonArray(grid.concurrencies().stream()
                                .<JsonValue>map(c -> JsonValue.of((long) c))
                                .toList()))
                .build();
        JsonObject theirs = JsonValue.object()
                .put("anchor", GoldenCases.member(golden, "anchor"))
                .put("step", GoldenCases.member(golden, "step"))
                .put("candidates", GoldenCases.member(golden, "candidates"))
                .build();
        GoldenCases.check(
                FILE, "knee_adaptive_grid " + JsonWriter.toString(GoldenCases.member(golden, "center")), ours, theirs);
    }

    /// Where the assessment names no centre, the middle of its bounds stands for it, else the bound that is known.
    @ParameterizedTest
    @CsvSource({"40, , , 40", ", 20, 30, 25", ", 20, , 20", ", , 30, 30"})
    void theCentreIsTakenFromWhatIsKnown(
            @Nullable Double centre, @Nullable Double lower, @Nullable Double upper, double wanted) {
        RefinementPlan plan = RefinementPlan.of(
                new SaturationAssessment(
                        SaturationAssessment.Status.OVER_SATURATION_BOUNDARY, "", centre, lower, upper),
                Set.of(),
                1,
                1);
        assertThat(plan.ready()).isTrue();
        assertThat(plan.centre()).isEqualTo(wanted);
    }

    @Test
    void withoutACentreNothingIsPlanned() {
        RefinementPlan plan = RefinementPlan.of(
                new SaturationAssessment(SaturationAssessment.Status.COMPATIBLE, "", null, null, null), Set.of(), 1, 1);
        assertThat(plan.ready()).isFalse();
        assertThat(plan.reason()).isEqualTo("The saturation assessment did not provide a refinement center");
    }

    /// The reference compares a computed knee with a measured point to the last bit.
    @ParameterizedTest
    @CsvSource({"99.99999999999999, CORROBORATED", "100.00000000000001, CORROBORATED", "99.9, COMPATIBLE"})
    void aRoundingStepDecidesNothing(double knee, SaturationAssessment.Status wanted) {
        SaturationBoundary boundary = SaturationBoundary.of(List.of(reading(100, false), reading(200, true)));
        assertThat(SaturationAssessment.of(knee(knee), boundary).status()).isEqualTo(wanted);
    }

    @Test
    void overSaturationAtTheKneeItselfIsNoDisagreement() {
        SaturationBoundary boundary = SaturationBoundary.of(List.of(reading(50, false), reading(100, true)));
        assertThat(SaturationAssessment.of(knee(100.00000000000001), boundary).status())
                .isEqualTo(SaturationAssessment.Status.CORROBORATED);
        assertThat(SaturationAssessment.of(knee(101), boundary).status())
                .isEqualTo(SaturationAssessment.Status.DISAGREEMENT);
    }

    @Test
    void aDetectorThatFoundNothingIsNotAMissingOne() {
        SaturationBoundary boundary = SaturationBoundary.of(List.of(reading(50, false), SaturationReading.none(100)));
        assertThat(boundary.status()).isEqualTo(SaturationBoundary.Status.NOT_DETECTED);
        assertThat(boundary.reason()).isEqualTo("The detector did not report over-saturation at any concurrency");
    }

    @Test
    void oneConcurrencyHasOneReading() {
        assertThatThrownBy(() -> SaturationBoundary.of(List.of(reading(50, false), reading(50, true))))
                .hasMessage("Duplicate benchmark concurrency: 50.0");
    }

    private static ThroughputFit knee(double concurrency) {
        return new ThroughputFit.Knee(concurrency, 100, 100, 2, 0, 0, 1, 1);
    }

    private static SaturationReading reading(double concurrency, boolean overSaturated) {
        return new SaturationReading(concurrency, overSaturated, null, null, null, null, null, null, null);
    }

    private static int whole(JsonObject golden, String key) {
        return Math.toIntExact(Objects.requireNonNull(JsonPath.whole(golden, key)));
    }
}
