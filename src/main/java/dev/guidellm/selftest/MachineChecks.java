package dev.guidellm.selftest;

import dev.guidellm.health.Allowance;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What of a machine stands in the way of good figures, and how to mend it.
final class MachineChecks {
    private static final long FEWEST_DESCRIPTORS = 256;
    private static final long USUAL_DESCRIPTORS = 4_096;
    private static final long FEWEST_PORTS = 256;
    private static final long USUAL_PORTS = 10_000;
    private static final double DEAR_READ_NANOS = 250;
    private static final long COARSE_STEP_NANOS = 1_000;
    private static final double LATE_WAKE_MILLIS = 1;

    /// Read without a call into the kernel, and steady.
    private static final Set<String> GOOD_CLOCKS =
            Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter", "riscv_clocksource");

    /// Where `powersave` means that the processor itself chooses its speed.
    private static final Set<String> DRIVERS_THAT_CHOOSE = Set.of("intel_pstate", "amd-pstate-epp", "amd_pstate_epp");

    private MachineChecks() {}

    static List<Finding> of(MachineState machine) {
        List<Finding> findings = new ArrayList<>();
        findings.add(descriptors(machine.limits().descriptors()));
        findings.add(ports(machine.limits().ports()));
        findings.add(clockSource(machine.clockSource(), machine.clockSources()));
        findings.add(clockReads(machine.time()));
        findings.add(governor(machine.governors(), machine.scalingDrivers()));
        findings.add(cores(machine));
        findings.add(wakes(machine.time().wakeLateness()));
        return findings;
    }

    private static Finding descriptors(@Nullable Allowance files) {
        String check = "file descriptors";
        if (files == null) {
            return Finding.fine(check, "the system does not tell how many this process may open");
        }
        String text = Words.count(files.limit()) + " may be open, " + Words.count(files.used())
                + " are; each connection needs one";
        String remedy = "ulimit -n 65536, before the start (for good: nofile in /etc/security/limits.conf, or"
                + " docker run --ulimit nofile=65536:65536)";
        if (files.limit() < FEWEST_DESCRIPTORS) {
            return Finding.hopeless(check, text, remedy);
        }
        return files.limit() - files.used() < USUAL_DESCRIPTORS
                ? Finding.doubtful(check, text, remedy)
                : Finding.fine(check, text);
    }

    private static Finding ports(@Nullable Allowance ports) {
        String check = "local ports";
        if (ports == null) {
            return Finding.fine(check, "the system does not tell which it gives out");
        }
        long left = ports.limit() - ports.used();
        String text = Words.count(ports.limit()) + " for outgoing connections, " + Words.count(ports.used())
                + " in use by all programs";
        String remedy = "sudo sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\"";
        if (left < FEWEST_PORTS) {
            return Finding.hopeless(check, text, remedy);
        }
        return left < USUAL_PORTS ? Finding.doubtful(check, text, remedy) : Finding.fine(check, text);
    }

    private static Finding clockSource(@Nullable String source, List<String> possible) {
        String check = "clock source";
        if (source == null) {
            return Finding.fine(check, "the system does not tell");
        }
        if (GOOD_CLOCKS.contains(source)) {
            return Finding.fine(check, source);
        }
        return Finding.doubtful(
                check,
                source + ": each look at the clock is a call into the kernel, or slow",
                possible.stream()
                        .filter(GOOD_CLOCKS::contains)
                        .findFirst()
                        .map(better -> "echo " + better
                                + " | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource")
                        .orElse("boot with tsc=reliable, or ask the host's owner for a guest with a stable TSC"));
    }

    private static Finding clockReads(TimeKeeping time) {
        String check = "clock";
        String text =
                String.format(Locale.ROOT, "%,.0f ns a look, steps of %,d ns", time.readNanos(), time.stepNanos());
        return time.readNanos() > DEAR_READ_NANOS || time.stepNanos() > COARSE_STEP_NANOS
                ? Finding.doubtful(
                        check, text, "see the clock source: cat /sys/devices/system/clocksource/clocksource0/*")
                : Finding.fine(check, text);
    }

    private static Finding governor(Set<String> governors, Set<String> drivers) {
        String check = "CPU governor";
        if (governors.isEmpty()) {
            return Finding.fine(check, "the system does not tell (usual in a virtual machine)");
        }
        String text = String.join(", ", governors.stream().sorted().toList());
        boolean slow = governors.contains("conservative")
                || governors.contains("ondemand")
                || (governors.contains("powersave") && drivers.stream().noneMatch(DRIVERS_THAT_CHOOSE::contains));
        return slow
                ? Finding.doubtful(
                        check,
                        text + ": cores are slow when work comes after a pause",
                        "sudo cpupower frequency-set -g performance")
                : Finding.fine(check, text);
    }

    private static Finding cores(MachineState machine) {
        String check = "cores";
        int allowed = machine.limits().allowedCores();
        Double quota = machine.limits().quotaCores();
        if (quota != null && quota < allowed) {
            return Finding.doubtful(
                    check,
                    "the container's quota is " + Words.cores(quota) + " of " + Words.cores(allowed)
                            + ": when it is used up, every thread stands still for up to 100 ms",
                    "give it cores of its own instead: docker update --cpus=0 --cpuset-cpus=0-"
                            + (Math.max(1, (int) Math.ceil(quota)) - 1)
                            + " CONTAINER, or no CPU limit in the pod");
        }
        if (allowed == 1) {
            return Finding.doubtful(
                    check,
                    "one: the threads of this program wait for each other",
                    "run it on a machine with two cores or more (taskset -p PID shows what is allowed)");
        }
        return Finding.fine(check, allowed + (quota == null ? ", no container quota" : ", within the quota"));
    }

    private static Finding wakes(DelaySummary late) {
        String check = "waking up";
        if (late.isEmpty()) {
            return Finding.fine(check, "not measured");
        }
        String text = "a sleeping thread wakes " + Words.millis(late.p50()) + " late, 1 % " + Words.millis(late.p99())
                + " or more";
        return late.p99() > LATE_WAKE_MILLIS
                ? Finding.doubtful(
                        check,
                        text,
                        "end what else runs here (top shows it); in a virtual machine ask for cores that are not"
                                + " shared")
                : Finding.fine(check, text);
    }
}
