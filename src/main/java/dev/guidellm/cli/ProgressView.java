package dev.guidellm.cli;

import dev.guidellm.benchmark.ProgressListener;
import dev.guidellm.benchmark.ProgressSnapshot;
import dev.guidellm.benchmark.ProgressSnapshot.Phase;
import dev.guidellm.metrics.LiveStatistics;
import dev.guidellm.terminal.LiveBlock;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Shows a run on an interactive terminal while it goes on: two lines per benchmark and a bar, taken away at the end.
///
/// Called by one thread at a time, as [ProgressListener] says.
public final class ProgressView implements ProgressListener {
    private static final long MILLIS_BETWEEN_FRAMES = 250;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final String[] SPINNER = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final int BAR_COLUMNS = 40;

    private final LiveBlock block;
    private final InstantSource time;
    private final ZoneId zone;
    private final List<Row> rows = new ArrayList<>();
    private int current;
    private int frames;
    private long lastFrameMillis;

    /// @param block where to draw; closed when the run has finished
    public ProgressView(LiveBlock block) {
        this(block, InstantSource.system(), ZoneId.systemDefault());
    }

    ProgressView(LiveBlock block, InstantSource time, ZoneId zone) {
        this.block = block;
        this.time = time;
        this.zone = zone;
    }

    /// One benchmark: its last known state, or only its name before it starts.
    private record Row(String strategy, @Nullable ProgressSnapshot snapshot) {}

    @Override
    public void runStarted(List<String> plannedStrategies) {
        rows.clear();
        plannedStrategies.forEach(strategy -> rows.add(new Row(strategy, null)));
        draw();
    }

    @Override
    public void benchmarkStarted(ProgressSnapshot snapshot) {
        take(snapshot);
        draw();
    }

    @Override
    public void benchmarkUpdated(ProgressSnapshot snapshot) {
        take(snapshot);
        if (time.millis() - lastFrameMillis >= MILLIS_BETWEEN_FRAMES) {
            draw();
        }
    }

    @Override
    public void benchmarkCompiling(ProgressSnapshot snapshot) {
        take(snapshot);
        draw();
    }

    @Override
    public void benchmarkCompleted(ProgressSnapshot snapshot) {
        take(snapshot);
        draw();
    }

    @Override
    public void runFinished() {
        block.close();
    }

    private void take(ProgressSnapshot snapshot) {
        current = snapshot.index();
        while (rows.size() <= current) {
            rows.add(new Row("", null)); // a search may run more than was planned
        }
        rows.set(current, new Row(snapshot.strategy(), snapshot));
    }

    private void draw() {
        lastFrameMillis = time.millis();
        frames++;
        block.show(lines(block.room()));
    }

    /// The lines of this moment, at most `room`; where not all benchmarks fit, those around the current one.
    List<String> lines(int room) {
        int fitting = Math.max(1, (room - 2) / 2);
        int first = Math.clamp(current - fitting / 2, 0, Math.max(0, rows.size() - fitting));
        int end = Math.min(rows.size(), first + fitting);
        int nameColumns =
                rows.stream().mapToInt(r -> r.strategy().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        lines.add("Benchmarks");
        for (Row row : rows.subList(first, end)) {
            addRow(row, nameColumns, lines);
        }
        lines.add(barLine());
        return lines;
    }

    private void addRow(Row row, int nameColumns, List<String> lines) {
        ProgressSnapshot snapshot = row.snapshot();
        if (snapshot == null) {
            lines.add("[--:--:--]        " + row.strategy());
            lines.add("");
            return;
        }
        LiveStatistics live = snapshot.live();
        String started = CLOCK.format(java.time.Instant.ofEpochMilli(Math.round(snapshot.startEpochSeconds() * 1000))
                .atZone(zone));
        String label = snapshot.strategy() + " (" + padded(word(snapshot.phase()), 9) + ")";
        String head = "[" + started + "] " + mark(snapshot.phase()) + " " + percent(snapshot) + " "
                + padded(label, nameColumns + 12) + "   ";
        lines.add(head + "Req: " + number(live.requestsPerSecond(), 6, 1) + " req/s, "
                + number(live.meanLatencySeconds(), 7, 2) + "s Lat, "
                + number(live.meanConcurrency(), 7, 1) + " Conc, "
                + count(live.totals().successful(), 7) + " Comp, "
                + count(live.totals().incomplete(), 8) + " Inc, "
                + count(live.totals().errored(), 8) + " Err");
        lines.add(" ".repeat(head.length()) + "Tok: " + number(live.outputTokensPerSecond(), 6, 1) + " gen/s, "
                + number(live.totalTokensPerSecond(), 6, 1) + " tot/s, "
                + number(live.meanTimeToFirstTokenMs(), 5, 1) + "ms TTFT, "
                + number(live.meanInterTokenLatencyMs(), 6, 1) + "ms ITL, "
                + number(live.meanPromptTokens(), 5, 0) + " Prompt, "
                + number(live.meanOutputTokens(), 8, 0) + " Gen");
    }

    private String mark(Phase phase) {
        return phase == Phase.COMPLETED ? "✔" : SPINNER[frames % SPINNER.length];
    }

    private static String percent(ProgressSnapshot snapshot) {
        if (snapshot.phase() == Phase.COMPLETED) {
            return "100%";
        }
        Double fraction = snapshot.fraction();
        return fraction == null ? "  -%" : count(percentOf(fraction), 3) + "%";
    }

    private static int percentOf(double fraction) {
        return (int) Math.clamp(fraction * 100, 0, 100);
    }

    private static String word(Phase phase) {
        return switch (phase) {
            case PENDING -> "pending";
            case WARMUP -> "warmup";
            case ACTIVE -> "running";
            case COOLDOWN -> "cooldown";
            case COMPILING -> "compiling";
            case COMPLETED -> "complete";
        };
    }

    private String barLine() {
        int count = Math.max(1, rows.size());
        int full = (int) Math.round(done() / count * BAR_COLUMNS);
        return "Generating... " + "━".repeat(full) + "─".repeat(BAR_COLUMNS - full) + " ("
                + Math.min(current + 1, count) + "/" + count + ") [ " + duration(elapsedSeconds()) + " < "
                + duration(remainingSeconds()) + " ]";
    }

    /// Benchmarks that are done, the current one by its fraction.
    private double done() {
        double done = 0;
        for (Row row : rows) {
            ProgressSnapshot snapshot = row.snapshot();
            if (snapshot != null) {
                Double fraction = snapshot.fraction();
                done += snapshot.phase() == Phase.COMPLETED ? 1 : fraction == null ? 0 : Math.clamp(fraction, 0, 1);
            }
        }
        return done;
    }

    private @Nullable Double elapsedSeconds() {
        ProgressSnapshot first = rows.isEmpty() ? null : rows.getFirst().snapshot();
        ProgressSnapshot last = rows.isEmpty() ? null : rows.get(current).snapshot();
        return first == null || last == null
                ? null
                : last.startEpochSeconds() + last.elapsedSeconds() - first.startEpochSeconds();
    }

    /// What is left of the current benchmark, and as much for each later one as the current takes; null when unknown.
    private @Nullable Double remainingSeconds() {
        ProgressSnapshot last = rows.isEmpty() ? null : rows.get(current).snapshot();
        if (last == null) {
            return null;
        }
        int later = rows.size() - current - 1;
        Double remaining = last.phase() == Phase.COMPLETED ? Double.valueOf(0) : last.remainingSeconds();
        return remaining == null ? null : remaining + later * (last.elapsedSeconds() + remaining);
    }

    private static String duration(@Nullable Double seconds) {
        if (seconds == null) {
            return "-:--:--";
        }
        long whole = Math.max(0, Math.round(seconds));
        return String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    }

    /// `value` with `decimals`, or a dash where there is none yet.
    private static String number(@Nullable Double value, int columns, int decimals) {
        return value == null
                ? " ".repeat(columns - 1) + "-"
                : String.format(Locale.ROOT, "%" + columns + "." + decimals + "f", value);
    }

    private static String count(int value, int columns) {
        return String.format(Locale.ROOT, "%" + columns + "d", value);
    }

    private static String padded(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - text.length()));
    }
}
