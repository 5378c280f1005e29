package dev.guidellm.health;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What Linux tells of itself in files. On other systems there is nothing, and every answer is null.
///
/// @param proc usually `/proc`
/// @param cgroups usually `/sys/fs/cgroup`
record MachineFiles(Path proc, Path cgroups) {
    /// This machine's.
    static final MachineFiles HERE = new MachineFiles(Path.of("/proc"), Path.of("/sys/fs/cgroup"));

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;
    private static final String LISTENS = "0A";

    /// Time of cores since the machine's start, in ticks of the kernel's choice.
    ///
    /// @param busy the hypervisor's part included
    /// @param stolen what the hypervisor took
    record Ticks(long total, long busy, long stolen) {}

    /// What is set for this process's container.
    ///
    /// @param cores the tightest quota; null where there is none
    /// @param throttledNanos how long it was kept from running so far; null where nothing counts that
    record Quota(@Nullable Double cores, @Nullable Long throttledNanos) {}

    /// Cores on which this process may run; null when unknown.
    @Nullable
    BitSet allowedCores() {
        for (String line : lines(proc.resolve("self/status"))) {
            if (line.startsWith("Cpus_allowed_list:")) {
                return cores(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        return null;
    }

    /// Ticks of the `allowed` cores, of all where it is null or its cores are not told of one by one.
    @Nullable
    Ticks ticks(@Nullable BitSet allowed) {
        Ticks all = null;
        Ticks sum = new Ticks(0, 0, 0);
        int found = 0;
        for (String line : lines(proc.resolve("stat"))) {
            if (!line.startsWith("cpu")) {
                break;
            }
            String[] words = line.split(" +");
            Ticks ticks = ticks(words);
            if (words[0].equals("cpu")) {
                all = ticks;
            } else if (ticks != null && allowed != null && allowed.get(Integer.parseInt(words[0].substring(3)))) {
                sum = new Ticks(sum.total + ticks.total, sum.busy + ticks.busy, sum.stolen + ticks.stolen);
                found++;
            }
        }
        return allowed != null && found == allowed.cardinality() ? sum : all;
    }

    private static @Nullable Ticks ticks(String[] words) {
        if (words.length <= IDLE + 1) {
            return null;
        }
        long total = 0;
        long idle = 0;
        long stolen = 0;
        // user, nice, system, idle, iowait, irq, softirq, steal; what follows is counted in user already
        for (int i = 0; i <= STEAL && i + 1 < words.length; i++) {
            long ticks = Long.parseLong(words[i + 1]);
            total += ticks;
            idle += i == IDLE || i == IO_WAIT ? ticks : 0;
            stolen += i == STEAL ? ticks : 0;
        }
        return new Ticks(total, total - idle, stolen);
    }

    /// The CPU quota of this process's control group and of those around it, in either version of control groups.
    Quota quota() {
        Double cores = null;
        Long throttled = null;
        for (Path group : groups()) {
            Double here = quota(group);
            if (here != null && (cores == null || here < cores)) {
                cores = here;
            }
            Long lost = throttledNanos(group);
            if (lost != null && (throttled == null || lost > throttled)) {
                throttled = lost;
            }
        }
        return new Quota(cores, throttled);
    }

    /// Folders of this process's CPU control groups, from its own to the root that it sees.
    private List<Path> groups() {
        List<Path> groups = new ArrayList<>();
        for (String line : lines(proc.resolve("self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            List<String> controllers = List.of(parts[1].split(",", -1));
            Path root;
            if (parts[1].isEmpty()) {
                root = cgroups;
            } else if (controllers.contains("cpu")) {
                root = Files.isDirectory(cgroups.resolve(parts[1]))
                        ? cgroups.resolve(parts[1])
                        : cgroups.resolve("cpu");
            } else {
                continue;
            }
            // Within a container the path may be the host's; then only the root is there.
            Path group = root.resolve(parts[2].substring(1)).normalize();
            while (group != null && group.startsWith(root)) {
                groups.add(group);
                group = group.getParent();
            }
        }
        return groups;
    }

    private static @Nullable Double quota(Path group) {
        String both = first(group.resolve("cpu.max"));
        String quota = both == null ? first(group.resolve("cpu.cfs_quota_us")) : both.split(" ")[0];
        String period =
                both == null ? first(group.resolve("cpu.cfs_period_us")) : both.substring(both.indexOf(' ') + 1);
        if (quota == null || period == null || quota.equals("max") || quota.startsWith("-")) {
            return null;
        }
        return Double.parseDouble(quota) / Double.parseDouble(period);
    }

    private static @Nullable Long throttledNanos(Path group) {
        for (String line : lines(group.resolve("cpu.stat"))) {
            if (line.startsWith("throttled_usec ")) {
                return Long.parseLong(line.substring(line.indexOf(' ') + 1)) * 1_000;
            }
            if (line.startsWith("throttled_time ")) {
                return Long.parseLong(line.substring(line.indexOf(' ') + 1));
            }
        }
        return null;
    }

    /// Local ports in use within the range that connections get theirs from. Reads the kernel's list of all
    /// connections: milliseconds with thousands of them.
    @Nullable
    Allowance ports() {
        String range = first(proc.resolve("sys/net/ipv4/ip_local_port_range"));
        if (range == null) {
            return null;
        }
        String[] bounds = range.strip().split("\\s+");
        int from = Integer.parseInt(bounds[0]);
        int to = Integer.parseInt(bounds[1]);
        BitSet used = new BitSet();
        boolean known = false;
        for (String list : List.of("net/tcp", "net/tcp6")) {
            try (BufferedReader reader = Files.newBufferedReader(proc.resolve(list), StandardCharsets.US_ASCII)) {
                reader.lines().skip(1).forEach(line -> addPort(line, used));
                known = true;
            } catch (IOException _) {
                // no such protocol here
            }
        }
        return known ? new Allowance(used.get(from, to + 1).cardinality(), to - from + 1L) : null;
    }

    private static void addPort(String line, BitSet used) {
        String[] words = line.strip().split(" +", 5);
        if (words.length < 5 || words[3].equals(LISTENS)) {
            return;
        }
        used.set(Integer.parseInt(words[1].substring(words[1].indexOf(':') + 1), 16));
    }

    /// A list such as `0-3,8`.
    static BitSet cores(String list) {
        BitSet cores = new BitSet();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            cores.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cores;
    }

    private static @Nullable String first(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? null : lines.getFirst();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.US_ASCII);
        } catch (IOException _) {
            return List.of();
        }
    }
}
