package dev.guidellm.selftest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// CPU time of the JVM's compiler, whose threads Java does not show; Linux does, with all threads of the process.
///
/// @param tasks usually `/proc/self/task`
record CompilerThreads(Path tasks) {
    /// This process's.
    static final CompilerThreads HERE = new CompilerThreads(Path.of("/proc/self/task"));

    /// What the kernel calls a hundredth of a second to programs, on every architecture that Java runs on.
    private static final long NANOS_PER_TICK = 10_000_000;

    /// Fields after the name in a `stat` file, counted from 0.
    private static final int USER_TICKS = 11;

    private static final int SYSTEM_TICKS = 12;

    /// Nanoseconds by the thread's number; empty where the system does not tell.
    Map<Integer, Long> cpuNanos() {
        Map<Integer, Long> used = new HashMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                add(task, used);
            }
        } catch (IOException _) {
            // no such folder here
        }
        return used;
    }

    private static void add(Path task, Map<Integer, Long> used) {
        String stat;
        try {
            stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return; // it ended meanwhile
        }
        int nameEnd = stat.lastIndexOf(')');
        if (nameEnd < 0 || !(stat.contains("(C1 Compiler") || stat.contains("(C2 Compiler"))) {
            return;
        }
        String[] fields = stat.substring(nameEnd + 1).strip().split(" +");
        if (fields.length > SYSTEM_TICKS) {
            long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
            used.put(Integer.parseInt(String.valueOf(task.getFileName())), ticks * NANOS_PER_TICK);
        }
    }
}
