package dev.guidellm.selftest;

import dev.guidellm.health.Allowance;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import org.jspecify.annotations.Nullable;

/// A result as JSON, described in `docs/reference/selftest.md`.
final class SelfTestJson {
    private SelfTestJson() {}

    static JsonObject write(SelfTestResult result) {
        Ceilings ceilings = result.ceilings();
        return JsonValue.object()
                .put("trustworthy", result.trustworthy())
                .put("verdict", result.sentence())
                .put("seconds", result.seconds())
                .put("ceilings", ceilings == null ? null : ceilings(ceilings))
                .put(
                        "findings",
                        new JsonArray(result.findings().stream()
                                .<JsonValue>map(SelfTestJson::finding)
                                .toList()))
                .put("machine", machine(result.machine()))
                .build();
    }

    private static JsonObject ceilings(Ceilings ceilings) {
        DelaySummary late = ceilings.late();
        return JsonValue.object()
                .put("tokens_per_request", SelfTest.TOKENS)
                .put("streamed_requests_per_second", ceiling(ceilings.streamed()))
                .put("streamed_tokens_per_second", ceiling(ceilings.streamed().times(SelfTest.TOKENS)))
                .put("requests_per_second", ceiling(ceilings.plain()))
                .put("open_streams", ceiling(ceilings.streams()))
                .put("tokens_per_second_of_a_stream", StreamSearch.TOKENS_PER_SECOND)
                .put(
                        "stream_levels",
                        new JsonArray(ceilings.levels().stream()
                                .<JsonValue>map(SelfTestJson::level)
                                .toList()))
                .put(
                        "open_loop",
                        JsonValue.object()
                                .put("requests_per_second", ceilings.openLoopRate())
                                .put("dispatch_lateness_ms", late == null ? null : late.json())
                                .build())
                .build();
    }

    private static JsonObject ceiling(Ceiling ceiling) {
        return JsonValue.object()
                .put("measured_with_server", ceiling.together())
                .put("client_part_of_cpu", ceiling.clientPart())
                .put("client_alone_estimated", ceiling.alone())
                .put("bound", ceiling.bound())
                .put("trusted", ceiling.trusted())
                .build();
    }

    private static JsonObject level(StreamLevel level) {
        return JsonValue.object()
                .put("streams", level.streams())
                .put("most_open", level.mostOpen())
                .put("client_share_of_cores", level.clientShare())
                .put(
                        "first_token_lateness_ms",
                        level.firstTokenLate().isEmpty()
                                ? null
                                : level.firstTokenLate().json())
                .put("trusted", level.trusted())
                .put("doubts", JsonValue.ofStrings(level.doubts()))
                .build();
    }

    private static JsonObject finding(Finding finding) {
        return JsonValue.object()
                .put("check", finding.check())
                .put("level", finding.level().key())
                .put("text", finding.text())
                .put("remedy", finding.remedy())
                .build();
    }

    private static JsonObject machine(MachineState machine) {
        TimeKeeping time = machine.time();
        return JsonValue.object()
                .put("cores", machine.limits().cores())
                .put("allowed_cores", machine.limits().allowedCores())
                .put("quota_cores", machine.limits().quotaCores())
                .put("file_descriptors", allowance(machine.limits().descriptors()))
                .put("local_ports", allowance(machine.limits().ports()))
                .put("clock_source", machine.clockSource())
                .put(
                        "cpu_governors",
                        JsonValue.ofStrings(
                                machine.governors().stream().sorted().toList()))
                .put("clock_read_ns", time.readNanos())
                .put("clock_step_ns", time.stepNanos())
                .put(
                        "wake_lateness_ms",
                        time.wakeLateness().isEmpty()
                                ? null
                                : time.wakeLateness().json())
                .build();
    }

    private static @Nullable JsonObject allowance(@Nullable Allowance allowance) {
        return allowance == null ? null : allowance.json();
    }
}
