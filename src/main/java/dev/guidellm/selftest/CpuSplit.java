package dev.guidellm.selftest;

import dev.guidellm.health.VerdictRules;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who used the CPU between two samples of a process in which both a client and its server work, and what the
/// client alone could reach by that.
///
/// The client's time is the process's without that of the server's threads and of the compiler, whose work ends
/// soon in a run. What the collector does counts as the client's, so that its ceiling is rather too low than too high.
///
/// @param seconds between the samples
/// @param done units of work in that time
/// @param clientSeconds CPU time
/// @param serverSeconds CPU time
/// @param groups the client's threads that are alike, with their CPU time
record CpuSplit(double seconds, long done, double clientSeconds, double serverSeconds, Map<String, Group> groups) {
    private static final String SERVER_THREADS = "mock-server";

    /// Threads with the same job.
    record Group(int threads, double cpuSeconds) {}

    /// What a client could reach.
    ///
    /// @param perSecond units of work
    /// @param bound what runs out first: `cores`, or the name of threads
    record Ceiling(double perSecond, String bound) {}

    CpuSplit {
        groups = Map.copyOf(groups);
    }

    /// Null where the system does not tell, or nothing was done.
    static @Nullable CpuSplit between(CpuSample first, CpuSample last) {
        double seconds = (last.nanos() - first.nanos()) / 1e9;
        if (seconds <= 0
                || first.processNanos() < 0
                || last.processNanos() < 0
                || last.threads().isEmpty()) {
            return null;
        }
        double server = 0;
        Map<String, Group> groups = new HashMap<>();
        for (Map.Entry<Long, CpuSample.ThreadTime> thread : last.threads().entrySet()) {
            CpuSample.ThreadTime now = thread.getValue();
            CpuSample.ThreadTime before = first.threads().get(thread.getKey());
            double used = (now.nanos() - (before == null ? 0 : before.nanos())) / 1e9;
            if (now.name().startsWith(SERVER_THREADS)) {
                server += used;
            } else {
                groups.merge(
                        now.name().replaceFirst("[-#]?\\d+$", ""),
                        new Group(1, used),
                        (a, b) -> new Group(a.threads + b.threads, a.cpuSeconds + b.cpuSeconds));
            }
        }
        double all = (last.processNanos() - first.processNanos()) / 1e9;
        double compiler = 0;
        for (Map.Entry<Integer, Long> thread : last.compilerNanos().entrySet()) {
            compiler += (thread.getValue() - first.compilerNanos().getOrDefault(thread.getKey(), 0L)) / 1e9;
        }
        double client = Math.max(0, all - server - compiler);
        return all <= 0 ? null : new CpuSplit(seconds, last.done() - first.done(), client, server, groups);
    }

    /// The client's part of what both used, 0 to 1.
    double clientPart() {
        return clientSeconds / Math.max(1e-9, clientSeconds + serverSeconds);
    }

    /// What the client used of `cores`, 0 to 1.
    double clientShare(double cores) {
        return Math.clamp(clientSeconds / seconds / cores, 0, 1);
    }

    /// What both used of `cores`, 0 to 1.
    double totalShare(double cores) {
        return Math.clamp((clientSeconds + serverSeconds) / seconds / cores, 0, 1);
    }

    /// The most units of work a second at which neither all cores together nor threads with the same job are busy
    /// to more than [VerdictRules#OWN_CPU_DOUBT] with the client's work, at the CPU time that a unit took here.
    /// Null when nothing was done.
    @Nullable
    Ceiling alone(double units, double cores) {
        if (units <= 0 || clientSeconds <= 0) {
            return null;
        }
        double best = VerdictRules.OWN_CPU_DOUBT * cores * units / clientSeconds;
        String bound = "cores";
        for (Map.Entry<String, Group> group : groups.entrySet()) {
            Group threads = group.getValue();
            if (threads.cpuSeconds <= 0) {
                continue;
            }
            double most = VerdictRules.OWN_CPU_DOUBT * threads.threads * units / threads.cpuSeconds;
            if (most < best) {
                best = most;
                bound = group.getKey();
            }
        }
        return new Ceiling(best, bound);
    }
}
