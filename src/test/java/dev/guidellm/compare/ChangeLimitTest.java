package dev.guidellm.compare;

import static dev.guidellm.compare.ComparisonTest.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeLimitTest {
    private static final List<SyntheticRun> BASE = List.of(run(1, 100), run(2, 101), run(3, 99));
    private static final List<SyntheticRun> SLOW = List.of(run(4, 130), run(5, 131), run(6, 129));

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "ttft_ms.mean > +5%, true",
        "ttft_ms.mean > +50%, false",
        "ttft_ms.mean > +20, true",
        "ttft_ms.mean >= +40, false",
        "rps.successful < -5%, true",
        "rps.successful < -50 %, false",
        "rps.successful <= -0.5, true",
        "ttft_ms.mean < -5%, false",
        "[last] ttft_ms.mean > +5%, true",
        "[concurrent@4] ttft_ms.mean > +5%, true"
    })
    void aChangeBeyondTheLimitFailsWhenTheVerdictSupportsIt(String text, boolean failed) throws Exception {
        ChangeLimit.Result result = judged(text, BASE, SLOW, false);
        assertThat(result.failed()).as(result.words()).isEqualTo(failed);
    }

    @Test
    void aFailureSaysWhatItIs() throws Exception {
        assertThat(judged("ttft_ms.mean > +5%", BASE, SLOW, false).words())
                .matches("ttft_ms\\.mean > \\+5% at concurrent@4 in b0, b1, b2: changed by \\+3\\d(\\.\\d)? %"
                        + " \\(1\\d\\d\\.\\d ms → 13\\d\\.\\d ms\\), worse \\(p [=<] 0\\.\\d+\\)");
    }

    @Test
    void withoutEvidenceNothingFailsUnlessTheFiguresAloneDecide() throws Exception {
        List<SyntheticRun> noisy = List.of(run(7, 60), run(8, 170), run(9, 120));
        ChangeLimit.Result result = judged("ttft_ms.mean > +5%", BASE, noisy, false);
        assertThat(result.failed()).isFalse();
        assertThat(result.words()).contains("but there is no evidence of a difference (p = ");
        ChangeLimit.Result byPoint = judged("ttft_ms.mean > +5%", BASE, noisy, true);
        assertThat(byPoint.failed()).isTrue();
        assertThat(byPoint.words()).endsWith("(by the figures alone)");
    }

    @Test
    void whatHasNoTestHasNoEvidence() throws Exception {
        List<SyntheticRun> one = BASE.subList(0, 1);
        List<SyntheticRun> slow = SLOW.subList(0, 1);
        ChangeLimit.Result result = judged("rps < -5%", one, slow, false);
        assertThat(result.failed()).isFalse();
        assertThat(result.words()).contains("but there is no evidence: there is no interval within one run");
        assertThat(judged("rps < -5%", one, slow, true).failed()).isTrue();
    }

    @Test
    void whatWasNotMeasuredFails() throws Exception {
        ChangeLimit.Result result = judged("ttft_ms.errored.mean > +5%", BASE, SLOW, false);
        assertThat(result.failed()).isTrue();
        assertThat(result.words()).contains("not measured, a0: no errored request has this figure");
        ChangeLimit.Result level = judged("[concurrent@99] ttft_ms.mean > +5%", BASE, SLOW, false);
        assertThat(level.failed()).isTrue();
        assertThat(level.words()).endsWith("no level that both sides have is meant");
    }

    @Test
    void fromNothingEveryChangeIsInfinitePercent() throws Exception {
        double[] broken = SyntheticRun.values(200, 100);
        for (int i = 0; i < broken.length; i++) {
            broken[i] = i % 8 < 4 ? Double.NaN : broken[i]; // on each of four streams every second one
        }
        SyntheticRun bad = new SyntheticRun().level(4, broken, 5);
        ChangeLimit.Result result = judged("error_share > +5%", BASE.subList(0, 1), List.of(bad), false);
        assertThat(result.failed()).isTrue();
        assertThat(result.words()).contains("+∞ % (0 → 0.5)");
        assertThat(judged("error_share > +5%", BASE, BASE.reversed(), false).failed())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    ttft_ms.p99 > 5%     | a limit of a change reads
                    ttft_ms.p99 < +5%    | a limit of a change reads
                    ttft_ms.p99 == +5%   | a limit of a change reads
                    ttft_ms.p99 > +5ms   | '+5ms' is no number, such as 200, 0.99 or 1e3; it is written without its unit
                    ttft_ms.p99 > +      | '+' is no number
                    ttft.p99 > +5%       | unknown metric 'ttft'; the nearest is ttft_ms
                    ttft_ms.p99          | there is no comparison
                    """)
    void whatIsNoLimitIsRefused(String text, String message) {
        assertThatThrownBy(() -> ChangeLimit.parse(text))
                .isInstanceOf(ExpressionException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "[1] ttft_ms.mean > +5%, concurrent@4, false",
        "[2] ttft_ms.mean > +5%, concurrent@4 #2, true",
        "[last] ttft_ms.mean > +5%, concurrent@4 #2, true",
        "[concurrent@4 #2] ttft_ms.mean > +5%, concurrent@4 #2, true"
    })
    void eachProbeOfARepeatedLevelIsJudgedByItsOwnFigures(String text, String level, boolean failed) throws Exception {
        SyntheticRun before = run(1, 100).level(4, ComparisonTest.draws(2, 100), 5);
        SyntheticRun after = run(3, 100).level(4, ComparisonTest.draws(4, 130), 5);
        ChangeLimit.Result result = judged(text, List.of(before), List.of(after), false);
        assertThat(result.strategy()).isEqualTo(level);
        assertThat(result.failed()).as(result.words()).isEqualTo(failed);
    }

    @Test
    void aStrategyMeansAllItsProbes() throws Exception {
        ComparisonSide side = ComparisonTest.side("a", List.of(run(1, 100).level(4, ComparisonTest.draws(2, 100), 5)));
        ChangeLimit limit = ChangeLimit.parse("[concurrent@4] ttft_ms.mean > +5%");
        SideComparison itself =
                ComparisonTest.compare(List.of(side, side), false).sides().getFirst();
        assertThat(limit.judge(itself, side, false))
                .extracting(ChangeLimit.Result::strategy)
                .containsExactly("concurrent@4", "concurrent@4 #2");
    }

    private static ChangeLimit.Result judged(String text, List<SyntheticRun> a, List<SyntheticRun> b, boolean byPoint)
            throws Exception {
        ChangeLimit limit = ChangeLimit.parse(text);
        List<MetricExpression> metrics = Stream.concat(
                        Stream.of(limit.expression()), Comparison.usualMetrics().stream())
                .distinct()
                .toList();
        ComparisonSide baseline = ComparisonTest.side("a", a);
        Comparison comparison = Comparison.of(
                List.of(baseline, ComparisonTest.side("b", b)),
                new Comparison.Options(metrics, List.of(limit.expression()), 0.95, true, false));
        List<ChangeLimit.Result> results = limit.judge(comparison.sides().getFirst(), baseline, byPoint);
        assertThat(results).hasSize(1);
        return results.getFirst();
    }
}
