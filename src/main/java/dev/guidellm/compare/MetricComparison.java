package dev.guidellm.compare;

import dev.guidellm.metrics.ConfidenceInterval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How one metric changed at one level.
///
/// @param baseline figure of the baseline, the mean of its runs; null when it was not measured
/// @param candidate the same of the other side
/// @param change candidate minus baseline; null when either is
/// @param interval of the change, at the comparison's level, not corrected for many metrics; a bound may be
///     infinite
/// @param pValue of "no difference", two-sided; null when not tested
/// @param adjusted the same, corrected for many tests
/// @param baselineSize null when not tested
/// @param candidateSize null when not tested
/// @param words what a reader should know beside the numbers, as sentences
public record MetricComparison(
        MetricExpression expression,
        @Nullable Double baseline,
        @Nullable Double candidate,
        @Nullable Double change,
        @Nullable ConfidenceInterval interval,
        @Nullable Double pValue,
        @Nullable Double adjusted,
        TestMethod method,
        @Nullable SampleSize baselineSize,
        @Nullable SampleSize candidateSize,
        Verdict verdict,
        List<String> words) {
    public MetricComparison {
        words = List.copyOf(words);
    }

    /// The change in percent of the baseline's figure; infinite from 0 on, null when there is no change to speak
    /// of.
    public @Nullable Double percent() {
        if (change == null || baseline == null) {
            return null;
        }
        if (change == 0) {
            return 0.0;
        }
        return 100 * change / Math.abs(baseline);
    }

    /// The same with the corrected p-value and the verdict that follows from it.
    ///
    /// @param level chance of a false finding that is put up with
    MetricComparison judged(double correctedP, double level) {
        Verdict judged = change != null && correctedP < level ? ofChange(change) : Verdict.NO_EVIDENCE;
        return new MetricComparison(
                expression,
                baseline,
                candidate,
                change,
                interval,
                pValue,
                correctedP,
                method,
                baselineSize,
                candidateSize,
                judged,
                words);
    }

    private Verdict ofChange(double difference) {
        if (difference == 0) {
            return Verdict.NO_EVIDENCE;
        }
        return switch (expression.direction()) {
            case LOWER_IS_BETTER -> difference < 0 ? Verdict.BETTER : Verdict.WORSE;
            case HIGHER_IS_BETTER -> difference > 0 ? Verdict.BETTER : Verdict.WORSE;
            case NEITHER -> Verdict.DIFFERENT;
        };
    }
}
