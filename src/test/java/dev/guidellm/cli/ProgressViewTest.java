package dev.guidellm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.benchmark.ProgressSnapshot;
import dev.guidellm.benchmark.ProgressSnapshot.Phase;
import dev.guidellm.metrics.LiveStatistics;
import dev.guidellm.metrics.RequestTotals;
import dev.guidellm.terminal.ScreenBlock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProgressViewTest {
    private static final double START = 1_796_032_791; // 09:59:51 UTC

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final ScreenBlock screen = new ScreenBlock(200, 12);
    private final ProgressView view = new ProgressView(screen.block(), now::get, ZoneOffset.UTC);

    static LiveStatistics live(RequestTotals totals) {
        return new LiveStatistics(totals, 0, 3.2, 8.15, 130.43, 393.9, 1.0, 0.09, 36.8, 3.8, 25.0, 16.0);
    }

    private static ProgressSnapshot snapshot(int index, Phase phase, double elapsed, @Nullable Double fraction) {
        LiveStatistics live = phase == Phase.PENDING ? LiveStatistics.EMPTY : live(new RequestTotals(30, 1, 2));
        return new ProgressSnapshot(
                index,
                "concurrent@" + (index + 1),
                phase,
                START + 10 * index,
                elapsed,
                1,
                fraction,
                fraction == null ? null : 4.0,
                live);
    }

    @Test
    void showsTwoLinesPerBenchmarkAndABar() {
        view.runStarted(List.of("concurrent", "concurrent"));
        view.benchmarkStarted(snapshot(0, Phase.PENDING, 0, 0.0));
        now.set(Instant.ofEpochMilli(400));
        view.benchmarkUpdated(snapshot(0, Phase.ACTIVE, 4.5, 0.53));
        assertThat(screen.visible())
                .containsExactly(
                        "Benchmarks",
                        "[09:59:51] ⠸  53% concurrent@1 (running  )   Req:    8.2 req/s,    0.09s Lat,     1.0 Conc,"
                                + "      30 Comp,        2 Inc,        1 Err",
                        "                                             Tok:  130.4 gen/s,  393.9 tot/s,  36.8ms TTFT,"
                                + "    3.8ms ITL,    25 Prompt,       16 Gen",
                        "[--:--:--]        concurrent",
                        "",
                        "Generating... " + "━".repeat(11) + "─".repeat(29) + " (1/2) [ 0:00:05 < 0:00:13 ]");
    }

    @Test
    void showsADashWhereNothingWasMeasured() {
        view.benchmarkStarted(snapshot(0, Phase.PENDING, 0, null));
        assertThat(screen.visible().get(1))
                .contains(
                        "  -% concurrent@1 (pending  )   Req:      - req/s,       -s Lat,       - Conc,       0 Comp");
        assertThat(screen.visible().getLast()).endsWith("(1/1) [ 0:00:00 < -:--:-- ]");
    }

    @Test
    void drawsAtMostFourTimesASecond() {
        view.benchmarkStarted(snapshot(0, Phase.ACTIVE, 0, 0.1));
        List<String> first = screen.visible();
        now.set(Instant.ofEpochMilli(249));
        view.benchmarkUpdated(snapshot(0, Phase.ACTIVE, 0.2, 0.9));
        assertThat(screen.visible()).isEqualTo(first);
        now.set(Instant.ofEpochMilli(250));
        view.benchmarkUpdated(snapshot(0, Phase.ACTIVE, 0.2, 0.9));
        assertThat(screen.visible()).isNotEqualTo(first);
    }

    @Test
    void keepsTheCurrentBenchmarkInSightOfASmallScreen() {
        for (int i = 0; i < 30; i++) {
            view.benchmarkStarted(snapshot(i, Phase.ACTIVE, 1, 0.5));
            assertThat(screen.visible())
                    .hasSizeLessThanOrEqualTo(11)
                    .anySatisfy(line -> assertThat(line).contains("running"));
            view.benchmarkCompleted(snapshot(i, Phase.COMPLETED, 2, 1.0));
        }
        assertThat(screen.visible().getLast()).contains("━".repeat(40)).contains("(30/30)");
    }

    @Test
    void leavesNothingBehind() {
        view.benchmarkStarted(snapshot(0, Phase.ACTIVE, 1, 0.5));
        view.runFinished();
        assertThat(screen.visible()).isEmpty();
    }
}
