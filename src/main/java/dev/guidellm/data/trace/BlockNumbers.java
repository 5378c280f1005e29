package dev.guidellm.data.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Block ids as formats with one namespace want them: equal where blocks are equal, in order of appearance.
final class BlockNumbers {
    private final Map<Long, Map<Long, Long>> byScope = new HashMap<>();
    private long next;

    /// The ids of all blocks of a prompt, the last of them cut where the prompt ends.
    long[] covering(TraceTurn turn, int blockSize) {
        int needed = (turn.promptTokens() + blockSize - 1) / blockSize;
        long[] numbers = new long[needed];
        int known = 0;
        if (turn.content() instanceof TraceContent.Blocks blocks) {
            long[] ids = blocks.blocks().toArray();
            known = Math.min(ids.length, needed);
            Map<Long, Long> scope = byScope.computeIfAbsent(blocks.scope(), _ -> new HashMap<>());
            for (int i = 0; i < known; i++) {
                numbers[i] = scope.computeIfAbsent(ids[i], _ -> next++);
            }
        }
        for (int i = known; i < needed; i++) {
            numbers[i] = next++;
        }
        return numbers;
    }

    /// The same for ids that the format keeps apart itself: only what no id covers gets a number of its own.
    static long[] full(TraceTurn turn, int blockSize, long fresh) {
        if (turn.content() instanceof TraceContent.Blocks blocks) {
            return blocks.fullIds(turn.promptTokens());
        }
        long[] ids = new long[turn.promptTokens() / blockSize];
        Arrays.setAll(ids, i -> fresh + i);
        return ids;
    }
}
