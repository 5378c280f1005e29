package dev.guidellm.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.compare.ComparisonSide.Named;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static final BenchmarkReport CONCURRENT = MetricExpressionTest.read("concurrent-slo");
    private static final BenchmarkReport SAMPLED = MetricExpressionTest.read("goodput");

    @Test
    void aSlowerServerIsWorseAndSaysByHowMuch() throws Exception {
        SideComparison side = compare(run(1, 100), run(2, 130)).sides().getFirst();
        MetricComparison mean = metric(side, "ttft_ms.mean");
        assertThat(mean.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(Objects.requireNonNull(mean.percent())).isCloseTo(30, within(8.0));
        ConfidenceInterval interval = Objects.requireNonNull(mean.interval());
        assertThat(Objects.requireNonNull(mean.change())).isBetween(interval.lower(), interval.upper());
        assertThat(mean.method()).isEqualTo(TestMethod.WELCH_OF_REQUESTS);
        assertThat(metric(side, "ttft_ms.p50").method()).isEqualTo(TestMethod.ORDER_STATISTICS);
        assertThat(metric(side, "ttft_ms.p95").verdict()).isEqualTo(Verdict.WORSE);
        assertThat(metric(side, "error_share").method()).isEqualTo(TestMethod.NEWCOMBE);
        assertThat(side.levels().getFirst().withinRunOnly()).isTrue();
        assertThat(side.levels().getFirst().evidence()).startsWith("within-run evidence only");
    }

    @Test
    void theDirectionOfAMetricDecidesWhatIsBetter() throws Exception {
        List<SyntheticRun> slow = List.of(run(1, 130), run(2, 131), run(3, 129));
        List<SyntheticRun> fast = List.of(run(4, 100), run(5, 101), run(6, 99));
        SideComparison side = compare(slow, fast).sides().getFirst();
        assertThat(metric(side, "ttft_ms.mean").verdict()).isEqualTo(Verdict.BETTER);
        assertThat(metric(side, "rps.successful.mean").verdict())
                .as("more requests per second")
                .isEqualTo(Verdict.BETTER);
        SideComparison back = compare(fast, slow).sides().getFirst();
        assertThat(metric(back, "ttft_ms.mean").verdict()).isEqualTo(Verdict.WORSE);
        assertThat(metric(back, "rps.successful.mean").verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void aRunIsNoEvidenceAgainstItself() throws Exception {
        SideComparison side = compare(run(1, 100), run(1, 100)).sides().getFirst();
        assertThat(side.metrics().filter(metric -> metric.verdict().isFinding()))
                .isEmpty();
        assertThat(metric(side, "ttft_ms.mean").change()).isZero();
    }

    @Test
    void ratesAreNotTestedWithinOneRun() throws Exception {
        MetricComparison rps = metric(compare(run(1, 100), run(2, 200)).sides().getFirst(), "rps.successful.mean");
        assertThat(rps.verdict()).isEqualTo(Verdict.NOT_TESTED);
        assertThat(rps.pValue()).isNull();
        assertThat(rps.change()).isNegative();
        assertThat(rps.words()).singleElement().asString().startsWith("there is no interval within one run");
    }

    @Test
    void withRepeatsTheRunIsTheUnit() throws Exception {
        SideComparison side = compare(List.of(run(1, 100), run(2, 104)), List.of(run(3, 101), run(4, 103), run(5, 99)))
                .sides()
                .getFirst();
        MetricComparison mean = metric(side, "ttft_ms.mean");
        assertThat(mean.method()).isEqualTo(TestMethod.WELCH_OF_RUNS);
        assertThat(mean.baselineSize()).isEqualTo(new SampleSize(2, 2));
        assertThat(mean.candidateSize()).isEqualTo(new SampleSize(3, 3));
        assertThat(side.levels().getFirst().evidence())
                .isEqualTo("covers run-to-run variation (2 and 3 runs); more repeats would tell more");
        assertThat(metric(side, "ttft_ms.p99").method()).isEqualTo(TestMethod.WELCH_OF_RUNS);
    }

    @Test
    void aSingleRunIsHeldAgainstTheSpreadOfTheOthers() throws Exception {
        List<SyntheticRun> several = List.of(run(1, 100), run(2, 110), run(3, 90), run(4, 105));
        MetricComparison same =
                metric(compare(several, List.of(run(5, 112))).sides().getFirst(), "ttft_ms.mean");
        assertThat(same.method()).isEqualTo(TestMethod.ONE_RUN_AGAINST_SEVERAL);
        assertThat(same.verdict()).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(same.words()).singleElement().asString().contains("a single run");
        MetricComparison far =
                metric(compare(several, List.of(run(5, 400))).sides().getFirst(), "ttft_ms.mean");
        assertThat(far.verdict()).isEqualTo(Verdict.WORSE);
    }

    /// All runs of a side fail alike, so that their shares have no spread at all.
    @Test
    void sharesThatAreEqualInAllRunsCanStillDiffer() throws Exception {
        double[] broken = SyntheticRun.values(200, 100);
        Arrays.fill(broken, 0, 100, Double.NaN);
        SyntheticRun bad = new SyntheticRun().level(4, broken, 5);
        SideComparison side = compare(
                        List.of(run(1, 100), run(2, 100)), List.of(bad, new SyntheticRun().level(4, broken, 5)))
                .sides()
                .getFirst();
        assertThat(metric(side, "error_share").pValue()).isLessThan(0.05);
        SideComparison fine = compare(List.of(run(1, 100), run(2, 100)), List.of(run(3, 100), run(4, 100)))
                .sides()
                .getFirst();
        assertThat(metric(fine, "error_share").verdict()).isEqualTo(Verdict.NO_EVIDENCE);
    }

    @Test
    void percentilesAreRefusedWhereRequestsWereSampledAway() throws Exception {
        Comparison comparison = compare(List.of(side("a", SAMPLED), side("b", SAMPLED)), false);
        SideComparison side = comparison.sides().getFirst();
        MetricComparison tail = metric(side, "ttft_ms.p95");
        assertThat(tail.verdict()).isEqualTo(Verdict.NOT_TESTED);
        assertThat(tail.words()).singleElement().asString().contains("refused", "sample_size");
        MetricComparison mean = metric(side, "ttft_ms.mean");
        assertThat(mean.method()).isEqualTo(TestMethod.WELCH_OF_SUMMARIES);
        assertThat(mean.interval()).isNotNull();
        assertThat(mean.words()).singleElement().asString().contains("could not be seen");
        assertThat(metric(side, "slo_attainment").method()).isEqualTo(TestMethod.NEWCOMBE);
    }

    @Test
    void theListedRequestsGiveTheReportsOwnFigures() throws Exception {
        for (String text : List.of("ttft_ms.mean", "itl_ms.mean", "tpot_ms.mean", "e2el_ms.mean")) {
            MetricExpression expression = MetricExpression.parse(text);
            Sample sample = Objects.requireNonNull(
                    new RequestValues(CONCURRENT.benchmarks().getFirst()).of(expression));
            assertThat(sample.size()).isEqualTo(30);
            assertThat(sample.mean())
                    .as(text)
                    .isCloseTo(
                            Objects.requireNonNull(expression
                                    .of(CONCURRENT.benchmarks().getFirst())
                                    .value()),
                            within(1e-6));
        }
        assertThat(new RequestValues(CONCURRENT.benchmarks().getFirst())
                        .attainment()
                        .mean())
                .isCloseTo(28 / 30.0, within(1e-12));
    }

    @Test
    void levelsOfOneSideOnlyAreNamed() throws Exception {
        SyntheticRun two = run(1, 100).level(8, draws(2, 100), 5);
        SyntheticRun other = run(3, 100).level(16, draws(4, 100), 5);
        SideComparison side = compare(two, other).sides().getFirst();
        assertThat(side.levels()).extracting(LevelComparison::strategy).containsExactly("concurrent@4");
        assertThat(side.missing()).containsExactly("concurrent@8 is missing in b", "concurrent@16 is missing in a");
    }

    @Test
    void withoutACommonLevelNothingIsCompared() {
        SyntheticRun other = new SyntheticRun().level(16, draws(4, 100), 5);
        assertThatThrownBy(() -> compare(run(1, 100), other))
                .isInstanceOf(ComparisonException.class)
                .hasMessage("there is no level that both have: a has concurrent@4; b has concurrent@16");
    }

    @Test
    void eachFurtherSideIsComparedWithTheFirst() throws Exception {
        Comparison comparison = compare(
                List.of(
                        side("a", run(1, 100).report()),
                        side("b", run(2, 100).report()),
                        side("c", run(3, 150).report())),
                false);
        assertThat(comparison.sides()).extracting(SideComparison::baseline).containsExactly("a", "a");
        assertThat(comparison.sides()).extracting(SideComparison::candidate).containsExactly("b", "c");
        assertThat(metric(comparison.sides().getLast(), "ttft_ms.mean").verdict())
                .isEqualTo(Verdict.WORSE);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
                    "prompt_tokens": 16        | "prompt_tokens": 32                              | data[0].prompt_tokens: 16 and 32
                    "streams": [4]             | "streams": [4], "rampup_duration": 3             | profile.rampup_duration: 0.0 and 3.0
                    "count": 1000000           | "count": 5                                       | constraints.max_requests.count: 1000000 and 5
                    "model": "m"               | "model": "n"                                     | backend.model: "m" and "n"
                    "model": "m"               | "model": "m", "stream": false                    | backend.stream: true and false
                    "model": "m"               | "model": "m", "max_tokens": 5                    | backend.max_tokens: nothing and 5
                    "model": "m"               | "model": "m", "connection": "per_request"        | backend.connection: "pooled" and "per_request"
                    "slo": {"ttft_ms": 200}    | "slo": {"ttft_ms": 300}                          | metrics.slo.ttft_ms: 200.0 and 300.0
                    "kind": "generative",      | "kind": "generative", "prefer_response_metrics": false, | metrics.prefer_response_metrics: true and false
                    "constraints":             | "tokenizer": {"kind": "huggingface_auto", "model": "gpt2"}, "constraints": | tokenizer.model: nothing and "gpt2"
                    "constraints":             | "data_loader": {"kind": "pytorch", "repeat": true}, "constraints": | data_loader.repeat: false and true
                    """)
    void otherWorkloadsAreRefusedByName(String what, String by, String difference) throws Exception {
        SyntheticRun other = SyntheticRun.with(what, by).level(4, draws(2, 100), 5);
        assertThatThrownBy(() -> compare(run(1, 100), other))
                .isInstanceOfSatisfying(
                        ComparisonException.class,
                        refused -> assertThat(refused.differences()).containsExactly(difference));
        Comparison allowed = compare(List.of(side("a", run(1, 100).report()), side("b", other.report())), true);
        assertThat(allowed.sides().getFirst().differences()).containsExactly(difference);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
                    http://127.0.0.1:8000 | https://elsewhere:1
                    "model": "m"          | "model": "m", "api_key": "sk-secret", "validate_backend": false
                    "streams": [4]        | "streams": [4, 8]
                    "kind": "generative", | "kind": "generative", "sample_size": 50, "confidence": 0.9,
                    "constraints":        | "outputs": [{"kind": "csv", "path": "x.csv"}], "constraints":
                    """)
    void whatCannotMatterIsNoDifference(String what, String by) throws Exception {
        SyntheticRun other = SyntheticRun.with(what, by).level(4, draws(2, 100), 5);
        SideComparison side = compare(run(1, 100), other).sides().getFirst();
        assertThat(side.differences()).isEmpty();
        assertThat(side.mentioned()).isEmpty();
    }

    @Test
    void anotherSeedIsMentionedAndNotRefused() throws Exception {
        SyntheticRun other = SyntheticRun.with(
                        "\"constraints\":", "\"seed\": {\"kind\": \"static\", \"value\": 7}, \"constraints\":")
                .level(4, draws(2, 100), 5);
        assertThat(compare(run(1, 100), other).sides().getFirst().mentioned()).containsExactly("seed.value: 42 and 7");
    }

    @Test
    void aRepeatOfAnotherWorkloadIsRefused() {
        SyntheticRun other = SyntheticRun.with("\"prompt_tokens\": 16", "\"prompt_tokens\": 17")
                .level(4, draws(2, 100), 5);
        assertThatThrownBy(() -> compare(List.of(run(1, 100), other), List.of(run(3, 100))))
                .isInstanceOfSatisfying(
                        ComparisonException.class,
                        refused -> assertThat(refused.differences())
                                .containsExactly("data[0].prompt_tokens: 16 and 17 (a0 and a1)"));
    }

    @Test
    void eachProbeOfARepeatedLevelIsHeldAgainstItsCounterpart() throws Exception {
        BenchmarkReport a = run(1, 100).level(4, draws(2, 100), 5).report();
        BenchmarkReport b =
                withObjectiveOfTheLast(run(3, 100).level(4, draws(4, 100), 5).report());
        assertThatThrownBy(() -> compare(List.of(side("a", a), side("b", b)), false))
                .isInstanceOfSatisfying(
                        ComparisonException.class,
                        refused -> assertThat(refused.differences())
                                .containsExactly("metrics.slo.ttft_ms: 200.0 and 300"));
    }

    private static BenchmarkReport withObjectiveOfTheLast(BenchmarkReport report) {
        BenchmarkResult last = report.benchmarks().getLast();
        Map<String, JsonValue> body = new LinkedHashMap<>(last.body().members());
        Map<String, JsonValue> config = new LinkedHashMap<>(JsonPath.members(body.get("config")));
        config.put("slo", JsonValue.object().put("ttft_ms", 300).build());
        body.put("config", new JsonObject(config));
        return new BenchmarkReport(
                report.metadata(),
                report.config(),
                List.of(report.benchmarks().getFirst(), new BenchmarkResult(new JsonObject(body), Map.of())),
                report.conclusions(),
                report.extension());
    }

    @Test
    void reportsOfTheOriginalAreComparedToo() throws Exception {
        SideComparison side = compare(List.of(side("a", CONCURRENT), side("b", CONCURRENT)), false)
                .sides()
                .getFirst();
        assertThat(side.levels()).hasSize(2);
        assertThat(metric(side, "ttft_ms.mean").method()).isEqualTo(TestMethod.WELCH_OF_REQUESTS);
        assertThatThrownBy(() -> compare(List.of(side("a", CONCURRENT), side("b", SAMPLED)), false))
                .isInstanceOf(ComparisonException.class);
    }

    @Test
    void metricsThatNobodyMeasuredAreLeftOutUnlessAskedFor() throws Exception {
        SideComparison usual = compare(run(1, 100), run(2, 100)).sides().getFirst();
        MetricExpression delay = MetricExpression.parse("scheduled_e2el_ms.mean");
        assertThat(usual.metrics().map(MetricComparison::expression)).doesNotContain(delay);
        List<MetricExpression> asked = List.of(delay);
        Comparison comparison = Comparison.of(
                List.of(side("a", run(1, 100).report()), side("b", run(2, 100).report())),
                new Comparison.Options(asked, asked, 0.95, true, false));
        MetricComparison missing =
                comparison.sides().getFirst().metrics().toList().getFirst();
        assertThat(missing.verdict()).isEqualTo(Verdict.NOT_MEASURED);
        assertThat(missing.words()).contains("a: the benchmark has no scheduled_e2el_ms");
    }

    @Test
    void theDocumentHoldsPValuesAndTheirCorrection() throws Exception {
        Comparison comparison = compare(run(1, 100), run(2, 130));
        var document = ComparisonJson.write(comparison, List.of());
        var metrics = JsonPath.items(
                JsonPath.items(JsonPath.items(document, "comparisons").getFirst(), "levels")
                        .getFirst(),
                "metrics");
        var first = metrics.getFirst();
        assertThat(JsonPath.text(first, "metric")).isEqualTo("ttft_ms.mean");
        assertThat(JsonPath.text(first, "verdict")).isEqualTo("worse");
        assertThat(JsonPath.text(first, "test")).isEqualTo("welch_of_requests");
        double p = Objects.requireNonNull(JsonPath.number(first, "p_value"));
        double adjusted = Objects.requireNonNull(JsonPath.number(first, "p_adjusted"));
        assertThat(adjusted).isGreaterThan(p).isLessThan(0.05);
        assertThat(JsonPath.number(first, "interval", "lower")).isPositive();
    }

    static Comparison compare(SyntheticRun a, SyntheticRun b) throws ComparisonException {
        return compare(List.of(side("a", a.report()), side("b", b.report())), false);
    }

    static Comparison compare(List<SyntheticRun> a, List<SyntheticRun> b) throws ComparisonException {
        return compare(List.of(side("a", a), side("b", b)), false);
    }

    static Comparison compare(List<ComparisonSide> sides, boolean allow) throws ComparisonException {
        return Comparison.of(sides, new Comparison.Options(Comparison.usualMetrics(), List.of(), 0.95, true, allow));
    }

    static ComparisonSide side(String name, BenchmarkReport report) {
        return new ComparisonSide(List.of(new Named(name, report)));
    }

    static ComparisonSide side(String name, List<SyntheticRun> runs) {
        List<Named> named = new ArrayList<>();
        for (SyntheticRun run : runs) {
            named.add(new Named(name + named.size(), run.report()));
        }
        return new ComparisonSide(named);
    }

    static MetricComparison metric(SideComparison side, String text) {
        return side.metrics()
                .filter(metric -> metric.expression().text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    /// One level of four streams with 200 requests of about `millis` to the first token.
    static SyntheticRun run(long seed, double millis) {
        return new SyntheticRun().level(4, draws(seed, millis), 5);
    }

    static double[] draws(long seed, double millis) {
        SplittableRandom random = new SplittableRandom(seed);
        return random.doubles(200)
                .map(_ -> millis * Math.exp(0.2 * random.nextGaussian()))
                .toArray();
    }
}
