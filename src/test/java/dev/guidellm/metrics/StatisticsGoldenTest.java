package dev.guidellm.metrics;

import static dev.guidellm.metrics.SummaryJson.number;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@NullMarked
class StatisticsGoldenTest {
    private static final String FILE = "metrics/statistics-cases.json";

    static Stream<Arguments> distributions() {
        return cases("distribution_cases");
    }

    static Stream<Arguments> rates() {
        return cases("rate_cases");
    }

    static Stream<Arguments> concurrencies() {
        return cases("concurrency_cases");
    }

    static Stream<Arguments> statuses() {
        return cases("status_cases");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("distributions")
    void distributionAgreesWithTheReference(String name, JsonObject given) {
        WeightedValues pairs = pairs(items(given, "values"));
        Double confidence = number(given, "confidence");
        Double count = number(given, "count_override");
        Distribution distribution = count == null ? Distribution.of(pairs) : Distribution.of(pairs, count.longValue());
        DistributionSummary summary = Distribution.summarize(pairs, distribution, intervals(confidence));
        check("distribution: " + name, SummaryJson.of(summary, density(distribution, given)), given);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rates")
    void rateAgreesWithTheReference(String name, JsonObject given) {
        JsonArray density = densityOfSpans(rates(given).distribution());
        check("rate: " + name, SummaryJson.of(rates(given).summary(), density), given);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("concurrencies")
    void concurrencyAgreesWithTheReference(String name, JsonObject given) {
        JsonArray density = densityOfSpans(levels(given).distribution());
        check("concurrency: " + name, SummaryJson.of(levels(given).summary(), density), given);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statuses")
    void statusesAgreeWithTheReference(String name, JsonObject given) {
        Double confidence = number(given, "confidence");
        JsonValue.ObjectBuilder actual = JsonValue.object();
        WeightedValues total = new WeightedValues(8);
        for (String status : List.of("successful", "errored", "incomplete")) {
            WeightedValues pairs = pairs(items(given, status));
            total.addAll(pairs);
            actual.put(status, SummaryJson.of(Distribution.summarize(pairs, intervals(confidence)), JsonValue.NULL));
        }
        actual.put("total", SummaryJson.of(Distribution.summarize(total, intervals(confidence)), JsonValue.NULL));
        check("status: " + name, actual.build(), given);
    }

    static Stream<Arguments> primitives() {
        JsonObject kinds = (JsonObject) GoldenCases.member(GoldenCases.load(FILE), "primitives");
        return kinds.members().entrySet().stream()
                .flatMap(kind ->
                        ((JsonArray) kind.getValue()).items().stream().map(item -> Arguments.of(kind.getKey(), item)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("primitives")
    void primitiveAgreesWithTheReference(String kind, JsonObject given) {
        Double p = number(given, "p");
        Double confidence = number(given, "confidence");
        JsonValue.ObjectBuilder actual = JsonValue.object().putAll(given);
        switch (kind) {
            case "wilson" -> {
                ConfidenceInterval share = ConfidenceIntervals.proportion(
                        requireNonNull(number(given, "successes")).intValue(),
                        requireNonNull(number(given, "trials")).intValue(),
                        requireNonNull(confidence));
                actual.put("lower", share.lower()).put("upper", share.upper());
            }
            case "t_ppf" -> {
                double value = Quantiles.student(requireNonNull(p), requireNonNull(number(given, "df")));
                assertThat(value).isCloseTo(requireNonNull(number(given, "value")), within(1e-9));
            }
            case "approx_t_ppf" -> {
                double value = Quantiles.approximateStudent(requireNonNull(p), requireNonNull(number(given, "df")));
                actual.put("value", Double.isNaN(value) ? null : Double.valueOf(value));
            }
            case "normal_ppf" -> actual.put("value", Quantiles.normal(requireNonNull(p)));
            case "mean_ci" -> {
                ConfidenceInterval interval = ConfidenceIntervals.mean(
                        requireNonNull(number(given, "count")).intValue(),
                        requireNonNull(number(given, "mean")),
                        requireNonNull(number(given, "population_std_dev")),
                        requireNonNull(confidence));
                actual.put(
                        "interval",
                        interval == null
                                ? null
                                : new JsonArray(
                                        List.of(JsonValue.of(interval.lower()), JsonValue.of(interval.upper()))));
            }
            case "quantile_ci_ranks" -> {
                ConfidenceIntervals.Ranks ranks = ConfidenceIntervals.ranks(
                        requireNonNull(number(given, "n")).intValue(),
                        requireNonNull(number(given, "quantile")),
                        requireNonNull(confidence));
                actual.put(
                        "zero_based_ranks",
                        ranks == null
                                ? null
                                : new JsonArray(List.of(JsonValue.of(ranks.lower()), JsonValue.of(ranks.upper()))));
            }
            case "minimum_samples" ->
                actual.put("minimum_n", JsonValue.of((long) ConfidenceIntervals.minimumSamples(
                        requireNonNull(number(given, "quantile")), requireNonNull(confidence))));
            default -> throw new AssertionError("unknown kind " + kind);
        }
        GoldenCases.check(FILE, kind + " " + given.members().hashCode(), actual.build(), given);
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    private static void check(String name, JsonObject actual, JsonObject given) {
        GoldenCases.check(FILE, name, actual, GoldenCases.member(given, "expected"));
    }

    private static Stream<Arguments> cases(String key) {
        return GoldenCases.loadList(FILE, key).stream().map(c -> Arguments.of(GoldenCases.text(c, "name"), c));
    }

    private static List<JsonValue> items(JsonObject given, String key) {
        return ((JsonArray) GoldenCases.member(given, key)).items();
    }

    private static WeightedValues pairs(List<JsonValue> items) {
        WeightedValues pairs = new WeightedValues(items.size());
        for (JsonValue item : items) {
            if (item instanceof JsonArray(List<JsonValue> pair)) {
                pairs.add(requireNonNull(number(pair.get(0))), requireNonNull(number(pair.get(1))));
            } else {
                pairs.add(requireNonNull(number(item)), 1);
            }
        }
        return pairs;
    }

    private static TimeWeighted.Rates rates(JsonObject given) {
        TimeSeries events = new TimeSeries();
        WeightedValues pairs = pairs(items(given, "events"));
        for (int i = 0; i < pairs.size(); i++) {
            events.add(pairs.value(i), pairs.weight(i));
        }
        TimeWeighted.Rates rates = new TimeWeighted.Rates(bounds(given), threshold(given));
        events.forEach(rates);
        return rates;
    }

    private static TimeWeighted.Levels levels(JsonObject given) {
        List<double[]> stretches = new ArrayList<>();
        for (JsonValue item : items(given, "intervals")) {
            List<JsonValue> numbers = ((JsonArray) item).items();
            stretches.add(new double[] {
                requireNonNull(number(numbers.get(0))),
                requireNonNull(number(numbers.get(1))),
                numbers.size() == 3 ? requireNonNull(number(numbers.get(2))) : 1
            });
        }
        TimeWeighted.Levels levels = new TimeWeighted.Levels(bounds(given), threshold(given));
        levels.sweep(
                ordered(stretches, 0),
                ordered(stretches, 1),
                i -> stretches.get(i)[0],
                i -> stretches.get(i)[1],
                i -> stretches.get(i)[2]);
        return levels;
    }

    private static int[] ordered(List<double[]> stretches, int by) {
        return IntStream.range(0, stretches.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> stretches.get(i)[by]))
                .mapToInt(i -> i)
                .toArray();
    }

    private static TimeWeighted.@Nullable Bounds bounds(JsonObject given) {
        Double start = number(given, "start_time");
        Double end = number(given, "end_time");
        return start == null || end == null ? null : new TimeWeighted.Bounds(start, end);
    }

    private static double threshold(JsonObject given) {
        Double threshold = number(given, "threshold");
        return threshold == null ? 0 : threshold;
    }

    private static JsonValue density(Distribution distribution, JsonObject given) {
        JsonValue wanted = GoldenCases.member(given, "include_pdf");
        if (wanted.equals(JsonValue.FALSE)) {
            return JsonValue.NULL;
        }
        int limit = wanted.equals(JsonValue.TRUE)
                ? Integer.MAX_VALUE
                : requireNonNull(number(wanted)).intValue();
        return SummaryJson.pairs(distribution.density(limit));
    }

    private static JsonArray densityOfSpans(@Nullable Distribution distribution) {
        return distribution == null
                ? new JsonArray(new ArrayList<>())
                : SummaryJson.pairs(distribution.density(Integer.MAX_VALUE));
    }

    private static @Nullable Intervals intervals(@Nullable Double confidence) {
        return confidence == null ? null : Intervals.student(confidence);
    }
}
