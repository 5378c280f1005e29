package dev.guidellm.schedule;

import dev.guidellm.json.JsonValue;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Stops by number of requests.
///
/// `max_requests` and `requests_exhausted` stop the queue when so many have been made and wait for all to end;
/// `min_requests` goes on making requests until so many have ended, and gives up the rest.
final class RequestCountConstraint extends Constraint {
    private final String countKey;
    private final Number count;
    private final boolean stopsAtCreation;
    private boolean createExceeded;
    private boolean processedExceeded;
    private long created;
    private long processed;
    private double stopTime = Double.NaN;

    RequestCountConstraint(String kind, String countKey, Number count, boolean stopsAtCreation, StoppingScope scope) {
        super(kind, scope);
        this.countKey = countKey;
        this.count = count;
        this.stopsAtCreation = stopsAtCreation;
    }

    @Override
    public OptionalLong creationLimit() {
        return stopsAtCreation ? OptionalLong.of((long) Math.ceil(count.doubleValue())) : OptionalLong.empty();
    }

    @Override
    void evaluate(SchedulerLedger ledger, @Nullable RequestUpdate update, double eventTime, double now) {
        double limit = count.doubleValue();
        created = ledger.created();
        processed = ledger.processed();
        createExceeded = created >= limit;
        processedExceeded = processed >= limit;
        stopTime = processedExceeded ? eventTime : Double.NaN;
        requests().set(Math.clamp(limit - processed, 0, limit), limit);
        decide(
                stopsAtCreation ? createExceeded : processedExceeded,
                processedExceeded ? ConstraintAction.Processing.STOP_LOCAL : ConstraintAction.Processing.CONTINUE,
                stopTime);
    }

    @Override
    ConstraintMetadata metadata() {
        boolean whole = count instanceof Integer || count instanceof Long;
        double left = requests().left;
        Number remaining = whole ? (Number) Long.valueOf((long) left) : (Number) Double.valueOf(left);
        return metadata(
                JsonValue.object()
                        .put(countKey, count)
                        .put("create_exceeded", createExceeded)
                        .put("processed_exceeded", processedExceeded)
                        .put("created_requests", created)
                        .put("processed_requests", processed)
                        .put("remaining_requests", remaining)
                        .put("stop_time", moment(stopTime)),
                "stop_time");
    }
}
