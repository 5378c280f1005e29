package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// `max_duration`: stops so many seconds after the first request started.
final class DurationConstraint extends Constraint {
    private final Number seconds;
    private double base;
    private double current;
    private boolean exceeded;

    DurationConstraint(Number seconds, StoppingScope scope) {
        super("max_duration", scope);
        this.seconds = seconds;
    }

    @Override
    double deadline(SchedulerLedger ledger) {
        return ledger.durationBase() + seconds.doubleValue();
    }

    @Override
    void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now) {
        double limit = seconds.doubleValue();
        base = ledger.durationBase();
        current = now;
        // Compared as sums, like deadline(): a difference could fall one rounding step short and ask for ever.
        exceeded = now >= base + limit;
        duration().set(exceeded ? 0 : Math.clamp(limit - (now - base), 0, limit), limit);
        decide(
                exceeded,
                exceeded ? ConstraintAction.Processing.STOP_LOCAL : ConstraintAction.Processing.CONTINUE,
                stopTime());
    }

    /// Known only once it has come: the base may still move.
    private double stopTime() {
        return exceeded ? base + seconds.doubleValue() : Double.NaN;
    }

    @Override
    ConstraintMetadata metadata() {
        return metadata(
                JsonValue.object()
                        .put("max_duration", seconds)
                        .put("elapsed_time", (Double) (current - base))
                        .put("duration_exceeded", exceeded)
                        .put("start_time", moment(base))
                        .put("current_time", moment(current))
                        .put("stop_time", moment(stopTime())),
                "start_time",
                "current_time",
                "stop_time");
    }
}
