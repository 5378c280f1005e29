package dev.guidellm.simulation;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.report.BenchmarkResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// A goodput search in virtual time, as its report tells it.
record GoodputRun(SimulatedRun run, List<Probe> probes) {

    /// A probe of it.
    ///
    /// @param seconds from its start to its end
    /// @param rampup seconds over which its streams opened
    record Probe(int streams, boolean passed, boolean resolved, boolean climbedPast, double seconds, double rampup) {}

    /// Searches with the end-to-end latency as the objective.
    ///
    /// @param arguments of the profile, each after a comma
    static GoodputRun of(ServerModel server, double e2elMillis, double probeSeconds, String arguments, long seed) {
        SimulatedRun run = new Simulation(server.unstreamed())
                .profile("kind=goodput" + arguments)
                .metrics("{\"kind\":\"generative\",\"sample_size\":1,\"slo\":{\"e2el_ms\":" + e2elMillis + "}}")
                .constraint("kind=max_duration,seconds=" + probeSeconds)
                .seed(seed)
                .run();
        return of(run);
    }

    static GoodputRun of(SimulatedRun run) {
        JsonValue conclusion = run.result().report().conclusions().getFirst();
        List<JsonValue> told = JsonPath.items(conclusion, "probes");
        List<JsonValue> more = JsonPath.items(conclusion, "x_guidellm_java", "probes");
        List<Probe> probes = new ArrayList<>();
        for (int i = 0; i < told.size(); i++) {
            BenchmarkResult benchmark = run.benchmarks().get(i);
            probes.add(new Probe(
                    (int) SimulatedRun.number(benchmark, "config", "strategy", "streams"),
                    truth(told.get(i), "passed"),
                    truth(told.get(i), "resolved"),
                    truth(more.get(i), "climbed_past"),
                    SimulatedRun.number(benchmark, "scheduler_state", "end_processing_time")
                            - SimulatedRun.number(benchmark, "scheduler_state", "start_requests_time"),
                    SimulatedRun.number(benchmark, "config", "strategy", "rampup_duration")));
        }
        return new GoodputRun(run, probes);
    }

    private static boolean truth(JsonValue value, String key) {
        return Objects.requireNonNull(JsonPath.truth(value, key), key);
    }

    double best() {
        return run.conclusionNumber("best_passing_streams");
    }

    double worst() {
        return run.conclusionNumber("lowest_failing_streams");
    }

    /// Of all probes together.
    double seconds() {
        return probes.stream().mapToDouble(Probe::seconds).sum();
    }

    /// Runs of one level, in order.
    List<Probe> at(double streams) {
        return probes.stream().filter(probe -> probe.streams() == streams).toList();
    }
}
