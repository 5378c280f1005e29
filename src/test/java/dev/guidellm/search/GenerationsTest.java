package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class GenerationsTest {
    private static Generations of(SimulatedScores scores, int size, int count) {
        DoubleSupplier series = scores.series(size, new SplittableRandom(5));
        double[] values = new double[size * count];
        Arrays.setAll(values, i -> series.getAsDouble() - 2);
        return Generations.of(values, size);
    }

    @Test
    void findsWhatRequestsInFlightTogetherShare() {
        Generations many = of(SimulatedScores.GENERATIONS, 16, 400);
        assertThat(many.common()).isBetween(0.2, 0.3);
        assertThat(many.next()).isBetween(0.3, 0.7);
        assertThat(many.distance(0)).isBetween(1.7, 2.1);
        assertThat(of(SimulatedScores.INDEPENDENT, 16, 400).common()).isLessThan(0.05);
    }

    @Test
    void fewBlocksLeaveRoomForMuch() {
        Generations few = of(SimulatedScores.INDEPENDENT, 16, 3);
        Generations many = of(SimulatedScores.INDEPENDENT, 16, 100);
        assertThat(few.common()).isGreaterThan(10 * many.common());
        assertThat(few.distance(0)).isLessThan(many.distance(0));
        assertThat(few.inflationOfShare(1.6, 16)).isGreaterThan(many.inflationOfShare(1.6, 16));
    }

    @Test
    void singleRequestsAreBlocksToo() {
        Generations single = of(SimulatedScores.NEIGHBOURS, 1, 200);
        assertThat(single.common()).isZero();
        assertThat(single.next()).isGreaterThan(0.7);
        double[] constant = new double[10];
        Arrays.fill(constant, -0.5);
        assertThat(Generations.of(constant, 2).inflationOfShare(3, 2)).isGreaterThanOrEqualTo(1);
        assertThat(Generations.of(constant, 2).distance(0)).isGreaterThan(1e6);
    }
}
