package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests as lines of JSON, of whole runs and of a run that is killed.
class JsonLinesIT {
    private static final String DATA =
            "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}";

    @TempDir
    Path folder;

    @Test
    void everyRequestIsALineWhateverTheReportSamples() throws Exception {
        ProductRun run = ProductRun.in(
                folder,
                arguments(
                        "kind=mock,ttft_ms=2,itl_ms=0.5,output_tokens=3,fail_after_requests=9",
                        "kind=max_requests,count=6",
                        "--override",
                        "profile.streams",
                        "1,3",
                        "--metrics",
                        "kind=generative,sample_size=1",
                        "--output",
                        "kind=json,path=a.json",
                        "--output",
                        "kind=jsonl,path=deeper/a.jsonl",
                        "--output",
                        "kind=jsonl,path=deeper/a.jsonl"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("…   jsonl   : deeper/a.jsonl");
        List<JsonObject> lines = lines(folder.resolve("deeper/a.jsonl"));
        assertThat(lines).hasSize(12);
        assertThat(lines.subList(0, 6)).allSatisfy(line -> {
            assertThat(text(line, "strategy")).isEqualTo("concurrent@1");
            assertThat(text(line, "status")).isEqualTo("successful");
        });
        assertThat(lines.subList(6, 12).stream().map(line -> text(line, "status")))
                .filteredOn("errored"::equals)
                .hasSize(3);
        JsonValue report = ProductRun.read(folder.resolve("a.json"));
        for (int level = 0; level < 2; level++) {
            JsonObject listed = (JsonObject) at(report, "benchmarks/" + level + "/requests/successful/0");
            assertThat(lines).as("the listed request is one of the lines").anySatisfy(line -> {
                Map<String, JsonValue> members = new LinkedHashMap<>(line.members());
                members.keySet().removeAll(List.of("benchmark_index", "strategy", "status"));
                assertThat(new JsonObject(members)).isEqualTo(listed);
            });
        }
        try (Stream<Path> files = Files.list(folder.resolve("deeper"))) {
            assertThat(files).hasSize(1);
        }
        assertThat(items(report, "config/spec/outputs"))
                .as("the original knows no jsonl")
                .hasSize(1);
        assertThat(items(report, "x_guidellm_java/config/spec/outputs")).hasSize(3);
    }

    @Test
    void theExportOfAWholeReportHasTheSameLines() throws Exception {
        ProductRun run = ProductRun.in(
                folder,
                arguments(
                        "kind=mock,ttft_ms=2,itl_ms=0.5,output_tokens=3,fail_after_requests=4",
                        "kind=max_requests,count=6",
                        "--output",
                        "kind=json,path=a.json",
                        "--output",
                        "kind=jsonl,path=a.jsonl"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        ProductRun export = ProductRun.in(folder, "export", "a.json", "--output", "kind=jsonl,path=b.jsonl");
        assertThat(export.exitCode()).as(export.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("b.jsonl")))
                .hasSize(6)
                .containsExactlyInAnyOrderElementsOf(Files.readAllLines(folder.resolve("a.jsonl")));
    }

    @Test
    void aKilledRunLeavesAllLinesButThoseOfTheLastMoment() throws Exception {
        Path part = folder.resolve("a.jsonl.part");
        List<String> arguments = List.of(arguments(
                "kind=mock,ttft_ms=2,itl_ms=0.5,output_tokens=3",
                "kind=max_duration,seconds=60",
                "--output",
                "kind=jsonl,path=a.jsonl"));
        try (ChildProduct run = ChildProduct.start(folder, Map.of(), arguments)) {
            run.await("lines", () -> size(part) > 200_000);
            run.signal("KILL");
            assertThat(run.exitCode()).isEqualTo(128 + 9);
        }
        String all = Files.readString(part);
        String whole = all.substring(0, all.lastIndexOf('\n') + 1);
        assertThat(all.length() - whole.length()).as("what is left of a line").isLessThan(10_000);
        List<JsonObject> lines = parsed(whole.lines().toList());
        assertThat(lines)
                .hasSizeGreaterThan(20)
                .allSatisfy(line -> assertThat(text(line, "type_")).isEqualTo("generative_request_stats"));
        assertThat(folder.resolve("a.jsonl")).doesNotExist();
    }

    @Test
    void aPathThatCannotBeIsRefusedBeforeTheRun() throws Exception {
        Files.writeString(folder.resolve("file"), "");
        ProductRun run = ProductRun.in(
                folder,
                arguments(
                        "kind=openai_http,target=http://127.0.0.1:1",
                        "kind=max_requests,count=6",
                        "--output",
                        "kind=jsonl,path=file/a.jsonl"));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("outputs[0].jsonl.path");
    }

    private static String[] arguments(String backend, String constraint, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                backend,
                "--profile",
                "kind=concurrent,streams=2",
                "--data",
                DATA,
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                constraint));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private static List<JsonObject> lines(Path file) throws IOException {
        return parsed(Files.readAllLines(file));
    }

    private static List<JsonObject> parsed(List<String> lines) {
        List<JsonObject> parsed = new ArrayList<>();
        for (String line : lines) {
            try {
                parsed.add((JsonObject) JsonReader.read(line));
            } catch (JsonSyntaxException e) {
                throw new AssertionError(line, e);
            }
        }
        return parsed;
    }

    private static long size(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
