package dev.guidellm.schedule;

import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.json.JsonValue;
import dev.guidellm.search.TrendWindow;
import org.jspecify.annotations.Nullable;

/// `over_saturation`: stops at once when the server falls behind: most requests wait long for their first token,
/// the waits grow, and so do the requests in flight.
///
/// Growing load alone proves nothing, every ramp-up has it: without waits nothing is concluded. Where answers are
/// not streamed, a request's whole time stands for the wait, and what it took beyond the quickest one is what is
/// called long or not.
final class OverSaturationConstraint extends Constraint {
    private final ConstraintConfig.OverSaturation config;
    private final double minSeconds;
    private final double windowSeconds;
    private final TrendWindow concurrency;
    private final TrendWindow waits;
    private double quickest = Double.POSITIVE_INFINITY;
    private boolean saturated;

    OverSaturationConstraint(ConstraintConfig.OverSaturation config, StoppingScope scope) {
        super(OVER_SATURATION, scope);
        this.config = config;
        minSeconds = config.minSeconds().doubleValue();
        windowSeconds = config.maxWindowSeconds().doubleValue();
        concurrency = new TrendWindow(config.confidence(), config.moeThreshold());
        waits = new TrendWindow(config.confidence(), config.moeThreshold());
    }

    @Override
    void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now) {
        double elapsed = now - ledger.startTime();
        if (update != null && update.step() == RequestStep.IN_PROGRESS) {
            inFlight(elapsed, ledger.processing());
        }
        FirstAnswer answer = ledger.newAnswer();
        if (answer != null) {
            answered(elapsed, answer);
        }
        judge(elapsed);
    }

    void inFlight(double elapsed, long requests) {
        concurrency.add(elapsed, (double) requests, false);
    }

    void answered(double elapsed, FirstAnswer answer) {
        double wait = answer.waitSeconds();
        double beyond = wait;
        if (answer.whole()) {
            quickest = Math.min(quickest, wait);
            beyond = wait - quickest;
        }
        waits.add(elapsed, wait, beyond > config.minimumTtft());
    }

    void judge(double elapsed) {
        prune(concurrency, elapsed);
        prune(waits, elapsed);
        saturated = fallsBehind(elapsed);
        boolean stop = saturated && config.mode() == ConstraintConfig.SaturationMode.ENFORCE;
        // Its progress carries no stop time: the report takes the end of processing.
        decide(stop, stop ? ConstraintAction.Processing.STOP_ALL : ConstraintAction.Processing.CONTINUE, Double.NaN);
    }

    private void prune(TrendWindow window, double elapsed) {
        window.keep((long) Math.floor(config.maximumWindowRatio() * window.added()), elapsed, windowSeconds);
    }

    private boolean fallsBehind(double elapsed) {
        // Neighbouring samples are alike: no more than one a second counts.
        double effectiveConcurrency = Math.min(elapsed, concurrency.size());
        double effectiveWaits = Math.min(elapsed, waits.size());
        if (elapsed < minSeconds
                || elapsed < config.minimumTtft()
                || waits.size() > 2L * waits.marked()
                || effectiveConcurrency < config.minimumWindowSize()) {
            return false;
        }
        boolean moreInFlight = concurrency.rises(effectiveConcurrency);
        if (effectiveWaits < config.minimumWindowSize()) {
            return false;
        }
        boolean longerWaits = waits.rises(effectiveWaits);
        return moreInFlight && longerWaits;
    }

    @Override
    ConstraintMetadata metadata() {
        return metadata(JsonValue.object()
                .put("ttft_slope", moment(waits.slope()))
                .put("ttft_slope_moe", moment(waits.marginOfError()))
                .put("ttft_n", waits.size())
                .put("ttft_violations", waits.marked())
                .put("concurrent_slope", moment(concurrency.slope()))
                .put("concurrent_slope_moe", moment(concurrency.marginOfError()))
                .put("concurrent_n", concurrency.size())
                .put("is_over_saturated", saturated));
    }
}
