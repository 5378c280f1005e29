package dev.guidellm.simulation;

import static dev.guidellm.simulation.SimulatedRun.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OptionValueParser;
import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.DataSources;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// Traces replayed against a server whose every answer takes half a second of virtual time.
@NullMarked
class ReplayInVirtualTimeTest {
    private static final ServerModel SERVER = ServerModel.steady(100_000, 500, 0, 1);
    private static final String FOLDER = "src/test/resources/cases/data/trace/files/";
    private static final Tokenizer TOKENIZER = Tokenizers.resolve("src/test/resources/cases/tokenizer", null, null);

    @Test
    void turnsComeAsLongAfterTheirParentsAsInTheRecord() throws Exception {
        SimulatedRun run = replay("kind=replay", "kind=weka,path=" + FOLDER + "weka.jsonl");
        Map<String, Double> first = arrivals(run, 9);
        assertThat(first)
                .containsExactly(
                        entry("main_0", 0.0),
                        entry("main_1", 1.5), // 0.5 + (3 - 0 - 2)
                        entry("sa_0_0", 2.5), // 2 + (4.5 - 3 - 1)
                        entry("sa_2_0", 2.75), // beside it
                        entry("sa_0_1", 3.5),
                        entry("sa_1_0", 4.25), // nested: 4 + (6.25 - 5.5 - 0.5)
                        entry("sa_0_2", 5.75), // the later of 4 + 1.5 and 4.75 + 1
                        entry("main_2", 8.25), // after both sub-agents: the latest of 2 + 6, 6.25 + 2, 3.25 + 4.5
                        entry("main_3", 36.25));
        assertThat(offsets(run)).endsWith(50.0, 50.0, 51.5);
        assertThat(SimulatedRun.listed(run.only(), RequestStatus.SUCCESSFUL)).hasSize(12);
    }

    @Test
    void timestampsDecideWhereTheyAreAskedFor() throws Exception {
        SimulatedRun run =
                replay("kind=replay,schedule_turn=timestamp,time_scale=0.5", "kind=weka,path=" + FOLDER + "weka.jsonl");
        assertThat(arrivals(run, 9))
                .containsExactly(
                        entry("main_0", 0.0),
                        entry("main_1", 1.5),
                        entry("sa_0_0", 2.25),
                        entry("sa_2_0", 2.375),
                        entry("sa_0_1", 2.75),
                        entry("sa_1_0", 3.25), // due at 3.125, but its parent ends later
                        entry("sa_0_2", 3.75),
                        entry("main_2", 5.0),
                        entry("main_3", 20.0));
    }

    @Test
    void promptsHaveTheRecordedSizes() throws Exception {
        SimulatedRun run = replay("kind=replay", "kind=weka,hash_id_block_size=16,path=" + FOLDER + "weka_lanes.jsonl");
        assertThat(run.arrived().stream().map(Served::promptTokens)).containsOnly(16, 32, 48);
        assertThat(run.arrived().stream().map(Served::historyLength)).containsOnly(0);
    }

    @Test
    void aWaitingTurnTakesNoSlot() {
        int waiting = 30_000; // three times as many as there are slots
        Workload workload = new Workload(
                OptionalLong.of(waiting + 1L), number -> Workload.recorded(number, number < waiting ? 3600 : 1));
        SimulatedRun run = new Simulation(SERVER)
                .profile("kind=replay")
                .workload(sorted(workload, waiting + 1))
                .run();
        List<Double> offsets = offsets(run);
        assertThat(offsets.getFirst()).isEqualTo(1);
        assertThat(offsets.get(1)).isEqualTo(3600);
        assertThat(offsets).hasSize(waiting + 1);
    }

    @Test
    void aTraceOfAHundredThousandSessionsIsReadAsItIsNeeded() {
        Workload workload = new Workload(OptionalLong.of(100_000), number -> Workload.recorded(number, number * 0.5));
        SimulatedRun run = new Simulation(SERVER)
                .profile("kind=replay")
                .constraint("kind=max_duration,seconds=20")
                .workload(workload)
                .run();
        assertThat(number(run.only(), "scheduler_state", "created_requests")).isBetween(1_000.0, 2_000.0);
        assertThat(offsets(run)).hasSizeBetween(39, 41);
    }

    @Test
    void whatWasReadButNotDueInTimeIsNoEndOfTheData() {
        Workload workload = new Workload(OptionalLong.of(30), number -> Workload.recorded(number, (double) number));
        SimulatedRun run = new Simulation(SERVER)
                .profile("kind=replay")
                .constraint("kind=max_duration,seconds=10")
                .workload(workload)
                .run();
        assertThat(offsets(run)).hasSizeBetween(9, 11);
        assertThat(run.only().extension().notes()).noneMatch(note -> note.contains("data ended"));
    }

    @Test
    void slotsThatAreMissingAreSaid() {
        // 10,240 slots: the others are due at the same moment and wait for an answer.
        Workload workload = new Workload(OptionalLong.of(10_300), number -> Workload.recorded(number, 5));
        SimulatedRun run =
                new Simulation(SERVER).profile("kind=replay").workload(workload).run();
        assertThat(offsets(run).stream().filter(offset -> offset == 5)).hasSize(10_240);
        assertThat(run.only().extension().notes())
                .anyMatch(note -> note.contains("60 of 10300 requests were due while all"));
    }

    @Test
    void theReportSaysWhatWasReplayed() throws Exception {
        SimulatedRun run = replay(
                "kind=replay,time_scale=0.25,schedule_turn=timestamp", "kind=weka,path=" + FOLDER + "weka.jsonl");
        BenchmarkResult benchmark = run.only();
        assertThat(benchmark.strategyText()).isEqualTo("trace@0.25");
        assertThat(run.json())
                .contains("\"type_\": \"trace\"", "\"time_scale\": 0.25", "\"schedule_turn\": \"timestamp\"");
        assertThat(number(benchmark, "metrics", "request_dispatch_delay", "successful", "count"))
                .isEqualTo(12);
    }

    private static SimulatedRun replay(String profile, String data) throws OptionValueException {
        List<ConversationGraph> graphs = new ArrayList<>();
        DataConfig config = new ConfigReader(Settings.defaults(Path.of("")))
                .read(DataConfig.class, OptionValueParser.parse(data), "");
        try (ConversationIterator conversations = DataSources.open(
                        List.of(config),
                        new PreprocessorConfig.ColumnMapper(null),
                        List.of(),
                        new FinalizerConfig.Generative(FinalizerConfig.ToolCallMode.CLIENT),
                        new DataLoaderConfig.PyTorch(-1, false, 1, 4096, false),
                        42,
                        () -> TOKENIZER,
                        DataSources.DEFAULT_TOOL_RESPONSE)
                .iterator(0)) {
            conversations.forEachRemaining(graphs::add);
        }
        return new Simulation(SERVER)
                .profile(profile)
                .workload(new Workload(OptionalLong.of(graphs.size()), number -> graphs.get((int) number)))
                .run();
    }

    private static Workload sorted(Workload workload, int last) {
        return new Workload(workload.count(), number -> workload.make().apply(number == 0 ? last - 1 : number - 1));
    }

    /// When the first requests came to the server, by node, in seconds after the start.
    private static Map<String, Double> arrivals(SimulatedRun run, int count) {
        List<Double> offsets = offsets(run);
        Map<String, Double> arrivals = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            arrivals.put(run.arrived().get(i).nodeId(), offsets.get(i));
        }
        return arrivals;
    }

    private static List<Double> offsets(SimulatedRun run) {
        double start = SimulatedRun.virtualSeconds(run.only(), "scheduler_state", "start_time");
        return run.arrived().stream()
                .map(served -> Math.rint((served.arrivedNanos() / 1e9 - start) * 1e6) / 1e6)
                .toList();
    }
}
