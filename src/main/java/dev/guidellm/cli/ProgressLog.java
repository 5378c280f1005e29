package dev.guidellm.cli;

import dev.guidellm.benchmark.ProgressListener;
import dev.guidellm.benchmark.ProgressSnapshot;
import dev.guidellm.benchmark.ProgressSnapshot.Phase;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.LiveStatistics;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Says in the log how the run goes: start and end of every benchmark, and in between a line at most every ten seconds.
public final class ProgressLog implements ProgressListener {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressLog.class);
    private static final double SECONDS_BETWEEN_LINES = 10;

    private final boolean periodic;
    private double lastLineSeconds;

    /// @param periodic whether there are lines between start and end; a live display makes them needless
    public ProgressLog(boolean periodic) {
        this.periodic = periodic;
    }

    @Override
    public void benchmarkStarted(ProgressSnapshot snapshot) {
        LOG.info("Starting benchmark for strategy: {}", snapshot.strategy());
        line(snapshot, "started");
    }

    @Override
    public void benchmarkUpdated(ProgressSnapshot snapshot) {
        if (periodic && snapshot.elapsedSeconds() - lastLineSeconds >= SECONDS_BETWEEN_LINES) {
            line(snapshot, word(snapshot.phase()));
        }
    }

    @Override
    public void benchmarkCompiling(ProgressSnapshot snapshot) {
        line(snapshot, word(Phase.COMPILING));
    }

    @Override
    public void benchmarkCompleted(ProgressSnapshot snapshot) {
        line(snapshot, word(Phase.COMPLETED));
    }

    @Override
    public void clientJudged(ProgressSnapshot snapshot, Level level, String verdict) {
        String line = "Benchmark " + (snapshot.index() + 1) + " (" + snapshot.strategy() + "): " + verdict;
        switch (level) {
            case WARNING -> LOG.warn(line);
            case SUCCESS, INFO -> LOG.info(line);
        }
    }

    @Override
    public void benchmarkWarned(ProgressSnapshot snapshot, List<BenchmarkWarning> warnings) {
        for (BenchmarkWarning warning : warnings) {
            LOG.warn(warningLine(snapshot, warning));
        }
    }

    @Override
    public void runFinished() {
        LOG.info("All benchmarks finalized");
    }

    private void line(ProgressSnapshot snapshot, String status) {
        lastLineSeconds = snapshot.elapsedSeconds();
        if (LOG.isInfoEnabled()) {
            LOG.info(message(snapshot, status));
        }
    }

    /// The line for one moment of a benchmark.
    static String message(ProgressSnapshot snapshot, String status) {
        LiveStatistics live = snapshot.live();
        return String.format(
                Locale.ROOT,
                "Benchmark %d (%s): %s | elapsed=%.1fs | successful=%d errored=%d incomplete=%d"
                        + " | requests/s=%.2f output_tokens/s=%.2f",
                snapshot.index() + 1,
                snapshot.strategy(),
                status,
                snapshot.elapsedSeconds(),
                live.totals().successful(),
                live.totals().errored(),
                live.totals().incomplete(),
                orZero(live.requestsPerSecond()),
                orZero(live.outputTokensPerSecond()));
    }

    /// The line for one warning about a benchmark.
    static String warningLine(ProgressSnapshot snapshot, BenchmarkWarning warning) {
        String line = "Benchmark " + (snapshot.index() + 1) + " (" + snapshot.strategy() + "): " + warning.message();
        return warning.note().isEmpty() ? line : line + " " + warning.note();
    }

    private static String word(Phase phase) {
        return switch (phase) {
            case PENDING -> "pending";
            case WARMUP -> "warmup";
            case ACTIVE -> "active";
            case COOLDOWN -> "cooldown";
            case COMPILING -> "compile";
            case COMPLETED -> "completed";
        };
    }

    /// The format of the line knows no gaps: a rate that nothing has been counted for yet is written as 0.
    private static double orZero(@Nullable Double rate) {
        return rate == null ? 0 : rate;
    }
}
