package dev.guidellm.schedule;

/// The generator MT19937 (Matsumoto and Nishimura, 1998) seeded as Python's `random.Random(seed)` seeds it, so that a
/// seed means the same arrivals here and there.
final class MersenneTwister {
    private static final int SIZE = 624;
    private static final int SHIFT = 397;
    private static final int TWIST = 0x9908b0df;

    private final int[] state = new int[SIZE];
    private int at = SIZE;

    /// @param seed its absolute value counts
    MersenneTwister(long seed) {
        long positive = Math.abs(seed);
        int high = (int) (positive >>> 32);
        seedWith(high == 0 ? new int[] {(int) positive} : new int[] {(int) positive, high});
    }

    private void seedWith(int[] key) {
        state[0] = 19650218;
        for (int i = 1; i < SIZE; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
        int i = 1;
        int j = 0;
        for (int k = Math.max(SIZE, key.length); k > 0; k--) {
            state[i] = (state[i] ^ (state[i - 1] ^ (state[i - 1] >>> 30)) * 1664525) + key[j] + j;
            i = following(i);
            j = (j + 1) % key.length;
        }
        for (int k = SIZE - 1; k > 0; k--) {
            state[i] = (state[i] ^ (state[i - 1] ^ (state[i - 1] >>> 30)) * 1566083941) - i;
            i = following(i);
        }
        state[0] = 0x80000000;
    }

    private int following(int i) {
        if (i + 1 < SIZE) {
            return i + 1;
        }
        state[0] = state[SIZE - 1];
        return 1;
    }

    /// A number from 0 (included) to 1 (excluded) with 53 random bits.
    double nextDouble() {
        long high = (nextInt() & 0xffffffffL) >>> 5;
        long low = (nextInt() & 0xffffffffL) >>> 6;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }

    private int nextInt() {
        if (at == SIZE) {
            refill();
        }
        int y = state[at++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }

    private void refill() {
        for (int i = 0; i < SIZE; i++) {
            int y = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
            state[i] = state[(i + SHIFT) % SIZE] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : TWIST);
        }
        at = 0;
    }
}
