package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// `max_global_error_rate`: stops at once when too large a share of all requests failed.
final class GlobalErrorRateConstraint extends Constraint {
    private final Number rate;
    private final @Nullable Number minimum;
    private long processed;
    private long errored;
    private double errorRate;
    private boolean enough;
    private boolean rateExceeded;
    private double stopTime = Double.NaN;

    /// @param minimum requests that must have ended before the share counts; null for none
    GlobalErrorRateConstraint(Number rate, @Nullable Number minimum, StoppingScope scope) {
        super("max_global_error_rate", scope);
        this.rate = rate;
        this.minimum = minimum;
    }

    @Override
    void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now) {
        processed = ledger.processed();
        errored = ledger.errored();
        errorRate = processed == 0 ? 0 : (double) errored / processed;
        enough = minimum == null || processed >= minimum.doubleValue();
        rateExceeded = errorRate >= rate.doubleValue();
        boolean exceeded = enough && rateExceeded;
        stopTime = exceeded ? eventTime : Double.NaN;
        decide(
                exceeded,
                exceeded ? ConstraintAction.Processing.STOP_ALL : ConstraintAction.Processing.CONTINUE,
                stopTime);
    }

    @Override
    ConstraintMetadata metadata() {
        return metadata(
                JsonValue.object()
                        .put("max_error_rate", rate)
                        .put("min_processed", minimum)
                        .put("processed_requests", processed)
                        .put("errored_requests", errored)
                        .put("error_rate", (Double) errorRate)
                        .put("exceeded_min_processed", enough)
                        .put("exceeded_error_rate", rateExceeded)
                        .put("exceeded", enough && rateExceeded)
                        .put("stop_time", moment(stopTime)),
                "stop_time");
    }
}
