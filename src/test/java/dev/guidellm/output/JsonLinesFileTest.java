package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.OutputTokenCounter;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.report.EndedRequest;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullMarked
class JsonLinesFileTest {
    @TempDir
    Path folder;

    @Test
    void theLinesStandInThePartUntilTheFileHasItsName() throws Exception {
        Path target = folder.resolve("deeper/a.jsonl");
        Path part = folder.resolve("deeper/a.jsonl.part");
        JsonLinesFile file = JsonLinesFile.begin(target);
        assertThat(part).isEmptyFile();
        file.add(request(1, "first \"é\"\n"));
        while (Files.size(part) == 0) {
            LockSupport.parkNanos(1_000_000);
        }
        JsonValue first = lines(part).getFirst();
        assertThat(JsonPath.whole(first, "benchmark_index")).isEqualTo(1);
        assertThat(JsonPath.text(first, "strategy")).isEqualTo("concurrent@4");
        assertThat(JsonPath.text(first, "status")).isEqualTo("successful");
        assertThat(JsonPath.text(first, "request_id")).isEqualTo("first \"é\"\n");
        assertThat(JsonPath.number(first, "info", "scheduler_start_time")).isEqualTo(1000.5);
        assertThat(target).doesNotExist();
        file.add(request(1, "second"));
        file.finish();
        assertThat(part).doesNotExist();
        assertThat(lines(target))
                .extracting(line -> JsonPath.text(line, "request_id"))
                .containsExactly("first \"é\"\n", "second");
    }

    @Test
    void moreRequestsThanItHoldsAreWrittenAllAndInOrder() throws Exception {
        Path target = folder.resolve("a.jsonl");
        JsonLinesFile file = JsonLinesFile.begin(target);
        int count = 40_000;
        for (int i = 0; i < count; i++) {
            file.add(request(0, "r" + i));
        }
        file.finish();
        List<String> lines = Files.readAllLines(target);
        assertThat(lines).hasSize(count);
        for (int i : new int[] {0, 17_000, count - 1}) {
            assertThat(lines.get(i)).contains("\"request_id\": \"r" + i + "\"");
        }
    }

    @Test
    void whatABrokenOffRunLeftIsKept() throws Exception {
        Path target = folder.resolve("a.jsonl");
        Files.writeString(folder.resolve("a.jsonl.part"), "older\n");
        Files.writeString(folder.resolve("a.jsonl.part.1"), "oldest\n");
        JsonLinesFile file = JsonLinesFile.begin(target);
        file.add(request(0, "r"));
        file.leave();
        assertThat(folder.resolve("a.jsonl.part.1")).hasContent("oldest");
        assertThat(folder.resolve("a.jsonl.part.2")).hasContent("older");
        assertThat(lines(folder.resolve("a.jsonl.part"))).hasSize(1);
        assertThat(target).doesNotExist();
    }

    @Test
    void aRunThatNeverBeganLeavesNothing() throws Exception {
        JsonLinesFile.begin(folder.resolve("a.jsonl")).leave();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFileThatAnotherRunWritesToIsRefused() throws Exception {
        Path target = folder.resolve("a.jsonl");
        JsonLinesFile first = JsonLinesFile.begin(target);
        assertThatThrownBy(() -> JsonLinesFile.begin(target))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("another run is writing to it");
        first.add(request(0, "r"));
        first.finish();
        assertThat(lines(target)).hasSize(1);
    }

    @Test
    void aFileThatCannotBeWrittenFailsAtTheEndAndHoldsNobodyUp() throws Exception {
        JsonLinesFile file = JsonLinesFile.begin(Path.of("/dev/full"));
        for (int i = 0; i < 40_000; i++) {
            file.add(request(0, "r" + i));
        }
        assertThatThrownBy(file::finish).isInstanceOf(IOException.class).hasMessageContaining("No space left");
    }

    private static List<JsonValue> lines(Path file) throws IOException, JsonSyntaxException {
        List<JsonValue> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(JsonReader.read(line));
        }
        return lines;
    }

    private static EndedRequest request(int benchmark, String id) {
        double never = RequestTimings.NEVER;
        RequestTimings timings = new RequestTimings(
                never, never, 1, 1, 1, 1, 1, never, never, never, never, never, 0, 0, MessageTimings.NONE, 2, 2, 2);
        RequestRecord record = new RequestRecord(
                id,
                "conversation",
                "main_0",
                "default",
                List.of(),
                0,
                0,
                0,
                TurnType.STANDARD,
                NodeSettings.NONE,
                new RequestOutcome.Completed(),
                timings,
                UsageMetrics.NONE,
                UsageMetrics.NONE,
                () -> "{\"body\": {}}",
                null);
        return new EndedRequest(
                benchmark, "concurrent@4", 1000, 0.5, MeasuredRequest.of(record, true, OutputTokenCounter.NONE));
    }
}
