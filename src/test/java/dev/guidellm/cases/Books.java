package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import java.util.List;

/// What must hold of every benchmark, whatever was run.
final class Books {
    /// Seconds that two readings of the same moment may differ.
    private static final double ROUNDING = 1e-3;

    private static final List<String> STATUSES = List.of("successful", "errored", "incomplete");

    private Books() {}

    /// Checks that counts agree with each other and that the measured window lies within the run.
    static void balance(JsonValue benchmark) {
        double sum = 0;
        for (String status : STATUSES) {
            double made = known(benchmark, "scheduler_metrics/requests_made/" + status);
            assertThat(items(benchmark, "requests/" + status)).as(status).hasSize((int) made);
            assertThat(known(benchmark, "metrics/request_totals/" + status))
                    .as(status)
                    .isLessThanOrEqualTo(made);
            sum += made;
        }

        JsonValue state = at(benchmark, "scheduler_state");
        assertThat(known(state, "created_requests"))
                .isEqualTo(known(state, "processed_requests"))
                .isEqualTo(known(state, "successful_requests")
                        + known(state, "errored_requests")
                        + known(state, "cancelled_requests"));
        assertThat(known(state, "queued_requests")).isZero();
        assertThat(known(state, "pending_requests")).isZero();
        assertThat(known(state, "processing_requests")).isZero();
        assertThat(sum)
                .isLessThanOrEqualTo(known(state, "processed_requests")
                        - known(benchmark, "x_guidellm_java/cancelled_before_start"));

        double start = known(benchmark, "start_time");
        double end = known(benchmark, "end_time");
        assertThat(start).isGreaterThanOrEqualTo(known(state, "start_time") - ROUNDING);
        assertThat(end).isLessThanOrEqualTo(known(state, "end_time") + ROUNDING).isGreaterThanOrEqualTo(start);
        assertThat(known(benchmark, "duration")).isBetween(end - start - ROUNDING, end - start + ROUNDING);
        requestsAreInOrder(benchmark);
    }

    /// Checks that every request of the run is measured, as it must be without warm-up and cool-down.
    static void allMeasured(JsonValue benchmark) {
        for (String status : STATUSES) {
            assertThat(known(benchmark, "metrics/request_totals/" + status))
                    .as(status)
                    .isEqualTo(items(benchmark, "requests/" + status).size());
        }
    }

    private static void requestsAreInOrder(JsonValue benchmark) {
        for (String status : STATUSES) {
            for (JsonValue request : items(benchmark, "requests/" + status)) {
                double last = 0;
                for (String moment : List.of(
                        "queued",
                        "dequeued",
                        "resolve_start",
                        "request_start",
                        "first_token_iteration",
                        "last_token_iteration",
                        "request_end",
                        "resolve_end",
                        "finalized")) {
                    Double time = number(request, "info/timings/" + moment);
                    if (time != null) {
                        assertThat(time).as(moment).isGreaterThanOrEqualTo(last - 1e-6);
                        last = time;
                    }
                }
            }
        }
    }

    /// Checks that the rate is what count and window make of it, where there are enough requests for a rate.
    static void ratePlausible(JsonValue benchmark) {
        double count = known(benchmark, "metrics/request_totals/successful");
        double expected = count / known(benchmark, "duration");
        assertThat(known(benchmark, "metrics/requests_per_second/successful/mean"))
                .isBetween(0.7 * expected, 1.3 * expected);
    }
}
