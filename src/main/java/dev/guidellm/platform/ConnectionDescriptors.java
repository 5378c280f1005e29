package dev.guidellm.platform;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The file descriptors that connections may take.
///
/// A process that has used all of them can open nothing more: no connection, but no file for its report either. So
/// connections leave some to the rest of the program, and one that finds none left is refused before the system
/// refuses anything. Safe for every thread; never blocks but at its first call, which reads the system's limits.
public final class ConnectionDescriptors {
    /// Those of this process.
    public static final ConnectionDescriptors OF_PROCESS = new ConnectionDescriptors(null);

    private static final long MOST_KEPT = 128;
    private static final long KEPT_SHARE = 4;
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final Path LIMITS = Path.of("/proc/self/limits");

    private final @Nullable Limits given;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicInteger serversHere = new AtomicInteger();
    private volatile @Nullable Limits known;

    /// What a process may open.
    ///
    /// @param open files and sockets that are open without any connection
    /// @param limit most that may be
    public record Limits(long open, long limit) {
        /// How many are left for connections.
        long room() {
            return limit - open - kept();
        }

        private long kept() {
            return Math.min(MOST_KEPT, limit / KEPT_SHARE);
        }
    }

    /// @param given null to ask the system
    ConnectionDescriptors(@Nullable Limits given) {
        this.given = given;
    }

    /// Descriptors that are not the process's, for tests.
    public static ConnectionDescriptors of(Limits limits) {
        return new ConnectionDescriptors(limits);
    }

    /// Takes what a connection needs: one descriptor, or two when its other end is in this process too.
    ///
    /// @return how many were taken, for [#giveBack]; 0 when too few are left
    public int take() {
        int wanted = wanted();
        if (taken.addAndGet(wanted) > limits().room()) {
            taken.addAndGet(-wanted);
            refused.incrementAndGet();
            return 0;
        }
        return wanted;
    }

    /// Gives back what [#take] has taken.
    public void giveBack(int count) {
        taken.addAndGet(-count);
    }

    /// How many connections could still be opened.
    public long connectionsLeft() {
        return Math.max(0, (limits().room() - taken.get()) / wanted());
    }

    /// Connections that were refused so far.
    public long refused() {
        return refused.get();
    }

    /// The most files and sockets that this process may have open.
    public long limit() {
        return limits().limit;
    }

    /// The most of them without those that stay for other things than connections.
    public long usable() {
        return limits().limit - limits().kept();
    }

    /// A server in this process begins to take connections: each takes a descriptor at both ends.
    public void serverStarted() {
        serversHere.incrementAndGet();
    }

    /// A server in this process has ended.
    public void serverEnded() {
        serversHere.decrementAndGet();
    }

    private int wanted() {
        return serversHere.get() > 0 ? 2 : 1;
    }

    private Limits limits() {
        Limits limits = given == null ? known : given;
        if (limits == null) {
            limits = ofSystem();
            known = limits;
        }
        return limits;
    }

    /// Unlimited where the system does not tell.
    private static Limits ofSystem() {
        try (Stream<Path> open = Files.list(OPEN)) {
            long count = open.count();
            for (String line : Files.readAllLines(LIMITS)) {
                if (line.startsWith("Max open files")) {
                    String soft =
                            line.substring("Max open files".length()).strip().split("\\s+")[0];
                    return new Limits(count, soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft));
                }
            }
        } catch (IOException | NumberFormatException e) {
            // not Linux: asked below
        }
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                        && unix.getMaxFileDescriptorCount() > 0
                ? new Limits(unix.getOpenFileDescriptorCount(), unix.getMaxFileDescriptorCount())
                : new Limits(0, Long.MAX_VALUE);
    }
}
