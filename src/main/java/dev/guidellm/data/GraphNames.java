package dev.guidellm.data;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Names conversations so that none occurs twice in a run. Safe for several threads.
///
/// Names are random UUIDs (version 4), made from one of the secure generator and a number that goes on; the secure
/// generator itself would take longer than all the rest of a conversation.
public final class GraphNames {
    private static final long VERSION_MASK = 0xffff_ffff_ffff_0fffL;
    private static final long VERSION = 0x4000L;
    private static final long VARIANT_MASK = 0x3fff_ffff_ffff_ffffL;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final Map<String, Integer> given = new ConcurrentHashMap<>();
    private final UUID seed = UUID.randomUUID();
    private final AtomicLong made = new AtomicLong();

    /// A name of its own: the row's name where it has one, with a number from its second use on.
    public String next(@Nullable String wanted) {
        if (wanted == null) {
            return uuid(made.getAndIncrement() * SplitMix.GOLDEN_GAMMA);
        }
        int use = given.merge(wanted, 1, Integer::sum);
        return use == 1 ? wanted : wanted + "-" + use;
    }

    private String uuid(long step) {
        long high = (SplitMix.mixed(seed.getMostSignificantBits() + step) & VERSION_MASK) | VERSION;
        long low = (SplitMix.mixed(seed.getLeastSignificantBits() + step) & VARIANT_MASK) | VARIANT;
        return new UUID(high, low).toString();
    }
}
