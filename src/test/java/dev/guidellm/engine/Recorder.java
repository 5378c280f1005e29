package dev.guidellm.engine;

import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.schedule.SchedulerCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.NullMarked;

/// Keeps all records of a run.
@NullMarked
final class Recorder implements RecordSink {
    private final List<RequestRecord> records = new ArrayList<>();
    private final List<SchedulerCounts> counts = new ArrayList<>();

    @Override
    public void accept(RequestRecord record, SchedulerCounts after) {
        records.add(record);
        counts.add(after);
    }

    List<RequestRecord> records() {
        return records;
    }

    List<SchedulerCounts> counts() {
        return counts;
    }

    RequestRecord of(String nodeId) {
        return records.stream()
                .filter(r -> r.nodeId().equals(nodeId))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(nodeId));
    }

    List<String> nodes() {
        return records.stream().map(RequestRecord::nodeId).toList();
    }

    long completed() {
        return records.stream()
                .filter(r -> r.outcome() instanceof RequestOutcome.Completed)
                .count();
    }

    long cancelled() {
        return records.stream()
                .filter(r -> r.outcome() instanceof RequestOutcome.Cancelled)
                .count();
    }

    long failed() {
        return records.stream()
                .filter(r -> r.outcome() instanceof RequestOutcome.Failed)
                .count();
    }
}
