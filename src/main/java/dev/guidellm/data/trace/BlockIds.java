package dev.guidellm.data.trace;

import dev.guidellm.data.RowException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The block ids of a prompt, kept as the difference from a prompt before it: a conversation's prompts repeat
/// nearly all of what came before.
final class BlockIds {
    private static final long[] NO_IDS = {};

    /// No blocks.
    static final BlockIds NONE = new BlockIds(null, 0, NO_IDS);

    private final @Nullable BlockIds before;
    private final int shared;
    private final long[] own;

    private BlockIds(@Nullable BlockIds before, int shared, long[] own) {
        this.before = before;
        this.shared = shared;
        this.own = own;
    }

    /// The first `count` of `ids`.
    ///
    /// @param before the blocks of an earlier prompt, which are `beforeIds`
    static BlockIds of(long[] ids, int count, BlockIds before, long[] beforeIds) {
        int shared = shared(ids, count, beforeIds, before.size());
        return shared == 0
                ? new BlockIds(null, 0, Arrays.copyOf(ids, count))
                : new BlockIds(before, shared, Arrays.copyOfRange(ids, shared, count));
    }

    static BlockIds of(long[] ids) {
        return of(ids, ids.length, NONE, NO_IDS);
    }

    /// How many leading ids two prompts have in common.
    static int shared(long[] a, int aCount, long[] b, int bCount) {
        int limit = Math.min(aCount, bCount);
        int mismatch = Arrays.mismatch(a, 0, limit, b, 0, limit);
        return mismatch < 0 ? limit : mismatch;
    }

    int size() {
        return shared + own.length;
    }

    long[] toArray() {
        long[] ids = new long[size()];
        int missing = ids.length;
        for (BlockIds at = this; at != null && missing > 0; at = at.before) {
            if (missing > at.shared) {
                System.arraycopy(at.own, 0, ids, at.shared, missing - at.shared);
                missing = at.shared;
            }
        }
        return ids;
    }

    /// The same prompt with other ids.
    ///
    /// @param ids maps each id
    /// @param done the prompts that were mapped before, to which this one is added with those it differs from
    BlockIds mapped(LongUnaryOperator ids, Map<BlockIds, BlockIds> done) {
        List<BlockIds> chain = new ArrayList<>();
        BlockIds at = this;
        while (at != null && !done.containsKey(at)) {
            chain.add(at);
            at = at.before;
        }
        BlockIds mapped = at == null ? null : done.get(at);
        for (BlockIds next : chain.reversed()) {
            long[] own = next.own.clone();
            for (int i = 0; i < own.length; i++) {
                own[i] = ids.applyAsLong(own[i]);
            }
            mapped = new BlockIds(mapped, next.shared, own);
            done.put(next, mapped);
        }
        return mapped == null ? this : mapped;
    }

    /// The ids that the prompt before does not have; all ids where there is none.
    long[] own() {
        return own.clone();
    }

    /// A row whose ids do not cover its prompt.
    static RowException wrongCount(int tokens, int blockSize, int given) {
        return new RowException("Input token count of " + tokens + " split into blocks of size " + blockSize
                + " does not match given " + given + " blocks");
    }
}
