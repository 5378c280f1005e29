package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// `max_error_rate`: stops at once when too large a share of the latest requests failed. A cancelled request is no
/// error.
final class ErrorRateConstraint extends Constraint {
    private final Number rate;
    private final Number window;
    private final ArrayDeque<Boolean> latest = new ArrayDeque<>();
    private long errors;
    private long processed;
    private double errorRate;
    private boolean enough;
    private boolean rateExceeded;
    private double stopTime = Double.NaN;

    ErrorRateConstraint(Number rate, Number window, StoppingScope scope) {
        super("max_error_rate", scope);
        this.rate = rate;
        this.window = window;
    }

    @Override
    void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now) {
        if (update != null && update.step().terminal()) {
            boolean failed = update.step() == RequestStep.ERRORED;
            latest.addLast(failed);
            errors += failed ? 1 : 0;
            while (latest.size() > window.doubleValue()) {
                errors -= latest.removeFirst() ? 1 : 0;
            }
        }
        processed = ledger.processed();
        errorRate = latest.isEmpty() ? 0 : (double) errors / latest.size();
        enough = processed >= window.doubleValue();
        rateExceeded = errorRate >= rate.doubleValue();
        boolean exceeded = enough && rateExceeded;
        stopTime = exceeded ? eventTime : Double.NaN;
        // Its progress carries no stop time: the report takes the end of processing.
        decide(
                exceeded,
                exceeded ? ConstraintAction.Processing.STOP_ALL : ConstraintAction.Processing.CONTINUE,
                Double.NaN);
    }

    @Override
    ConstraintMetadata metadata() {
        return metadata(
                JsonValue.object()
                        .put("max_error_rate", rate)
                        .put("window_size", window)
                        .put("error_count", errors)
                        .put("processed_count", processed)
                        .put("current_window_size", latest.size())
                        .put("current_error_rate", (Double) errorRate)
                        .put("exceeded_min_processed", enough)
                        .put("exceeded_error_rate", rateExceeded)
                        .put("exceeded", enough && rateExceeded)
                        .put("stop_time", moment(stopTime)),
                "stop_time");
    }
}
