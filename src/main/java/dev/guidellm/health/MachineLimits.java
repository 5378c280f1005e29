package dev.guidellm.health;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// What this process may use of its machine. What the system does not tell is null.
///
/// @param allowedCores on which it may run
/// @param quotaCores how many its container may keep busy, perhaps a fraction; null where there is no such limit
/// @param descriptors open files and sockets now, of the process's limit
/// @param ports local ports of connections now within the range that the system gives out, of that range; those of
///     other programs included
public record MachineLimits(
        int allowedCores,
        @Nullable Double quotaCores,
        @Nullable Allowance descriptors,
        @Nullable Allowance ports) {

    /// As they are now.
    public static MachineLimits read() {
        return read(MachineFiles.HERE);
    }

    static MachineLimits read(MachineFiles files) {
        BitSet allowed = files.allowedCores();
        return new MachineLimits(
                allowed == null ? Runtime.getRuntime().availableProcessors() : allowed.cardinality(),
                files.quota().cores(),
                HealthMeter.descriptors(),
                files.ports());
    }

    /// Cores that it can keep busy.
    public double cores() {
        return quotaCores == null ? allowedCores : Math.min(allowedCores, quotaCores);
    }
}
