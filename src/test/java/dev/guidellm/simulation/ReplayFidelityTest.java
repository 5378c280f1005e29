package dev.guidellm.simulation;

import static dev.guidellm.simulation.SimulatedRun.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OptionValueParser;
import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.data.DataSources;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// What a report says of the fidelity of a replay, in virtual time, where nothing is late by accident.
@NullMarked
class ReplayFidelityTest {
    private static final String FOLDER = "src/test/resources/cases/data/trace/files/";
    private static final Tokenizer TOKENIZER = Tokenizers.resolve("src/test/resources/cases/tokenizer", null, null);

    @Test
    void nothingIsLateInVirtualTime() throws Exception {
        BenchmarkResult benchmark = replay(500, "kind=replay", "kind=weka,path=" + FOLDER + "weka.jsonl");
        assertThat(figure(benchmark, "turns")).isEqualTo(12);
        assertThat(figure(benchmark, "lag_ms", "first_turns", "count")).isEqualTo(3);
        assertThat(figure(benchmark, "lag_ms", "first_turns", "max")).isZero();
        assertThat(figure(benchmark, "lag_ms", "later_turns", "count")).isEqualTo(9);
        assertThat(figure(benchmark, "lag_ms", "later_turns", "max")).isZero();
        assertThat(figure(benchmark, "order", "deviating")).isZero();
        assertThat(figure(benchmark, "prompt_sizes", "turns")).isEqualTo(12);
        assertThat(figure(benchmark, "prompt_sizes", "deviating")).isZero();
        assertThat(codes(benchmark)).doesNotContain("replay_lag", "replay_order", "replay_prompt_sizes");
    }

    @Test
    void theIdealCacheIsThatOfTheBlocks() throws Exception {
        BenchmarkResult benchmark = replay(
                500, "kind=replay,prefix_cache_tokens=512", "kind=mooncake,path=" + FOLDER + "mooncake_512.jsonl");
        // Of 1024 and 1100 tokens the second shares two blocks of 512; a cache of one block has the first of them.
        assertThat(figure(benchmark, "prefix_cache", "recorded", "hit_rate")).isEqualTo(1024 / 2124.0);
        assertThat(figure(benchmark, "prefix_cache", "sent", "hit_rate")).isEqualTo(1024 / 2124.0);
        assertThat(figure(benchmark, "prefix_cache", "sent", "hit_rate_of_capacity"))
                .isEqualTo(512 / 2124.0);
        assertThat(benchmark.get(BenchmarkReport.EXTENSION_KEY, "figures", "replay", "prefix_cache", "measured"))
                .isNull();
    }

    @Test
    void aServerSlowerThanTheRecordedOneShowsInTheSessions() throws Exception {
        BenchmarkResult benchmark = replay(30_000, "kind=replay", "kind=weka,path=" + FOLDER + "weka.jsonl");
        assertThat(figure(benchmark, "lag_ms", "later_turns", "max")).isZero();
        assertThat(figure(benchmark, "behind_record_s", "max")).isGreaterThan(60);
        assertThat(figure(benchmark, "sessions_in_flight", "achieved", "mean"))
                .isGreaterThan(1.2 * figure(benchmark, "sessions_in_flight", "intended", "mean"));
        assertThat(codes(benchmark)).contains("replay_sessions");
    }

    @Test
    void turnsHeldBackByMissingSlotsAreLate() {
        // 10,240 slots; what finds none waits for an answer, half a second.
        int sessions = 10_600;
        Workload workload = new Workload(OptionalLong.of(sessions), number -> Workload.recorded(number, 5));
        BenchmarkResult benchmark = run(500, "kind=replay", workload);
        assertThat(figure(benchmark, "lag_ms", "first_turns", "p50")).isZero();
        assertThat(figure(benchmark, "lag_ms", "first_turns", "p99")).isCloseTo(500, within(1.0));
        assertThat(warning(benchmark, "replay_lag").message())
                .isEqualTo(
                        "First turns were sent up to 0.500 s after they were due (p99 of 10600; median 0.00 s, longest"
                                + " 0.500 s).");
    }

    @Test
    void promptsThatGrowBeyondTheRecordAreCounted() throws Exception {
        BenchmarkResult benchmark = replay(
                500,
                "kind=replay",
                "kind=weka,hash_id_block_size=16,history=runtime,path=" + FOLDER + "weka_lanes.jsonl");
        assertThat(figure(benchmark, "prompt_sizes", "deviating")).isPositive();
        assertThat(warning(benchmark, "replay_prompt_sizes").message())
                .contains("prompts had another size at the server than in the record");
        assertThat(benchmark.get(BenchmarkReport.EXTENSION_KEY, "figures", "replay", "prefix_cache", "sent"))
                .isNull();
    }

    @Test
    void moreSessionsThanRecordedMeanEvictions() throws Exception {
        String data = "kind=weka,copies=6,copy_offset=0,path=" + FOLDER + "weka.jsonl";
        BenchmarkResult unknown = replay(500, "kind=replay", data);
        assertThat(warning(unknown, "replay_evictions").message()).contains("in the record (copies=6)");
        BenchmarkResult known = replay(500, "kind=replay,prefix_cache_tokens=300", data);
        assertThat(figure(known, "prefix_cache", "sent", "hit_rate_of_capacity"))
                .isLessThan(figure(known, "prefix_cache", "recorded", "hit_rate_of_capacity"));
        assertThat(warning(known, "replay_evictions").message())
                .endsWith("an ideal prefix cache of 300 tokens would have held 13.8 % of the prompts, not the"
                        + " 48.6 % of the record.");
        BenchmarkResult roomy = replay(500, "kind=replay,prefix_cache_tokens=2000000000", data);
        assertThat(codes(roomy)).doesNotContain("replay_evictions");
    }

    private static BenchmarkResult replay(int millis, String profile, String data) throws OptionValueException {
        DataConfig config = new ConfigReader(Settings.defaults(Path.of("")))
                .read(DataConfig.class, OptionValueParser.parse(data), "");
        return run(
                millis,
                profile,
                DataSources.open(
                        List.of(config),
                        new PreprocessorConfig.ColumnMapper(null),
                        List.of(),
                        new FinalizerConfig.Generative(FinalizerConfig.ToolCallMode.CLIENT),
                        new DataLoaderConfig.PyTorch(-1, false, 1, 4096, false),
                        42,
                        () -> TOKENIZER,
                        DataSources.DEFAULT_TOOL_RESPONSE));
    }

    private static BenchmarkResult run(int millis, String profile, ConversationSource source) {
        return new Simulation(ServerModel.steady(100_000, millis, 0, 1))
                .profile(profile)
                .workload(source)
                .run()
                .only();
    }

    private static double figure(BenchmarkResult benchmark, String... keys) {
        return number(
                benchmark,
                Stream.concat(Stream.of(BenchmarkReport.EXTENSION_KEY, "figures", "replay"), Stream.of(keys))
                        .toArray(String[]::new));
    }

    private static List<String> codes(BenchmarkResult benchmark) {
        return benchmark.warnings().stream().map(BenchmarkWarning::code).toList();
    }

    private static BenchmarkWarning warning(BenchmarkResult benchmark, String code) {
        return benchmark.warnings().stream()
                .filter(each -> each.code().equals(code))
                .findFirst()
                .orElseThrow(() -> new AssertionError(code + " is missing in " + benchmark.warnings()));
    }
}
