package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.search.AttainmentTest.Decision;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The table of `docs/benchmarks.md` about the test that ends probes. No part of the build; `bench/intervals.sh`
/// runs it.
@Tag("bench")
@NullMarked
class AttainmentBench {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final double TARGET = 0.95;
    private static final int PROBES = 1_000;
    private static final int REQUESTS = 1_000;

    /// Probes with requests of which `share` keep the objective.
    private record Outcome(double above, double below, double requests) {}

    @Test
    void errors() {
        say("");
        say("| requests | streams | any verdict at 95 % | \"above\" at 94.5 % | \"below\" at 95.5 % |"
                + " \"below\" at 80 % (requests) | \"above\" at 99.9 % (requests) |");
        say("|---|---:|---:|---:|---:|---:|---:|");
        for (SimulatedScores scores : SimulatedScores.values()) {
            for (int streams : new int[] {4, 16, 64}) {
                Outcome at = probes(scores, streams, TARGET);
                Outcome lower = probes(scores, streams, TARGET - 0.005);
                Outcome higher = probes(scores, streams, TARGET + 0.005);
                Outcome bad = probes(scores, streams, 0.8);
                Outcome good = probes(scores, streams, 0.999);
                say(String.format(
                        Locale.ROOT,
                        "| %s | %d | %.1f %% | %.1f %% | %.1f %% | %.0f %% (%.0f) | %.0f %% (%.0f) |",
                        scores.name().toLowerCase(Locale.ROOT),
                        streams,
                        100 * (at.above() + at.below()),
                        100 * lower.above(),
                        100 * higher.below(),
                        100 * bad.below(),
                        bad.requests(),
                        100 * good.above(),
                        good.requests()));
                assertThat(at.above() + at.below()).isLessThan(0.07);
            }
        }
    }

    private static Outcome probes(SimulatedScores scores, int streams, double share) {
        double limit = NORMAL.inverseCumulativeProbability(share);
        int above = 0;
        int below = 0;
        long requests = 0;
        for (int probe = 0; probe < PROBES; probe++) {
            DoubleSupplier series = scores.series(streams, new SplittableRandom(probe));
            AttainmentTest test = new AttainmentTest(TARGET, 0.95, streams);
            for (int i = 0; i < REQUESTS && test.decision() == Decision.UNDECIDED; i++) {
                double score = series.getAsDouble() - limit;
                test.add(score <= 0, 0.3 * score);
            }
            requests += test.judged();
            above += test.decision() == Decision.ABOVE ? 1 : 0;
            below += test.decision() == Decision.BELOW ? 1 : 0;
        }
        return new Outcome(above / (double) PROBES, below / (double) PROBES, requests / (double) PROBES);
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
