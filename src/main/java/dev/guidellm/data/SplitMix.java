package dev.guidellm.data;

/// Numbers that look random, made from numbers that go on evenly (Steele, Lea and Flood, 2014: SplitMix64).
public final class SplitMix {
    /// The step between numbers to mix.
    public static final long GOLDEN_GAMMA = 0x9e37_79b9_7f4a_7c15L;

    private SplitMix() {}

    /// The finishing step: maps every number to another one, and similar ones to unlike ones.
    public static long mixed(long number) {
        long z = (number ^ (number >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return z ^ (z >>> 31);
    }
}
