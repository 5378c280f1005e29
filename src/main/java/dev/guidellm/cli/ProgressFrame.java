package dev.guidellm.cli;

import dev.guidellm.benchmark.ProgressSnapshot;
import dev.guidellm.benchmark.ProgressSnapshot.Phase;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.LiveAttainment;
import dev.guidellm.metrics.LiveStatistics;
import dev.guidellm.metrics.RecentPercentiles;
import dev.guidellm.terminal.Glyphs;
import dev.guidellm.terminal.StyledLine;
import dev.guidellm.terminal.TextWidth;
import dev.guidellm.terminal.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Lays the state of a run out for a screen: a heading, a line for each benchmark that is done, and some lines for the
/// one that runs. Figures keep their places while they change.
///
/// @param columns of the screen
/// @param room its rows
record ProgressFrame(int columns, int room, Glyphs glyphs) {
    private static final int LONGEST_BAR = 40;
    private static final int SHORTEST_BAR = 8;
    private static final int STATE_COLUMNS = 9;

    /// One benchmark.
    ///
    /// @param doubtful whether there are warnings about it, or the client was its limit
    record Level(ProgressSnapshot snapshot, boolean doubtful) {}

    /// What is shown.
    ///
    /// @param levels in the order in which they ran; the last one may still run
    /// @param planned how many there are to be in all
    /// @param elapsedSeconds of the run
    /// @param sinceSeconds how old the last level's state is
    /// @param turn counts the frames
    record State(List<Level> levels, int planned, double elapsedSeconds, double sinceSeconds, int turn) {}

    /// The lines of a moment, at most as many as there is room for.
    List<StyledLine> lines(State state) {
        List<StyledLine> lines = new ArrayList<>();
        lines.add(heading(state));
        List<Level> done = new ArrayList<>(state.levels);
        List<StyledLine> running = List.of();
        if (!done.isEmpty() && done.getLast().snapshot.phase() != Phase.COMPLETED) {
            running = running(done.removeLast().snapshot, state);
        }
        int places = Math.max(0, room - 1 - running.size());
        if (done.size() > places && places > 0) {
            int left = done.size() - places + 1;
            lines.add(StyledLine.of("  " + left + " earlier", Tone.FAINT));
            done = done.subList(left, done.size());
        } else if (places == 0) {
            done = List.of();
        }
        int nameColumns = state.levels.stream()
                .mapToInt(level -> TextWidth.of(level.snapshot.strategy()))
                .max()
                .orElse(0);
        done.forEach(level -> lines.add(done(level, nameColumns)));
        lines.addAll(running);
        return lines.subList(0, Math.min(lines.size(), Math.max(1, room)));
    }

    private StyledLine heading(State state) {
        int planned = Math.max(state.planned, state.levels.size());
        String count = "Benchmarks " + state.levels.size() + "/" + planned + "  ";
        String times =
                "  " + duration(state.elapsedSeconds) + " elapsed, " + duration(remaining(state, planned)) + " left";
        double done = 0;
        for (Level level : state.levels) {
            Double fraction = level.snapshot.phase() == Phase.COMPLETED
                    ? Double.valueOf(1)
                    : fraction(level.snapshot, state.sinceSeconds);
            done += fraction == null ? 0 : fraction;
        }
        return StyledLine.of(count, Tone.STRONG)
                .and(bar(done / Math.max(1, planned), columns - count.length() - times.length()))
                .and(times);
    }

    /// What is left of the running benchmark, and as much for each later one as this one takes; null when unknown.
    private static @Nullable Double remaining(State state, int planned) {
        if (state.levels.isEmpty()) {
            return null;
        }
        ProgressSnapshot last = state.levels.getLast().snapshot;
        Double left = last.phase() == Phase.COMPLETED ? Double.valueOf(0) : left(last, state.sinceSeconds);
        int later = planned - state.levels.size();
        return left == null ? null : left + later * (elapsed(last, state.sinceSeconds) + left);
    }

    private List<StyledLine> running(ProgressSnapshot snapshot, State state) {
        double since = state.sinceSeconds;
        String mark = glyphs.turning().get(state.turn % glyphs.turning().size());
        StyledLine head = StyledLine.of(mark + " ", Tone.GOOD)
                .and(snapshot.strategy(), Tone.STRONG)
                .and(" " + TextWidth.padded(word(snapshot.phase()), STATE_COLUMNS) + " ");
        Double fraction = fraction(snapshot, since);
        String times =
                "  " + duration(elapsed(snapshot, since)) + " elapsed, " + duration(left(snapshot, since)) + " left";
        String share = fraction == null ? "" : String.format(Locale.ROOT, " %3d %%", (int) (fraction * 100));
        List<StyledLine> lines = new ArrayList<>();
        lines.add(head.and(
                        fraction == null
                                ? StyledLine.EMPTY
                                : bar(fraction, columns - head.columns() - share.length() - times.length()))
                .and(share + times));
        lines.addAll(flow(figures(snapshot), "  "));
        return lines;
    }

    /// As many figures on a line as fit.
    private List<StyledLine> flow(List<StyledLine> figures, String indent) {
        List<StyledLine> lines = new ArrayList<>();
        StyledLine line = StyledLine.of(indent);
        boolean empty = true;
        for (StyledLine figure : figures) {
            int needed = figure.columns() + (empty ? 0 : TextWidth.of(glyphs.between()));
            if (!empty && line.columns() + needed > columns) {
                lines.add(line);
                line = StyledLine.of(indent);
                empty = true;
            }
            line = (empty ? line : line.and(glyphs.between(), Tone.FAINT)).and(figure);
            empty = false;
        }
        lines.add(line);
        return lines;
    }

    private static List<StyledLine> figures(ProgressSnapshot snapshot) {
        LiveStatistics live = snapshot.live();
        List<StyledLine> figures = new ArrayList<>();
        figures.add(StyledLine.of(count(live.totals().successful(), 6) + " ok ")
                .and(
                        count(live.totals().errored(), 4) + " failed ",
                        live.totals().errored() > 0 ? Tone.BAD : Tone.PLAIN)
                .and(count(live.totals().incomplete(), 4) + " cut " + count(snapshot.inFlight(), 4) + " in flight"));
        figures.add(StyledLine.of(number(live.requestsPerSecond(), 7, 1) + " req/s "
                + number(live.outputTokensPerSecond(), 8, 1) + " tok/s"));
        figures.add(recent("TTFT now p50", live.recentTimeToFirstTokenMs(), 8));
        figures.add(recent("ITL now p50", live.recentInterTokenLatencyMs(), 7));
        LiveAttainment attainment = live.attainment();
        if (attainment != null) {
            figures.add(attainment(attainment));
        }
        return figures;
    }

    private static StyledLine recent(String label, @Nullable RecentPercentiles recent, int columns) {
        return StyledLine.of(label + number(recent == null ? null : (Double) recent.p50(), columns, 1) + " p95"
                + number(recent == null ? null : (Double) recent.p95(), columns, 1) + " ms");
    }

    private static StyledLine attainment(LiveAttainment attainment) {
        ConfidenceInterval interval = attainment.interval();
        String text = "SLO " + number(attainment.share() * 100, 5, 1) + " %";
        return StyledLine.of(
                interval == null
                        ? text
                        : text + " (" + number(interval.lower() * 100, 0, 1) + " to "
                                + number(interval.upper() * 100, 0, 1) + ")");
    }

    /// One line: what does not fit is left out, from the end on.
    private StyledLine done(Level level, int nameColumns) {
        LiveStatistics live = level.snapshot.live();
        StyledLine mark = level.doubtful ? StyledLine.of("⚠ ", Tone.DOUBT) : StyledLine.of("✔ ", Tone.GOOD);
        StyledLine line = mark.and(TextWidth.padded(level.snapshot.strategy(), nameColumns));
        List<StyledLine> figures = new ArrayList<>();
        figures.add(StyledLine.of(count(live.totals().successful(), 6) + " ok"));
        if (live.totals().errored() > 0) {
            figures.add(StyledLine.of(live.totals().errored() + " failed", Tone.BAD));
        }
        figures.add(StyledLine.of(number(live.requestsPerSecond(), 7, 1) + " req/s"));
        figures.add(StyledLine.of(number(live.outputTokensPerSecond(), 8, 1) + " tok/s"));
        figures.add(StyledLine.of("TTFT" + number(live.meanTimeToFirstTokenMs(), 8, 1) + " ms"));
        figures.add(StyledLine.of("ITL" + number(live.meanInterTokenLatencyMs(), 7, 1) + " ms"));
        LiveAttainment attainment = live.attainment();
        if (attainment != null) {
            figures.add(attainment(attainment));
        }
        for (StyledLine figure : figures) {
            if (line.columns() + 2 + figure.columns() > columns) {
                break;
            }
            line = line.and("  ").and(figure);
        }
        return line;
    }

    /// A bar of at most `room` columns; none where it would be too short to say anything.
    private StyledLine bar(double share, int room) {
        int length = Math.min(LONGEST_BAR, room);
        if (length < SHORTEST_BAR) {
            return StyledLine.EMPTY;
        }
        int full = (int) Math.round(Math.clamp(share, 0, 1) * length);
        return StyledLine.of(glyphs.done().repeat(full), Tone.GOOD)
                .and(glyphs.left().repeat(length - full), Tone.FAINT);
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

    private static boolean over(ProgressSnapshot snapshot) {
        return snapshot.phase() == Phase.COMPILING || snapshot.phase() == Phase.COMPLETED;
    }

    private static double elapsed(ProgressSnapshot snapshot, double since) {
        return snapshot.elapsedSeconds() + (over(snapshot) ? 0 : since);
    }

    /// How much is done, by now; null when nothing bounds the benchmark.
    private static @Nullable Double fraction(ProgressSnapshot snapshot, double since) {
        if (over(snapshot)) {
            return 1.0;
        }
        Double fraction = snapshot.fraction();
        Double remaining = snapshot.remainingSeconds();
        if (fraction == null) {
            return null;
        }
        double byTime = remaining == null || remaining <= 0 ? fraction : fraction + (1 - fraction) * since / remaining;
        return Math.clamp(byTime, 0, 1);
    }

    /// How long the benchmark may take yet: as its limit says, else as its pace says; null when nothing does.
    private static @Nullable Double left(ProgressSnapshot snapshot, double since) {
        if (over(snapshot)) {
            return 0.0;
        }
        Double remaining = snapshot.remainingSeconds();
        Double fraction = snapshot.fraction();
        if (fraction != null && fraction > 0) {
            double byPace = snapshot.elapsedSeconds() * (1 - fraction) / fraction;
            remaining = remaining == null ? (Double) byPace : (Double) Math.min(remaining, byPace);
        }
        return remaining == null ? null : (Double) Math.max(0, remaining - since);
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
        String text = value == null ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
        return " ".repeat(Math.max(0, columns - text.length())) + text;
    }

    private static String count(int value, int columns) {
        return String.format(Locale.ROOT, "%" + columns + "d", value);
    }
}
