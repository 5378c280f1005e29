package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.requests;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.testserver.ReceivedRequest;
import dev.guidellm.testserver.ReplayServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers' answers and users' files that break load generators in practice; each folder of `cases/replay` says in its
/// `case.md` what is right. Times are compared with the server's own record, within a bound that a busy machine keeps.
class RecordedAnswersIT {
    private static final Offset<Double> SECONDS = within(0.25);
    private static final Offset<Double> MILLIS = within(250.0);

    @TempDir
    Path folder;

    @Test
    void plainStreamIsMeasuredAsTheServerSentIt() {
        try (ReplayServer server = ReplayServer.start("00-plain-stream")) {
            JsonValue report = run(server, "kind=synchronous", 3);
            assertCounts(report, 3, 0, 0);
            List<JsonValue> successful = requests(report, "successful");
            List<ReceivedRequest> posts = server.posts();
            for (int i = 0; i < 3; i++) {
                JsonValue request = successful.get(i);
                assertThat(text(request, "output")).isEqualTo("North run the Nile, the Ob and the Lena.");
                assertThat(number(request, "output_tokens")).isEqualTo(10);
                assertThat(number(request, "prompt_tokens")).isEqualTo(9);
                assertThat(number(request, "info/timings/token_iterations")).isEqualTo(10);
                assertThat(posts.get(i).header("x-request-id")).containsExactly(text(request, "request_id"));
                assertMatchesTheServer(server, posts.get(i), request);
            }
        }
    }

    @Test
    void charactersCutInTheMiddleArriveWhole() {
        try (ReplayServer server = ReplayServer.start("01-utf8-split-across-chunks")) {
            JsonValue report = run(server, "kind=synchronous", 2);
            assertCounts(report, 2, 0, 0);
            for (JsonValue request : requests(report, "successful")) {
                assertThat(text(request, "output")).isEqualTo("Grüße 東京 🚀 fin.");
                assertThat(number(request, "output_tokens")).isEqualTo(7);
                assertThat(number(request, "info/timings/token_iterations")).isEqualTo(7);
                assertThat(number(request, "inter_token_latency_ms")).isCloseTo(36.7, MILLIS);
            }
        }
    }

    @Test
    void carriageReturnsAndMissingSpacesAreLegal() {
        try (ReplayServer server = ReplayServer.start("02-sse-crlf-and-no-space")) {
            JsonValue report = run(server, "kind=synchronous", 2);
            assertCounts(report, 2, 0, 0);
            for (JsonValue request : requests(report, "successful")) {
                assertThat(text(request, "output")).isEqualTo("one two three four");
                assertThat(number(request, "output_tokens")).isEqualTo(4);
                assertThat(number(request, "prompt_tokens")).isEqualTo(8);
                assertThat(number(request, "info/timings/token_iterations")).isEqualTo(4);
            }
        }
    }

    @Test
    void framesThatCarryNothingAreNoTokens() {
        try (ReplayServer server = ReplayServer.start("03-sse-keepalive-frames")) {
            JsonValue report = run(server, "kind=synchronous", 2);
            assertCounts(report, 2, 0, 0);
            for (JsonValue request : requests(report, "successful")) {
                assertThat(text(request, "output")).isEqualTo("Still here and awake");
                assertThat(number(request, "output_tokens")).isEqualTo(4);
                assertThat(number(request, "info/timings/token_iterations")).isEqualTo(4);
                assertThat(number(request, "time_to_first_token_ms")).isGreaterThan(550.0);
            }
        }
    }

    @Test
    void errorObjectInAGoodStreamIsAnError() {
        try (ReplayServer server = ReplayServer.start("04-error-object-in-a-200-stream")) {
            JsonValue report = run(
                    server,
                    "kind=synchronous",
                    3,
                    "--metrics",
                    "{\"kind\":\"generative\",\"slo\":{\"e2el_ms\":60000}}");
            assertCounts(report, 2, 1, 0);
            JsonValue failed = requests(report, "errored").getFirst();
            assertThat(text(failed, "info/error")).contains("request waited too long in the queue");
            assertThat(number(failed, "time_to_first_token_ms")).isNull();
            assertThat(number(failed, "output_tokens")).isNull();
            JsonValue group =
                    items(report, "benchmarks/0/x_guidellm_java/errors").getFirst();
            assertThat(text(group, "code")).isEqualTo("503");
            assertThat(number(report, "benchmarks/0/metrics/time_to_first_token_ms/total/count"))
                    .isEqualTo(2);
            assertThat(number(report, "benchmarks/0/metrics/output_token_count/total/total_sum"))
                    .isEqualTo(8);
            assertThat(number(report, "benchmarks/0/metrics/slo_attainment")).isCloseTo(2 / 3.0, within(1e-9));
        }
    }

    @Test
    void missingUsageIsNeitherZeroNorTheRequestedLength() {
        try (ReplayServer server = ReplayServer.start("05-usage-null-and-empty-choices")) {
            JsonValue report = run(server, "kind=synchronous", 3);
            assertCounts(report, 3, 0, 0);
            List<JsonValue> successful = requests(report, "successful");
            for (JsonValue request : successful) {
                assertThat(text(request, "output")).isEqualTo("Jars hold paint brushes.");
            }
            for (JsonValue request : successful.subList(0, 2)) {
                assertThat(number(request, "prompt_tokens")).isEqualTo(11);
                assertThat(number(request, "output_tokens")).isEqualTo(5);
            }
            assertThat(number(successful.get(2), "prompt_tokens")).isNull();
            assertThat(number(successful.get(2), "output_tokens")).isNull();
            assertThat(number(report, "benchmarks/0/metrics/output_token_count/successful/count"))
                    .isEqualTo(2);
            assertThat(number(report, "benchmarks/0/metrics/output_token_count/successful/mean"))
                    .isEqualTo(5);
        }
    }

    @Test
    void reasoningComesBeforeTheAnswer() {
        try (ReplayServer server = ReplayServer.start("06-reasoning-before-content")) {
            JsonValue report = run(server, "kind=synchronous", 3);
            assertCounts(report, 3, 0, 0);
            List<JsonValue> successful = requests(report, "successful");
            for (JsonValue request : successful.subList(0, 2)) {
                assertThat(text(request, "output")).isEqualTo("Seven days.");
                assertThat(text(request, "reasoning_output")).isNotBlank();
                assertThat(number(request, "output_tokens")).isEqualTo(6);
                double thinking = Objects.requireNonNull(number(request, "time_to_first_output_token_ms"))
                        - Objects.requireNonNull(number(request, "time_to_first_token_ms"));
                assertThat(thinking).isCloseTo(200, MILLIS).isGreaterThan(100);
            }
            JsonValue thinkingOnly = successful.get(2);
            assertThat(number(thinkingOnly, "output_tokens")).isEqualTo(3);
            assertThat(number(thinkingOnly, "time_to_first_token_ms")).isNotNull();
            assertThat(number(thinkingOnly, "time_to_first_output_token_ms")).isNull();
            assertThat(number(report, "benchmarks/0/metrics/time_to_first_output_token_ms/successful/count"))
                    .isEqualTo(2);
        }
    }

    @Test
    void eventsWithoutATokenCountForNothing() {
        try (ReplayServer server = ReplayServer.start("07-events-without-a-token")) {
            JsonValue report = run(server, "kind=synchronous", 2);
            assertCounts(report, 2, 0, 0);
            List<JsonValue> successful = requests(report, "successful");
            for (int i = 0; i < 2; i++) {
                JsonValue request = successful.get(i);
                assertThat(number(request, "output_tokens")).isEqualTo(5);
                assertThat(number(request, "info/timings/token_iterations")).isEqualTo(5);
                assertThat(number(request, "info/timings/request_iterations")).isEqualTo(11);
                assertThat(number(request, "time_to_first_token_ms")).isGreaterThan(350.0);
                assertMatchesTheServer(server, server.posts().get(i), request);
            }
        }
    }

    @Test
    void errorsKeepWhatTheServerSaid() {
        try (ReplayServer server = ReplayServer.start("08-http-error-bodies")) {
            Path file = folder.resolve("out.json");
            ProductRun run = ProductRun.in(folder, arguments(server, "kind=synchronous", 4, file));
            assertThat(run.exitCode()).isZero();
            JsonValue report = ProductRun.read(file);
            assertCounts(report, 1, 3, 0);
            List<JsonValue> errored = requests(report, "errored");
            assertThat(text(errored.get(0), "info/error")).contains("502").containsIgnoringCase("bad gateway");
            assertThat(text(errored.get(1), "info/error")).contains("500").containsIgnoringCase("empty");
            assertThat(text(errored.get(2), "info/error"))
                    .contains("400")
                    .contains("max_tokens 99999 is above the limit of 4096");
            assertThat(items(report, "benchmarks/0/x_guidellm_java/errors")).hasSize(3);
            assertThat(run.out()).contains("502").contains("400").contains("max_tokens 99999");
            assertThat(run.out() + run.err()).doesNotContain("\tat ");
        }
    }

    @Test
    void throttlingIsReportedAndNotRetried() {
        try (ReplayServer server = ReplayServer.start("09-throttled-with-retry-after")) {
            JsonValue report = run(server, "kind=synchronous", 4);
            assertCounts(report, 2, 2, 0);
            assertThat(server.posts()).hasSize(4);
            for (JsonValue request : requests(report, "errored")) {
                assertThat(text(request, "info/error")).contains("429");
            }
            assertThat(number(report, "benchmarks/0/x_guidellm_java/throttled_requests"))
                    .isEqualTo(2);
            assertThat(number(report, "benchmarks/0/x_guidellm_java/retry_after/1"))
                    .isEqualTo(2);
            assertThat(number(report, "benchmarks/0/metrics/time_to_first_token_ms/total/count"))
                    .isEqualTo(2);
            assertThat(number(report, "benchmarks/0/metrics/request_latency/successful/count"))
                    .isEqualTo(2);
        }
    }

    @Test
    void streamThatJustEndsIsAnErrorUnlessTheAnswerWasFinished() {
        try (ReplayServer server = ReplayServer.start("10-stream-ends-early")) {
            JsonValue report = run(server, "kind=synchronous", 3);
            assertCounts(report, 2, 1, 0);
            JsonValue cut = requests(report, "errored").getFirst();
            assertThat(text(cut, "info/error")).contains("the stream ended before the answer was finished");
            assertThat(number(cut, "info/timings/token_iterations")).isEqualTo(3);
            assertThat(text(cut, "output")).isNotBlank();
            for (JsonValue request : requests(report, "successful")) {
                assertThat(text(request, "output")).isEqualTo("Half of an egg");
            }
            assertThat(number(report, "benchmarks/0/metrics/request_latency/successful/count"))
                    .isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16, 64})
    void askedConcurrencyIsKeptExactly(int streams) {
        try (ReplayServer server = ReplayServer.start("11-concurrency-kept-exactly")) {
            int count = 6 * streams;
            JsonValue report = run(server, "kind=concurrent,streams=" + streams, count);
            assertCounts(report, count, 0, 0);
            assertThat(server.posts()).hasSize(count);
            assertThat(server.maxInFlight()).isEqualTo(streams);
            assertThat(server.connectionsWithPosts()).isLessThanOrEqualTo(streams);
            assertThat(number(report, "benchmarks/0/metrics/request_concurrency/total/mean"))
                    .isBetween(0.85 * streams, streams + 1e-9);
        }
    }

    @Test
    void promptsAreSentAsPeopleWroteThemInJsonLines() {
        try (ReplayServer server = ReplayServer.start("12-prompts-file-odd-lines")) {
            JsonValue report = run(server, "kind=synchronous", 5);
            assertCounts(report, 5, 0, 0);
            List<String> prompts =
                    server.posts().stream().map(RecordedAnswersIT::promptOf).toList();
            assertThat(prompts.get(0)).isEqualTo("First line, after a byte order mark.");
            assertThat(prompts.get(1)).contains("\u2028").contains("\u0085");
            assertThat(prompts.get(2)).isEqualTo("Third: escaped rocket 🚀 and a tab\tand a quote \".");
            assertThat(prompts.get(3)).hasSizeGreaterThan(69_000);
            assertThat(prompts.get(4)).isEqualTo("Fifth line has no line end.");
        }
    }

    @Test
    void promptsAreSentAsPeopleWroteThemInCsv() {
        try (ReplayServer server = ReplayServer.start("12-prompts-file-odd-lines")) {
            Path file = folder.resolve("out.json");
            ProductRun run = ProductRun.in(
                    folder,
                    "run",
                    "--backend",
                    backend(server),
                    "--profile",
                    "kind=synchronous",
                    "--data",
                    "kind=csv_file,path=" + server.folder().resolve("prompts.csv"),
                    "--constraint",
                    "kind=max_requests,count=3",
                    "--output",
                    "kind=json,path=" + file);
            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(server.posts().stream().map(RecordedAnswersIT::promptOf))
                    .containsExactly("Two lines,\nin one field.", "A \"quoted\" word.", "Plain; with semicolon");
        }
    }

    @Test
    void brokenFileIsRefusedBeforeAnythingIsSent() {
        try (ReplayServer server = ReplayServer.start("12-prompts-file-odd-lines")) {
            ProductRun run = ProductRun.in(
                    folder,
                    "run",
                    "--backend",
                    backend(server),
                    "--profile",
                    "kind=synchronous",
                    "--data",
                    "kind=json_file,path=" + server.folder().resolve("broken.jsonl"),
                    "--constraint",
                    "kind=max_requests,count=3",
                    "--output",
                    "kind=json,path=" + folder.resolve("out.json"));
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("broken.jsonl").contains("2").doesNotContain("\tat ");
            assertThat(server.posts()).isEmpty();
        }
    }

    @Test
    void noProtocolUpgradeIsOffered() {
        try (ReplayServer server = ReplayServer.start("14-no-protocol-upgrade-offer")) {
            run(server, "kind=synchronous", 2);
            assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(2);
            for (ReceivedRequest request : server.requests()) {
                assertThat(request.header("upgrade")).isEmpty();
                assertThat(request.header("http2-settings")).isEmpty();
                assertThat(request.header("expect")).isEmpty();
                assertThat(request.header("transfer-encoding")).isEmpty();
                assertThat(request.header("host")).hasSize(1);
                assertThat(request.header("connection"))
                        .noneMatch(value ->
                                value.toLowerCase(java.util.Locale.ROOT).contains("upgrade"));
            }
            for (ReceivedRequest post : server.posts()) {
                assertThat(post.header("content-length")).containsExactly(Integer.toString(post.body().length));
                assertThat(post.header("content-type")).containsExactly("application/json");
            }
        }
    }

    @Test
    void dataThatEndsEarlyIsSaidInWords() {
        try (ReplayServer server = ReplayServer.start("15-data-shorter-than-the-count")) {
            Path file = folder.resolve("out.json");
            ProductRun run = ProductRun.in(folder, arguments(server, "kind=synchronous", 8, file));
            assertThat(run.exitCode()).isZero();
            assertThat(server.posts()).hasSize(3);
            assertThat(run.out().replaceAll("\\s+", " ")).contains("data ended after 3 of 8 requests");
            assertThat(items(ProductRun.read(file), "benchmarks/0/x_guidellm_java/notes")
                            .toString())
                    .contains("data ended after 3 of 8 requests");
        }
    }

    @Test
    void dataThatEndsBeforeTheTimeIsSaidInWords() {
        try (ReplayServer server = ReplayServer.start("15-data-shorter-than-the-count")) {
            ProductRun run = ProductRun.in(
                    folder,
                    "run",
                    "--backend",
                    backend(server),
                    "--profile",
                    "kind=synchronous",
                    "--data",
                    "kind=json_file,path=" + server.folder().resolve("prompts.jsonl"),
                    "--constraint",
                    "kind=max_duration,seconds=30",
                    "--output",
                    "kind=json,path=" + folder.resolve("out.json"));
            assertThat(run.exitCode()).isZero();
            assertThat(run.out().replaceAll("\\s+", " ")).contains("data ended after 3 requests");
        }
    }

    @Test
    void dataIsRepeatedWhenAsked() {
        try (ReplayServer server = ReplayServer.start("15-data-shorter-than-the-count")) {
            Path file = folder.resolve("out.json");
            List<String> arguments = new ArrayList<>(List.of(arguments(server, "kind=synchronous", 8, file)));
            arguments.addAll(List.of("--data-loader", "kind=pytorch,repeat=true"));
            ProductRun run = ProductRun.in(folder, arguments.toArray(String[]::new));
            assertThat(run.exitCode()).isZero();
            List<String> prompts = server.posts().stream()
                    .sorted(Comparator.comparingLong(ReceivedRequest::firstByteNanoTime))
                    .map(RecordedAnswersIT::promptOf)
                    .toList();
            assertThat(prompts).hasSize(8);
            assertThat(IntStream.range(0, 8).mapToObj(prompts::get))
                    .containsExactlyElementsOf(IntStream.range(0, 8)
                            .mapToObj(i -> prompts.get(i % 3))
                            .toList());
            assertThat(prompts.subList(0, 3)).doesNotHaveDuplicates();
            assertThat(run.out().replaceAll("\\s+", " ")).contains("prefix cache");
        }
    }

    private JsonValue run(ReplayServer server, String profile, int count, String... more) {
        Path file = folder.resolve("out.json");
        List<String> arguments = new ArrayList<>(List.of(arguments(server, profile, count, file)));
        arguments.addAll(List.of(more));
        ProductRun run = ProductRun.in(folder, arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        return ProductRun.read(file);
    }

    private static String[] arguments(ReplayServer server, String profile, int count, Path report) {
        return new String[] {
            "run",
            "--backend",
            backend(server),
            "--profile",
            profile,
            "--data",
            "kind=json_file,path=" + prompts(server),
            "--constraint",
            "kind=max_requests,count=" + count,
            "--output",
            "kind=json,path=" + report
        };
    }

    private static Path prompts(ReplayServer server) {
        Path file = server.folder().resolve("prompts.jsonl");
        assertThat(Files.exists(file)).isTrue();
        return file;
    }

    private static String backend(ReplayServer server) {
        return "kind=openai_http,target=http://127.0.0.1:" + server.port() + ",model=replay-model";
    }

    private static void assertCounts(JsonValue report, int successful, int errored, int incomplete) {
        assertThat(number(report, "benchmarks/0/metrics/request_totals/successful"))
                .isEqualTo(successful);
        assertThat(number(report, "benchmarks/0/metrics/request_totals/errored"))
                .isEqualTo(errored);
        assertThat(number(report, "benchmarks/0/metrics/request_totals/incomplete"))
                .isEqualTo(incomplete);
        assertThat(requests(report, "successful")).hasSize(successful);
        assertThat(requests(report, "errored")).hasSize(errored);
    }

    /// The end of the answer against the server's last write, on the wall clock that both share.
    private static void assertMatchesTheServer(ReplayServer server, ReceivedRequest post, JsonValue request) {
        double received = server.epochSeconds(post.receivedNanoTime());
        double last = server.epochSeconds(post.writes().getLast().nanoTime());
        assertThat(number(request, "request_start_time")).isCloseTo(received, SECONDS);
        assertThat(number(request, "request_end_time")).isCloseTo(last, SECONDS);
        assertThat(number(request, "request_latency")).isCloseTo(last - received, SECONDS);
    }

    private static String promptOf(ReceivedRequest post) {
        try {
            JsonValue body = JsonReader.read(post.bodyText());
            return Objects.requireNonNull(text(at(body, "messages/0/content/0"), "text"));
        } catch (JsonSyntaxException e) {
            throw new AssertionError("the body is no JSON", e);
        }
    }
}
