package dev.guidellm.health;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Measures the use of the cores from its making on.
final class CpuMeter {
    private final MachineFiles files;
    private final @Nullable BitSet allowed;
    private final double cores;
    private final long ownBefore;
    private final MachineFiles.@Nullable Ticks ticksBefore;
    private final @Nullable Long throttledBefore;

    CpuMeter(MachineFiles files) {
        this.files = files;
        allowed = files.allowedCores();
        MachineFiles.Quota quota = files.quota();
        double byAffinity = allowed == null ? Runtime.getRuntime().availableProcessors() : allowed.cardinality();
        cores = quota.cores() == null ? byAffinity : Math.min(byAffinity, quota.cores());
        throttledBefore = quota.throttledNanos();
        ticksBefore = files.ticks(allowed);
        ownBefore = ownNanos();
    }

    /// The use over the `seconds` since the start.
    CpuUse use(double seconds) {
        long own = ownNanos();
        Double ownSeconds = own < 0 || ownBefore < 0 ? null : (Double) ((own - ownBefore) / 1e9);
        Double ownShare = ownSeconds == null ? null : (Double) Math.clamp(ownSeconds / seconds / cores, 0, 1);
        Long throttled = files.quota().throttledNanos();
        Double throttledShare = throttled == null || throttledBefore == null
                ? null
                // the kernel adds up the time of each core
                : (Double) Math.clamp((throttled - throttledBefore) / 1e9 / seconds / Math.ceil(cores), 0, 1);
        MachineFiles.Ticks now = files.ticks(allowed);
        if (now == null || ticksBefore == null || now.total() <= ticksBefore.total()) {
            return new CpuUse(cores, ownShare, null, null, null, throttledShare);
        }
        double total = now.total() - ticksBefore.total();
        double busy = Math.clamp((now.busy() - ticksBefore.busy()) / total, 0, 1);
        double stolen = Math.clamp((now.stolen() - ticksBefore.stolen()) / total, 0, 1);
        int counted = allowed == null ? Runtime.getRuntime().availableProcessors() : allowed.cardinality();
        Double other = ownSeconds == null ? null : (Double) Math.clamp(busy - ownSeconds / seconds / counted, 0, 1);
        return new CpuUse(cores, ownShare, busy, other, stolen, throttledShare);
    }

    /// CPU time of this process; below 0 where it is not told.
    private static long ownNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
    }
}
