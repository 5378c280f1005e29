package dev.guidellm.mockserver;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/// Names that no two answers share, and the time that answers carry.
final class Ids {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private Ids() {}

    /// `prefix` and `digits` random hexadecimal digits.
    static String random(String prefix, int digits) {
        return prefix + new String(digits(digits), StandardCharsets.US_ASCII);
    }

    /// So many random hexadecimal digits in ASCII.
    static byte[] digits(int count) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        byte[] digits = new byte[count];
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits = i % 16 == 0 ? random.nextLong() : bits >>> 4;
            digits[i] = HEX[(int) bits & 0xf];
        }
        return digits;
    }

    /// Whole seconds since 1970.
    static long epochSeconds() {
        return Instant.now().getEpochSecond();
    }
}
