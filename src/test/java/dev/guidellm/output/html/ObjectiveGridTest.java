package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.report.BenchmarkReport;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ObjectiveGridTest {

    @Test
    void theConfiguredObjectivesGiveTheReportsAttainment() throws Exception {
        BenchmarkReport report = SampleReports.original("concurrent-slo");
        List<Level> levels = Level.of(report);
        JsonValue grid = grid(report);
        int[] limits = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            List<Double> choices = limits(grid, axis);
            Double configured = JsonPath.number(JsonPath.items(grid, "axes").get(axis), "configured");
            limits[axis] = configured == null ? -1 : choices.indexOf(configured);
            assertThat(limits[axis] >= 0).isEqualTo(configured != null);
        }
        for (Level level : levels) {
            double[] counted = count(JsonPath.items(grid, "levels").get(level.index()), limits);
            assertThat(counted[0] / counted[1]).isCloseTo(Objects.requireNonNull(level.attainment()), within(1e-12));
            assertThat(counted[1]).isEqualTo(level.determined());
        }
    }

    @Test
    void everyChoiceOfLimitsCountsExactlyWhatTheRequestsSay() throws Exception {
        BenchmarkReport report = SampleReports.random(20_000, 2);
        ObjectiveGrid.Population population =
                ObjectiveGrid.Population.of(LevelRequests.of(report.benchmarks().getFirst()));
        JsonValue grid = grid(report);
        JsonValue level = JsonPath.items(grid, "levels").getFirst();
        assertThat(JsonPath.items(level, "cells").size() / 4).isBetween(500, 2200);
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 200; round++) {
            int[] places = new int[3];
            double[] limits = new double[3];
            for (int axis = 0; axis < 3; axis++) {
                List<Double> choices = limits(grid, axis);
                places[axis] = random.nextInt(3) == 0 ? -1 : random.nextInt(choices.size());
                limits[axis] = places[axis] < 0 ? Double.NaN : choices.get(places[axis]);
            }
            if (Arrays.stream(places).allMatch(place -> place < 0)) {
                continue;
            }
            assertThat(count(level, places)).containsExactly(expected(population, limits));
        }
    }

    @Test
    void thePagesLimitsAreFewAndEnoughForTheSlowestRequest() throws Exception {
        JsonValue grid = grid(SampleReports.random(3_000, 4));
        for (int axis = 0; axis < 3; axis++) {
            assertThat(limits(grid, axis)).isSorted().doesNotHaveDuplicates().hasSizeBetween(8, 90);
        }
        assertThat(limits(grid, 2).getLast()).isGreaterThanOrEqualTo(1499);
    }

    /// Conforming and determined requests, by the rule of the report.
    private static double[] expected(ObjectiveGrid.Population population, double[] limits) {
        int conforming = 0;
        int determined = population.errored();
        for (double[] values : population.values()) {
            boolean known = true;
            boolean kept = true;
            for (int axis = 0; axis < 3; axis++) {
                if (!Double.isNaN(limits[axis])) {
                    known &= !Double.isNaN(values[axis]);
                    kept &= values[axis] <= limits[axis];
                }
            }
            determined += known ? 1 : 0;
            conforming += known && kept ? 1 : 0;
        }
        return new double[] {conforming, determined};
    }

    /// What the page counts.
    private static double[] count(JsonValue level, int[] places) {
        List<JsonValue> cells = JsonPath.items(level, "cells");
        double conforming = 0;
        double determined = Objects.requireNonNull(JsonPath.number(level, "errored"));
        for (int at = 0; at < cells.size(); at += 4) {
            boolean known = true;
            boolean kept = true;
            for (int axis = 0; axis < 3; axis++) {
                double place = Objects.requireNonNull(JsonPath.number(cells.get(at + axis)));
                if (places[axis] >= 0) {
                    known &= place >= 0;
                    kept &= place <= places[axis];
                }
            }
            double requests = Objects.requireNonNull(JsonPath.number(cells.get(at + 3)));
            determined += known ? requests : 0;
            conforming += known && kept ? requests : 0;
        }
        return new double[] {conforming, determined};
    }

    private static JsonValue grid(BenchmarkReport report) {
        return Objects.requireNonNull(Page.of(report).json().get("objectives"));
    }

    private static List<Double> limits(JsonValue grid, int axis) {
        return JsonPath.items(JsonPath.items(grid, "axes").get(axis), "limits").stream()
                .map(JsonPath::number)
                .map(Objects::requireNonNull)
                .toList();
    }
}
