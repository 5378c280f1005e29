package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.MetricsConfig.MeanInterval;
import dev.guidellm.metrics.IntervalCoverage.Shape;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BootstrapTTest {
    private static double[] sample(Shape shape, int n) {
        SplittableRandom random = new SplittableRandom(7);
        double[] values = new double[n];
        Arrays.setAll(values, i -> shape.draw(random));
        return values;
    }

    private static ConfidenceInterval mean(double[] values, MeanInterval method, long seed) {
        return Objects.requireNonNull(
                Distribution.summarize(WeightedValues.ofValues(values), new Intervals(0.95, method, seed))
                        .meanInterval());
    }

    @Test
    void theSeedDecidesWhatIsDrawn() {
        double[] values = sample(Shape.EXPONENTIAL, 60);
        assertThat(mean(values, MeanInterval.BOOTSTRAP_T, 1)).isEqualTo(mean(values, MeanInterval.BOOTSTRAP_T, 1));
        assertThat(mean(values, MeanInterval.BOOTSTRAP_T, 1)).isNotEqualTo(mean(values, MeanInterval.BOOTSTRAP_T, 2));
    }

    @Test
    void isStudentsForNormalValuesAndReachesFurtherUpForALongTail() {
        double[] normal = sample(Shape.NORMAL, 2_000);
        ConfidenceInterval student = mean(normal, MeanInterval.STUDENT, 1);
        ConfidenceInterval resampled = mean(normal, MeanInterval.BOOTSTRAP_T, 1);
        double width = student.upper() - student.lower();
        assertThat(resampled.lower()).isCloseTo(student.lower(), within(0.1 * width));
        assertThat(resampled.upper()).isCloseTo(student.upper(), within(0.1 * width));
        double[] tailed = sample(Shape.LOG_NORMAL_ONE, 100);
        assertThat(mean(tailed, MeanInterval.BOOTSTRAP_T, 1).upper())
                .isGreaterThan(mean(tailed, MeanInterval.STUDENT, 1).upper());
    }

    @Test
    void studentsIntervalStandsInWhereNothingCanBeResampled() {
        double[] many = sample(Shape.EXPONENTIAL, BootstrapT.MOST_VALUES + 1);
        double[] two = {1, 2};
        double[] alike = {5, 5, 5, 5, 5};
        for (double[] values : new double[][] {many, two, alike}) {
            assertThat(mean(values, MeanInterval.BOOTSTRAP_T, 1)).isEqualTo(mean(values, MeanInterval.STUDENT, 1));
        }
    }
}
