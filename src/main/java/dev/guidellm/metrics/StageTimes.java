package dev.guidellm.metrics;

import dev.guidellm.record.RequestTimings;
import org.jspecify.annotations.Nullable;

/// Mean time that requests spend between two moments of their life.
final class StageTimes {
    final Mean queued = new Mean();
    final Mean resolveStartDelay = new Mean();
    final Mean resolveTargetedStartDelay = new Mean();
    final Mean requestStartDelay = new Mean();
    final Mean requestTargetedStartDelay = new Mean();
    final Mean request = new Mean();
    final Mean resolveEndDelay = new Mean();
    final Mean resolve = new Mean();
    final Mean finalizedDelay = new Mean();
    final Mean processedDelay = new Mean();

    /// Mean of what could be measured.
    static final class Mean {
        private double sum;
        private long count;

        void add(double value) {
            add(value, 1);
        }

        void add(double value, double weight) {
            if (!Double.isNaN(value) && weight > 0) {
                sum += value * weight;
                count += (long) weight;
            }
        }

        /// Null without a measurement.
        @Nullable
        Double mean() {
            return count == 0 ? null : Double.valueOf(sum / count);
        }

        double sum() {
            return sum;
        }

        long count() {
            return count;
        }
    }

    void add(RequestTimings timings, double processedAt) {
        queued.add(between(timings.queued(), timings.dequeued()));
        resolveStartDelay.add(between(timings.scheduledAt(), timings.resolveStart()));
        resolveTargetedStartDelay.add(between(timings.targetedStart(), timings.resolveStart()));
        requestStartDelay.add(between(timings.resolveStart(), timings.requestStart()));
        requestTargetedStartDelay.add(between(timings.targetedStart(), timings.requestStart()));
        request.add(between(timings.requestStart(), timings.requestEnd()));
        resolveEndDelay.add(between(timings.requestEnd(), timings.resolveEnd()));
        resolve.add(between(timings.resolveStart(), timings.resolveEnd()));
        finalizedDelay.add(between(timings.resolveEnd(), timings.finalized()));
        processedDelay.add(between(timings.finalized(), processedAt));
    }

    private static double between(double from, double to) {
        return to - from;
    }
}
