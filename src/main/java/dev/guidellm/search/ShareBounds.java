package dev.guidellm.search;

import org.apache.commons.statistics.distribution.BetaDistribution;

/// Bounds on a share that hold after every trial at once, however often they are looked at and whenever the looking
/// stops: a confidence sequence.
///
/// For each share m the likelihood ratios of all shares above it against m, mixed by a beta distribution, form a
/// supermartingale as long as the true share is at most m. By Ville's inequality it ever exceeds 1/α with a
/// probability of at most α; where it does, m is too low. The same below. After Robbins, "Statistical methods
/// related to the law of the iterated logarithm", Ann. Math. Statist. 41 (1970), 1397–1409; Howard, Ramdas,
/// McAuliffe and Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Ann. Statist. 49
/// (2021), 1055–1080, who call it the beta-binomial mixture; the mixture is cut off at m, which makes both sides
/// one-sided.
///
/// Trials need not be whole: correlated ones count for less than one each.
public final class ShareBounds {
    /// Half a failure, or half a success, is what the mixture knows beforehand of the rarer of the two.
    private static final double RARER = 0.5;

    private static final int BISECTIONS = 60;

    private final BetaDistribution mixture;
    private final double logThreshold;

    /// @param target the share of interest, above 0 and below 1: near it the bounds are narrowest
    /// @param error of each of the two bounds, above 0 and below 1
    public ShareBounds(double target, double error) {
        double scale = RARER / Math.min(target, 1 - target);
        mixture = BetaDistribution.of(scale * target, scale * (1 - target));
        logThreshold = -Math.log(error);
    }

    /// Bounds that hold together with a confidence.
    public static ShareBounds around(double target, double confidence) {
        return new ShareBounds(target, (1 - confidence) / 2);
    }

    /// Whether the share is above `share`, so far as `successes` and `failures` tell.
    public boolean isAbove(double share, double successes, double failures) {
        return evidence(share, successes, failures, true) >= logThreshold;
    }

    /// Whether the share is below `share`.
    public boolean isBelow(double share, double successes, double failures) {
        return evidence(share, successes, failures, false) >= logThreshold;
    }

    /// The share is at least this.
    public double lower(double successes, double failures) {
        double mean = successes / (successes + failures);
        return successes > 0 ? bound(0, mean, successes, failures, true) : 0;
    }

    /// The share is at most this.
    public double upper(double successes, double failures) {
        double mean = successes / (successes + failures);
        return failures > 0 ? bound(1, mean, successes, failures, false) : 1;
    }

    /// Where the evidence falls below the threshold, between `far`, which is surely wrong, and the mean.
    private double bound(double far, double mean, double successes, double failures, boolean above) {
        double wrong = far;
        double possible = mean;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (wrong + possible) / 2;
            if (evidence(middle, successes, failures, above) >= logThreshold) {
                wrong = middle;
            } else {
                possible = middle;
            }
        }
        return wrong;
    }

    /// Logarithm of the mixed likelihood ratio against `share`. The ratio of both densities at `share` is that of
    /// the whole mixture (Dickey and Lientz 1970); the other two terms cut it off.
    private double evidence(double share, double successes, double failures, boolean above) {
        BetaDistribution after = BetaDistribution.of(mixture.getAlpha() + successes, mixture.getBeta() + failures);
        double whole = mixture.logDensity(share) - after.logDensity(share);
        return above
                ? whole + Math.log(after.survivalProbability(share)) - Math.log(mixture.survivalProbability(share))
                : whole + Math.log(after.cumulativeProbability(share)) - Math.log(mixture.cumulativeProbability(share));
    }
}
