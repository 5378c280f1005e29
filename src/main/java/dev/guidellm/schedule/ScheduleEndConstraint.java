package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import org.jspecify.annotations.Nullable;

/// The end of a timetable of streams: so many seconds after the start nothing is begun any more, what is in flight goes
/// on to its end.
final class ScheduleEndConstraint extends Constraint {
    private final double seconds;
    private double start;
    private double current;
    private boolean exceeded;

    ScheduleEndConstraint(double seconds) {
        super(SCHEDULE_ENDED, StoppingScope.CURRENT);
        this.seconds = seconds;
    }

    @Override
    double deadline(SchedulerLedger ledger) {
        return exceeded ? Double.POSITIVE_INFINITY : ledger.startTime() + seconds;
    }

    @Override
    void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now) {
        start = ledger.startTime();
        current = now;
        exceeded = now >= start + seconds;
        duration().set(exceeded ? 0 : Math.clamp(seconds - (now - start), 0, seconds), seconds);
        decide(exceeded, ConstraintAction.Processing.CONTINUE, Double.NaN);
    }

    @Override
    ConstraintMetadata metadata() {
        return metadata(
                JsonValue.object()
                        .put("schedule_duration", seconds)
                        .put("elapsed_time", (Double) (current - start))
                        .put("duration_exceeded", exceeded)
                        .put("start_time", moment(start))
                        .put("current_time", moment(current)),
                "start_time",
                "current_time");
    }
}
