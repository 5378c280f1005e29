package dev.guidellm.mockserver;

import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/// Names that no two answers share, and the time that answers carry.
final class Ids {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private Ids() {}

    /// `prefix` and `digits` random hexadecimal digits.
    static String random(String prefix, int digits) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        StringBuilder id = new StringBuilder(prefix.length() + digits).append(prefix);
        long bits = 0;
        for (int i = 0; i < digits; i++) {
            bits = i % 16 == 0 ? random.nextLong() : bits >>> 4;
            id.append(HEX[(int) bits & 0xf]);
        }
        return id.toString();
    }

    /// Whole seconds since 1970.
    static long epochSeconds() {
        return Instant.now().getEpochSecond();
    }
}
