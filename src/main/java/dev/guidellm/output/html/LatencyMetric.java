package dev.guidellm.output.html;

import dev.guidellm.report.RequestFigures;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The latencies that the page shows, in milliseconds.
enum LatencyMetric {
    TTFT("ttft", "TTFT", "Time to first token", "time_to_first_token_ms", 1, "ttft_ms", RequestFigures::ttftMillis),
    TTFOT("ttfot", "TTFOT", "Time to first output token", "time_to_first_output_token_ms", 1, null, null),
    ITL("itl", "ITL", "Inter-token latency", "inter_token_latency_ms", 1, "tpot_ms", RequestFigures::interTokenMillis),
    TPOT("tpot", "TPOT", "Time per output token", "time_per_output_token_ms", 1, null, null),
    E2E("e2e", "E2E", "Request latency", "request_latency", 1000, "e2el_ms", RequestFigures::latencyMillis);

    /// What requests have one value of each, in the order in which they are shown.
    static final List<LatencyMetric> OF_REQUESTS = List.of(TTFT, ITL, E2E);

    private final String id;
    private final String shortName;
    private final String longName;
    private final String key;
    private final double millis;
    private final @Nullable String objective;

    @SuppressWarnings("ImmutableEnumChecker") // the lambdas capture nothing
    private final @Nullable ToDoubleFunction<RequestFigures> ofRequest;

    LatencyMetric(
            String id,
            String shortName,
            String longName,
            String key,
            double millis,
            @Nullable String objective,
            @Nullable ToDoubleFunction<RequestFigures> ofRequest) {
        this.id = id;
        this.shortName = shortName;
        this.longName = longName;
        this.key = key;
        this.millis = millis;
        this.objective = objective;
        this.ofRequest = ofRequest;
    }

    /// The name in the page's data.
    String id() {
        return id;
    }

    /// The field's abbreviation.
    String shortName() {
        return shortName;
    }

    /// The name in full.
    String longName() {
        return longName;
    }

    /// The name in reports.
    String key() {
        return key;
    }

    /// Milliseconds in one unit of the report's figure.
    double millis() {
        return millis;
    }

    /// The objective that is held against it; null when there is none. The limit on the time per output token is
    /// held against the inter-token latency.
    @Nullable
    String objective() {
        return objective;
    }

    /// How one request's value is had; null when the page needs none of single requests.
    @Nullable
    ToDoubleFunction<RequestFigures> ofRequest() {
        return ofRequest;
    }

    /// How often a request's value counts: those per token once for each token, as in the report.
    double weight(RequestFigures request) {
        return switch (this) {
            case ITL -> request.outputTokens() - 1;
            case TPOT -> request.outputTokens();
            case TTFT, TTFOT, E2E -> 1;
        };
    }
}
