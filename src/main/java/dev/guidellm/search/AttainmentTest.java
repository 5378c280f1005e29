package dev.guidellm.search;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// Decides while requests end whether the share that keeps an objective is above or below a target, and may be
/// asked after each of them: the confidence allows for that.
///
/// The counts go to [ShareBounds], deflated to the number of independent requests that they are worth. That is
/// judged by scores rather than by verdicts, which say nothing as long as all are alike: how alike the scores of
/// neighbours are ([SerialCorrelation]) and those of requests in flight together ([Generations]), turned into how
/// alike their verdicts are by taking scores for normal. What does not show within the requests at hand cannot be
/// allowed for, such as slow minutes within a test of seconds.
///
/// For one thread.
public final class AttainmentTest {
    /// The counts grow by this share from one look to the next.
    private static final double GROWTH = 1.05;

    private static final int FEWEST = 8;
    /// With fewer generations nothing is decided,
    private static final int FEWEST_GENERATIONS = 2;
    /// nor with fewer than these where the share is near the target: where the scores' mean is within so many
    /// standard deviations of where it would be at the target,
    private static final int FEWEST_GENERATIONS_NEAR = 5;

    private static final double NEAR = 1.5;
    /// and not with fewer than these where it is not far from it.
    private static final int FEWEST_GENERATIONS_NOT_FAR = 3;

    private static final double FAR = 3;

    /// The error that it is enough to keep for a level which is only to be climbed past: three to one.
    private static final double LEANING = 0.25;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final double target;
    private final int generation;
    private final ShareBounds bounds;
    private final ShareBounds leaningBounds;
    private final double clearlyMissed;
    private double earlierSuccesses;
    private double earlierFailures;
    private double[] verdicts = new double[64];
    private double[] scores = new double[64];
    private int judged;
    private int conforming;
    private int scored;
    private int nextLook;
    private double inflation = 1;
    private boolean soon = true;
    private boolean leansAbove;
    private Decision decision = Decision.UNDECIDED;

    /// What the requests say.
    public enum Decision {
        UNDECIDED("undecided"),
        /// More than the target keep the objective.
        ABOVE("above"),
        /// Fewer do.
        BELOW("below");

        private final String key;

        Decision(String key) {
            this.key = key;
        }

        /// The name in reports.
        public String key() {
            return key;
        }
    }

    /// @param target share, above 0 and below 1
    /// @param confidence that the decision is right, two-sided
    /// @param generation requests in flight at a time, at least 1
    public AttainmentTest(double target, double confidence, int generation) {
        this.target = target;
        this.generation = generation;
        bounds = ShareBounds.around(target, confidence);
        clearlyMissed = clearlyMissed(target);
        leaningBounds = new ShareBounds(clearlyMissed, LEANING);
        nextLook = fewestJudged();
    }

    /// Goes on from what earlier tests of the same share have counted: evidence adds up.
    public AttainmentTest after(AttainmentReading earlier) {
        earlierSuccesses = earlier.successes();
        earlierFailures = earlier.failures();
        return this;
    }

    /// Takes the next request, in the order of their ends. Once decided, no more are taken.
    ///
    /// @param score logarithm of what was measured over its limit: at most 0 when it conforms; NaN where nothing
    ///     was measured, as of an error
    public Decision add(boolean conforms, double score) {
        if (decision != Decision.UNDECIDED) {
            return decision;
        }
        if (judged == verdicts.length) {
            verdicts = Arrays.copyOf(verdicts, 2 * judged);
            scores = Arrays.copyOf(scores, 2 * judged);
        }
        verdicts[judged++] = conforms ? 1 : 0;
        conforming += conforms ? 1 : 0;
        if (Double.isFinite(score)) {
            scores[scored++] = score;
        }
        if (judged >= nextLook) {
            look();
        }
        return decision;
    }

    /// Looks at all requests taken, however many, and says what they are worth, without those of earlier tests.
    public AttainmentReading conclude() {
        if (judged > 0 && decision == Decision.UNDECIDED) {
            look();
        }
        return reading();
    }

    /// The same as of the last look.
    public AttainmentReading reading() {
        return new AttainmentReading(
                judged,
                conforming,
                conforming / inflation,
                (judged - conforming) / inflation,
                decision != Decision.UNDECIDED || !soon);
    }

    /// The latest word.
    public Decision decision() {
        return decision;
    }

    /// Whether it seems that enough keep the objective, as of the last look: the target was reached, and by three
    /// to one the odds of a miss are less than twice those at the target. Enough to go on, not to claim it: a share
    /// with twice the odds ever leads to this with a probability of at most a quarter. Not while only the number of
    /// generations keeps it from being clear; that is near the target, and worth the wait.
    public boolean leansAbove() {
        return leansAbove || decision == Decision.ABOVE;
    }

    /// Requests taken.
    public int judged() {
        return judged;
    }

    /// As how many requests an independent one counts, as of the last look; at least 1.
    public double inflation() {
        return inflation;
    }

    private double successes() {
        return earlierSuccesses + conforming / inflation;
    }

    private double failures() {
        return earlierFailures + (judged - conforming) / inflation;
    }

    private void look() {
        nextLook = Math.max(judged + 1, (int) Math.ceil(judged * GROWTH));
        weigh();
        boolean above = bounds.isAbove(target, successes(), failures());
        leansAbove = !above
                && judged >= fewestJudged()
                && conforming >= target * judged
                && leaningBounds.isAbove(clearlyMissed, successes(), failures());
        if (soon) {
            return;
        }
        if (above) {
            decision = Decision.ABOVE;
        } else if (bounds.isBelow(target, successes(), failures())) {
            decision = Decision.BELOW;
        }
    }

    private void weigh() {
        boolean mixed = conforming > 0 && conforming < judged;
        soon = judged < fewestJudged();
        inflation =
                mixed ? SerialCorrelation.of(Arrays.copyOf(verdicts, judged)).inflation() : 1;
        if (scored == 0) {
            return;
        }
        double bySide = mixed
                ? Math.abs(NORMAL.inverseCumulativeProbability((double) conforming / judged))
                : Double.POSITIVE_INFINITY;
        double[] series = Arrays.copyOf(scores, scored);
        SerialCorrelation serial = SerialCorrelation.of(series);
        inflation = Math.max(inflation, inflation(serial, Math.min(bySide, serial.distance(0))));
        if (scored < FEWEST_GENERATIONS * generation) {
            return;
        }
        Generations generations = Generations.of(series, generation);
        double atTarget = NORMAL.inverseCumulativeProbability(target);
        double gap = generations.distance(atTarget);
        if (mixed) {
            double byShare = NORMAL.inverseCumulativeProbability((double) conforming / judged);
            gap = Math.min(gap, Math.abs(byShare - atTarget));
        }
        soon |= generations.count() < fewest(gap);
        double distance = Math.min(bySide, generations.distance(0));
        if (Double.isFinite(distance)) {
            inflation = Math.max(inflation, generations.inflationOfShare(distance, generation));
        }
    }

    /// The share at which the odds of a miss are twice those at the target.
    private static double clearlyMissed(double target) {
        return target / (target + 2 * (1 - target));
    }

    private int fewestJudged() {
        return Math.max(FEWEST, FEWEST_GENERATIONS * generation);
    }

    private static int fewest(double gap) {
        return gap < NEAR ? FEWEST_GENERATIONS_NEAR : gap < FAR ? FEWEST_GENERATIONS_NOT_FAR : FEWEST_GENERATIONS;
    }

    private static double inflation(SerialCorrelation serial, double distance) {
        return Double.isFinite(distance) ? serial.inflationOfShare(distance) : 1;
    }
}
