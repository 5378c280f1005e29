package dev.guidellm.data.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All prompts of a trace as a tree of blocks, in which prompts that begin alike share a path; and, for each block
/// that a prompt finds there, how much else was used since that block was used last. That distance decides for every
/// size of a cache that forgets what was not used for longest whether the block is still there (Mattson and others,
/// 1970): one pass gives the hits of all sizes.
///
/// A prompt uses all blocks of its path at once, so what is nearer to the root was never used less lately, and a
/// cache that forgets leaves first never has a hole in a path. Distances and sizes are tokens.
final class ReuseDistanceTree {
    private static final int UNUSED = -1;

    private final Map<Long, Node> roots = new HashMap<>();
    /// Tokens by the number of the prompt that used them last: a Fenwick tree (1994).
    private final long[] lastUse;

    private final CacheCurve curve;
    private int prompts;
    private long distinctTokens;
    private long sharedTokens;
    private int nodes;
    private int branchings;
    private int deepest;

    /// A run of blocks without a branching inside.
    private static final class Node {
        long[] ids;
        int blockSize;
        int last = UNUSED;
        int session;
        boolean shared;

        @Nullable
        Map<Long, Node> children;

        Node(long[] ids, int blockSize, int session) {
            this.ids = ids;
            this.blockSize = blockSize;
            this.session = session;
        }

        long tokens() {
            return (long) ids.length * blockSize;
        }
    }

    /// @param mostPrompts how many prompts there will be
    ReuseDistanceTree(int mostPrompts, CacheCurve curve) {
        this.lastUse = new long[mostPrompts + 1];
        this.curve = curve;
    }

    /// One more prompt.
    ///
    /// @param ids of its full blocks
    /// @param scope equal for two prompts when their ids mean the same
    /// @param session the conversation it belongs to
    void add(long[] ids, int blockSize, long scope, int session) {
        int number = prompts++;
        Node at = roots.computeIfAbsent(scope, _ -> new Node(new long[0], blockSize, session));
        int position = 0;
        long groupTokens = 0;
        int groupUse = UNUSED;
        long used = 0;
        long nearer = 0;
        while (position < ids.length) {
            Node child = at.children == null ? null : at.children.get(ids[position]);
            if (child == null) {
                child = grow(at, Arrays.copyOfRange(ids, position, ids.length), blockSize, session);
                child.last = number;
                position = ids.length;
                used += child.tokens();
            } else {
                int same = shared(child.ids, ids, position);
                if (same < child.ids.length) {
                    split(child, same);
                }
                if (child.last != groupUse) {
                    leave(groupUse, groupTokens, nearer);
                    nearer += groupTokens;
                    groupUse = child.last;
                    groupTokens = 0;
                }
                groupTokens += child.tokens();
                used += child.tokens();
                if (!child.shared && child.session != session) {
                    child.shared = true;
                    sharedTokens += child.tokens();
                }
                child.last = number;
                position += same;
            }
            at = child;
        }
        leave(groupUse, groupTokens, nearer);
        change(number, used);
        deepest = Math.max(deepest, ids.length);
    }

    /// How many ids a run has in common with a prompt from `position` on.
    private static int shared(long[] run, long[] ids, int position) {
        int limit = Math.min(run.length, ids.length - position);
        int mismatch = Arrays.mismatch(run, 0, limit, ids, position, position + limit);
        return mismatch < 0 ? limit : mismatch;
    }

    /// Counts the hits of blocks that were all used last by the same prompt, and takes them off its tokens.
    ///
    /// @param nearer tokens of the path that are nearer to the root, and were used later
    private void leave(int use, long tokens, long nearer) {
        if (use == UNUSED || tokens == 0) {
            return;
        }
        curve.found(usedAfter(use) + nearer, tokens);
        change(use, -tokens);
    }

    private Node grow(Node at, long[] ids, int blockSize, int session) {
        Node child = new Node(ids, blockSize, session);
        if (at.children == null) {
            at.children = new HashMap<>(2);
        } else if (at.children.size() == 1) {
            branchings++;
        }
        at.children.put(ids[0], child);
        nodes++;
        distinctTokens += child.tokens();
        return child;
    }

    /// Cuts a node in two behind its first `length` blocks.
    private void split(Node node, int length) {
        Node lower = new Node(Arrays.copyOfRange(node.ids, length, node.ids.length), node.blockSize, node.session);
        lower.last = node.last;
        lower.shared = node.shared;
        lower.children = node.children;
        node.ids = Arrays.copyOf(node.ids, length);
        node.children = new HashMap<>(2);
        node.children.put(lower.ids[0], lower);
        nodes++;
    }

    private void change(int prompt, long tokens) {
        for (int i = prompt + 1; i < lastUse.length; i += i & -i) {
            lastUse[i] += tokens;
        }
    }

    /// Tokens that were used by a prompt behind `prompt`.
    private long usedAfter(int prompt) {
        return sum(lastUse.length - 1) - sum(prompt + 1);
    }

    private long sum(int upTo) {
        long sum = 0;
        for (int i = upTo; i > 0; i -= i & -i) {
            sum += lastUse[i];
        }
        return sum;
    }

    /// The tree's shape.
    ///
    /// @param prompts how many prompts it holds
    /// @param distinctTokens tokens of all blocks, each counted once
    /// @param sharedTokens those of them that prompts of several conversations have
    /// @param runs pieces without a branching
    /// @param branchings places at which prompts part
    /// @param deepestBlocks the longest path
    record Shape(int prompts, long distinctTokens, long sharedTokens, int runs, int branchings, int deepestBlocks) {}

    Shape shape() {
        return new Shape(prompts, distinctTokens, sharedTokens, nodes, branchings, deepest);
    }
}
