package dev.guidellm.engine;

import java.util.SplittableRandom;
import java.util.UUID;

/// Makes random UUIDs (version 4) without the cost of a secure generator for each. Owned by one thread.
final class RequestIds {
    private static final long VERSION_MASK = 0xffff_ffff_ffff_0fffL;
    private static final long VERSION = 0x4000L;
    private static final long VARIANT_MASK = 0x3fff_ffff_ffff_ffffL;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final SplittableRandom random;

    RequestIds() {
        UUID seed = UUID.randomUUID();
        this.random = new SplittableRandom(seed.getMostSignificantBits() ^ seed.getLeastSignificantBits());
    }

    String next() {
        long high = (random.nextLong() & VERSION_MASK) | VERSION;
        long low = (random.nextLong() & VARIANT_MASK) | VARIANT;
        return new UUID(high, low).toString();
    }
}
