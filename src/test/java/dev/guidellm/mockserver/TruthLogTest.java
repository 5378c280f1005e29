package dev.guidellm.mockserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthLogTest {
    @Test
    void givesBackWhatWasPutInAlsoOverManyBlocks() {
        TruthLog log = new TruthLog(null);
        List<TruthRecord> entries = entries(3_000);
        entries.forEach(log::add);
        assertThat(log.records()).usingRecursiveComparison().isEqualTo(entries);
    }

    @Test
    void keepsAnEntryThatIsLongerThanABlock() {
        TruthLog log = new TruthLog(null);
        TruthRecord entry = entry(new SplittableRandom(2), 100_000);
        log.add(entry);
        log.add(entry);
        assertThat(log.records()).usingRecursiveComparison().isEqualTo(List.of(entry, entry));
    }

    @Test
    void writesEveryEntryAsALineOfJson(@TempDir Path folder) throws IOException, JsonSyntaxException {
        Path file = folder.resolve("truth.jsonl");
        TruthLog log = new TruthLog(file);
        log.open();
        List<TruthRecord> entries = entries(3_000);
        entries.forEach(log::add);
        log.close();
        log.close();
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSameSizeAs(entries);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(JsonReader.read(lines.get(i))).isEqualTo(json(entries.get(i)));
        }
        assertThat(log.records()).isEmpty();
    }

    private static JsonValue json(TruthRecord entry) {
        JsonValue.ObjectBuilder line = JsonValue.object()
                .put("request_id", entry.requestId())
                .put("path", entry.path())
                .put("streamed", entry.streamed())
                .put("prompt_tokens", entry.promptTokens());
        if (!entry.prompt().isEmpty()) {
            line.put("prompt", JsonValue.ofStrings(entry.prompt()));
        }
        return line.put("arrival_ns", entry.arrivalNanos())
                .put("service_ns", entry.serviceNanos())
                .put("intended_ns", numbers(entry.intendedNanos()))
                .put("write_ns", numbers(entry.writeNanos()))
                .put("end_ns", entry.endNanos())
                .put("completed", entry.completed())
                .build();
    }

    private static JsonValue numbers(long[] values) {
        List<JsonValue> items = new ArrayList<>();
        for (long value : values) {
            items.add(JsonValue.of(value));
        }
        return new JsonValue.JsonArray(items);
    }

    private static List<TruthRecord> entries(int count) {
        SplittableRandom random = new SplittableRandom(1);
        List<TruthRecord> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(entry(random, random.nextInt(60)));
        }
        return entries;
    }

    private static TruthRecord entry(SplittableRandom random, int writes) {
        long arrival = random.nextLong(-1_000_000_000_000L, 1_000_000_000_000_000L);
        long service = arrival + random.nextLong(2_000_000_000L);
        long[] intended = new long[writes];
        long[] written = new long[writes];
        long due = service;
        for (int i = 0; i < writes; i++) {
            due += random.nextLong(20_000_000);
            intended[i] = due;
            written[i] = due + random.nextLong(-5_000, 3_000_000);
        }
        return new TruthRecord(
                random.nextInt(5) == 0 ? null : "n\u00e4me \"" + random.nextLong(),
                "/v1/chat/completions",
                random.nextBoolean(),
                random.nextInt(100_000),
                random.nextInt(3) == 0 ? List.of("a \u00e4 \"prompt\"", "") : List.of(),
                arrival,
                service,
                intended,
                written,
                due + random.nextLong(1_000_000),
                random.nextBoolean());
    }
}
