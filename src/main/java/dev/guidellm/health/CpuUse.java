package dev.guidellm.health;

import org.jspecify.annotations.Nullable;

/// Use of the cores that this process may use. Shares are of all of them together, 0 to 1; null where the system does
/// not tell.
///
/// @param cores how many: by affinity, and by a container's quota, which may be a fraction
/// @param ownShare what this process used, collector and compiler threads included
/// @param busyShare what all programs used of the cores that affinity allows, or the hypervisor took
/// @param otherShare of that, what was not ours
/// @param stolenShare what the hypervisor took
/// @param throttledShare how long the container was kept from running because its quota was used up
public record CpuUse(
        double cores,
        @Nullable Double ownShare,
        @Nullable Double busyShare,
        @Nullable Double otherShare,
        @Nullable Double stolenShare,
        @Nullable Double throttledShare) {}
