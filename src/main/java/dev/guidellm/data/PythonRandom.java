package dev.guidellm.data;

/// Random numbers that equal those of Python's `random.Random(seed)`: MT19937, seeded from an array.
///
/// So a seed gives the same sizes as in GuideLLM (pinned by `cases/data/dataset-cases.json`). Not for several
/// threads.
public final class PythonRandom {
    private static final int N = 624;
    private static final int M = 397;
    private static final double TWO_TO_MINUS_53 = 1.0 / 9007199254740992.0;

    private final int[] state = new int[N];
    private int index = N;
    private double spareGauss = Double.NaN;

    /// A generator seeded as Python seeds one with the whole number `seed`.
    public PythonRandom(long seed) {
        long magnitude = Math.abs(seed);
        int low = (int) magnitude;
        int high = (int) (magnitude >>> 32);
        seed(high == 0 ? new int[] {low} : new int[] {low, high});
    }

    private void seed(int[] key) {
        state[0] = 19650218;
        for (int j = 1; j < N; j++) {
            state[j] = 1812433253 * (state[j - 1] ^ (state[j - 1] >>> 30)) + j;
        }
        int i = 1;
        int j = 0;
        for (int k = Math.max(N, key.length); k > 0; k--) {
            state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >>> 30)) * 1664525)) + key[j] + j;
            i++;
            j = (j + 1) % key.length;
            if (i >= N) {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        for (int k = N - 1; k > 0; k--) {
            state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >>> 30)) * 1566083941)) - i;
            i++;
            if (i >= N) {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        state[0] = 0x80000000;
    }

    /// 32 random bits.
    public int nextBits() {
        if (index >= N) {
            refill();
        }
        int y = state[index++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }

    private void refill() {
        for (int k = 0; k < N - M; k++) {
            state[k] = state[k + M] ^ twisted(state[k], state[k + 1]);
        }
        for (int k = N - M; k < N - 1; k++) {
            state[k] = state[k + M - N] ^ twisted(state[k], state[k + 1]);
        }
        state[N - 1] = state[M - 1] ^ twisted(state[N - 1], state[0]);
        index = 0;
    }

    private static int twisted(int upper, int lower) {
        int y = (upper & 0x80000000) | (lower & 0x7fffffff);
        return (y >>> 1) ^ (-(y & 1) & 0x9908b0df);
    }

    /// `getrandbits(32)`: 0 to 2^32 - 1.
    public long nextUnsignedInt() {
        return Integer.toUnsignedLong(nextBits());
    }

    /// `random()`: at least 0, below 1, 53 bits.
    public double nextDouble() {
        double high = nextBits() >>> 5;
        double low = nextBits() >>> 6;
        return (high * 67108864.0 + low) * TWO_TO_MINUS_53;
    }

    /// `randrange(bound)`: at least 0, below `bound`, which is at least 1.
    public long below(long bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be at least 1, got " + bound);
        }
        int bits = 64 - Long.numberOfLeadingZeros(bound);
        long value;
        do {
            value = randomBits(bits);
        } while (value >= bound);
        return value;
    }

    private long randomBits(int bits) {
        if (bits <= 32) {
            return nextUnsignedInt() >>> (32 - bits);
        }
        long low = nextUnsignedInt();
        long high = nextUnsignedInt() >>> (64 - bits);
        return (high << 32) | low;
    }

    /// `randint(low, high)`: both ends possible.
    public long between(long low, long high) {
        return low + below(high - low + 1);
    }

    /// `uniform(low, high)`.
    public double uniform(double low, double high) {
        return low + (high - low) * nextDouble();
    }

    /// `gauss(mean, deviation)`: every second value is the sine that belongs to the cosine before.
    public double gauss(double mean, double deviation) {
        double z = spareGauss;
        spareGauss = Double.NaN;
        if (Double.isNaN(z)) {
            double angle = nextDouble() * 2.0 * Math.PI;
            double radius = Math.sqrt(-2.0 * Math.log(1.0 - nextDouble()));
            z = Math.cos(angle) * radius;
            spareGauss = Math.sin(angle) * radius;
        }
        return mean + z * deviation;
    }
}
