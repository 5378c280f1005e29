package dev.guidellm.selftest;

import com.sun.management.OperatingSystemMXBean;
import dev.guidellm.clock.RunClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/// CPU time used up to a moment: by the process, and by each of its living platform threads.
///
/// @param nanos the moment
/// @param done units of work that were done by then
/// @param processNanos of the whole process, collector and compiler included; below 0 where it is not told
/// @param threads by the thread's number; empty where it is not told
/// @param compilerNanos of the compiler's threads, by number; empty where it is not told
record CpuSample(
        long nanos, long done, long processNanos, Map<Long, ThreadTime> threads, Map<Integer, Long> compilerNanos) {

    /// One thread's.
    record ThreadTime(String name, long nanos) {}

    CpuSample {
        threads = Map.copyOf(threads);
        compilerNanos = Map.copyOf(compilerNanos);
    }

    static CpuSample take(RunClock clock, long done) {
        ThreadMXBean all = ManagementFactory.getThreadMXBean();
        Map<Long, ThreadTime> threads = new HashMap<>();
        if (all.isThreadCpuTimeSupported() && all.isThreadCpuTimeEnabled()) {
            for (ThreadInfo thread : all.getThreadInfo(all.getAllThreadIds())) {
                if (thread == null) {
                    continue; // it ended meanwhile
                }
                long used = all.getThreadCpuTime(thread.getThreadId());
                if (used >= 0) {
                    threads.put(thread.getThreadId(), new ThreadTime(thread.getThreadName(), used));
                }
            }
        }
        long process = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
        return new CpuSample(clock.nanos(), done, process, threads, CompilerThreads.HERE.cpuNanos());
    }
}
