package dev.guidellm.data.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// The radix tree against a cache that knows nothing but single blocks.
@NullMarked
class PrefixTreeTest {
    private static final int BLOCK = 16;

    @Test
    void promptsShareWholeBlocksFromTheirBeginning() {
        PrefixTree tree = new PrefixTree(Long.MAX_VALUE);
        assertThat(tree.use("s", new long[] {1, 2, 3}, BLOCK)).isZero();
        assertThat(tree.use("s", new long[] {1, 2, 4, 5}, BLOCK)).isEqualTo(2);
        assertThat(tree.use("s", new long[] {1, 2, 3, 6}, BLOCK)).isEqualTo(3);
        assertThat(tree.use("s", new long[] {2, 3}, BLOCK)).isZero(); // the same ids behind others are other text
        assertThat(tree.use("other", new long[] {1, 2, 3}, BLOCK)).isZero();
        assertThat(tree.keptTokens()).isEqualTo((6 + 2 + 3) * BLOCK);
    }

    @Test
    void theLeastRecentlyUsedTailGoesFirst() {
        PrefixTree tree = new PrefixTree(5 * BLOCK);
        tree.use("s", new long[] {1, 2, 3}, BLOCK);
        tree.use("s", new long[] {1, 8, 9}, BLOCK); // five blocks: full
        tree.use("s", new long[] {1, 2, 3}, BLOCK);
        tree.use("s", new long[] {7}, BLOCK); // drops 9, the last of the prompt that was used longest ago
        assertThat(tree.use("s", new long[] {1, 2, 3}, BLOCK)).isEqualTo(3);
        assertThat(tree.use("s", new long[] {1, 8, 9}, BLOCK)).isEqualTo(2);
    }

    @Test
    void aPromptLongerThanTheCacheKeepsItsBeginning() {
        PrefixTree tree = new PrefixTree(2 * BLOCK + 3);
        tree.use("s", new long[] {1, 2, 3, 4}, BLOCK);
        assertThat(tree.keptTokens()).isEqualTo(2 * BLOCK);
        assertThat(tree.use("s", new long[] {1, 2, 3, 4}, BLOCK)).isEqualTo(2);
    }

    @Test
    void itFindsWhatACacheOfSingleBlocksFinds() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            int capacity = 1 + random.nextInt(30);
            PrefixTree tree = new PrefixTree((long) capacity * BLOCK);
            SingleBlocks blocks = new SingleBlocks(capacity);
            for (int prompt = 0; prompt < 60; prompt++) {
                long[] ids = new long[random.nextInt(12)];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = random.nextInt(2);
                }
                assertThat(tree.use("s", ids, BLOCK)).isEqualTo(blocks.use(ids));
                assertThat(tree.keptTokens()).isEqualTo((long) blocks.lastUse.size() * BLOCK);
            }
        }
    }

    /// Every block on its own, named by all ids up to it.
    private static final class SingleBlocks {
        private final int capacity;
        private final Map<List<Long>, Long> lastUse = new HashMap<>();
        private long now;

        SingleBlocks(int capacity) {
            this.capacity = capacity;
        }

        int use(long[] ids) {
            now++;
            int found = 0;
            boolean all = true;
            List<Long> name = new ArrayList<>();
            for (long id : ids) {
                name.add(id);
                all &= lastUse.containsKey(name);
                found += all ? 1 : 0;
                lastUse.put(List.copyOf(name), now);
            }
            while (lastUse.size() > capacity) {
                lastUse.remove(lastUse.keySet().stream()
                        .min((a, b) -> {
                            int byUse = Long.compare(used(a), used(b));
                            return byUse != 0 ? byUse : Integer.compare(b.size(), a.size());
                        })
                        .orElseThrow());
            }
            return found;
        }

        private long used(List<Long> name) {
            return lastUse.getOrDefault(name, 0L);
        }
    }
}
