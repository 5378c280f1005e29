package dev.guidellm.metrics;

import dev.guidellm.record.FailureKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What went wrong in one benchmark, over the whole run.
///
/// @param groups failures that look alike, the most frequent first
/// @param ungrouped failures beyond the number of groups that are told apart
/// @param throttled requests refused with HTTP status 429, or with a Retry-After header
/// @param retryAfter the Retry-After values seen, with their numbers
/// @param shortAnswers good answers with fewer tokens than asked, though the request forbade an early stop
/// @param cancelledBeforeStart turns of begun conversations that were never sent and stand in no list
public record ErrorSummary(
        List<Group> groups,
        int ungrouped,
        int throttled,
        Map<String, Integer> retryAfter,
        int shortAnswers,
        int cancelledBeforeStart) {
    /// Nothing went wrong.
    public static final ErrorSummary NONE = new ErrorSummary(List.of(), 0, 0, Map.of(), 0, 0);

    public ErrorSummary {
        groups = List.copyOf(groups);
        retryAfter = Collections.unmodifiableMap(new LinkedHashMap<>(retryAfter));
    }

    /// Failures with the same kind, status, code and message.
    ///
    /// @param httpStatus null when there was none
    /// @param errorCode the code inside the server's error object; null when there was none
    /// @param exampleRequestId the first of them
    public record Group(
            FailureKind kind,
            @Nullable Integer httpStatus,
            @Nullable String errorCode,
            String message,
            int count,
            String exampleRequestId) {}
}
