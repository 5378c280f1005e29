package dev.guidellm.report;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.NumberText;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Modality;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.metrics.StatusDistributionSummary;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One benchmark of a report: a tree under the names of the format, with typed ways into it.
///
/// The requests are apart from the rest, so that a long list can be made one by one while it is written. Figures
/// that are missing, null or of the wrong type are null.
public final class BenchmarkResult {
    private final JsonObject body;
    private final Map<RequestStatus, List<JsonValue>> requests;

    /// @param body all members in order; `requests` holds anything, its place counts
    /// @param requests the lists of `requests`; they are read once for each output and may be made on the way
    public BenchmarkResult(JsonObject body, Map<RequestStatus, List<JsonValue>> requests) {
        this.body = body;
        this.requests = Map.copyOf(requests);
    }

    /// All members in the order of the format, with a placeholder at `requests`.
    public JsonObject body() {
        return body;
    }

    /// The kept requests of one status.
    public List<JsonValue> requests(RequestStatus status) {
        return requests.getOrDefault(status, List.of());
    }

    /// The figures of the kept requests of one status, made while they are asked for.
    public List<RequestFigures> requestFigures(RequestStatus status) {
        List<JsonValue> kept = requests(status);
        return new AbstractList<>() {
            @Override
            public RequestFigures get(int index) {
                return kept instanceof ListedRequests listed
                        ? listed.figures(index)
                        : RequestFigures.of(kept.get(index));
            }

            @Override
            public int size() {
                return kept.size();
            }
        };
    }

    /// The value below `keys`; null when there is none.
    public @Nullable JsonValue get(String... keys) {
        return JsonPath.get(body, keys);
    }

    /// The number below `keys`.
    public @Nullable Double number(String... keys) {
        return JsonPath.number(body, keys);
    }

    /// The distribution below `keys`, by status.
    public @Nullable StatusDistributionSummary byStatus(String... keys) {
        return get(keys) instanceof JsonObject object ? DistributionJson.readByStatus(object) : null;
    }

    /// A distribution of `metrics`, by status; null where the format has null.
    public @Nullable StatusDistributionSummary metric(String key) {
        return byStatus("metrics", key);
    }

    /// A distribution of one modality count; null when no request has one.
    ///
    /// @param side `input`, `output` or `total`, or one of these followed by `_per_second` or `_concurrency`
    public @Nullable StatusDistributionSummary modality(Modality modality, String side) {
        return byStatus("metrics", modality.group(), modality.key(), side);
    }

    /// The plain distribution below `keys`.
    public @Nullable DistributionSummary distribution(String... keys) {
        return get(keys) instanceof JsonObject object ? DistributionJson.read(object) : null;
    }

    /// The strategy as a person writes it, such as `concurrent@4`.
    public String strategyText() {
        String own = JsonPath.text(get(BenchmarkReport.EXTENSION_KEY, "figures", "arrivals", "strategy"), "text");
        if (own != null) {
            return own;
        }
        JsonValue strategy = get("config", "strategy");
        String type = String.valueOf(JsonPath.text(strategy, "type_"));
        return switch (type) {
            case "concurrent" -> type + "@" + whole(JsonPath.whole(strategy, "streams"));
            case "throughput" -> type + "@" + whole(JsonPath.whole(strategy, "max_concurrency"));
            case "constant", "poisson" -> type + "@" + decimals(JsonPath.number(strategy, "rate"));
            case "trace" -> type + "@" + decimals(JsonPath.number(strategy, "time_scale"));
            default -> type;
        };
    }

    /// Whether objectives were set.
    public boolean hasObjectives() {
        return get("config", "slo") != null;
    }

    /// The warnings, in order.
    public List<BenchmarkWarning> warnings() {
        return JsonPath.items(body, "warnings").stream()
                .map(BenchmarkResult::warning)
                .toList();
    }

    /// Our own figures on this benchmark; empty in reports of the original.
    public BenchmarkExtension extension() {
        return BenchmarkExtension.read(get(BenchmarkReport.EXTENSION_KEY));
    }

    private static BenchmarkWarning warning(JsonValue value) {
        String unit = JsonPath.text(value, "unit");
        return new BenchmarkWarning(
                orEmpty(JsonPath.text(value, "code")),
                orEmpty(JsonPath.text(value, "message")),
                orZero(JsonPath.number(value, "observed")),
                orZero(JsonPath.number(value, "threshold")),
                Arrays.stream(BenchmarkWarning.Unit.values())
                        .filter(u -> u.key().equals(unit))
                        .findFirst()
                        .orElse(BenchmarkWarning.Unit.RATIO),
                (long) orZero(JsonPath.number(value, "sample_count")),
                orEmpty(JsonPath.text(value, "note")));
    }

    private static String whole(@Nullable Long number) {
        return number == null ? "unlimited" : number.toString();
    }

    private static String decimals(@Nullable Double number) {
        return number == null ? "?" : NumberText.fixed(number, 2);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static double orZero(@Nullable Double number) {
        return number == null ? 0 : number;
    }
}
