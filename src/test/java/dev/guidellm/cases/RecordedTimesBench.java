package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.requests;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ReplayServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The narrow times of the recorded cases, on an otherwise idle machine: each figure may exceed its nominal value by 25
/// ms.
/// No part of the build; `bench/recorded-times.sh` runs it.
@Tag("bench")
class RecordedTimesBench {
    private static final double TOLERANCE_MILLIS = 25;
    /// A server's pause is never shorter than asked, but its first write and the client's first byte may lie a little
    /// apart.
    private static final double EARLY_MILLIS = 2;

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(textBlock = """
            00-plain-stream,                 3, 120, 40,    480
            01-utf8-split-across-chunks,     2, 70,  36.7,
            02-sse-crlf-and-no-space,        2, 80,  46.7,
            03-sse-keepalive-frames,         2, 600, 100,
            05-usage-null-and-empty-choices, 3, 70,  30,
            06-reasoning-before-content,     3, 100, ,
            07-events-without-a-token,       2, 400, 50,    1000
            """)
    void timesAreThoseOfTheServer(
            String name, int count, double ttftMillis, @Nullable Double itlMillis, @Nullable Double latencyMillis) {
        try (ReplayServer server = ReplayServer.start(name)) {
            JsonValue report = run(server, "kind=synchronous", count);
            for (JsonValue request : requests(report, "successful")) {
                check(name, "TTFT", number(request, "time_to_first_token_ms"), ttftMillis);
                if (itlMillis != null && number(request, "inter_token_latency_ms") != null) {
                    check(name, "ITL", number(request, "inter_token_latency_ms"), itlMillis);
                }
                if (latencyMillis != null) {
                    check(
                            name,
                            "latency",
                            1000 * Objects.requireNonNull(number(request, "request_latency")),
                            latencyMillis);
                }
            }
        }
    }

    @Test
    void streamsAreRefilledAtOnce() {
        try (ReplayServer server = ReplayServer.start("11-concurrency-kept-exactly")) {
            run(server, "kind=concurrent,streams=4", 24);
            List<ReceivedRequest> posts = new ArrayList<>(server.posts());
            posts.sort(Comparator.comparingLong(ReceivedRequest::receivedNanoTime));
            List<Double> gapsMillis = new ArrayList<>();
            for (ReceivedRequest post : posts) {
                long end = posts.stream()
                        .filter(other -> other.connection() == post.connection())
                        .mapToLong(other -> other.writes().getLast().nanoTime())
                        .filter(nanos -> nanos < post.receivedNanoTime())
                        .max()
                        .orElse(Long.MIN_VALUE);
                if (end != Long.MIN_VALUE) {
                    gapsMillis.add((post.receivedNanoTime() - end) / 1e6);
                }
            }
            gapsMillis.sort(null);
            double median = gapsMillis.get(gapsMillis.size() / 2);
            double seconds = (posts.getLast().writes().getLast().nanoTime()
                            - posts.getFirst().receivedNanoTime())
                    / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "11: 24 requests over 4 streams in %.3f s (2.4 s plus less than 0.2), median gap %.2f ms%n",
                    seconds,
                    median);
            assertThat(median).isLessThan(10);
            assertThat(seconds).isBetween(2.4, 2.6);
        }
    }

    private void check(String name, String figure, @Nullable Double measured, double nominal) {
        double value = Objects.requireNonNull(measured, figure);
        System.out.printf(Locale.ROOT, "%s: %s %.2f ms (nominal %.1f)%n", name, figure, value, nominal);
        assertThat(value).as(name + " " + figure).isBetween(nominal - EARLY_MILLIS, nominal + TOLERANCE_MILLIS);
    }

    private JsonValue run(ReplayServer server, String profile, int count) {
        Path file = folder.resolve("out.json");
        ProductRun run = ProductRun.in(
                folder,
                "run",
                "--backend",
                "kind=openai_http,target=http://127.0.0.1:" + server.port() + ",model=replay-model",
                "--profile",
                profile,
                "--data",
                "kind=json_file,path=" + server.folder().resolve("prompts.jsonl"),
                "--constraint",
                "kind=max_requests,count=" + count,
                "--output",
                "kind=json,path=" + file);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return ProductRun.read(file);
    }
}
