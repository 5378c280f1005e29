package dev.guidellm.data.trace;

import dev.guidellm.config.TraceSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// When the sessions of a trace are replayed, as its settings ask: long pauses cut, copies laid over each other,
/// sessions packed side by side, all times scaled; in this order.
///
/// A session lasts from its first request's start to its last one's; how long requests took does not count.
public final class SessionTiming {
    private final TraceSettings settings;
    private final List<TraceSession> sessions;

    /// One session of one copy.
    ///
    /// @param starts when each turn is due, in seconds after the replay's start
    /// @param timeScale factor on the turns' durations
    public record Timed(TraceSession session, int copy, double[] starts, double timeScale) {

        /// When its first request is due.
        double start() {
            return Arrays.stream(starts).min().orElse(0);
        }

        /// When its last request is due.
        double end() {
            return Arrays.stream(starts).max().orElse(0);
        }

        private Timed moved(double seconds) {
            double[] moved = Arrays.stream(starts).map(t -> t + seconds).toArray();
            return new Timed(session, copy, moved, timeScale);
        }
    }

    private SessionTiming(TraceSettings settings, List<TraceSession> sessions) {
        this.settings = settings;
        this.sessions = sessions;
    }

    /// All sessions of all copies; copy after copy, each in the order of the data.
    static List<Timed> of(TraceSettings settings, List<TraceSession> sessions) {
        SessionTiming timing = new SessionTiming(settings, sessions);
        return timing.scaled(timing.packed(timing.copied(timing.sessionWaitCapped(timing.waitCapped()))));
    }

    /// Each gap between neighbouring starts of a session is cut to `max_wait`; later requests move up.
    private List<Timed> waitCapped() {
        List<Timed> timed = new ArrayList<>(sessions.size());
        for (TraceSession session : sessions) {
            double[] starts =
                    session.turns().stream().mapToDouble(TraceTurn::start).toArray();
            Double limit = settings.maxWait();
            if (limit != null && starts.length > 1) {
                cap(starts, limit);
            }
            timed.add(new Timed(session, 0, starts, settings.timeScale()));
        }
        return timed;
    }

    private static void cap(double[] starts, double limit) {
        int[] order = order(starts.length, i -> starts[i]);
        double trim = 0;
        double before = starts[order[0]];
        for (int index : order) {
            double start = starts[index];
            trim += Math.max(0, start - before - limit);
            before = start;
            starts[index] = start - trim;
        }
    }

    /// Each time in which no session goes on is cut to `max_session_wait`; all later sessions move up.
    private List<Timed> sessionWaitCapped(List<Timed> timed) {
        Double limit = settings.maxSessionWait();
        if (limit == null) {
            return timed;
        }
        List<Timed> capped = new ArrayList<>(timed);
        double trim = 0;
        double latestEnd = Double.NaN;
        for (int index : byStart(timed)) {
            Timed session = timed.get(index);
            double gap = session.start() - trim - latestEnd;
            if (gap > limit) {
                trim += gap - limit;
            }
            double end = session.end() - trim;
            latestEnd = Double.isNaN(latestEnd) ? end : Math.max(latestEnd, end);
            capped.set(index, session.moved(-trim));
        }
        return capped;
    }

    /// Copy after copy, each `copy_offset` of the trace's length after the one before.
    private List<Timed> copied(List<Timed> timed) {
        double first = timed.stream().mapToDouble(Timed::start).min().orElse(0);
        double last = timed.stream().mapToDouble(Timed::end).max().orElse(0);
        double step = first + settings.copyOffset() * (last - first);
        List<Timed> all = new ArrayList<>(timed.size() * settings.copies());
        for (int copy = 0; copy < settings.copies(); copy++) {
            for (Timed session : timed) {
                Timed moved = session.moved(copy * step);
                all.add(new Timed(session.session(), copy, moved.starts(), session.timeScale()));
            }
        }
        return all;
    }

    /// Sessions side by side in `min_concurrent_sessions` lanes: each moves up to the moment at which the first
    /// lane is free, never to a later one than its own. A session without length, a single request, keeps its time
    /// and takes no lane.
    private List<Timed> packed(List<Timed> timed) {
        Integer lanes = settings.minConcurrentSessions();
        List<Integer> lasting = new ArrayList<>();
        for (int index : byStart(timed)) {
            if (timed.get(index).end() > timed.get(index).start()) {
                lasting.add(index);
            }
        }
        if (lanes == null || lasting.isEmpty()) {
            return timed;
        }
        List<Timed> packed = new ArrayList<>(timed);
        double first = timed.get(lasting.getFirst()).start();
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int i = 0; i < Math.min(lanes, lasting.size()); i++) {
            free.add(first);
        }
        for (int index : lasting) {
            Timed session = timed.get(index);
            Timed moved = session.moved(Math.min(0, free.remove() - session.start()));
            free.add(moved.end());
            packed.set(index, moved);
        }
        return packed;
    }

    private List<Timed> scaled(List<Timed> timed) {
        double scale = settings.timeScale();
        return timed.stream()
                .map(session -> new Timed(
                        session.session(),
                        session.copy(),
                        Arrays.stream(session.starts()).map(t -> t * scale).toArray(),
                        scale))
                .toList();
    }

    private static int[] byStart(List<Timed> timed) {
        return order(timed.size(), i -> timed.get(i).start());
    }

    /// Indices in the order of the starts, equal ones in the order of the data.
    static int[] order(int size, IntToDoubleFunction start) {
        return IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.comparingDouble(start::applyAsDouble))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
