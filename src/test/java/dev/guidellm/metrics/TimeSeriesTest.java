package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class TimeSeriesTest {
    private record Point(double time, double weight) {}

    private final TimeSeries series = new TimeSeries();
    private final List<Point> expected = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 3_000})
    void pointsComeInOrderHoweverTheirEntriesOverlap(int entries) {
        SplittableRandom random = new SplittableRandom(entries);
        for (int i = 0; i < entries; i++) {
            double from = random.nextInt(10) == 0 ? 17.5 : 1e5 + random.nextDouble() * random.nextInt(1, 50);
            double to = from + random.nextDouble() * random.nextInt(0, 20);
            add(from, to, random.nextInt(40), random.nextInt(1, 5), random.nextInt(3) / 2.0);
        }
        check();
    }

    @Test
    void entriesWithoutLengthAreOneMoment() {
        add(3, 3, 5, 1, 0.5);
        add(3, 2, 0, 2, 1);
        check();
    }

    @Test
    void theLastPointIsWhereItWasSaidToBe() {
        double last = 0.1 + 0.2;
        series.addSpread(0.1, 1, last, 6, 1);
        double[] latest = {0};
        series.forEach((time, _) -> latest[0] = time);
        assertThat(latest[0]).isEqualTo(last);
    }

    @Test
    void twoSeriesAreGivenInOneOrder() {
        TimeSeries prompts = new TimeSeries();
        for (double time : new double[] {4, 0.5, 2, 9}) {
            prompts.add(time, 7);
        }
        series.addSpread(1, 1, 5, 4, 1);
        List<Double> times = new ArrayList<>();
        TimeSeries.forEachOfBoth(prompts, (time, _) -> times.add(-time), series, (time, _) -> times.add(time));
        assertThat(times).containsExactly(-0.5, 1.0, -2.0, 2.0, 3.0, -4.0, 4.0, 5.0, -9.0);
    }

    @Test
    void pairsAreSortedAndEqualValuesKeepTheirOrder() {
        SplittableRandom random = new SplittableRandom(5);
        for (int size : new int[] {0, 1, 2, 15, 16, 17, 100, 5_000}) {
            WeightedValues pairs = new WeightedValues(4);
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                Point point = new Point(random.nextInt(20) + (i > 4_000 ? 100 + i : 0), i);
                points.add(point);
                pairs.add(point.time, point.weight);
            }
            pairs.sort();
            points.sort(Comparator.comparingDouble(Point::time));
            for (int i = 0; i < size; i++) {
                assertThat(new Point(pairs.value(i), pairs.weight(i))).isEqualTo(points.get(i));
            }
        }
    }

    private void add(double from, double to, int count, double weight, double weightOfEach) {
        series.addSpread(from, weight, to, count, weightOfEach);
        expected.add(new Point(from, weight));
        for (int step = 1; step <= count; step++) {
            expected.add(new Point(from + step * (Math.max(from, to) - from) / count, weightOfEach));
        }
    }

    private void check() {
        expected.sort(Comparator.comparingDouble(Point::time));
        List<Point> actual = new ArrayList<>();
        series.forEach((time, weight) -> actual.add(new Point(time, weight)));
        assertThat(actual).hasSameSizeAs(expected).isSortedAccordingTo(Comparator.comparingDouble(Point::time));
        double sum = 0;
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i).time).isCloseTo(expected.get(i).time, within(1e-9));
            sum += actual.get(i).weight * (1 + actual.get(i).time)
                    - expected.get(i).weight * (1 + expected.get(i).time);
        }
        assertThat(sum).isCloseTo(0, within(1e-3));
    }
}
