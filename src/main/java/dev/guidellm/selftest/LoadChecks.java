package dev.guidellm.selftest;

import dev.guidellm.health.CpuUse;
import dev.guidellm.health.DelaySummary;
import dev.guidellm.health.Words;
import java.util.ArrayList;
import java.util.List;

/// What the load showed of the machine.
final class LoadChecks {
    private static final double OTHERS_DOUBT = 0.1;
    private static final double STOLEN_DOUBT = 0.05;
    private static final double THROTTLED_DOUBT = 0.01;
    private static final double LATE_P50_MILLIS = 1;
    private static final double LATE_P99_MILLIS = 5;
    private static final String LOAD = "load on itself";

    private LoadChecks() {}

    static List<Finding> of(Ceilings ceilings) {
        List<Finding> findings = new ArrayList<>();
        String failure = ceilings.failure();
        if (ceilings.streamed().together() == null || ceilings.plain().together() == null) {
            findings.add(Finding.hopeless(
                    LOAD,
                    failure == null
                            ? "no request to its own server succeeded in time"
                            : "no request to its own server succeeded: " + failure,
                    "look for a firewall on the loopback device and for a lack of memory: ip addr show lo; free -m"));
        } else if (failure != null) {
            findings.add(Finding.doubtful(
                    LOAD, "some requests to its own server failed: " + failure, "measure again with fewer programs"));
        }
        others(ceilings.client().cpu(), findings);
        late(ceilings, findings);
        return findings;
    }

    static Finding notStarted(String problem) {
        return Finding.hopeless(LOAD, problem, "allow this program to listen on 127.0.0.1: ip addr show lo");
    }

    private static void others(CpuUse cpu, List<Finding> findings) {
        String check = "other programs";
        Double other = cpu.otherShare();
        if (other != null) {
            findings.add(
                    other >= OTHERS_DOUBT
                            ? Finding.doubtful(
                                    check,
                                    "they used " + Words.share(other) + " of the cores meanwhile: the figures are lower"
                                            + " than this machine's",
                                    "end them and measure again (top shows them)")
                            : Finding.fine(check, "they used " + Words.share(other) + " of the cores"));
        }
        Double stolen = cpu.stolenShare();
        if (stolen != null && stolen >= STOLEN_DOUBT) {
            findings.add(Finding.doubtful(
                    "hypervisor",
                    "it took " + Words.share(stolen) + " of the cores away",
                    "ask for cores that are not shared"));
        }
        Double throttled = cpu.throttledShare();
        if (throttled != null && throttled >= THROTTLED_DOUBT) {
            findings.add(Finding.doubtful(
                    "container",
                    "its CPU quota stopped this program for " + Words.share(throttled) + " of the time",
                    "docker update --cpus=0 --cpuset-cpus=CORES CONTAINER, or no CPU limit in the pod"));
        }
    }

    private static void late(Ceilings ceilings, List<Finding> findings) {
        DelaySummary late = ceilings.late();
        if (late != null && (late.p50() >= LATE_P50_MILLIS || late.p99() >= LATE_P99_MILLIS)) {
            findings.add(Finding.doubtful(
                    "timetable",
                    "at " + Words.count(Math.round(ceilings.openLoopRate())) + " requests/s half of them left "
                            + Words.millis(late.p50()) + " late or later, 1 % " + Words.millis(late.p99()),
                    "leave a core free: end other programs, and run the server elsewhere"));
        }
    }
}
