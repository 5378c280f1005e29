package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What ends a benchmark, and what is kept of requests that were on their way then.
class ConstraintsIT {
    private static final String QUICK = "kind=mock,ttft_ms=10,itl_ms=1,output_tokens=8";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 50})
    void maxRequestsIsExact(int count) {
        JsonValue benchmark = only(run(QUICK, "kind=concurrent,streams=4", "kind=max_requests,count=" + count));
        assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(count);
        assertThat(known(benchmark, "metrics/request_totals/total")).isEqualTo(count);
        assertThat(known(benchmark, "scheduler_state/created_requests")).isEqualTo(count);
    }

    @Test
    void minRequestsKeepsTheLoadUpUntilSoManyHaveEnded() {
        JsonValue benchmark = only(run(QUICK, "kind=concurrent,streams=4", "kind=min_requests,count=20"));
        assertThat(known(benchmark, "metrics/request_totals/successful")).isBetween(20.0, 23.0);
        assertThat(known(benchmark, "scheduler_state/successful_requests")
                        + known(benchmark, "metrics/request_totals/incomplete"))
                .isBetween(20.0, 27.0);
    }

    @Test
    void maxDurationCutsWhatIsInFlightAndKeepsItsPart() {
        JsonValue benchmark = only(run(
                "kind=mock,ttft_ms=50,itl_ms=20,output_tokens=1000",
                "kind=concurrent,streams=3",
                "kind=max_duration,seconds=1"));
        JsonValue state = at(benchmark, "scheduler_state");
        // Answers would take 20 s; how far beyond its second a run really goes is a matter for an idle machine.
        assertThat(known(state, "end_time") - known(state, "start_requests_time"))
                .isBetween(0.99, 2.5);
        assertThat(known(benchmark, "metrics/request_totals/successful")).isZero();
        assertThat(known(benchmark, "metrics/request_totals/errored")).isZero();
        assertThat(items(benchmark, "requests/incomplete")).hasSize(3).allSatisfy(cut -> {
            assertThat(text(cut, "output")).isNotBlank();
            assertThat(number(cut, "time_to_first_token_ms")).isBetween(40.0, 900.0);
            assertThat(known(cut, "info/timings/token_iterations")).isBetween(5.0, 60.0);
            assertThat(text(cut, "info/status")).isEqualTo("cancelled");
        });
        assertThat(number(benchmark, "metrics/time_to_first_token_ms/successful/count"))
                .isZero();
        assertThat(number(benchmark, "metrics/time_to_first_token_ms/incomplete/count"))
                .isEqualTo(3);
    }

    @Test
    void maxErrorsStopsSoonAfterTheLastErrorThatIsAllowed() {
        JsonValue benchmark =
                only(run(QUICK + ",fail_after_requests=5", "kind=synchronous", "kind=max_errors,count=3"));
        assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(5);
        assertThat(known(benchmark, "metrics/request_totals/errored")).isBetween(3.0, 8.0);
    }

    @Test
    void maxErrorRateLooksAtTheLatestRequests() {
        JsonValue benchmark = only(
                run(QUICK + ",fail_after_requests=20", "kind=synchronous", "kind=max_error_rate,rate=0.5,window=10"));
        assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(20);
        assertThat(known(benchmark, "metrics/request_totals/errored")).isBetween(5.0, 10.0);
    }

    @Test
    void maxGlobalErrorRateLooksAtAllRequests() {
        JsonValue benchmark = only(run(
                QUICK + ",fail_after_requests=20",
                "kind=synchronous",
                "kind=max_global_error_rate,rate=0.5,minimum=10"));
        assertThat(known(benchmark, "metrics/request_totals/successful")).isEqualTo(20);
        assertThat(known(benchmark, "metrics/request_totals/errored")).isBetween(20.0, 25.0);
    }

    /// Two slots serve about 17 requests a second; 60 come. Before the fifth second nothing is concluded: a second
    /// counts as one sample, and five are wanted.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void overSaturationEndsARunThatTheServerCannotKeepUpWith(boolean streamed) {
        JsonValue benchmark = only(run(
                "kind=mock,max_concurrent_requests=2,ttft_ms=100,itl_ms=5,output_tokens=4,stream=" + streamed,
                "kind=poisson,rate=60",
                "kind=over_saturation,min_seconds=2,minimum_ttft=0.4",
                "kind=max_duration,seconds=60"));
        JsonValue state = at(benchmark, "scheduler_state");
        assertThat(keys(state, "end_queuing_constraints")).containsExactly("over_saturation");
        assertThat(keys(state, "end_processing_constraints")).containsExactly("over_saturation");
        assertThat(known(state, "end_processing_time") - known(state, "start_time"))
                .isBetween(5.0, 20.0);
        assertThat(known(state, "progress/stop_time")).isEqualTo(known(state, "end_processing_time"));
        assertThat(known(state, "cancelled_requests")).isPositive();
        JsonValue action = at(state, "end_processing_constraints/over_saturation");
        assertThat(text(action, "request_processing")).isEqualTo("stop_all");
        assertThat(number(action, "progress/stop_time")).isNull();
        JsonValue seen = at(action, "metadata");
        assertThat(at(seen, "is_over_saturated")).isEqualTo(JsonValue.of(true));
        assertThat(known(seen, "ttft_slope")).isPositive();
        assertThat(known(seen, "concurrent_slope")).isPositive();
        assertThat(known(seen, "ttft_slope_moe")).isLessThan(2);
        assertThat(known(seen, "ttft_n")).isLessThanOrEqualTo(2 * known(seen, "ttft_violations"));
        JsonValue config = at(benchmark, "config/constraints/over_saturation");
        assertThat(text(config, "type_")).isEqualTo("over_saturation");
        assertThat(known(config, "minimum_duration")).isEqualTo(2);
        assertThat(text(config, "mode")).isEqualTo("enforce");
    }

    @Test
    void overSaturationThatIsOnlyWatchedIsInTheReport() {
        JsonValue benchmark = only(run(
                "kind=mock,max_concurrent_requests=2,ttft_ms=100,itl_ms=5,output_tokens=4",
                "kind=poisson,rate=60",
                "kind=over_saturation,mode=monitor,min_seconds=1,minimum_ttft=0.2,minimum_window_size=3",
                "kind=max_duration,seconds=5"));
        JsonValue state = at(benchmark, "scheduler_state");
        assertThat(keys(state, "end_processing_constraints")).containsExactly("max_duration");
        assertThat(at(state, "scheduler_constraints/over_saturation/metadata/is_over_saturated"))
                .isEqualTo(JsonValue.of(true));
    }

    @Test
    void aServerThatKeepsUpIsNotCalledOverSaturated() {
        JsonValue benchmark = only(run(
                "kind=mock,max_concurrent_requests=8,ttft_ms=50,itl_ms=5,output_tokens=4",
                "kind=poisson,rate=30",
                "kind=over_saturation,min_seconds=1,minimum_ttft=1",
                "kind=max_duration,seconds=3"));
        JsonValue state = at(benchmark, "scheduler_state");
        assertThat(keys(state, "end_processing_constraints")).containsExactly("max_duration");
        JsonValue seen = at(state, "scheduler_constraints/over_saturation/metadata");
        assertThat(at(seen, "is_over_saturated")).isEqualTo(JsonValue.of(false));
        assertThat(known(seen, "ttft_n")).isPositive();
    }

    @Test
    void stopOfAllEndsTheRemainingLevelsToo() {
        String levels = "{\"kind\":\"concurrent\",\"streams\":[1,2,4]}";
        String failing = QUICK + ",fail_after_requests=10";
        JsonValue all = run(failing, levels, "kind=max_errors,count=2,stopping_scope=all", "kind=max_requests,count=8");
        assertThat(items(all, "benchmarks")).hasSize(2);
        JsonValue current = run(failing, levels, "kind=max_errors,count=2", "kind=max_requests,count=8");
        assertThat(items(current, "benchmarks")).hasSize(3);
    }

    @Test
    void onlyErrorsIsStillAFinishedRunButSaidLoudly() {
        ProductRun run = ProductRun.in(
                folder, arguments(QUICK + ",fail_after_requests=0", "kind=synchronous", "kind=max_requests,count=4"));
        assertThat(run.exitCode()).isZero();
        assertThat(run.words()).contains("No request was successful");
        JsonValue benchmark = only(ProductRun.read(folder.resolve("report.json")));
        assertThat(known(benchmark, "metrics/request_totals/errored")).isEqualTo(4);
        assertThat(number(benchmark, "metrics/slo_attainment")).isZero();
    }

    private JsonValue run(String backend, String profile, String... constraints) {
        ProductRun run = ProductRun.in(folder, arguments(backend, profile, constraints));
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonValue report = ProductRun.read(folder.resolve("report.json"));
        items(report, "benchmarks").forEach(Books::balance);
        return report;
    }

    private static Set<String> keys(JsonValue root, String path) {
        return ((JsonObject) at(root, path)).members().keySet();
    }

    private static JsonValue only(JsonValue report) {
        assertThat(items(report, "benchmarks")).hasSize(1);
        return at(report, "benchmarks/0");
    }

    private static String[] arguments(String backend, String profile, String... constraints) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                backend,
                "--profile",
                profile,
                "--data",
                "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}",
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--metrics",
                "{\"kind\":\"generative\",\"slo\":{\"e2el_ms\":5000}}",
                "--output",
                "kind=json,path=report.json"));
        for (String constraint : constraints) {
            arguments.add("--constraint");
            arguments.add(constraint);
        }
        return arguments.toArray(String[]::new);
    }
}
