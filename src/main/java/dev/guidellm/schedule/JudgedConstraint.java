package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// Stops at once, as [DurationConstraint] does, when a [Judge] is satisfied.
final class JudgedConstraint extends Constraint {
    private final Judge judge;
    private double stopTime = Double.NaN;

    JudgedConstraint(String kind, Judge judge, StoppingScope scope) {
        super(kind, scope);
        this.judge = judge;
    }

    /// At once when the judge has become satisfied since it was asked last: a record is judged after the books have
    /// its news, and the next news may be long in coming.
    @Override
    double deadline(SchedulerLedger ledger) {
        return judge.satisfied() && Double.isNaN(stopTime) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }

    @Override
    void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now) {
        if (!judge.satisfied()) {
            return;
        }
        if (Double.isNaN(stopTime)) {
            stopTime = now;
        }
        decide(true, ConstraintAction.Processing.STOP_LOCAL, stopTime);
    }

    @Override
    ConstraintMetadata metadata() {
        return metadata(JsonValue.object().putAll(judge.findings()).put("stop_time", moment(stopTime)), "stop_time");
    }
}
