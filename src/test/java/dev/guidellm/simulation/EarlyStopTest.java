package dev.guidellm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.simulation.ServerModel.Noise;
import dev.guidellm.simulation.ServerModel.Speed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Goodput searches in virtual time whose probes end when they are clear.
class EarlyStopTest {
    private static final ServerModel STEADY = ServerModel.steady(64, 500, 10, 16)
            .with(new Noise(Noise.Shape.NORMAL, 100, 0, 0))
            .unstreamed();

    private static SimulatedRun search(ServerModel server, String profile, String slo, double seconds, long seed) {
        return new Simulation(server)
                .profile("kind=goodput," + profile)
                .metrics("{\"kind\":\"generative\",\"slo\":" + slo + "}")
                .constraint("kind=max_duration,seconds=" + seconds)
                .seed(seed)
                .run();
    }

    private static JsonObject conclusion(SimulatedRun run) {
        return (JsonObject) run.result().report().conclusions().getFirst();
    }

    private static List<JsonObject> probes(SimulatedRun run) {
        return ((JsonArray) Objects.requireNonNull(conclusion(run).get("probes")))
                .items().stream().map(JsonObject.class::cast).toList();
    }

    private static double seconds(SimulatedRun run) {
        return run.benchmarks().stream()
                .mapToDouble(b -> SimulatedRun.number(b, "scheduler_state", "end_processing_time")
                        - SimulatedRun.number(b, "scheduler_state", "start_requests_time"))
                .sum();
    }

    private static JsonObject findings(BenchmarkResult benchmark) {
        return (JsonObject) Objects.requireNonNull(
                benchmark.get("scheduler_state", "scheduler_constraints", "early_stop", "metadata"));
    }

    @Test
    void findsTheSameBoundsInHalfTheTime() {
        SimulatedRun quick = search(STEADY, "max_streams=512", "{\"e2el_ms\":1300}", 60, 1);
        SimulatedRun full = search(STEADY, "max_streams=512,early_stop=false", "{\"e2el_ms\":1300}", 60, 1);
        for (String bound : List.of("best_passing_streams", "lowest_failing_streams", "stop_reason")) {
            assertThat(conclusion(quick).get(bound))
                    .as(bound)
                    .isEqualTo(conclusion(full).get(bound));
        }
        assertThat(probes(quick)).hasSameSizeAs(probes(full));
        assertThat(seconds(quick)).isLessThan(0.5 * seconds(full));
        assertThat(full.benchmarks())
                .allSatisfy(b -> assertThat(b.get("scheduler_state", "scheduler_constraints", "early_stop"))
                        .isNull());
        for (JsonObject probe : probes(quick)) {
            double lower = SimulatedRun.number(probe, "attainment_lower");
            double upper = SimulatedRun.number(probe, "attainment_upper");
            boolean clear = lower >= 0.95 || upper < 0.95;
            assertThat(probe.get("resolved")).isEqualTo(JsonValue.of(clear));
            assertThat(SimulatedRun.number(probe, "attainment")).isBetween(lower, upper);
        }
        BenchmarkResult last = quick.benchmarks().getLast();
        assertThat(((JsonObject) Objects.requireNonNull(last.get("scheduler_state", "end_processing_constraints")))
                        .members())
                .containsOnlyKeys("early_stop");
    }

    /// The first answers of each stream keep the objective, all others miss it.
    @Test
    void quickFirstAnswersDoNotEnter() {
        ServerModel warm = ServerModel.steady(64, 1000, 0, 1)
                .with(new Speed(1000, 0, 0, 60, 0.3))
                .unstreamed();
        SimulatedRun run = search(warm, "initial_streams=60,max_streams=60,max_probes=1", "{\"e2el_ms\":800}", 60, 1);
        JsonObject probe = probes(run).getFirst();
        assertThat(probe.get("passed")).isEqualTo(JsonValue.of(false));
        assertThat(SimulatedRun.number(probe, "attainment")).isZero();
        assertThat(SimulatedRun.number(run.only(), "metrics", "slo_attainment")).isBetween(0.2, 0.5);
    }

    /// At full load each waits for a slot; the first ones did not have to.
    @Test
    void theEmptyQueueOfTheStartDoesNotEnter() {
        ServerModel small = ServerModel.steady(4, 500, 0, 1)
                .with(new Noise(Noise.Shape.NORMAL, 20, 0, 0))
                .unstreamed();
        SimulatedRun run = search(small, "initial_streams=8,max_streams=8,max_probes=1", "{\"e2el_ms\":800}", 30, 1);
        assertThat(SimulatedRun.number(probes(run).getFirst(), "attainment")).isZero();
        assertThat(SimulatedRun.number(run.only(), "metrics", "slo_attainment")).isPositive();
    }

    /// A tenth of the requests asks for long answers, which miss the objective. Those that have ended by some early
    /// moment are the others.
    @Test
    void longRequestsAreWaitedFor() {
        ServerModel server = ServerModel.steady(200, 100, 10, 10)
                .with(new Noise(Noise.Shape.NORMAL, 5, 0, 0))
                .unstreamed();
        long wrong = IntStream.range(0, 20)
                .mapToObj(seed -> new Simulation(server)
                        .workload(oneOfTenLong(seed))
                        .profile("kind=goodput,initial_streams=100,max_streams=100,max_probes=1")
                        .metrics("{\"kind\":\"generative\",\"slo\":{\"e2el_ms\":1000}}")
                        .constraint("kind=max_duration,seconds=60")
                        .seed(seed)
                        .run())
                .filter(run -> JsonValue.of(true).equals(probes(run).getFirst().get("passed")))
                .count();
        assertThat(wrong).isLessThanOrEqualTo(1);
    }

    private static Workload oneOfTenLong(long seed) {
        return new Workload(OptionalLong.empty(), number -> {
            long tokens = new SplittableRandom(1_000 * seed + number).nextInt(10) == 0 ? 1_500 : 10;
            ConversationNode node = new ConversationNode(
                    "c" + number,
                    "default",
                    new GenerationRequest(
                            TurnType.STANDARD,
                            Map.of(),
                            UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, 100L)),
                            UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, tokens))),
                    new NodeSettings(null, null, null));
            return new ConversationGraph("c" + number, List.of(node), List.of());
        });
    }

    @Test
    void alikeLatenciesDoNotMakeItSure() {
        ServerModel drifting = ServerModel.steady(64, 500, 0, 1)
                .with(new Noise(Noise.Shape.NORMAL, 100, 0, 0.9))
                .unstreamed();
        // Exactly the target share keeps it.
        double limit = 500 + 1.6449 * 100;
        int runs = 40;
        long sure = IntStream.range(0, runs)
                .mapToObj(seed -> search(
                        drifting,
                        "initial_streams=16,max_streams=16,max_probes=1",
                        "{\"e2el_ms\":" + limit + "}",
                        30,
                        seed))
                .filter(run -> JsonValue.of(true).equals(probes(run).getFirst().get("resolved")))
                .count();
        assertThat(sure).isLessThanOrEqualTo(2 + runs / 20);
    }

    @Test
    void eachObjectiveIsDecidedByItself() {
        ServerModel streamed = ServerModel.steady(64, 200, 10, 21).with(new Noise(Noise.Shape.NORMAL, 20, 0, 0));
        String slo = "{\"ttft_ms\":150,\"ttft_attainment\":0.99,\"e2el_ms\":2500,\"e2el_attainment\":0.95}";
        SimulatedRun run = search(streamed, "initial_streams=16,max_streams=16,max_probes=1", slo, 60, 1);
        JsonArray goals =
                (JsonArray) Objects.requireNonNull(findings(run.only()).get("goals"));
        assertThat(goals.items()).hasSize(2);
        assertThat(((JsonObject) goals.items().get(0)).get("decision")).isEqualTo(JsonValue.of("below"));
        assertThat(((JsonObject) goals.items().get(1)).get("decision")).isEqualTo(JsonValue.of("undecided"));
        assertThat(probes(run).getFirst().get("resolved")).isEqualTo(JsonValue.of(true));
        assertThat(seconds(run)).isLessThan(5);
    }

    @Test
    void ratesAreTestedToo() {
        SimulatedRun run =
                search(STEADY, "load=rate,initial_rate=20,max_rate=20,max_probes=1", "{\"e2el_ms\":1300}", 60, 1);
        assertThat(findings(run.only()).get("decided")).isEqualTo(JsonValue.of(true));
        assertThat(seconds(run)).isLessThan(20);
    }
}
