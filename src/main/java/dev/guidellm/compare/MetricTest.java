package dev.guidellm.compare;

import dev.guidellm.metrics.ConfidenceIntervals;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.StatusDistributionSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Compares one metric of two sides at one level with the test that fits it.
///
/// With several runs on a side the run is the unit, since runs differ by more than their requests tell (warm
/// caches, neighbours, clock rates). With one run a side only the requests within it can be looked at.
final class MetricTest {
    private static final int FEW_REQUESTS = 100;
    private static final Sample NOTHING = new Sample(new double[0], new double[0]);
    private static final String SAMPLED = "the report lists only a sample of the requests (sample_size)";

    private final MetricExpression expression;
    private final double confidence;
    private final List<String> words = new ArrayList<>();

    /// @param confidence of the interval
    MetricTest(MetricExpression expression, double confidence) {
        this.expression = expression;
        this.confidence = confidence;
    }

    /// A tested change, before the correction for many tests.
    private record Tested(Difference difference, TestMethod method, SampleSize baseline, SampleSize candidate) {}

    /// The comparison, not yet judged. To be called once.
    MetricComparison compare(List<ComparedRun> baseline, List<ComparedRun> candidate) {
        double[] before = figures(baseline);
        double[] after = figures(candidate);
        if (before.length < baseline.size() || after.length < candidate.size()) {
            return untested(mean(before, baseline), mean(after, candidate), Verdict.NOT_MEASURED);
        }
        boolean repeated = before.length > 1 || after.length > 1;
        Tested tested = repeated
                ? betweenRuns(ofRuns(before, baseline), ofRuns(after, candidate), before, after)
                : withinRun(baseline.getFirst(), candidate.getFirst());
        Double first = mean(before);
        Double second = mean(after);
        if (tested == null || tested.difference.pValue() == null) {
            if (tested != null) {
                words.add("the values do not spread at all, so that there is nothing to test with");
            }
            return untested(first, second, Verdict.NOT_TESTED);
        }
        return new MetricComparison(
                expression,
                first,
                second,
                tested.difference.change(),
                tested.difference.interval(),
                tested.difference.pValue(),
                null,
                tested.method,
                tested.baseline,
                tested.candidate,
                Verdict.NO_EVIDENCE,
                words);
    }

    private MetricComparison untested(@Nullable Double before, @Nullable Double after, Verdict verdict) {
        return new MetricComparison(
                expression,
                before,
                after,
                before == null || after == null ? null : (Double) (after - before),
                null,
                null,
                null,
                TestMethod.NONE,
                null,
                null,
                verdict,
                words);
    }

    /// The figures of the runs that have one; the others are said.
    private double[] figures(List<ComparedRun> runs) {
        List<Double> values = new ArrayList<>();
        for (ComparedRun run : runs) {
            Figure figure = expression.of(run.benchmark());
            if (figure.value() == null) {
                words.add(run.report() + ": " + figure.absence());
            } else {
                values.add(figure.value());
            }
        }
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static @Nullable Double mean(double[] figures, List<ComparedRun> runs) {
        return figures.length < runs.size() ? null : (Double) mean(figures);
    }

    private static double mean(double[] figures) {
        double sum = 0;
        for (double figure : figures) {
            sum += figure / figures.length;
        }
        return sum;
    }

    private Tested betweenRuns(Estimate.Mean ofBefore, Estimate.Mean ofAfter, double[] before, double[] after) {
        SampleSize first = new SampleSize(before.length, before.length);
        SampleSize second = new SampleSize(after.length, after.length);
        if (before.length > 1 && after.length > 1) {
            Difference difference = Difference.ofMeans(ofBefore, ofAfter, confidence);
            return new Tested(difference, TestMethod.WELCH_OF_RUNS, first, second);
        }
        // Crawford and Howell's test of a single case: the single run is taken to vary as the others do
        Estimate.Mean ofSeveral = before.length > 1 ? ofBefore : ofAfter;
        int several = Math.max(before.length, after.length);
        double change = ofAfter.figure() - ofBefore.figure();
        double variance = ofSeveral.variance() * (several + 1);
        words.add("one side has a single run, whose run-to-run variation is taken from the other's");
        Difference difference = variance > 0
                ? Difference.student(change, Math.sqrt(variance), ofSeveral.degrees(), confidence)
                : new Difference(change, null, change == 0 ? (Double) 1.0 : null);
        return new Tested(difference, TestMethod.ONE_RUN_AGAINST_SEVERAL, first, second);
    }

    /// The mean of the runs' figures. Shares that are equal in all runs, such as no errors at all, still have the
    /// spread of what was counted: at least that of the share by Agresti and Coull (Approximate is better than
    /// exact for interval estimation of binomial proportions, American Statistician 52, 1998).
    private Estimate.Mean ofRuns(double[] figures, List<ComparedRun> runs) {
        double mean = mean(figures);
        double squares = 0;
        for (double figure : figures) {
            squares += (figure - mean) * (figure - mean);
        }
        int n = figures.length;
        double variance = n < 2 ? 0 : squares / (n - 1) / n;
        if (isShare()) {
            double counted = runs.stream().mapToDouble(this::counted).sum();
            double share = (mean * counted + 2) / (counted + 4);
            variance = Math.max(variance, share * (1 - share) / (counted + 4));
        }
        return new Estimate.Mean(mean, variance, Math.max(1, n - 1.0));
    }

    private boolean isShare() {
        return switch (expression.metric().source()) {
            case ReportMetric.Attainment _, ReportMetric.ErrorShare _ -> true;
            case ReportMetric.ByStatus _, ReportMetric.Plain _, ReportMetric.Single _ -> false;
        };
    }

    /// Requests that a share is a part of.
    private double counted(ComparedRun run) {
        if (expression.metric().source() instanceof ReportMetric.ErrorShare) {
            return or0(run.benchmark().number("metrics", "request_totals", "successful"))
                    + or0(run.benchmark().number("metrics", "request_totals", "errored"));
        }
        return or0(run.benchmark().number("metrics", "slo_determined_requests"));
    }

    private @Nullable Tested withinRun(ComparedRun baseline, ComparedRun candidate) {
        return switch (expression.metric().source()) {
            case ReportMetric.Attainment _ ->
                shares(
                        share(baseline, baseline.values().attainment()),
                        share(candidate, candidate.values().attainment()));
            case ReportMetric.ErrorShare _ ->
                shares(
                        share(baseline, baseline.values().errors()),
                        share(candidate, candidate.values().errors()));
            case ReportMetric.ByStatus(List<String> path, boolean level) -> {
                if (level) {
                    words.add("there is no interval within one run for a rate or a level; repeat the runs");
                    yield null;
                }
                yield distributions(path, baseline, candidate);
            }
            case ReportMetric.Plain _, ReportMetric.Single _ -> noTest();
        };
    }

    private @Nullable Tested distributions(List<String> path, ComparedRun baseline, ComparedRun candidate) {
        Listing before = listing(path, baseline);
        Listing after = listing(path, candidate);
        String reason = before.problem.isEmpty() ? after.problem : before.problem;
        return switch (Objects.requireNonNull(expression.statistic())) {
            case Statistic.Plain plain
            when plain == Statistic.Plain.MEAN -> {
                if (!reason.isEmpty()) {
                    words.add(reason + ": how much requests depend on each other could not be seen");
                    yield meansOfSummaries(path, baseline, candidate);
                }
                yield means(before.sample, after.sample);
            }
            case Statistic.Quantile(var percentile) -> {
                if (!reason.isEmpty()) {
                    words.add("a percentile is refused within one run: " + reason);
                    yield null;
                }
                yield quantiles(percentile.quantile(), before.sample, after.sample, baseline, candidate);
            }
            case Statistic.Plain _ -> noTest();
        };
    }

    private @Nullable Tested noTest() {
        words.add("there is no test for this figure within one run; repeat the runs");
        return null;
    }

    private @Nullable Tested means(Sample before, Sample after) {
        if (before.size() < 2 || after.size() < 2) {
            words.add("fewer than two requests");
            return null;
        }
        BatchMeans first = BatchMeans.of(before);
        BatchMeans second = BatchMeans.of(after);
        doubts(before.size(), after.size(), first, second);
        double part = Math.min(first.part(before.size()), second.part(after.size()));
        Difference difference = Difference.ofMeans(
                new Estimate.Mean(before.mean(), first.variance(part, before.size()), first.degrees()),
                new Estimate.Mean(after.mean(), second.variance(part, after.size()), second.degrees()),
                confidence);
        return new Tested(
                difference,
                TestMethod.WELCH_OF_REQUESTS,
                new SampleSize(before.size(), part * before.size()),
                new SampleSize(after.size(), part * after.size()));
    }

    private @Nullable Tested meansOfSummaries(List<String> path, ComparedRun baseline, ComparedRun candidate) {
        Estimate.Mean first = ofSummary(path, baseline);
        Estimate.Mean second = ofSummary(path, candidate);
        if (first == null || second == null) {
            words.add("fewer than two requests");
            return null;
        }
        return new Tested(
                Difference.ofMeans(first, second, confidence),
                TestMethod.WELCH_OF_SUMMARIES,
                new SampleSize((int) first.degrees() + 1, first.degrees() + 1),
                new SampleSize((int) second.degrees() + 1, second.degrees() + 1));
    }

    /// The count of a distribution that is weighted by tokens is one of tokens: there the requests are counted.
    private Estimate.@Nullable Mean ofSummary(List<String> path, ComparedRun run) {
        DistributionSummary summary = summary(path, run);
        Double requests = run.benchmark()
                .number("metrics", "request_totals", expression.population().key());
        if (summary == null || requests == null) {
            return null;
        }
        double n = Math.min((double) summary.count(), requests);
        double scale = expression.metric().scale();
        return n < 2
                ? null
                : new Estimate.Mean(
                        summary.mean() * scale, summary.variance() * scale * scale / (n - 1), Math.floor(n) - 1);
    }

    private Tested quantiles(
            double quantile, Sample before, Sample after, ComparedRun baseline, ComparedRun candidate) {
        double first =
                Objects.requireNonNull(expression.of(baseline.benchmark()).value());
        double second =
                Objects.requireNonNull(expression.of(candidate.benchmark()).value());
        double worth = 1;
        if (before.size() > 1 && after.size() > 1) {
            BatchMeans ofFirst = Estimate.Quantile.dependence(first, quantile, before);
            BatchMeans ofSecond = Estimate.Quantile.dependence(second, quantile, after);
            doubts(before.size(), after.size(), ofFirst, ofSecond);
            worth = Math.min(ofFirst.worth(before.size()), ofSecond.worth(after.size()));
        }
        Difference difference = Difference.ofIntervals(
                Estimate.Quantile.of(first, quantile, before, worth * before.size()),
                Estimate.Quantile.of(second, quantile, after, worth * after.size()),
                confidence);
        if (difference.interval() == null || isOpen(difference)) {
            int needed = ConfidenceIntervals.minimumSamples(quantile, confidence);
            words.add("too few requests for a whole interval: " + needed
                    + " independent ones are needed, these are worth " + Math.round(worth * before.size()) + " and "
                    + Math.round(worth * after.size()));
        }
        return new Tested(
                difference,
                TestMethod.ORDER_STATISTICS,
                new SampleSize(before.size(), worth * before.size()),
                new SampleSize(after.size(), worth * after.size()));
    }

    private static boolean isOpen(Difference difference) {
        return difference.interval() != null
                && (Double.isInfinite(difference.interval().lower())
                        || Double.isInfinite(difference.interval().upper()));
    }

    /// A share with the requests that make it up; their verdicts are null when they are not all listed.
    private record CountedShare(
            double share, int of, @Nullable Sample verdicts) {}

    private CountedShare share(ComparedRun run, Sample verdicts) {
        double share = Objects.requireNonNull(expression.of(run.benchmark()).value());
        double count = counted(run);
        boolean complete = verdicts.size() == count && verdicts.size() > 1 && Math.abs(verdicts.mean() - share) < 1e-9;
        return new CountedShare(share, (int) Math.max(1, count), complete ? verdicts : null);
    }

    private static double or0(@Nullable Double number) {
        return number == null ? 0 : number;
    }

    private Tested shares(CountedShare before, CountedShare after) {
        double worth = 1;
        if (before.verdicts != null && after.verdicts != null) {
            BatchMeans first = BatchMeans.of(before.verdicts);
            BatchMeans second = BatchMeans.of(after.verdicts);
            doubts(before.of, after.of, first, second);
            worth = Math.min(first.worth(before.of), second.worth(after.of));
        } else {
            words.add(SAMPLED + ": how much requests depend on each other could not be seen");
        }
        return new Tested(
                Difference.ofIntervals(
                        new Estimate.Share(before.share, worth * before.of),
                        new Estimate.Share(after.share, worth * after.of),
                        confidence),
                TestMethod.NEWCOMBE,
                new SampleSize(before.of, worth * before.of),
                new SampleSize(after.of, worth * after.of));
    }

    private void doubts(int before, int after, BatchMeans first, BatchMeans second) {
        if (first.stillCorrelated() || second.stillCorrelated()) {
            words.add("requests depend on each other for longer than the run shows: the interval may be too narrow");
        } else if (Math.min(before, after) <= FEW_REQUESTS) {
            words.add("with " + FEW_REQUESTS + " requests or fewer their dependence can hardly be seen");
        }
    }

    /// The values of all requests, or why they cannot be used.
    private record Listing(Sample sample, String problem) {}

    private Listing listing(List<String> path, ComparedRun run) {
        Sample sample = run.values().of(expression);
        DistributionSummary summary = summary(path, run);
        if (sample == null || summary == null) {
            return new Listing(NOTHING, "requests do not have this figure one by one");
        }
        if (sample.weightSum() < summary.count() - 0.5) {
            return new Listing(NOTHING, SAMPLED);
        }
        double mean = summary.mean() * expression.metric().scale();
        boolean same = Math.abs(sample.weightSum() - summary.count()) < 1
                && Math.abs(sample.mean() - mean) <= 1e-6 * Math.max(Math.abs(mean), 1e-12);
        return same
                ? new Listing(sample, "")
                : new Listing(NOTHING, "the listed requests do not give the report's own figure");
    }

    private @Nullable DistributionSummary summary(List<String> path, ComparedRun run) {
        StatusDistributionSummary all = run.benchmark().byStatus(path.toArray(String[]::new));
        return all == null ? null : expression.population().of(all);
    }
}
