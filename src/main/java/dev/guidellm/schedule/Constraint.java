package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.ObjectBuilder;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One reason to stop a benchmark. Asked at every change of the ledger, it only compares numbers; the words for the
/// report are put together when they are wanted.
///
/// Owned by one [SchedulerLedger], called by its thread only.
public abstract sealed class Constraint
        permits RequestCountConstraint,
                DurationConstraint,
                ErrorCountConstraint,
                ErrorRateConstraint,
                GlobalErrorRateConstraint,
                OverSaturationConstraint,
                JudgedConstraint,
                ScheduleEndConstraint {
    /// Kind of the constraint that the end of the data stands for.
    public static final String REQUESTS_EXHAUSTED = "requests_exhausted";

    /// Kind of the constraint that stops when the server falls behind.
    public static final String OVER_SATURATION = "over_saturation";

    /// Kind of the constraint that the end of a timetable stands for.
    public static final String SCHEDULE_ENDED = "schedule_ended";

    private final String kind;
    private final StoppingScope scope;
    private final Remainder requests = new Remainder();
    private final Remainder duration = new Remainder();
    private ConstraintAction.Queuing queuing = ConstraintAction.Queuing.CONTINUE;
    private ConstraintAction.Processing processing = ConstraintAction.Processing.CONTINUE;
    private double progressStopTime = Double.NaN;

    Constraint(String kind, StoppingScope scope) {
        this.kind = kind;
        this.scope = scope;
    }

    /// The name in configuration and reports.
    public final String kind() {
        return kind;
    }

    /// Number of created requests at which this constraint stops the queue for certain: known beforehand, so that
    /// exactly so many are made; empty when that depends on what happens.
    public OptionalLong creationLimit() {
        return OptionalLong.empty();
    }

    /// When it will stop the benchmark though nothing else happens; positive infinity for never.
    double deadline(SchedulerLedger ledger) {
        return Double.POSITIVE_INFINITY;
    }

    /// Compares.
    ///
    /// @param update the news that counted; null when nothing did
    /// @param eventTime end of the request that the news is of, else `now`
    abstract void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now);

    /// What was compared last.
    abstract ConstraintMetadata metadata();

    final boolean stopsQueuing() {
        return queuing == ConstraintAction.Queuing.STOP;
    }

    final boolean stopsProcessing() {
        return processing != ConstraintAction.Processing.CONTINUE;
    }

    final Remainder requests() {
        return requests;
    }

    final Remainder duration() {
        return duration;
    }

    final double progressStopTime() {
        return progressStopTime;
    }

    final void decide(boolean stopQueuing, ConstraintAction.Processing nextProcessing, double stopTime) {
        queuing = stopQueuing ? ConstraintAction.Queuing.STOP : ConstraintAction.Queuing.CONTINUE;
        processing = nextProcessing;
        progressStopTime = stopTime;
    }

    /// The latest word.
    final ConstraintAction action() {
        return new ConstraintAction(
                queuing,
                processing,
                scope,
                metadata(),
                new SchedulerProgress(
                        known(requests.left),
                        known(requests.total),
                        known(duration.left),
                        known(duration.total),
                        known(progressStopTime)));
    }

    static ConstraintMetadata metadata(ObjectBuilder values, String... moments) {
        return new ConstraintMetadata(values.build(), Set.of(moments));
    }

    /// A number for the report; null for NaN.
    static JsonValue moment(double seconds) {
        return JsonValue.ofNumber(known(seconds));
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /// Something that runs out; NaN while unknown.
    static final class Remainder {
        double left = Double.NaN;
        double total = Double.NaN;

        void set(double newLeft, double newTotal) {
            left = newLeft;
            total = newTotal;
        }
    }
}
