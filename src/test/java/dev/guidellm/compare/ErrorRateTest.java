package dev.guidellm.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How often comparisons are wrong, by simulation with fixed seeds: log-normal latencies (σ = 0.4, median 100
/// ms), of which each request's logarithm is correlated with the one before.
class ErrorRateTest {
    private static final double LEVEL = 0.05;
    private static final double SIGMA = 0.4;

    /// Equal servers: 200 pairs of runs; with a rate of 5 %, more than 20 false findings come up once in 600 times.
    @ParameterizedTest(name = "correlation {0}, {1} requests")
    @CsvSource({"0, 100", "0, 500", "0.5, 500", "0.8, 600"})
    void falseFindingsWithinOneRunStayBelowTheLevel(double correlation, int requests) {
        Counts counts = simulate(200, requests, correlation, 1);
        assertThat(counts.mean).as("means").isLessThanOrEqualTo(20);
        assertThat(counts.median).as("p50").isLessThanOrEqualTo(20);
        assertThat(counts.tail).as("p95").isLessThanOrEqualTo(20);
        assertThat(counts.share).as("attainment").isLessThanOrEqualTo(20);
    }

    /// That this is no empty promise: taken for independent, the same requests deceive far more often.
    @Test
    void withoutLookingAtDependenceTheRateWouldBeMissed() {
        assertThat(simulate(100, 500, 0.8, 1).naive).isGreaterThan(30);
    }

    /// A server that is 10 % slower: 100 pairs of runs.
    @Test
    void aShiftOfTenPercentIsFound() {
        assertThat(simulate(100, 500, 0, 1.1).mean).isGreaterThanOrEqualTo(85);
        Counts dependent = simulate(100, 1500, 0.5, 1.1);
        assertThat(dependent.mean).isGreaterThanOrEqualTo(90);
        assertThat(dependent.median).isGreaterThanOrEqualTo(85);
    }

    /// Whole comparisons of equal servers, 11 metrics each: any verdict at all comes up in at most 5 % of them.
    /// Of 40, more than 6 would come up once in 300 times.
    @Test
    void holmKeepsTheRateOfAllMetricsTogether() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        int findings = 0;
        for (int i = 0; i < 40; i++) {
            Comparison comparison = ComparisonTest.compare(run(random, 300, 1), run(random, 300, 1));
            findings += comparison
                            .sides()
                            .getFirst()
                            .metrics()
                            .anyMatch(metric -> metric.verdict().isFinding())
                    ? 1
                    : 0;
        }
        assertThat(findings).isLessThanOrEqualTo(6);
    }

    /// Runs that differ by themselves, by 5 %: with three repeats a side that is not taken for a change of the
    /// server, with one run a side it is.
    @Test
    void repeatsSeeWhatRunsDoByThemselves() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        int repeated = 0;
        int single = 0;
        for (int i = 0; i < 20; i++) {
            List<SyntheticRun> runs = new ArrayList<>();
            for (int run = 0; run < 6; run++) {
                runs.add(run(random, 200, 1 + 0.05 * random.nextGaussian()));
            }
            repeated += worseOrBetter(ComparisonTest.compare(runs.subList(0, 3), runs.subList(3, 6)));
            single += worseOrBetter(ComparisonTest.compare(runs.getFirst(), runs.getLast()));
        }
        assertThat(repeated).isLessThanOrEqualTo(4);
        assertThat(single).isGreaterThan(6);
    }

    private static int worseOrBetter(Comparison comparison) {
        return comparison
                        .sides()
                        .getFirst()
                        .metrics()
                        .anyMatch(metric -> metric.expression().text().equals("ttft_ms.mean")
                                && metric.pValue() != null
                                && metric.pValue() < LEVEL)
                ? 1
                : 0;
    }

    private static SyntheticRun run(RandomGenerator random, int requests, double factor) {
        return new SyntheticRun().level(4, draws(random, requests, 0, factor), 5 * factor);
    }

    /// Findings by test.
    private record Counts(int mean, int median, int tail, int share, int naive) {}

    private static Counts simulate(int pairs, int requests, double correlation, double factor) {
        SplittableRandom random = new SplittableRandom(1);
        int mean = 0;
        int median = 0;
        int tail = 0;
        int share = 0;
        int naive = 0;
        for (int i = 0; i < pairs; i++) {
            double[] a = draws(random, requests, correlation, 1);
            double[] b = draws(random, requests, correlation, factor);
            mean += found(means(a, b));
            median += found(quantiles(a, b, 0.5));
            tail += found(quantiles(a, b, 0.95));
            share += found(shares(a, b));
            naive += found(Difference.ofMeans(naive(a), naive(b), 1 - LEVEL));
        }
        return new Counts(mean, median, tail, share, naive);
    }

    private static int found(Difference difference) {
        return Objects.requireNonNull(difference.pValue()) < LEVEL ? 1 : 0;
    }

    private static double[] draws(RandomGenerator random, int n, double correlation, double factor) {
        double[] values = new double[n];
        double state = random.nextGaussian();
        for (int i = 0; i < n; i++) {
            values[i] = factor * 100 * Math.exp(SIGMA * state);
            state = correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        }
        return values;
    }

    private static Difference means(double[] a, double[] b) {
        Sample first = DifferenceTest.sample(a);
        Sample second = DifferenceTest.sample(b);
        BatchMeans ofA = BatchMeans.of(first);
        BatchMeans ofB = BatchMeans.of(second);
        double part = Math.min(ofA.part(a.length), ofB.part(b.length));
        return Difference.ofMeans(
                new Estimate.Mean(first.mean(), ofA.variance(part, a.length), ofA.degrees()),
                new Estimate.Mean(second.mean(), ofB.variance(part, b.length), ofB.degrees()),
                1 - LEVEL);
    }

    private static Estimate.Mean naive(double[] values) {
        double mean = DifferenceTest.sample(values).mean();
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return new Estimate.Mean(mean, squares / (values.length - 1) / values.length, values.length - 1.0);
    }

    private static Difference quantiles(double[] a, double[] b, double quantile) {
        Sample first = DifferenceTest.sample(a);
        Sample second = DifferenceTest.sample(b);
        double ofA = percentile(a, quantile);
        double ofB = percentile(b, quantile);
        double worth = Math.min(
                Estimate.Quantile.dependence(ofA, quantile, first).worth(a.length),
                Estimate.Quantile.dependence(ofB, quantile, second).worth(b.length));
        return Difference.ofIntervals(
                Estimate.Quantile.of(ofA, quantile, first, worth * a.length),
                Estimate.Quantile.of(ofB, quantile, second, worth * b.length),
                1 - LEVEL);
    }

    private static double percentile(double[] values, double quantile) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(quantile * sorted.length - 1e-9) - 1];
    }

    private static Difference shares(double[] a, double[] b) {
        Sample first = met(a);
        Sample second = met(b);
        double worth = Math.min(
                BatchMeans.of(first).worth(a.length), BatchMeans.of(second).worth(b.length));
        return Difference.ofIntervals(
                new Estimate.Share(first.mean(), worth * a.length),
                new Estimate.Share(second.mean(), worth * b.length),
                1 - LEVEL);
    }

    private static Sample met(double[] values) {
        return DifferenceTest.sample(
                Arrays.stream(values).map(value -> value <= 170 ? 1 : 0).toArray());
    }
}
