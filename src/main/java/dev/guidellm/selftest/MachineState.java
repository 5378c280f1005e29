package dev.guidellm.selftest;

import dev.guidellm.clock.RunClock;
import dev.guidellm.health.MachineLimits;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was found of the machine, before any load.
///
/// @param clockSource what the kernel reads its time from; null when unknown
/// @param clockSources what it could read it from
/// @param governors how the speed of the cores is chosen; empty when unknown
/// @param scalingDrivers who sets the speed; empty when unknown
public record MachineState(
        MachineLimits limits,
        @Nullable String clockSource,
        List<String> clockSources,
        Set<String> governors,
        Set<String> scalingDrivers,
        TimeKeeping time) {
    /// What this program has open beside connections, with some to spare.
    private static final int DESCRIPTORS_KEPT = 64;

    public MachineState {
        clockSources = List.copyOf(clockSources);
        governors = Set.copyOf(governors);
        scalingDrivers = Set.copyOf(scalingDrivers);
    }

    static MachineState read(RunClock clock, int wakes) {
        SystemFiles files = SystemFiles.HERE;
        return new MachineState(
                MachineLimits.read(),
                files.clockSource(),
                files.clockSources(),
                files.governors(),
                files.scalingDrivers(),
                TimeKeeping.measure(clock, wakes));
    }

    /// Connections that can still be opened to one server; null when nothing limits them as far as is known.
    @Nullable
    Long connectionsLeft() {
        Long left = null;
        if (limits.descriptors() != null) {
            left = limits.descriptors().limit() - limits.descriptors().used() - DESCRIPTORS_KEPT;
        }
        if (limits.ports() != null) {
            long ports = limits.ports().limit() - limits.ports().used();
            left = left == null ? ports : Math.min(left, ports);
        }
        return left == null ? null : Math.max(0, left);
    }
}
