package dev.guidellm.cli;

import dev.guidellm.benchmark.ProgressListener;
import dev.guidellm.benchmark.ProgressSnapshot;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.terminal.LiveBlock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows a run on an interactive terminal while it goes on, four times a second; taken away at the end.
///
/// A thread of its own draws: who counts the requests only leaves the latest figures here, so that a terminal that is
/// slow, or held by Ctrl-S, does not hold up the accounting.
public final class ProgressView implements ProgressListener {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressView.class);
    private static final long MILLIS_BETWEEN_FRAMES = 250;

    private final LiveBlock block;
    private final InstantSource time;
    private final @Nullable ScheduledExecutorService painter;

    // guarded by this
    private final List<ProgressFrame.Level> levels = new ArrayList<>();
    private int planned;
    private long startMillis;
    private long latestMillis;
    private @Nullable Future<?> drawing;
    private int turn;

    /// @param block where to draw; closed when the run has finished
    public ProgressView(LiveBlock block) {
        this(
                block,
                InstantSource.system(),
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("guidellm-progress").factory()));
    }

    /// @param painter draws from the start of the run to its end; null where the caller does
    ProgressView(LiveBlock block, InstantSource time, @Nullable ScheduledExecutorService painter) {
        this.block = block;
        this.time = time;
        this.painter = painter;
        startMillis = time.millis();
    }

    @Override
    public synchronized void runStarted(List<String> plannedStrategies) {
        levels.clear();
        planned = plannedStrategies.size();
        startMillis = time.millis();
        latestMillis = startMillis;
        if (painter != null) {
            drawing = painter.scheduleAtFixedRate(this::draw, 0, MILLIS_BETWEEN_FRAMES, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void benchmarkStarted(ProgressSnapshot snapshot) {
        take(snapshot);
    }

    @Override
    public void benchmarkUpdated(ProgressSnapshot snapshot) {
        take(snapshot);
    }

    @Override
    public void benchmarkCompiling(ProgressSnapshot snapshot) {
        take(snapshot);
    }

    @Override
    public void benchmarkCompleted(ProgressSnapshot snapshot) {
        take(snapshot);
    }

    @Override
    public void clientJudged(ProgressSnapshot snapshot, Level level, String verdict) {
        if (level == Level.WARNING) {
            doubt(snapshot.index());
        }
    }

    @Override
    public void benchmarkWarned(ProgressSnapshot snapshot, List<BenchmarkWarning> warnings) {
        doubt(snapshot.index());
    }

    @Override
    public void runFinished() {
        stopDrawing();
        block.close();
    }

    private synchronized void stopDrawing() {
        if (painter != null) {
            painter.shutdownNow();
        }
        if (drawing != null && drawing.state() == Future.State.FAILED) {
            LOG.debug("the display ended early", drawing.exceptionNow());
        }
    }

    private synchronized void take(ProgressSnapshot snapshot) {
        int index = Math.min(snapshot.index(), levels.size());
        if (index == levels.size()) {
            levels.add(new ProgressFrame.Level(snapshot, false));
        } else {
            levels.set(
                    index, new ProgressFrame.Level(snapshot, levels.get(index).doubtful()));
        }
        latestMillis = time.millis();
    }

    private synchronized void doubt(int index) {
        if (index < levels.size()) {
            levels.set(index, new ProgressFrame.Level(levels.get(index).snapshot(), true));
        }
    }

    /// Draws what is known now.
    void draw() {
        ProgressFrame frame = new ProgressFrame(block.columns(), block.room(), block.glyphs());
        block.show(frame.lines(state()));
    }

    private synchronized ProgressFrame.State state() {
        long now = time.millis();
        return new ProgressFrame.State(
                List.copyOf(levels), planned, (now - startMillis) / 1e3, (now - latestMillis) / 1e3, turn++);
    }
}
