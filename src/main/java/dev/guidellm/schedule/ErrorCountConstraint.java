package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// `max_errors`: stops at once when so many requests have failed.
final class ErrorCountConstraint extends Constraint {
    private final Number count;
    private long errors;
    private boolean exceeded;
    private double stopTime = Double.NaN;

    ErrorCountConstraint(Number count, StoppingScope scope) {
        super("max_errors", scope);
        this.count = count;
    }

    @Override
    void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now) {
        errors = ledger.errored();
        exceeded = errors >= count.doubleValue();
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
                        .put("max_errors", count)
                        .put("errors_exceeded", exceeded)
                        .put("current_errors", errors)
                        .put("stop_time", moment(stopTime)),
                "stop_time");
    }
}
