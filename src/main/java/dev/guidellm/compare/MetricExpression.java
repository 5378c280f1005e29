package dev.guidellm.compare;

import dev.guidellm.compare.ReportMetric.Attainment;
import dev.guidellm.compare.ReportMetric.ByStatus;
import dev.guidellm.compare.ReportMetric.ErrorShare;
import dev.guidellm.compare.ReportMetric.Plain;
import dev.guidellm.compare.ReportMetric.Single;
import dev.guidellm.config.NearestName;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.ConfidenceIntervals;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.ShortMetricName;
import dev.guidellm.metrics.StatusDistributionSummary;
import dev.guidellm.report.BenchmarkResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A figure of a benchmark, by name: `METRIC.STATISTIC` or `METRIC.STATUS.STATISTIC`, such as `ttft_ms.p99`,
/// `e2el_ms.errored.mean`, `rps`, `slo_attainment`.
///
/// The metric has its name of the report or a [ShortMetricName]. Without a status: successful requests, for rates and
/// concurrencies all. Without a statistic: the mean.
///
/// @param metric what is measured
/// @param population of which requests; means nothing to a metric of one number
/// @param statistic what of it; null for a metric of one number
/// @param text the expression, complete
public record MetricExpression(
        ReportMetric metric,
        Population population,
        @Nullable Statistic statistic,
        String text) {
    private static final double USUAL_CONFIDENCE = 0.95;
    private static final int MOST_SUGGESTIONS = 4;

    /// Reads an expression.
    ///
    /// @throws ExpressionException for an unknown name, which is named with those like it
    public static MetricExpression parse(String text) throws ExpressionException {
        List<String> words = Arrays.asList(text.strip().split("\\.", -1));
        for (int length = words.size(); length > 0; length--) {
            ReportMetric metric = ReportMetrics.of(String.join(".", words.subList(0, length)));
            if (metric != null) {
                return of(metric, words.subList(length, words.size()));
            }
        }
        throw new ExpressionException(unknownMetric(words));
    }

    /// The figure of a benchmark.
    public Figure of(BenchmarkResult benchmark) {
        return switch (metric.source()) {
            case ByStatus(List<String> path, boolean level) -> ofStatus(benchmark, path, level);
            case Plain(List<String> path) -> {
                DistributionSummary summary = benchmark.distribution(path.toArray(String[]::new));
                yield summary == null ? nowhere() : ofSummary(summary, "nothing was measured");
            }
            case Single(List<String> path) -> {
                Double number = benchmark.number(path.toArray(String[]::new));
                yield number == null || number < 0 ? nowhere() : Figure.of(number);
            }
            case Attainment _ -> attainment(benchmark);
            case ErrorShare _ -> errorShare(benchmark);
        };
    }

    /// The unit of the figure; empty for shares and counts.
    public String unit() {
        return statistic == Statistic.Plain.COUNT ? "" : metric.unit();
    }

    /// Which change of the figure is an improvement.
    public Direction direction() {
        return statistic == Statistic.Plain.COUNT || statistic == Statistic.Plain.SUM
                ? Direction.NEITHER
                : metric.direction();
    }

    private Figure ofStatus(BenchmarkResult benchmark, List<String> path, boolean level) {
        StatusDistributionSummary all = benchmark.byStatus(path.toArray(String[]::new));
        if (all == null) {
            return nowhere();
        }
        DistributionSummary summary = population.of(all);
        Double seconds = benchmark.number("duration");
        if (summary.isEmpty() && level && seconds != null && seconds > 0) {
            return Figure.of(0); // during a measured time nothing came: that is a rate
        }
        String requests = population == Population.TOTAL ? "request" : population.key() + " request";
        return ofSummary(summary, "no " + requests + " has this figure");
    }

    private Figure ofSummary(DistributionSummary summary, String nothing) {
        Statistic asked = statistic == null ? Statistic.Plain.MEAN : statistic;
        if (asked == Statistic.Plain.COUNT) {
            return Figure.of((double) summary.count());
        }
        if (summary.isEmpty()) {
            return Figure.absent(nothing);
        }
        ConfidenceInterval interval = switch (asked) {
            case Statistic.Quantile(var percentile) -> summary.percentileInterval(percentile);
            case Statistic.Plain plain -> plain == Statistic.Plain.MEAN ? summary.meanInterval() : null;
        };
        double scale = metric.scale();
        return Figure.of(
                asked.of(summary) * scale,
                interval == null ? null : new ConfidenceInterval(interval.lower() * scale, interval.upper() * scale));
    }

    private static Figure attainment(BenchmarkResult benchmark) {
        Double share = benchmark.number("metrics", "slo_attainment");
        Double determined = benchmark.number("metrics", "slo_determined_requests");
        if (share == null) {
            return Figure.absent(
                    benchmark.hasObjectives()
                            ? "no request could be judged by the objectives"
                            : "the run has no objectives (--metrics …,slo=…)");
        }
        return determined == null || determined <= 0
                ? Figure.of(share)
                : share((int) Math.round(share * determined), determined.intValue(), benchmark);
    }

    private static Figure errorShare(BenchmarkResult benchmark) {
        Double good = benchmark.number("metrics", "request_totals", "successful");
        Double bad = benchmark.number("metrics", "request_totals", "errored");
        if (good == null || bad == null || good + bad <= 0) {
            return Figure.absent("no request ended by itself");
        }
        return share(bad.intValue(), (int) (good + bad), benchmark);
    }

    private static Figure share(int count, int of, BenchmarkResult benchmark) {
        return Figure.of(count / (double) of, ConfidenceIntervals.proportion(count, of, confidence(benchmark)));
    }

    /// The confidence level of a benchmark's intervals.
    static double confidence(BenchmarkResult benchmark) {
        Double confidence = benchmark.number("config", "confidence");
        return confidence == null ? USUAL_CONFIDENCE : confidence;
    }

    private Figure nowhere() {
        return Figure.absent("the benchmark has no " + metric.name());
    }

    private static MetricExpression of(ReportMetric metric, List<String> rest) throws ExpressionException {
        return switch (metric.source()) {
            case Single _, Attainment _, ErrorShare _ -> {
                if (!rest.isEmpty()) {
                    throw new ExpressionException(
                            "'" + metric.name() + "' is one number and takes no '." + String.join(".", rest) + "'");
                }
                yield new MetricExpression(metric, Population.TOTAL, null, metric.name());
            }
            case Plain _ -> {
                Statistic statistic = statistic(rest);
                yield new MetricExpression(metric, Population.TOTAL, statistic, metric.name() + "." + statistic.key());
            }
            case ByStatus(List<String> _, boolean level) -> {
                Optional<Population> given = rest.isEmpty() ? Optional.empty() : Population.of(rest.getFirst());
                Statistic statistic = statistic(given.isPresent() ? rest.subList(1, rest.size()) : rest);
                yield new MetricExpression(
                        metric,
                        given.orElse(level ? Population.TOTAL : Population.SUCCESSFUL),
                        statistic,
                        metric.name() + given.map(each -> "." + each.key()).orElse("") + "." + statistic.key());
            }
        };
    }

    private static Statistic statistic(List<String> rest) throws ExpressionException {
        if (rest.isEmpty()) {
            return Statistic.Plain.MEAN;
        }
        // as the report has it: time_to_first_token_ms.successful.percentiles.p99
        List<String> words = rest.size() == 2 && rest.getFirst().equals("percentiles") ? rest.subList(1, 2) : rest;
        String name = String.join(".", words);
        Optional<Statistic> found = Statistic.of(name);
        if (found.isPresent()) {
            return found.get();
        }
        throw new ExpressionException("unknown statistic '" + name + "'; known are "
                + String.join(", ", Statistic.names()) + ", and before them a status: "
                + String.join(", ", Population.names()));
    }

    private static String unknownMetric(List<String> words) {
        String name = words.stream()
                .takeWhile(word ->
                        Statistic.of(word).isEmpty() && Population.of(word).isEmpty())
                .collect(Collectors.joining("."));
        if (name.isEmpty()) {
            return "'" + String.join(".", words) + "' names no metric";
        }
        List<String> near = NearestName.list(name, ReportMetrics.names(), MOST_SUGGESTIONS);
        String hint = near.isEmpty()
                ? "short names are "
                        + Arrays.stream(ShortMetricName.values())
                                .map(ShortMetricName::key)
                                .collect(Collectors.joining(", "))
                        + ", slo_attainment, error_share; the report's names go, too"
                : (near.size() == 1 ? "the nearest is " : "the nearest are ") + String.join(", ", near);
        return "unknown metric '" + name + "'; " + hint;
    }
}
