package dev.guidellm.data.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.FileData;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OptionValueParser;
import dev.guidellm.config.Settings;
import dev.guidellm.config.TokenizerConfig;
import dev.guidellm.config.TraceData;
import dev.guidellm.data.DataException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics, synthesis and conversion of traces.
@NullMarked
class TraceToolsTest {
    private static final String FILES = "src/test/resources/cases/data/trace/files/";

    @TempDir
    private Path folder;

    private final List<String> problems = new ArrayList<>();

    private TraceFile read(String option) {
        return TraceFile.read(config(option), null, (place, problem) -> problems.add(place + ": " + problem));
    }

    private static TraceData config(String option) {
        try {
            return (TraceData) new ConfigReader(Settings.defaults(Path.of("")))
                    .read(DataConfig.class, OptionValueParser.parse(option), "");
        } catch (OptionValueException e) {
            throw new IllegalArgumentException(option, e);
        }
    }

    /// A request in few words, with the names of those it waits for.
    private static List<String> described(TraceFile trace) {
        List<String> lines = new ArrayList<>();
        for (TraceSession session : trace.sessions()) {
            for (TraceTurn turn : session.turns()) {
                List<String> parents = turn.parents().stream()
                        .map(parent -> session.turns().get(parent.turn()).nodeId())
                        .sorted()
                        .toList();
                boolean blocks = turn.content() instanceof TraceContent.Blocks;
                lines.add(String.join(
                        " ",
                        turn.nodeId(),
                        turn.agentId(),
                        parents.toString(),
                        String.valueOf(Math.round(turn.start() * 1e6)),
                        String.valueOf(Math.round(turn.duration() * 1e6)),
                        turn.type().key(),
                        turn.promptTokens() + "→" + turn.outputTokens(),
                        blocks
                                ? Arrays.toString(((TraceContent.Blocks) turn.content()).fullIds(turn.promptTokens()))
                                : ""));
            }
        }
        return lines;
    }

    @ParameterizedTest
    @CsvSource({
        "weka.jsonl,weka",
        "weka_array.json,weka",
        "mooncake.jsonl,mooncake",
        "otel_spans.jsonl,otel",
        "otel_sessions.jsonl,otel",
        "trace_negative.jsonl,trace_synthetic",
        "../../../../../../../examples/traces/azure.csv,azure",
        "../../../../../../../examples/traces/burstgpt.csv,burstgpt",
        "../../../../../../../examples/traces/sharegpt.json,sharegpt",
        "../../../../../../../examples/traces/bailian.jsonl,bailian",
        "../../../../../../../examples/traces/aiperf-dag.jsonl,aiperf_dag",
    })
    void aFormatIsToldByTheContent(String file, String kind) {
        TraceData any = config("kind=trace_synthetic,path=" + FILES + file);
        assertThat(TraceRecognition.kind((FileData) any.trace().source())).isEqualTo(kind);
    }

    @Test
    void anUnknownFormatIsNamedByItsKeys() throws Exception {
        Path file = Files.writeString(folder.resolve("odd.jsonl"), "{\"a\":1}\n{\"b\":2}\n");
        TraceData any = config("kind=trace_synthetic,path=" + file);
        assertThatThrownBy(() -> TraceRecognition.kind((FileData) any.trace().source()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("its keys: [a, b]")
                .hasMessageContaining("--format");
    }

    @ParameterizedTest
    @ValueSource(strings = {"weka.jsonl", "weka_array.json", "weka_restart.jsonl"})
    void whatIsWrittenInWekasFormatIsReadAsItWas(String file) {
        TraceFile trace = read("kind=weka,hash_id_block_size=16,path=" + FILES + file);
        Path target = folder.resolve("copy.jsonl");
        TraceConversion.Written written = TraceConversion.convert(trace, "weka", target);
        assertThat(written.losses()).isEmpty();
        assertThat(described(read("kind=weka,path=" + target))).isEqualTo(described(trace));
    }

    @Test
    void mooncakesFormatHoldsLengthsAndPrefixesButNotTheGraph() {
        TraceFile trace = read("kind=weka,path=" + FILES + "weka.jsonl");
        Path target = folder.resolve("copy.jsonl");
        TraceConversion.Written written = TraceConversion.convert(trace, "mooncake", target);
        assertThat(written.losses())
                .contains("which request waits for which", "tool calls and their results")
                .anyMatch(loss -> loss.contains("hash_id_block_size=16"));
        TraceFile copy = read("kind=mooncake,hash_id_block_size=16,path=" + target);
        assertThat(problems).isEmpty();
        TraceStatistics before = TraceStatistics.of(trace, List.of(64L));
        TraceStatistics after = TraceStatistics.of(copy, List.of(64L));
        assertThat(after.prefixes()).isNotNull();
        assertThat(Objects.requireNonNull(after.prefixes()).hitRates())
                .isEqualTo(Objects.requireNonNull(before.prefixes()).hitRates());
        assertThat(prompts(copy)).isEqualTo(prompts(trace));
    }

    private static double[] prompts(TraceFile trace) {
        return Objects.requireNonNull(
                        TraceStatistics.of(trace, List.of()).spreads().get("prompt_tokens"))
                .sorted();
    }

    @ParameterizedTest
    @ValueSource(strings = {"azure", "burstgpt", "trace_synthetic", "bailian"})
    void everyFormatHoldsLengthsAndTimes(String kind) {
        TraceFile trace = read("kind=bailian,path=examples/traces/bailian.jsonl");
        Path target = folder.resolve(kind.equals("azure") || kind.equals("burstgpt") ? "copy.csv" : "copy.jsonl");
        TraceConversion.Written written = TraceConversion.convert(trace, kind, target);
        TraceFile copy = read("kind=" + kind + ",path=" + target);
        assertThat(problems).isEmpty();
        assertThat(prompts(copy)).isEqualTo(prompts(trace));
        assertThat(starts(copy)).isEqualTo(starts(trace));
        if (kind.equals("bailian")) {
            assertThat(written.losses()).containsExactly("the names of agents");
            assertThat(described(copy).stream().map(line -> line.substring(0, line.indexOf('[', line.indexOf(']')))))
                    .isEqualTo(described(trace).stream()
                            .map(line -> line.substring(0, line.indexOf('[', line.indexOf(']'))))
                            .toList());
        }
    }

    private static List<Long> starts(TraceFile trace) {
        return trace.sessions().stream()
                .flatMap(session -> session.turns().stream())
                .map(turn -> Math.round(turn.start() * 1e6))
                .sorted()
                .toList();
    }

    @Test
    void textsCannotBeWrittenAsSizes() {
        TraceFile chats = read("kind=sharegpt,path=examples/traces/sharegpt.json");
        assertThatThrownBy(() -> TraceConversion.convert(chats, "azure", folder.resolve("x.csv")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("without token counts");
        assertThatThrownBy(() -> TraceConversion.synthesize(chats, "weka", 3, 0, 1, folder.resolve("x.jsonl")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("--tokenizer counts them");
        TraceFile sizes = read("kind=weka,path=" + FILES + "weka.jsonl");
        assertThatThrownBy(() -> TraceConversion.convert(sizes, "otel", folder.resolve("x.jsonl")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("it is read only");
        assertThatThrownBy(() -> TraceConversion.convert(sizes, "mooncak", folder.resolve("x.jsonl")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("no trace format 'mooncak'");
    }

    @Test
    void textsAreSizesOnceTheyAreCounted() {
        TokenizerConfig tokenizer = new TokenizerConfig.HuggingFaceAuto(
                "huggingface_auto", "src/test/resources/cases/tokenizer", new JsonObject(Map.of()));
        TraceFile chats = TraceFile.read(
                config("kind=sharegpt,path=examples/traces/sharegpt.json"), tokenizer, (place, problem) -> {});
        assertThat(prompts(chats)).hasSize(3).doesNotContain(0);
        Path target = folder.resolve("sizes.jsonl");
        assertThat(TraceConversion.convert(chats, "weka", target).losses()).containsExactly("the recorded messages");
        assertThat(prompts(read("kind=weka,path=" + target))).isEqualTo(prompts(chats));
        assertThat(TraceConversion.synthesize(chats, "weka", 8, 0, 1, target).losses())
                .containsExactly("the recorded messages");
        assertThat(read("kind=weka,path=" + target).plan()).hasSize(8);
        assertThat(problems).isEmpty();
    }

    @Test
    void aSynthesizedTraceHasTheNumbersAskedForAndTheRecordedLengths() throws Exception {
        TraceFile trace = read("kind=weka,path=" + FILES + "weka.jsonl");
        Path target = folder.resolve("large.jsonl");
        TraceConversion.Written written = TraceConversion.synthesize(trace, "weka", 30, 200, 5, target);
        assertThat(written.losses()).isEmpty();
        TraceFile large = read("kind=weka,path=" + target);
        assertThat(problems).isEmpty();
        TraceStatistics statistics = TraceStatistics.of(large, List.of());
        assertThat(statistics.sessions()).isEqualTo(30);
        assertThat(statistics.requests()).isEqualTo(200);
        Set<String> recorded = sizes(trace);
        assertThat(sizes(large)).isSubsetOf(recorded).hasSizeGreaterThan(recorded.size() / 2);
        assertThat(statistics.forkedSessions()).isPositive();
        TraceConversion.synthesize(trace, "weka", 30, 200, 5, folder.resolve("again.jsonl"));
        assertThat(Files.readString(folder.resolve("again.jsonl"))).isEqualTo(Files.readString(target));
        TraceConversion.synthesize(trace, "weka", 30, 200, 6, folder.resolve("other.jsonl"));
        assertThat(Files.readString(folder.resolve("other.jsonl"))).isNotEqualTo(Files.readString(target));
    }

    private static Set<String> sizes(TraceFile trace) {
        Set<String> sizes = new HashSet<>();
        trace.sessions()
                .forEach(session ->
                        session.turns().forEach(turn -> sizes.add(turn.promptTokens() + "→" + turn.outputTokens())));
        return sizes;
    }

    @Test
    void aRoundOfASynthesizedTraceIsTheRecordedTraceInAnotherOrder() {
        TraceFile trace = read("kind=bailian,path=examples/traces/bailian.jsonl");
        List<TraceSession> twice = TraceSynthesis.of(
                trace.name(), trace.sessions(), 2 * trace.plan().size(), 0, 3);
        List<String> shapes = twice.stream().map(TraceToolsTest::shape).sorted().toList();
        List<String> expected = new ArrayList<>();
        for (TraceSession session : trace.sessions()) {
            expected.add(shape(session));
            expected.add(shape(session));
        }
        expected.sort(null);
        assertThat(shapes).isEqualTo(expected);
        // Two of the three recorded sessions begin with the same blocks, which all of both rounds keep.
        Set<Long> first = new HashSet<>();
        twice.forEach(session -> first.add(ids(session.turns().getFirst())[0]));
        assertThat(first).hasSize(3).contains(11L, 31L);
        assertThatThrownBy(() -> TraceSynthesis.of(trace.name(), trace.sessions(), 10, 5, 3))
                .hasMessageContaining("too few for 10 sessions");
    }

    private static String shape(TraceSession session) {
        List<String> turns = session.turns().stream()
                .map(turn -> turn.nodeId() + turn.parents() + turn.promptTokens())
                .toList();
        return turns.toString();
    }

    private static long[] ids(TraceTurn turn) {
        return ((TraceContent.Blocks) turn.content()).blocks().toArray();
    }

    @Test
    void occupancyIsWeightedByTime() {
        Occupancy occupancy = Objects.requireNonNull(Occupancy.of(new double[] {0, 4, 6}, new double[] {10, 8, 8}));
        assertThat(occupancy.max()).isEqualTo(3);
        assertThat(occupancy.mean()).isCloseTo(1.6, within(1e-9));
        assertThat(occupancy.median()).isEqualTo(1);
        assertThat(Arrays.stream(occupancy.buckets()).sum() * occupancy.bucketSeconds())
                .isCloseTo(16, within(1e-6));
        assertThat(Occupancy.of(new double[] {3}, new double[] {3})).isNull();
    }

    @Test
    void aSpreadIsMadeOfItsValues() {
        double[] values = new double[200];
        Arrays.setAll(values, i -> 200 - i);
        Spread spread = Objects.requireNonNull(Spread.of(values));
        assertThat(spread.percentile(0.5)).isEqualTo(100);
        assertThat(spread.percentile(0.99)).isEqualTo(198);
        assertThat(spread.percentile(0)).isEqualTo(1);
        assertThat(spread.percentile(1)).isEqualTo(200);
        assertThat(spread.mean()).isCloseTo(100.5, within(1e-9));
        assertThat(Spread.of(new double[0])).isNull();
    }

    @Test
    void whatATraceDoesNotTellIsAbsent() {
        TraceStatistics statistics = TraceStatistics.of(read("kind=azure,path=examples/traces/azure.csv"), List.of());
        JsonObject json = statistics.json();
        assertThat(statistics.prefixes()).isNull();
        assertThat(statistics.requestsInFlight()).isNull();
        assertThat(json.members()).containsEntry("prefixes", JsonValue.NULL);
        Map<String, Spread> spreads = statistics.spreads();
        assertThat(spreads).doesNotContainKeys("request_seconds", "idle_gap_seconds");
        assertThat(spreads.get("session_interval_seconds")).isNotNull();
    }
}
