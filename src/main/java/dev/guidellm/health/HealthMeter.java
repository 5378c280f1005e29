package dev.guidellm.health;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.guidellm.clock.RunClock;
import dev.guidellm.platform.ConnectionDescriptors;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Watches the client during one benchmark, on a thread of its own that sleeps nearly always.
///
/// A wake costs 25 to 50 µs of a core (measured), so that 100 wakes a second, with a probe of each loop at every
/// eighth, take about half a percent of one core. A pause of 20 ms cannot escape that rhythm, and shorter ones show on
/// the loops.
public final class HealthMeter implements AutoCloseable {
    private static final long PERIOD_NANOS = 10_000_000;
    private static final int WAKES_PER_PROBE = 8;
    private static final int WAKES_PER_COUNT = 500;

    private final RunClock clock;
    private final ClientProbe probe;
    private final MachineFiles files;
    private final Thread thread;
    private volatile Watch watch;
    private volatile boolean closed;

    private HealthMeter(RunClock clock, ClientProbe probe, MachineFiles files) {
        this.clock = clock;
        this.probe = probe;
        this.files = files;
        watch = new Watch();
        thread = Thread.ofPlatform().daemon().name("guidellm-health").unstarted(this::keepWatch);
    }

    /// Starts to watch.
    public static HealthMeter start(RunClock clock, ClientProbe probe) {
        HealthMeter meter = new HealthMeter(clock, probe, MachineFiles.HERE);
        meter.thread.start();
        return meter;
    }

    /// Loads what a first meter would have to wait for some 70 ms. Any thread, at any time.
    public static void prepare() {
        try (GcWatch gc = new GcWatch()) {
            var _ = gc.pauses();
            var _ = new CpuMeter(MachineFiles.HERE).use(1);
            var _ = descriptors();
        }
    }

    /// Forgets what was seen so far: the benchmark's clock starts now.
    public void begin() {
        Watch old = watch;
        watch = new Watch();
        old.gc.close();
    }

    /// Ends the watch: the last request is over.
    ///
    /// @param dispatch null where nothing was measured
    /// @param dataDelaysSeconds for each conversation by how much its making held a request back
    public ClientFigures finish(@Nullable DispatchLag dispatch, List<Double> dataDelaysSeconds) {
        Watch ended = watch;
        double seconds = Math.max(1e-3, (clock.nanos() - ended.startNanos) / 1e9);
        CpuUse cpu = ended.cpu.use(seconds);
        GcPauses gc = ended.gc.pauses();
        close();
        ended.count();
        DelaySummary loopWait = ended.loopWaits.summary();
        return new ClientFigures(
                seconds,
                cpu,
                gc,
                new Stalls(
                        ended.stalls, ended.stalledNanos / 1e6, ended.longestStallNanos / 1e6, ended.wakes.summary()),
                dispatch == null || dispatch.handedOver().isEmpty() ? null : dispatch,
                loopWait.isEmpty() ? null : loopWait,
                dataDelaysSeconds.isEmpty() ? null : DataDelays.of(dataDelaysSeconds),
                ended.mostAnswersWaiting,
                ended.usedUp(),
                files.ports());
    }

    /// Ends the thread; [#finish] does it too.
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        watch.gc.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void keepWatch() {
        for (long wake = 1; !closed; wake++) {
            Watch now = watch;
            long due = clock.nanos() + PERIOD_NANOS;
            clock.sleepUntil(due);
            if (closed) {
                return;
            }
            now.woke(clock.nanos() - due);
            if (wake % WAKES_PER_PROBE == 0) {
                probe.probeLoops(now.loopWaits::record);
                now.mostAnswersWaiting = Math.max(now.mostAnswersWaiting, probe.answersWaiting());
            }
            if (wake % WAKES_PER_COUNT == 0) {
                now.count(); // lists the descriptors, which takes its time: seldom
            }
        }
    }

    /// Open files and sockets of this process; null where the system does not tell.
    static @Nullable Allowance descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        && unix.getOpenFileDescriptorCount() >= 0
                ? new Allowance(unix.getOpenFileDescriptorCount(), unix.getMaxFileDescriptorCount())
                : null;
    }

    /// What is seen between two moments. Written by the meter's thread, read after its end.
    private final class Watch {
        private final CpuMeter cpu = new CpuMeter(files);
        private final GcWatch gc = new GcWatch();
        private final DelayHistogram wakes = new DelayHistogram();
        private final DelayHistogram loopWaits = new DelayHistogram();
        private final long startNanos = clock.nanos();
        private long stalls;
        private long stalledNanos;
        private long longestStallNanos;
        private int mostAnswersWaiting;
        private final long refusedBefore = ConnectionDescriptors.OF_PROCESS.refused();
        private @Nullable Allowance descriptors;

        /// The descriptors that were used; where connections were refused for want of them, all that may be.
        private @Nullable Allowance usedUp() {
            Allowance most = descriptors;
            if (most == null || ConnectionDescriptors.OF_PROCESS.refused() == refusedBefore) {
                return most;
            }
            long usable = ConnectionDescriptors.OF_PROCESS.usable();
            return new Allowance(Math.max(most.used(), usable), usable);
        }

        private void woke(long lateNanos) {
            wakes.record(lateNanos);
            if (lateNanos >= Stalls.LEAST_MILLIS * 1e6) {
                stalls++;
                stalledNanos += lateNanos;
                longestStallNanos = Math.max(longestStallNanos, lateNanos);
            }
        }

        private void count() {
            Allowance now = descriptors();
            if (now != null && (descriptors == null || now.used() > descriptors.used())) {
                descriptors = now;
            }
        }
    }
}
