package dev.guidellm.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.schedule.RateStage.Curve;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rates that change, and gaps that spread, against formulas and at fixed seeds.
@NullMarked
class StagedArrivalsTest {
    private static final double CLOSE = 1e-9;

    private static List<Double> times(List<RateStage> stages, ArrivalGaps gaps) {
        ArrivalSchedule schedule = ArrivalSchedule.staged(stages, gaps);
        List<Double> times = new ArrayList<>();
        for (double at = schedule.next(); at < Double.POSITIVE_INFINITY; at = schedule.next()) {
            times.add(at);
        }
        assertThat(schedule.next()).isPositive().isInfinite();
        return times;
    }

    private static RateStage ramp(double from, double to, double seconds, Curve curve) {
        return new RateStage(from, to, seconds, seconds, curve);
    }

    @Test
    void requestsOfALinearRampAreDueWhenItsIntegralHasBroughtThem() {
        // By t the ramp from 2 to 10 in 8 s has brought 2t + t²/2, in all 48.
        List<Double> times = times(List.of(ramp(2, 10, 8, Curve.LINEAR)), ArrivalGaps.EVEN);
        assertThat(times).hasSize(48);
        for (int k = 1; k <= 48; k++) {
            assertThat(times.get(k - 1)).isCloseTo(-2 + Math.sqrt(4 + 2.0 * k), within(CLOSE));
        }
    }

    @Test
    void aRampThatFallsIsTheRisingOneBackwards() {
        List<Double> rising = times(List.of(ramp(0, 20, 10, Curve.LINEAR)), ArrivalGaps.EVEN);
        List<Double> falling = times(List.of(ramp(20, 0, 10, Curve.LINEAR)), ArrivalGaps.EVEN);
        assertThat(rising).hasSize(100);
        assertThat(falling).hasSize(100);
        for (int k = 1; k < 100; k++) {
            assertThat(falling.get(k - 1)).isCloseTo(10 - rising.get(100 - k - 1), within(1e-6));
        }
        assertThat(falling.getLast()).isCloseTo(10, within(1e-6));
    }

    @Test
    void requestsOfAnExponentialRampAreDueWhenItsIntegralHasBroughtThem() {
        // From 1 to 8 in 3 s: the rate is 2^t, so that (2^t - 1) / ln 2 have come by t, in all 10.09.
        List<Double> times = times(List.of(ramp(1, 8, 3, Curve.EXPONENTIAL)), ArrivalGaps.EVEN);
        assertThat(times).hasSize(10);
        for (int k = 1; k <= 10; k++) {
            assertThat(times.get(k - 1)).isCloseTo(Math.log(1 + k * Math.log(2)) / Math.log(2), within(CLOSE));
        }
        List<Double> falling = times(List.of(ramp(8, 1, 3, Curve.EXPONENTIAL)), ArrivalGaps.EVEN);
        assertThat(falling).hasSize(10);
        for (int k = 1; k <= 10; k++) {
            double expected = -Math.log(1 - k * Math.log(2) / 8) / Math.log(2);
            assertThat(falling.get(k - 1)).isCloseTo(expected, within(CLOSE));
        }
    }

    @Test
    void stagesFollowOneAnotherAndAPauseBringsNothing() {
        List<Double> times = times(
                List.of(
                        RateStage.steady(5, 2),
                        RateStage.steady(0, 3),
                        new RateStage(0, 10, 1, 2, Curve.LINEAR),
                        RateStage.steady(0.1, 5)),
                ArrivalGaps.EVEN);
        // 10, none, 5 in the ramp and 10 after it; the half request of the last stage never comes.
        assertThat(times).hasSize(25);
        assertThat(times.subList(0, 10))
                .containsExactly(DoubleStream.iterate(1, k -> k + 1)
                        .limit(10)
                        .boxed()
                        .map(k -> k / 5)
                        .toArray(Double[]::new));
        assertThat(times.get(10)).isCloseTo(5 + Math.sqrt(0.2), within(CLOSE));
        assertThat(times.get(14)).isCloseTo(6, within(CLOSE));
        assertThat(times.getLast()).isCloseTo(7, within(CLOSE));
        assertThat(times).isSorted();
    }

    @Test
    void roundingLosesNoRequestAtTheEnd() {
        for (int tenths = 1; tenths <= 200; tenths++) {
            double seconds = tenths / 10.0;
            SchedulingStrategy.Stages strategy = new SchedulingStrategy.Stages(
                    List.of(RateStage.steady(10, seconds), RateStage.steady(30, 0.1)), ArrivalGaps.EVEN, null);
            assertThat(strategy.arrivals()).as("%s s", seconds).hasValue(tenths + 3);
        }
    }

    @Test
    void aStageWithoutSenseIsRefused() {
        assertThatThrownBy(() -> new RateStage(0, 5, 3, 2, Curve.LINEAR)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ramp(0, 5, 2, Curve.EXPONENTIAL)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RateStage.steady(Double.NaN, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    /// Given their number, the arrivals of an inhomogeneous Poisson process are spread as the integral of the rate.
    @Test
    void poissonArrivalsOfARampSpreadAsItsRate() {
        List<Double> times = times(List.of(ramp(0, 200, 50, Curve.LINEAR)), ArrivalGaps.exponential(42));
        assertThat(times.size()).isBetween(5_000 - 280, 5_000 + 280); // four standard deviations
        assertThat(distance(times, t -> t * t / 2_500)).isLessThan(1.63 / Math.sqrt(times.size()));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.25, 0.5, 1, 2, 3.7, 20, 400})
    void gapsAreThoseOfAGammaDistribution(double burstiness) {
        int n = 20_000;
        DoubleSupplier sampler = new ArrivalGaps(burstiness, 42).sampler();
        List<Double> gaps = DoubleStream.generate(sampler).limit(n).boxed().toList();
        double mean = gaps.stream().mapToDouble(g -> g).average().orElseThrow();
        double variance = gaps.stream()
                .mapToDouble(g -> (g - mean) * (g - mean))
                .average()
                .orElseThrow();
        double deviation = 1 / Math.sqrt(burstiness);
        assertThat(mean).isCloseTo(1, within(4 * deviation / Math.sqrt(n)));
        assertThat(Math.sqrt(variance)).isCloseTo(deviation, within(0.1 * deviation));
        assertThat(distance(gaps, g -> lowerGamma(burstiness, g * burstiness))).isLessThan(1.63 / Math.sqrt(n));
    }

    @Test
    void aBurstinessOfOneIsThePoissonProcessOfTheSeed() {
        ArrivalSchedule gamma = ArrivalSchedule.random(7, 2, new ArrivalGaps(1, 5));
        ArrivalSchedule poisson = ArrivalSchedule.poisson(7, 2, 5);
        for (int i = 0; i < 100; i++) {
            assertThat(gamma.next()).isEqualTo(poisson.next());
        }
    }

    @Test
    void aSeedMeansTheSameArrivalsEachTime() {
        SchedulingStrategy.Stages strategy = new SchedulingStrategy.Stages(
                List.of(ramp(1, 100, 10, Curve.EXPONENTIAL)), new ArrivalGaps(0.3, 9), null);
        List<Double> once = times(strategy.stages(), strategy.gaps());
        assertThat(times(strategy.stages(), strategy.gaps())).isEqualTo(once);
        assertThat(times(strategy.stages(), new ArrivalGaps(0.3, 10))).isNotEqualTo(once);
        assertThat(strategy.arrivals()).hasValue(once.size());
    }

    @Test
    void aGammaStrategyRampsUpAsTheOthers() {
        ArrivalSchedule schedule =
                Objects.requireNonNull(ArrivalSchedule.of(new SchedulingStrategy.Gamma(100, 4, null, 42, 20)));
        int inRamp = 0;
        while (schedule.next() < 20) {
            inRamp++;
        }
        assertThat(inRamp).isBetween(930, 1_070);
    }

    @Test
    void streamsComeAndGoOneByOneDuringARamp() {
        SchedulingStrategy.StreamStages strategy = new SchedulingStrategy.StreamStages(
                List.of(new StreamStage(2, 0, 10), new StreamStage(6, 2, 10), new StreamStage(3, 1.5, 5)));
        assertThat(strategy.changes())
                .containsExactly(
                        new StreamStage.Change(0, 2),
                        new StreamStage.Change(10, 1),
                        new StreamStage.Change(10.5, 1),
                        new StreamStage.Change(11, 1),
                        new StreamStage.Change(11.5, 1),
                        new StreamStage.Change(20, -1),
                        new StreamStage.Change(20.5, -1),
                        new StreamStage.Change(21, -1));
        assertThat(strategy.resolvedRequestLimit()).isEqualTo(6);
        assertThat(strategy.seconds()).isEqualTo(25);
        assertThat(strategy).hasToString("stages@6");
    }

    @Test
    void recordedArrivalsAreDueAsWrittenAndTheirPeakIsKnown() {
        SchedulingStrategy.Recorded strategy = new SchedulingStrategy.Recorded(List.of(0.0, 1.0, 1.1, 1.2, 9.0), null);
        ArrivalSchedule schedule = Objects.requireNonNull(ArrivalSchedule.of(strategy));
        assertThat(List.of(schedule.next(), schedule.next(), schedule.next())).containsExactly(0.0, 1.0, 1.1);
        assertThat(strategy.arrivals()).hasValue(5);
        assertThat(strategy.peakRatePerSecond()).isEqualTo(12);
        assertThat(strategy).hasToString("timetable@0.56");
    }

    /// Kolmogorov and Smirnov: the largest distance between the sample and `distribution`.
    private static double distance(List<Double> sample, DoubleUnaryOperator distribution) {
        List<Double> sorted = sample.stream().sorted().toList();
        double n = sorted.size();
        double most = 0;
        for (int i = 0; i < sorted.size(); i++) {
            double share = distribution.applyAsDouble(sorted.get(i));
            most = Math.max(most, Math.max(Math.abs(share - i / n), Math.abs(share - (i + 1) / n)));
        }
        return most;
    }

    /// The regularised lower incomplete gamma function by its power series.
    private static double lowerGamma(double shape, double x) {
        if (x <= 0) {
            return 0;
        }
        double term = 1 / shape;
        double sum = term;
        for (double n = 1; term > sum * 1e-15; n++) {
            term *= x / (shape + n);
            sum += term;
        }
        return Math.min(1, Math.exp(Math.log(sum) + shape * Math.log(x) - x - logGamma(shape)));
    }

    /// Stirling's series after a shift.
    private static double logGamma(double x) {
        double shift = 0;
        double z = x;
        while (z < 15) {
            shift += Math.log(z);
            z++;
        }
        double tail = 1 / (12 * z) - 1 / (360 * z * z * z);
        return (z - 0.5) * Math.log(z) - z + 0.5 * Math.log(2 * Math.PI) + tail - shift;
    }
}
