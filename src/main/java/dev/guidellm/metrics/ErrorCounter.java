package dev.guidellm.metrics;

import dev.guidellm.record.FailureKind;
import dev.guidellm.record.RequestOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts what goes wrong, in bounded memory.
final class ErrorCounter {
    private static final int MOST_GROUPS = 100;
    private static final int MOST_RETRY_VALUES = 100;
    private static final int TOO_MANY_REQUESTS = 429;

    private final Map<Key, Count> groups = new LinkedHashMap<>();
    private final Map<String, Integer> retryAfter = new LinkedHashMap<>();
    private int ungrouped;
    private int throttled;
    private int shortAnswers;
    private int cancelledBeforeStart;

    private record Key(
            FailureKind kind,
            @Nullable Integer httpStatus,
            @Nullable String errorCode,
            String message) {}

    private static final class Count {
        private final String firstRequestId;
        private int number;

        Count(String firstRequestId) {
            this.firstRequestId = firstRequestId;
        }
    }

    void neverStarted() {
        cancelledBeforeStart++;
    }

    void add(MeasuredRequest request) {
        if (request.request().outcome() instanceof RequestOutcome.Failed failed) {
            count(failed, request.request().requestId());
        } else if (request.isShort()) {
            shortAnswers++;
        }
    }

    ErrorSummary summary() {
        List<ErrorSummary.Group> all = new ArrayList<>();
        groups.forEach((key, count) -> all.add(new ErrorSummary.Group(
                key.kind, key.httpStatus, key.errorCode, key.message, count.number, count.firstRequestId)));
        all.sort(Comparator.comparingInt(ErrorSummary.Group::count).reversed());
        return new ErrorSummary(all, ungrouped, throttled, retryAfter, shortAnswers, cancelledBeforeStart);
    }

    private void count(RequestOutcome.Failed failed, String requestId) {
        Integer status = failed.httpStatus();
        String wait = failed.retryAfter();
        if (wait != null || (status != null && status == TOO_MANY_REQUESTS)) {
            throttled++;
        }
        if (wait != null && (retryAfter.size() < MOST_RETRY_VALUES || retryAfter.containsKey(wait))) {
            retryAfter.merge(wait, 1, Integer::sum);
        }
        Key key = new Key(failed.kind(), status, failed.errorCode(), failed.message());
        Count count = groups.get(key);
        if (count == null) {
            if (groups.size() == MOST_GROUPS) {
                ungrouped++;
                return;
            }
            count = new Count(requestId);
            groups.put(key, count);
        }
        count.number++;
    }
}
