package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.MetricsConfig.MeanInterval;
import dev.guidellm.metrics.IntervalCoverage.Shape;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The tables of `docs/benchmarks.md` about intervals. No part of the build; `bench/intervals.sh` runs it.
@Tag("bench")
@NullMarked
class IntervalsBench {
    private static final int DRAWS = 10_000;
    private static final int FEW_DRAWS = 1_000;
    private static final int MANY_VALUES = 5_000;
    private static final int[] SIZES = {20, 50, 100, 500, MANY_VALUES};
    private static final double CONFIDENCE = 0.95;
    private static final double LOOKS_GROW_BY = 1.1;
    private static final int MOST_REQUESTS = 100_000;

    @Test
    void coverage() {
        say("| values | n | mean, Student | mean, bootstrap-t | p50 | p95 | p99 | p999 |");
        say("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (Shape shape : Shape.values()) {
            for (int n : SIZES) {
                double student = IntervalCoverage.ofMean(shape, n, DRAWS, MeanInterval.STUDENT);
                double bootstrap = IntervalCoverage.ofMean(
                        shape, n, n == MANY_VALUES ? FEW_DRAWS : DRAWS, MeanInterval.BOOTSTRAP_T);
                StringBuilder row = new StringBuilder(
                        "| " + shape.text() + " | " + n + " | " + percent(student) + " | " + percent(bootstrap));
                for (Percentile p :
                        new Percentile[] {Percentile.P50, Percentile.P95, Percentile.P99, Percentile.P999}) {
                    row.append(" | ")
                            .append(
                                    ConfidenceIntervals.ranks(n, p.quantile(), CONFIDENCE) == null
                                            ? "*"
                                            : percent(IntervalCoverage.ofPercentile(shape, p, n, DRAWS)));
                }
                say(row + " |");
                assertThat(student).isGreaterThan(0.8);
            }
        }
        say("");
        say("| attainment | n = 20 | 50 | 100 | 500 | 5,000 |");
        say("|---|---:|---:|---:|---:|---:|");
        for (double share : new double[] {0.5, 0.9, 0.95, 0.99}) {
            StringBuilder row = new StringBuilder("| " + percent(share));
            for (int n : SIZES) {
                row.append(" | ").append(percent(IntervalCoverage.ofShare(share, n, DRAWS)));
            }
            say(row + " |");
        }
    }

    @Test
    void coverageWhereEnoughSamplesStops() {
        say("");
        say("| values | figure | width asked | requests, mean | held the truth |");
        say("|---|---|---:|---:|---:|");
        for (Shape shape : Shape.values()) {
            for (double width : new double[] {0.2, 0.1, 0.05}) {
                stops(shape.text(), "mean", width, shape.mean(), random -> () -> shape.draw(random));
            }
            stops(shape.text(), "p95", 0.1, shape.quantile(0.95), random -> () -> shape.draw(random));
            stops(shape.text(), "p99", 0.2, shape.quantile(0.99), random -> () -> shape.draw(random));
        }
        double mean = Math.exp(0.125);
        double p95 = Math.exp(0.5 * 1.6448536);
        for (double width : new double[] {0.2, 0.1}) {
            stops("log-normal, σ 0.5, neighbours 0.8", "mean", width, mean, IntervalsBench::alike);
        }
        stops("log-normal, σ 0.5, neighbours 0.8", "p95", 0.1, p95, IntervalsBench::alike);
    }

    private interface Series {
        DoubleSupplier of(SplittableRandom random);
    }

    private static DoubleSupplier alike(SplittableRandom random) {
        double[] last = {random.nextGaussian()};
        return () -> {
            last[0] = 0.8 * last[0] + 0.6 * random.nextGaussian();
            return Math.exp(0.5 * last[0]);
        };
    }

    private static void stops(String text, String figure, double width, double truth, Series series) {
        int held = 0;
        long requests = 0;
        for (int draw = 0; draw < FEW_DRAWS; draw++) {
            DoubleSupplier values = series.of(new SplittableRandom(draw));
            double[] taken = new double[100];
            Arrays.setAll(taken, _ -> values.getAsDouble());
            SampledEstimate estimate = estimate(figure, taken);
            while (!narrow(estimate, width) && taken.length < MOST_REQUESTS) {
                int before = taken.length;
                taken = Arrays.copyOf(taken, (int) Math.ceil(LOOKS_GROW_BY * before));
                for (int i = before; i < taken.length; i++) {
                    taken[i] = values.getAsDouble();
                }
                estimate = estimate(figure, taken);
            }
            ConfidenceInterval interval = estimate.interval();
            requests += taken.length;
            held += interval != null && interval.lower() <= truth && truth <= interval.upper() ? 1 : 0;
        }
        say("| " + text + " | " + figure + " | " + percent(width) + " | " + requests / FEW_DRAWS + " | "
                + percent(held / (double) FEW_DRAWS) + " |");
    }

    private static SampledEstimate estimate(String figure, double[] taken) {
        return switch (figure) {
            case "mean" -> SampledEstimate.mean(taken, CONFIDENCE);
            case "p95" -> SampledEstimate.quantile(taken, 0.95, CONFIDENCE);
            default -> SampledEstimate.quantile(taken, 0.99, CONFIDENCE);
        };
    }

    private static boolean narrow(SampledEstimate estimate, double width) {
        Double reached = estimate.relativeWidth();
        return reached != null && reached <= width;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
