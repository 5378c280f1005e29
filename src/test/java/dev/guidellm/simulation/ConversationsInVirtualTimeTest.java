package dev.guidellm.simulation;

import static dev.guidellm.simulation.SimulatedRun.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.simulation.Served.Ending;
import dev.guidellm.simulation.ServerModel.Faults;
import dev.guidellm.simulation.ServerModel.Noise;
import dev.guidellm.simulation.ServerModel.Speed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Turns, branches, think times and failures of conversations, to the nanosecond, from the server's own record.
class ConversationsInVirtualTimeTest {
    private static final ServerModel VARIED =
            ServerModel.steady(64, 80, 5, 20).with(new Noise(Noise.Shape.LOG_NORMAL, 0.5, 0.2, 0));

    private static SimulatedRun run(ServerModel server, Workload data, String profile) {
        SimulatedRun run =
                new Simulation(server).workload(data).profile(profile).run();
        ServerTruth.holds(run);
        return run;
    }

    /// The turns of each conversation, by name, in the order of arrival.
    private static Map<String, List<Served>> conversations(SimulatedRun run) {
        Map<String, List<Served>> conversations = new LinkedHashMap<>();
        for (Served turn : run.arrived()) {
            conversations
                    .computeIfAbsent(turn.nodeId().substring(0, turn.nodeId().indexOf('_')), _ -> new ArrayList<>())
                    .add(turn);
        }
        return conversations;
    }

    /// When the last conversation begins: up to then each stream has something to do.
    private static long lastBegun(SimulatedRun run) {
        return run.arrived().stream()
                .filter(turn -> turn.historyLength() == 0)
                .mapToLong(Served::arrivedNanos)
                .max()
                .orElseThrow();
    }

    private static Served named(List<Served> turns, String end) {
        return turns.stream()
                .filter(turn -> turn.nodeId().endsWith(end))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTurnFollowsTheOneBeforeAtOnceAndCarriesAllThatWasSaid() {
        ServerModel server = ServerModel.steady(64, 50, 5, 20).with(new Speed(50, 0.1, 5, 0, 1));
        SimulatedRun run = run(server, Workload.chains(5, null).only(40), "kind=concurrent,streams=3");
        Map<String, List<Served>> conversations = conversations(run);
        assertThat(conversations).hasSize(40).allSatisfy((_, turns) -> {
            assertThat(turns).hasSize(5);
            for (int i = 0; i < 5; i++) {
                Served turn = turns.get(i);
                assertThat(turn.nodeId()).endsWith("_" + i);
                assertThat(turn.historyLength()).isEqualTo(i);
                assertThat(turn.promptTokens()).isEqualTo(100 * (i + 1) + 20 * i);
                assertThat(turn.ttftMillis()).isEqualTo(50 + 0.1 * turn.promptTokens(), within(1e-6));
                if (i > 0) {
                    assertThat(turn.arrivedNanos()).isEqualTo(turns.get(i - 1).endNanos());
                }
            }
        });
        assertThat(Occupancy.of(run.arrived(), 0, lastBegun(run))).isEqualTo(new Occupancy(3, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kind=concurrent,streams=2", "kind=throughput,max_concurrency=2", "kind=constant,rate=100"})
    void aTurnStartsWhenItsThinkTimeIsOver(String profile) {
        SimulatedRun run = run(VARIED, Workload.chains(3, 2.5).only(1), profile);
        List<Served> turns = run.arrived();
        assertThat(turns).hasSize(3);
        for (int i = 1; i < 3; i++) {
            assertThat(turns.get(i).arrivedNanos()).isEqualTo(turns.get(i - 1).endNanos() + 2_500_000_000L);
        }
    }

    @Test
    void whoThinksHoldsNoStream() {
        SimulatedRun run = run(VARIED, Workload.chains(4, 3.0).only(200), "kind=concurrent,streams=5");
        List<Served> turns = run.arrived();
        assertThat(turns).hasSize(800);
        Occupancy occupancy = Occupancy.of(turns, 0, lastBegun(run));
        assertThat(occupancy.most()).isEqualTo(5);
        assertThat(occupancy.mean()).isCloseTo(5, within(1e-6));
        conversations(run).forEach((_, chain) -> {
            for (int i = 1; i < chain.size(); i++) {
                assertThat(chain.get(i).arrivedNanos())
                        .isGreaterThanOrEqualTo(chain.get(i - 1).endNanos() + 3_000_000_000L);
            }
        });
    }

    @Test
    void branchesGoOnAtOnceAndTheirJoinWaitsForAll() {
        SimulatedRun run = run(VARIED, Workload.forks(4).only(30), "kind=concurrent,streams=200");
        assertThat(conversations(run)).hasSize(30).allSatisfy((_, turns) -> {
            Served root = named(turns, "_root");
            Served join = named(turns, "_join");
            List<Served> branches = turns.stream()
                    .filter(turn -> turn.nodeId().contains("_branch"))
                    .toList();
            assertThat(branches).hasSize(4).allSatisfy(branch -> {
                assertThat(branch.arrivedNanos()).isEqualTo(root.endNanos());
                assertThat(branch.historyLength()).isZero();
            });
            assertThat(join.arrivedNanos())
                    .isEqualTo(
                            branches.stream().mapToLong(Served::endNanos).max().orElseThrow());
            assertThat(join.historyLength()).isEqualTo(4);
        });
    }

    @Test
    void branchesOfOneStreamComeOneAfterTheOther() {
        SimulatedRun run = run(VARIED, Workload.forks(3).only(10), "kind=concurrent,streams=1");
        List<Served> turns = run.arrived();
        assertThat(turns).hasSize(50);
        for (int i = 1; i < turns.size(); i++) {
            assertThat(turns.get(i).arrivedNanos()).isEqualTo(turns.get(i - 1).endNanos());
        }
        // A conversation is finished before the next begins.
        assertThat(turns.stream()
                        .map(turn -> turn.nodeId().substring(0, turn.nodeId().indexOf('_'))))
                .isSortedAccordingTo(Comparator.comparingInt(name -> Integer.parseInt(name.substring(1))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kind=concurrent,streams=6", "kind=poisson,rate=60"})
    void whatFollowsAFailureIsNeverSent(String profile) {
        ServerModel server = VARIED.with(new Faults(0.15, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
        SimulatedRun run = run(server, Workload.chains(4, 0.2).only(150), profile);
        int sent = 0;
        int failed = 0;
        for (List<Served> turns : conversations(run).values()) {
            sent += turns.size();
            for (Served turn : turns.subList(0, turns.size() - 1)) {
                assertThat(turn.ending()).isEqualTo(Ending.ANSWERED);
            }
            if (turns.getLast().ending() == Ending.ERROR) {
                failed++;
            } else {
                assertThat(turns).hasSize(4);
            }
        }
        assertThat(failed).isGreaterThan(30);
        assertThat(number(run.only(), "scheduler_state", "errored_requests")).isEqualTo(failed);
        assertThat(number(run.only(), "scheduler_state", "successful_requests")).isEqualTo(sent - failed);
        assertThat(number(run.only(), "scheduler_state", "cancelled_requests")).isEqualTo(600 - sent);
        assertThat(number(run.only(), "x_guidellm_java", "cancelled_before_start"))
                .isEqualTo(600 - sent);
    }

    /// Of four branches that go on at once, one fails after a millisecond: the others are cut then.
    @Test
    void branchesBesideAFailureAreGivenUp() {
        ServerModel server = ServerModel.steady(64, 80, 5, 20)
                .with(new Faults(0.1, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
        SimulatedRun run = run(server, Workload.forks(4).only(60), "kind=concurrent,streams=64");
        int cut = 0;
        for (List<Served> turns : conversations(run).values()) {
            List<Served> failed =
                    turns.stream().filter(turn -> turn.ending() == Ending.ERROR).toList();
            if (!failed.isEmpty() && failed.getFirst().nodeId().contains("_branch")) {
                cut++;
                assertThat(turns).noneMatch(turn -> turn.nodeId().endsWith("_join"));
                assertThat(turns.stream().filter(turn -> turn.nodeId().contains("_branch")))
                        .allMatch(turn ->
                                turn.endNanos() == failed.getFirst().endNanos() && turn.ending() != Ending.ANSWERED);
            }
        }
        assertThat(cut).isGreaterThan(10);
    }
}
