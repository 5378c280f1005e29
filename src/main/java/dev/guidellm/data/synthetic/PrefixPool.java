package dev.guidellm.data.synthetic;

import dev.guidellm.config.SyntheticText.PrefixBucket;
import dev.guidellm.data.PythonRandom;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The shared prefixes of one epoch, each as often as its bucket's weight asks for.
///
/// With L the least common multiple of all prefix counts, a prefix of bucket i stands in the pool `w_i / g`
/// times, where `w_i = floor(L * weight_i / count_i)` and g is the greatest common divisor of all `w_i`.
final class PrefixPool {
    private static final int DISTINCT_TRIES = 20;

    private final List<String> pool;

    private PrefixPool(List<String> pool) {
        this.pool = pool;
    }

    static PrefixPool make(List<PrefixBucket> buckets, FillerText filler, TextDraft draft) {
        List<Integer> copies = copiesOfEachPrefix(buckets);
        List<String> pool = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (int i = 0; i < buckets.size(); i++) {
            PrefixBucket bucket = buckets.get(i);
            for (int prefix = 0; prefix < bucket.prefixCount(); prefix++) {
                String text = distinct(bucket.prefixTokens(), known, filler, draft);
                for (int copy = 0; copy < copies.get(i); copy++) {
                    pool.add(text);
                }
            }
        }
        return new PrefixPool(List.copyOf(pool));
    }

    private static String distinct(int tokens, Set<String> known, FillerText filler, TextDraft draft) {
        if (tokens == 0) {
            return "";
        }
        String text = filler.ofTokens(tokens, "", draft);
        for (int attempt = 1; attempt < DISTINCT_TRIES && !known.add(text); attempt++) {
            text = filler.ofTokens(tokens, "", draft);
        }
        return text;
    }

    /// How often each prefix of a bucket stands in the pool, bucket by bucket.
    static List<Integer> copiesOfEachPrefix(List<PrefixBucket> buckets) {
        BigInteger common = BigInteger.ONE;
        for (PrefixBucket bucket : buckets) {
            BigInteger count = BigInteger.valueOf(bucket.prefixCount());
            common = common.divide(common.gcd(count)).multiply(count);
        }
        List<BigInteger> weights = new ArrayList<>();
        BigInteger divisor = BigInteger.ZERO;
        for (PrefixBucket bucket : buckets) {
            BigInteger weight = common.multiply(BigInteger.valueOf(bucket.bucketWeight()))
                    .divide(BigInteger.valueOf(bucket.prefixCount()));
            weights.add(weight);
            divisor = divisor.gcd(weight);
        }
        List<Integer> copies = new ArrayList<>();
        for (BigInteger weight : weights) {
            copies.add(weight.divide(divisor).intValueExact());
        }
        return copies;
    }

    /// One prefix by a uniform draw; empty when it has no tokens.
    String choose(PythonRandom random) {
        return pool.isEmpty() ? "" : pool.get((int) random.below(pool.size()));
    }

    int size() {
        return pool.size();
    }
}
