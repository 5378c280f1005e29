package dev.guidellm.data.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An ideal prefix cache: it holds the blocks of all prompts it has seen, each behind the blocks before it, and
/// drops the least recently used ones when they are too many, the last of a prompt first.
///
/// A radix tree: an edge holds all blocks up to the next fork, so that a prompt costs as many steps as there are
/// forks in it, not as it has blocks.
final class PrefixTree {
    private final long capacityTokens;
    private final Map<Object, Edge> roots = new HashMap<>();
    /// The edges that end a path, by the time of their last use; no two have the same.
    private final TreeMap<Long, Edge> leaves = new TreeMap<>();

    private long keptTokens;
    private long now;

    /// Blocks without a fork in between.
    private static final class Edge {
        private @Nullable Edge parent;
        private final int blockSize;
        private final Map<Long, Edge> children = new HashMap<>(2);
        private long[] ids;
        private long lastUse;

        Edge(@Nullable Edge parent, long[] ids, int blockSize, long lastUse) {
            this.parent = parent;
            this.ids = ids;
            this.blockSize = blockSize;
            this.lastUse = lastUse;
        }
    }

    PrefixTree(long capacityTokens) {
        this.capacityTokens = capacityTokens;
    }

    /// Sends a prompt.
    ///
    /// @param scope prompts share blocks only within one; its blocks have one size
    /// @param ids of the prompt's whole blocks
    /// @return how many blocks from the first on the cache held already
    int use(Object scope, long[] ids, int blockSize) {
        now++;
        Edge at = roots.computeIfAbsent(scope, _ -> new Edge(null, new long[0], blockSize, 0));
        int found = 0;
        while (found < ids.length) {
            Edge next = at.children.get(ids[found]);
            if (next == null) {
                break;
            }
            int same = Arrays.mismatch(ids, found, ids.length, next.ids, 0, next.ids.length);
            if (same >= 0 && same < next.ids.length) {
                next = split(next, same);
            }
            touch(next);
            found += next.ids.length;
            at = next;
        }
        if (found < ids.length) {
            add(at, Arrays.copyOfRange(ids, found, ids.length));
            drop();
        }
        return found;
    }

    /// Tokens of all blocks that are held.
    long keptTokens() {
        return keptTokens;
    }

    private void touch(Edge edge) {
        if (edge.children.isEmpty()) {
            leaves.remove(edge.lastUse);
            leaves.put(now, edge);
        }
        edge.lastUse = now;
    }

    private void add(Edge at, long[] ids) {
        keptTokens += (long) ids.length * at.blockSize;
        if (at.parent != null && at.children.isEmpty()) {
            int before = at.ids.length;
            at.ids = Arrays.copyOf(at.ids, before + ids.length);
            System.arraycopy(ids, 0, at.ids, before, ids.length);
            return;
        }
        Edge leaf = new Edge(at, ids, at.blockSize, now);
        at.children.put(ids[0], leaf);
        leaves.put(now, leaf);
    }

    /// Cuts an edge in two; returns the upper part, which is no leaf.
    private static Edge split(Edge lower, int length) {
        Edge parent = lower.parent;
        if (parent == null) {
            throw new IllegalStateException("a root has no blocks");
        }
        Edge upper = new Edge(parent, Arrays.copyOf(lower.ids, length), lower.blockSize, lower.lastUse);
        parent.children.put(upper.ids[0], upper);
        lower.parent = upper;
        lower.ids = Arrays.copyOfRange(lower.ids, length, lower.ids.length);
        upper.children.put(lower.ids[0], lower);
        return upper;
    }

    private void drop() {
        while (keptTokens > capacityTokens) {
            Edge leaf = leaves.firstEntry().getValue();
            long excess = Math.ceilDiv(keptTokens - capacityTokens, leaf.blockSize);
            int dropped = (int) Math.min(excess, leaf.ids.length);
            keptTokens -= (long) dropped * leaf.blockSize;
            if (dropped < leaf.ids.length) {
                leaf.ids = Arrays.copyOf(leaf.ids, leaf.ids.length - dropped);
            } else {
                remove(leaf);
            }
        }
    }

    private void remove(Edge leaf) {
        leaves.remove(leaf.lastUse);
        Edge parent = leaf.parent;
        if (parent != null) {
            parent.children.remove(leaf.ids[0]);
            if (parent.children.isEmpty() && parent.parent != null) {
                leaves.put(parent.lastUse, parent);
            }
        }
    }
}
