package dev.guidellm.report;

import dev.guidellm.health.Allowance;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.ClientHealth;
import dev.guidellm.health.ClientVerdict;
import dev.guidellm.health.CpuUse;
import dev.guidellm.health.DataDelays;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.DispatchLag;
import dev.guidellm.health.GcPauses;
import dev.guidellm.health.Stalls;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The member `client` of a benchmark's `x_guidellm_java`, both ways.
final class ClientJson {
    private ClientJson() {}

    static JsonObject write(ClientHealth health) {
        ClientFigures figures = health.figures();
        CpuUse cpu = figures.cpu();
        return JsonValue.object()
                .put("verdict", health.verdict().level().key())
                .put("reasons", JsonValue.ofStrings(health.verdict().reasons()))
                .put("seconds", figures.seconds())
                .put(
                        "cpu",
                        JsonValue.object()
                                .put("cores", cpu.cores())
                                .put("own_share", cpu.ownShare())
                                .put("busy_share", cpu.busyShare())
                                .put("other_share", cpu.otherShare())
                                .put("stolen_share", cpu.stolenShare())
                                .put("throttled_share", cpu.throttledShare())
                                .build())
                .put(
                        "gc",
                        JsonValue.object()
                                .put("pauses", figures.gc().count())
                                .put("total_ms", figures.gc().totalMillis())
                                .put("longest_ms", figures.gc().longestMillis())
                                .build())
                .put(
                        "pauses",
                        JsonValue.object()
                                .put("count", figures.stalls().count())
                                .put("total_ms", figures.stalls().totalMillis())
                                .put("longest_ms", figures.stalls().longestMillis())
                                .put("wake_lateness_ms", delays(figures.stalls().wakes()))
                                .build())
                .put("dispatch_lag", dispatch(figures.dispatch()))
                .put("event_loop_wait_ms", delays(figures.loopWait()))
                .put("data_delay", data(figures.data()))
                .put("most_answers_waiting", figures.mostAnswersWaiting())
                .put("file_descriptors", allowance(figures.descriptors()))
                .put("local_ports", allowance(figures.ports()))
                .put("receive_queue_ms", JsonValue.NULL)
                .build();
    }

    private static @Nullable JsonValue delays(@Nullable DelaySummary delays) {
        return delays == null || delays.isEmpty() ? null : delays.json();
    }

    private static @Nullable JsonValue dispatch(@Nullable DispatchLag lag) {
        return lag == null
                ? null
                : JsonValue.object()
                        .put("loop", lag.openLoop() ? "open" : "closed")
                        .put("handed_over_ms", delays(lag.handedOver()))
                        .put("written_ms", delays(lag.written()))
                        .build();
    }

    private static @Nullable JsonValue data(@Nullable DataDelays data) {
        return data == null
                ? null
                : JsonValue.object()
                        .put("conversations", data.conversations())
                        .put("late", data.late())
                        .put("total_ms", data.totalMillis())
                        .put("longest_ms", data.longestMillis())
                        .build();
    }

    private static @Nullable JsonValue allowance(@Nullable Allowance allowance) {
        return allowance == null ? null : allowance.json();
    }

    /// What [#write] wrote; null for anything else.
    static @Nullable ClientHealth read(@Nullable JsonValue value) {
        String verdict = JsonPath.text(value, "verdict");
        ClientVerdict.Level level =
                verdict == null ? null : ClientVerdict.Level.of(verdict).orElse(null);
        if (level == null) {
            return null;
        }
        List<String> reasons = new ArrayList<>();
        for (JsonValue reason : JsonPath.items(value, "reasons")) {
            if (reason instanceof JsonString(String text)) {
                reasons.add(text);
            }
        }
        JsonValue cpu = JsonPath.get(value, "cpu");
        JsonValue pauses = JsonPath.get(value, "pauses");
        ClientFigures figures = new ClientFigures(
                real(value, "seconds"),
                new CpuUse(
                        real(cpu, "cores"),
                        JsonPath.number(cpu, "own_share"),
                        JsonPath.number(cpu, "busy_share"),
                        JsonPath.number(cpu, "other_share"),
                        JsonPath.number(cpu, "stolen_share"),
                        JsonPath.number(cpu, "throttled_share")),
                new GcPauses(
                        whole(value, "gc", "pauses"), real(value, "gc", "total_ms"), real(value, "gc", "longest_ms")),
                new Stalls(
                        whole(pauses, "count"),
                        real(pauses, "total_ms"),
                        real(pauses, "longest_ms"),
                        Objects.requireNonNullElse(
                                readDelays(JsonPath.get(pauses, "wake_lateness_ms")), DelaySummary.NONE)),
                readDispatch(JsonPath.get(value, "dispatch_lag")),
                readDelays(JsonPath.get(value, "event_loop_wait_ms")),
                readData(JsonPath.get(value, "data_delay")),
                (int) whole(value, "most_answers_waiting"),
                readAllowance(JsonPath.get(value, "file_descriptors")),
                readAllowance(JsonPath.get(value, "local_ports")));
        return new ClientHealth(figures, new ClientVerdict(level, reasons));
    }

    private static @Nullable DelaySummary readDelays(@Nullable JsonValue value) {
        return value == null
                ? null
                : new DelaySummary(
                        whole(value, "count"),
                        real(value, "mean"),
                        real(value, "p50"),
                        real(value, "p90"),
                        real(value, "p99"),
                        real(value, "p999"),
                        real(value, "max"));
    }

    private static @Nullable DispatchLag readDispatch(@Nullable JsonValue value) {
        return value == null
                ? null
                : new DispatchLag(
                        "open".equals(JsonPath.text(value, "loop")),
                        Objects.requireNonNullElse(
                                readDelays(JsonPath.get(value, "handed_over_ms")), DelaySummary.NONE),
                        Objects.requireNonNullElse(readDelays(JsonPath.get(value, "written_ms")), DelaySummary.NONE));
    }

    private static @Nullable DataDelays readData(@Nullable JsonValue value) {
        return value == null
                ? null
                : new DataDelays(
                        whole(value, "conversations"),
                        whole(value, "late"),
                        real(value, "total_ms"),
                        real(value, "longest_ms"));
    }

    private static @Nullable Allowance readAllowance(@Nullable JsonValue value) {
        return value == null ? null : new Allowance(whole(value, "used"), whole(value, "limit"));
    }

    private static double real(@Nullable JsonValue value, String... keys) {
        Double number = JsonPath.number(value, keys);
        return number == null ? 0 : number;
    }

    private static long whole(@Nullable JsonValue value, String... keys) {
        Long number = JsonPath.whole(value, keys);
        return number == null ? 0 : number;
    }
}
