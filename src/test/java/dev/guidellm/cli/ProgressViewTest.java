package dev.guidellm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.benchmark.ProgressListener.Level;
import dev.guidellm.benchmark.ProgressSnapshot;
import dev.guidellm.benchmark.ProgressSnapshot.Phase;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.LiveAttainment;
import dev.guidellm.metrics.LiveStatistics;
import dev.guidellm.metrics.RecentPercentiles;
import dev.guidellm.metrics.RequestTotals;
import dev.guidellm.terminal.Glyphs;
import dev.guidellm.terminal.ScreenBlock;
import dev.guidellm.terminal.TextWidth;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The live display, as a user sees it on screens of several widths.
@NullMarked
class ProgressViewTest {
    private static final String TTFT = "TTFT now p50    36.1 p95    41.9 ms";
    private static final String ITL = "ITL now p50    3.8 p95    4.0 ms";
    private static final String SLO = "SLO  96.8 % (83.8 to 99.4)";

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    private static ProgressSnapshot snapshot(int index, Phase phase, double elapsed, @Nullable Double remaining) {
        return snapshot(index, "concurrent@" + (index + 1), phase, elapsed, remaining);
    }

    private static ProgressSnapshot snapshot(
            int index, String name, Phase phase, double elapsed, @Nullable Double remaining) {
        LiveStatistics live = live(new RequestTotals(30, 1, 2));
        return new ProgressSnapshot(
                index,
                name,
                phase,
                elapsed,
                4,
                remaining == null ? null : (Double) (elapsed / (elapsed + remaining)),
                remaining,
                phase == Phase.PENDING ? LiveStatistics.EMPTY : live);
    }

    static LiveStatistics live(RequestTotals totals) {
        return new LiveStatistics(
                totals,
                8.15,
                130.43,
                36.8,
                3.8,
                new RecentPercentiles(36.12, 41.9),
                new RecentPercentiles(3.81, 3.96),
                new LiveAttainment(30, 31, new ConfidenceInterval(0.838, 0.994)));
    }

    private ProgressView view(ScreenBlock screen) {
        return new ProgressView(screen.block(), now::get, null);
    }

    /// One benchmark done, one at its half, one to come.
    private List<String> inTheMiddle(ScreenBlock screen) {
        ProgressView view = view(screen);
        view.runStarted(List.of("concurrent", "concurrent", "concurrent"));
        view.benchmarkStarted(snapshot(0, Phase.PENDING, 0, 10.0));
        view.benchmarkCompleted(snapshot(0, Phase.COMPLETED, 10, 0.0));
        now.set(Instant.ofEpochSecond(15));
        view.benchmarkUpdated(snapshot(1, Phase.ACTIVE, 4.5, 5.5));
        now.set(Instant.ofEpochMilli(15_500));
        view.draw();
        return screen.visible();
    }

    @Test
    void frameOf80Columns() {
        assertThat(String.join("\n", inTheMiddle(new ScreenBlock(80, 24)))).isEqualTo("""
            Benchmarks 2/3  ━━━━━━━━━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  0:00:16 elapsed, 0:00:15 left
            ✔ concurrent@1      30 ok  1 failed      8.2 req/s     130.4 tok/s
            ⠋ concurrent@2 running   ━━━━━━━━━┄┄┄┄┄┄┄┄  50 %  0:00:05 elapsed, 0:00:05 left
                  30 ok    1 failed    2 cut    4 in flight ·     8.2 req/s    130.4 tok/s
              TTFT now p50    36.1 p95    41.9 ms · ITL now p50    3.8 p95    4.0 ms
              SLO  96.8 % (83.8 to 99.4)\
            """);
    }

    @Test
    void frameOf120Columns() {
        assertThat(String.join("\n", inTheMiddle(new ScreenBlock(120, 24)))).isEqualTo("""
            Benchmarks 2/3  ━━━━━━━━━━━━━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  0:00:16 elapsed, 0:00:15 left
            ✔ concurrent@1      30 ok  1 failed      8.2 req/s     130.4 tok/s  TTFT    36.8 ms  ITL    3.8 ms
            ⠋ concurrent@2 running   ━━━━━━━━━━━━━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  50 %%  0:00:05 elapsed, 0:00:05 left
                  30 ok    1 failed    2 cut    4 in flight ·     8.2 req/s    130.4 tok/s · %s
              ITL now p50    3.8 p95    4.0 ms · SLO  96.8 %% (83.8 to 99.4)\
            """.formatted(TTFT));
    }

    @Test
    void frameOf200Columns() {
        assertThat(String.join("\n", inTheMiddle(new ScreenBlock(200, 24))))
                .isEqualTo("""
                    Benchmarks 2/3  ━━━━━━━━━━━━━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  0:00:16 elapsed, 0:00:15 left
                    ✔ concurrent@1      30 ok  1 failed      8.2 req/s     130.4 tok/s  TTFT    36.8 ms  ITL    3.8 ms  %s
                    ⠋ concurrent@2 running   ━━━━━━━━━━━━━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄  50 %%  0:00:05 elapsed, 0:00:05 left
                          30 ok    1 failed    2 cut    4 in flight ·     8.2 req/s    130.4 tok/s · %s · %s · %s\
                    """.formatted(SLO, TTFT, ITL, SLO));
    }

    @Test
    void frameWhereWidthsAreUncertainIsOfAscii() {
        List<String> frame = inTheMiddle(new ScreenBlock(80, 24, Glyphs.ASCII, false));
        assertThat(String.join("", frame).replace("✔", "")).isASCII().contains("####", "----", " | ");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 40, 60, 80, 100, 120, 160, 200})
    void everyLineFits(int columns) {
        assertThat(inTheMiddle(new ScreenBlock(columns, 24)))
                .allSatisfy(line -> assertThat(TextWidth.of(line)).isLessThan(columns));
    }

    @Test
    void namesOfWideCharactersKeepTheFiguresInTheirPlaces() {
        ScreenBlock screen = new ScreenBlock(80, 24);
        ProgressView view = view(screen);
        view.benchmarkCompleted(snapshot(0, "段階@1", Phase.COMPLETED, 10, 0.0));
        view.benchmarkCompleted(snapshot(1, "concurrent@2", Phase.COMPLETED, 10, 0.0));
        view.draw();
        List<String> lines = screen.visible();
        assertThat(TextWidth.of(lines.get(1).substring(0, lines.get(1).indexOf(" ok"))))
                .isEqualTo(TextWidth.of(lines.get(2).substring(0, lines.get(2).indexOf(" ok"))));
    }

    @Test
    void showsADashWhereNothingWasMeasured() {
        ScreenBlock screen = new ScreenBlock(120, 24);
        ProgressView view = view(screen);
        view.benchmarkStarted(snapshot(0, Phase.PENDING, 0, null));
        view.draw();
        assertThat(String.join("\n", screen.visible()))
                .contains("pending", "- req/s", "- tok/s", "TTFT now p50       - p95       - ms", "-:--:-- left")
                .doesNotContain("%", "SLO");
    }

    @Test
    void timeGoesOnWhileNothingHappens() {
        ScreenBlock screen = new ScreenBlock(120, 24);
        ProgressView view = view(screen);
        view.runStarted(List.of("concurrent"));
        view.benchmarkUpdated(snapshot(0, Phase.ACTIVE, 10, 90.0));
        now.set(Instant.ofEpochSecond(30));
        view.draw();
        assertThat(screen.visible().get(1)).contains(" 40 %  0:00:40 elapsed, 0:01:00 left");
    }

    @Test
    void whatHasNoTimeLimitIsEstimatedByItsPace() {
        ScreenBlock screen = new ScreenBlock(120, 24);
        ProgressView view = view(screen);
        ProgressSnapshot known = snapshot(0, Phase.ACTIVE, 10, 30.0);
        view.benchmarkUpdated(
                new ProgressSnapshot(0, known.strategy(), known.phase(), 10, 4, 0.25, null, known.live()));
        view.draw();
        assertThat(screen.visible().get(1)).contains(" 25 %  0:00:10 elapsed, 0:00:30 left");
    }

    @Test
    void doubtsAreMarked() {
        ScreenBlock screen = new ScreenBlock(80, 24);
        ProgressView view = view(screen);
        for (int i = 0; i < 3; i++) {
            view.benchmarkCompiling(snapshot(i, Phase.COMPILING, 10, 0.0));
        }
        view.clientJudged(snapshot(0, Phase.COMPILING, 10, 0.0), Level.WARNING, "the client was the limit");
        view.clientJudged(snapshot(1, Phase.COMPILING, 10, 0.0), Level.INFO, "client not the limit");
        view.benchmarkWarned(
                snapshot(2, Phase.COMPILING, 10, 0.0),
                List.of(new BenchmarkWarning("a", "b", 1, 0, BenchmarkWarning.Unit.RATIO, 1, "")));
        for (int i = 0; i < 3; i++) {
            view.benchmarkCompleted(snapshot(i, Phase.COMPLETED, 10, 0.0));
        }
        view.draw();
        assertThat(screen.visible().subList(1, 4))
                .extracting(line -> line.substring(0, 14))
                .containsExactly("⚠ concurrent@1", "✔ concurrent@2", "⚠ concurrent@3");
    }

    @Test
    void keepsTheCurrentBenchmarkInSightOfASmallScreen() {
        ScreenBlock screen = new ScreenBlock(100, 9);
        ProgressView view = view(screen);
        for (int i = 0; i < 30; i++) {
            view.benchmarkStarted(snapshot(i, Phase.ACTIVE, 1, 1.0));
            view.draw();
            assertThat(screen.visible())
                    .hasSizeLessThanOrEqualTo(8)
                    .anySatisfy(line -> assertThat(line).contains("running"))
                    .anySatisfy(line -> assertThat(line).contains("SLO"));
            view.benchmarkCompleted(snapshot(i, Phase.COMPLETED, 2, 0.0));
        }
        view.draw();
        assertThat(screen.visible()).contains("  24 earlier").first().asString().startsWith("Benchmarks 30/30");
        assertThat(screen.visible().getLast()).startsWith("✔ concurrent@30 ");
    }

    @Test
    void leavesNothingBehind() {
        ScreenBlock screen = new ScreenBlock(100, 9);
        ProgressView view = view(screen);
        view.benchmarkStarted(snapshot(0, Phase.ACTIVE, 1, 1.0));
        view.draw();
        view.runFinished();
        assertThat(screen.visible()).isEmpty();
    }
}
