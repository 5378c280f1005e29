package dev.guidellm.search;

import java.math.BigInteger;

/// A sum of products of whole numbers with 128 bits. Since nothing is rounded, what was added can be taken away
/// again without a trace.
final class WideSum {
    private long high;
    private long low;

    void addProduct(long a, long b) {
        long product = a * b;
        long sum = low + product;
        long carry = Long.compareUnsigned(sum, product) < 0 ? 1 : 0;
        high += Math.multiplyHigh(a, b) + carry;
        low = sum;
    }

    void subtractProduct(long a, long b) {
        addProduct(-a, b);
    }

    BigInteger value() {
        // The low half counts as signed here, which takes 2^64 too much when its first bit is set.
        long upper = low < 0 ? high + 1 : high;
        return BigInteger.valueOf(upper).shiftLeft(Long.SIZE).add(BigInteger.valueOf(low));
    }
}
