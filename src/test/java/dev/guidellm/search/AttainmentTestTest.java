package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.search.AttainmentTest.Decision;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttainmentTestTest {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double TARGET = 0.95;
    private static final double CONFIDENCE = 0.95;
    private static final int STREAMS = 16;
    private static final int RUNS = 200;
    private static final int REQUESTS = 600;

    /// Decisions of many runs, each looked at after each request.
    private record Decisions(int above, int below) {}

    private static Decisions decide(SimulatedScores scores, double share) {
        double limit = NORMAL.inverseCumulativeProbability(share);
        int above = 0;
        int below = 0;
        for (int run = 0; run < RUNS; run++) {
            DoubleSupplier series = scores.series(STREAMS, new SplittableRandom(run));
            AttainmentTest test = new AttainmentTest(TARGET, CONFIDENCE, STREAMS);
            for (int i = 0; i < REQUESTS; i++) {
                double score = series.getAsDouble() - limit;
                test.add(score <= 0, 0.3 * score);
            }
            above += test.decision() == Decision.ABOVE ? 1 : 0;
            below += test.decision() == Decision.BELOW ? 1 : 0;
        }
        return new Decisions(above, below);
    }

    @ParameterizedTest
    @EnumSource
    void isWrongNoMoreOftenThanItSays(SimulatedScores scores) {
        double allowed = (1 - CONFIDENCE) * RUNS;
        Decisions at = decide(scores, TARGET);
        assertThat(at.above() + at.below()).as("any decision at the target").isLessThanOrEqualTo((int) allowed);
        assertThat(decide(scores, TARGET - 0.005).above()).as("just below").isLessThanOrEqualTo((int) (allowed / 2));
        assertThat(decide(scores, TARGET + 0.005).below()).as("just above").isLessThanOrEqualTo((int) (allowed / 2));
    }

    /// The trap that the test is there to avoid.
    @Test
    void aFixedIntervalLookedAtAfterEachRequestIsWrongMuchMoreOften() {
        double z = NORMAL.inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2);
        int wrong = 0;
        for (int run = 0; run < RUNS; run++) {
            SplittableRandom random = new SplittableRandom(run);
            int met = 0;
            boolean decided = false;
            for (int n = 1; n <= REQUESTS && !decided; n++) {
                met += random.nextDouble() < TARGET ? 1 : 0;
                double p = met / (double) n;
                double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
                double half = z * Math.sqrt(p * (1 - p) / n + z * z / (4.0 * n * n)) / (1 + z * z / n);
                decided = n >= 8 && (centre - half >= TARGET || centre + half < TARGET);
            }
            wrong += decided ? 1 : 0;
        }
        assertThat(wrong).isGreaterThan((int) (4 * (1 - CONFIDENCE) * RUNS));
    }

    @ParameterizedTest
    @EnumSource
    void decidesWhatIsClear(SimulatedScores scores) {
        assertThat(decide(scores, 0.9999).above()).isGreaterThan((int) (0.95 * RUNS));
        assertThat(decide(scores, 0.6).below()).isGreaterThan((int) (0.95 * RUNS));
    }

    /// How often a share ever seems to be enough to climb past it.
    private static double leaning(SimulatedScores scores, double share) {
        double limit = NORMAL.inverseCumulativeProbability(share);
        int leaning = 0;
        for (int run = 0; run < RUNS; run++) {
            DoubleSupplier series = scores.series(STREAMS, new SplittableRandom(run));
            AttainmentTest test = new AttainmentTest(TARGET, CONFIDENCE, STREAMS);
            boolean leans = false;
            for (int i = 0; i < REQUESTS && !leans; i++) {
                double score = series.getAsDouble() - limit;
                test.add(score <= 0, 0.3 * score);
                leans = test.leansAbove();
            }
            leaning += leans ? 1 : 0;
        }
        return (double) leaning / RUNS;
    }

    /// With twice the odds of a miss, 90.5 %, at most a quarter of the time; where it is clear, nearly always.
    @ParameterizedTest
    @EnumSource
    void leansWhereItMay(SimulatedScores scores) {
        assertThat(leaning(scores, 0.9048)).isLessThanOrEqualTo(0.25);
        assertThat(leaning(scores, 0.8)).isLessThanOrEqualTo(0.1);
        assertThat(leaning(scores, 0.9999)).isGreaterThan(0.95);
    }

    @Test
    void leansAfterAQuarterOfTheRequestsThatItTakesToBeSure() {
        AttainmentTest test = new AttainmentTest(TARGET, CONFIDENCE, 4);
        while (!test.leansAbove()) {
            test.add(true, -1);
        }
        assertThat(test.judged()).isBetween(15, 25);
        assertThat(test.decision()).isEqualTo(Decision.UNDECIDED);
        while (test.decision() == Decision.UNDECIDED) {
            test.add(true, -1);
        }
        assertThat(test.leansAbove()).isTrue();
        AttainmentTest manyStreams = new AttainmentTest(TARGET, CONFIDENCE, 30);
        for (int i = 0; i < 59; i++) {
            manyStreams.add(true, -1);
        }
        assertThat(manyStreams.leansAbove()).as("before two generations").isFalse();
    }

    @Test
    void needsNoMoreThanTheBoundsDoWhenAllScoresAreFarFromTheLimit() {
        SplittableRandom random = new SplittableRandom(1);
        AttainmentTest good = new AttainmentTest(TARGET, CONFIDENCE, STREAMS);
        AttainmentTest bad = new AttainmentTest(TARGET, CONFIDENCE, STREAMS);
        while (good.decision() == Decision.UNDECIDED) {
            good.add(true, -0.6 + 0.01 * random.nextGaussian());
        }
        while (bad.decision() == Decision.UNDECIDED) {
            bad.add(false, 0.6 + 0.01 * random.nextGaussian());
        }
        assertThat(good.decision()).isEqualTo(Decision.ABOVE);
        assertThat(good.judged()).isBetween(80, 100);
        ShareBounds bounds = ShareBounds.around(TARGET, CONFIDENCE);
        assertThat(good.reading().lower(bounds)).isGreaterThanOrEqualTo(TARGET);
        assertThat(good.reading().upper(bounds)).isEqualTo(1);
        assertThat(bad.decision()).isEqualTo(Decision.BELOW);
        assertThat(bad.judged()).isEqualTo(2 * STREAMS);
        assertThat(bad.reading().upper(bounds)).isLessThan(TARGET);
        assertThat(bad.reading().lower(bounds)).isZero();
    }

    @Test
    void aSlowDriftOfEqualVerdictsCountsForFewRequests() {
        SplittableRandom random = new SplittableRandom(2);
        DoubleSupplier drift = SimulatedScores.NEIGHBOURS.series(1, random);
        AttainmentTest test = new AttainmentTest(TARGET, CONFIDENCE, 4);
        for (int i = 0; i < 88; i++) {
            test.add(true, Math.min(0, 0.3 * (drift.getAsDouble() - 1.6)));
        }
        assertThat(test.decision()).isEqualTo(Decision.UNDECIDED);
        assertThat(test.inflation()).isGreaterThan(2);
    }

    @Test
    void errorsHaveNoScoreButAreJudged() {
        AttainmentTest test = new AttainmentTest(TARGET, CONFIDENCE, 4);
        for (int i = 0; i < 8; i++) {
            test.add(false, Double.NaN);
        }
        assertThat(test.decision()).isEqualTo(Decision.BELOW);
    }

    @Test
    void goesOnFromAnEarlierTest() {
        AttainmentTest first = new AttainmentTest(TARGET, CONFIDENCE, 4);
        for (int i = 0; i < 60; i++) {
            first.add(true, -1);
        }
        AttainmentReading earlier = first.conclude();
        assertThat(first.decision()).isEqualTo(Decision.UNDECIDED);
        AttainmentTest second = new AttainmentTest(TARGET, CONFIDENCE, 4).after(earlier);
        for (int i = 0; i < 40; i++) {
            second.add(true, -1);
        }
        assertThat(second.decision()).isEqualTo(Decision.ABOVE);
        assertThat(second.judged()).isLessThan(41);
        AttainmentReading both = earlier.plus(second.conclude());
        assertThat(both.judged()).isEqualTo(60 + second.judged());
        assertThat(both.lower(ShareBounds.around(TARGET, CONFIDENCE))).isGreaterThanOrEqualTo(TARGET);
    }
}
