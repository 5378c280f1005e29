package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.search.ThroughputFit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Knee runs from the command to the report. Where the knee lies is a matter of time, so it is compared with the
/// figures of the same report.
@NullMarked
class KneeIT {
    private static final String ITEMS =
            "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}";

    @TempDir
    Path folder;

    @Test
    void concludesFromWhatTheReportSays() {
        ProductRun run = ProductRun.in(
                folder,
                "run",
                "--backend",
                "kind=mock,ttft_ms=4,itl_ms=1,output_tokens=8,max_concurrent_requests=4",
                "--profile",
                "kind=knee,min_streams=1,max_streams=9,count=5",
                "--data",
                "kind=synthetic_text,prompt_tokens=16,output_tokens=8",
                "--tokenizer",
                "kind=huggingface_auto,model=gpt2",
                "--constraint",
                "kind=max_requests,count=40",
                "--constraint",
                "kind=over_saturation",
                "--output",
                "kind=json,path=report.json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonValue report = ProductRun.read(folder.resolve("report.json"));
        List<Double> streams = new ArrayList<>();
        List<@Nullable Double> throughputs = new ArrayList<>();
        for (JsonValue benchmark : items(report, "benchmarks")) {
            Books.balance(benchmark);
            streams.add(known(benchmark, "config/strategy/streams"));
            throughputs.add(number(benchmark, "metrics/output_tokens_per_second/successful/mean"));
        }
        assertThat(streams).containsExactly(1.0, 3.0, 5.0, 7.0, 9.0);
        assertThat(text(report, "benchmarks/0/config/profile/kind")).isEqualTo("knee");

        JsonValue conclusion = at(report, "conclusions/0");
        assertThat(text(conclusion, "kind")).isEqualTo("knee_detection");
        ThroughputFit fit = ThroughputFit.of(streams, throughputs);
        assertThat(text(conclusion, "final/throughput/reason")).isEqualTo(fit.reason());
        assertThat(number(conclusion, "final/throughput/knee"))
                .isEqualTo(fit instanceof ThroughputFit.Knee knee ? (Double) knee.concurrency() : null);
        assertThat(items(conclusion, "final/saturation/points"))
                .extracting(point -> known(point, "concurrency"), point -> JsonPath.truth(point, "is_over_saturated"))
                .hasSize(5)
                .allSatisfy(point -> assertThat(point.toList().getLast()).isNotNull());
        assertThat(run.words()).contains("Throughput knee: ", "Adaptive refinement skipped: Adaptive refinement is");
    }

    @Test
    void aServerThatDiesHalfWayEndsTheSearchWithItsReason() {
        AtomicInteger answered = new AtomicInteger();
        ChatServer[] dying = new ChatServer[1];
        try (ChatServer server = ChatServer.start((connection, _) -> {
            if (answered.incrementAndGet() > 12) {
                dying[0].close();
                return;
            }
            connection.write(ChatServer.stream("fine"));
        })) {
            dying[0] = server;
            ProductRun run = ProductRun.in(folder, arguments(server.backend()).toArray(String[]::new));
            assertThat(run.exitCode()).as(run.err()).isZero();
            JsonValue report = ProductRun.read(folder.resolve("report.json"));
            assertThat(items(report, "benchmarks")).hasSize(4); // 1, 2, the one it died in, and one more
            JsonValue conclusion = at(report, "conclusions/0");
            assertThat(text(conclusion, "adaptive_plan/reason"))
                    .isEqualTo("No request succeeded at 4 concurrent streams");
            assertThat(number(conclusion, "final/throughput/knee")).isNull();
            assertThat(run.words())
                    .contains(
                            "Throughput knee: not detected",
                            "No request succeeded at 4 concurrent streams (5 failed): the search ended there.");
            assertThat(run.err()).doesNotContain("\tat ");
        }
    }

    @Test
    void anInterruptedSearchConcludesFromTheLevelsThatWereDone() throws Exception {
        AtomicInteger count = new AtomicInteger();
        try (ChatServer server = ChatServer.start((connection, _) -> {
                    if (count.incrementAndGet() > 5) {
                        connection.pause(60_000);
                    }
                    connection.write(ChatServer.stream("fine"));
                });
                ChildProduct run = ChildProduct.start(folder, Map.of(), arguments(server.backend()))) {
            run.await("second level", () -> server.posts().size() >= 6);
            run.signal("INT");
            assertThat(run.exitCode()).as(run.err()).isEqualTo(130);
            JsonValue conclusion = at(ProductRun.read(folder.resolve("report.json")), "conclusions/0");
            assertThat(items(conclusion, "final/saturation/points")).hasSize(1);
            assertThat(text(conclusion, "adaptive_plan/reason")).isEqualTo("The run was interrupted");
            assertThat(items(conclusion, "x_guidellm_java/notes"))
                    .extracting(note -> ((JsonString) note).value())
                    .containsExactly(
                            "The run was interrupted at 2 concurrent streams: this level is left out of the analysis.");
        }
    }

    /// Levels of five requests each.
    private static List<String> arguments(String backend) {
        return List.of(
                "run",
                "--backend",
                backend,
                "--profile",
                "{\"kind\":\"knee\",\"initial_streams\":[1,2,3,4,5,6],\"adaptive\":true}",
                "--data",
                ITEMS,
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                "kind=max_requests,count=5",
                "--output",
                "kind=json,path=report.json");
    }
}
