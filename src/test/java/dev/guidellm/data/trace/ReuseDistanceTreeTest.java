package dev.guidellm.data.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Hit rates of all cache sizes from one pass, against caches that are really filled and emptied.
@NullMarked
class ReuseDistanceTreeTest {
    private static final int BLOCK = 4;

    /// A cache of blocks, each known by the path that leads to it. What was used last stands first, the blocks of a
    /// prompt from the root on; what does not fit any more is taken from the end.
    private static final class RealCache {
        private final List<List<Long>> blocks = new ArrayList<>();
        private final int most;
        private long found;

        RealCache(int most) {
            this.most = most;
        }

        void use(List<Long> prompt) {
            List<List<Long>> path = new ArrayList<>();
            for (int i = 1; i <= prompt.size(); i++) {
                path.add(prompt.subList(0, i));
            }
            for (List<Long> block : path) {
                if (!blocks.contains(block)) {
                    break;
                }
                found++;
            }
            blocks.removeAll(path);
            blocks.addAll(0, path);
            while (blocks.size() > most) {
                blocks.removeLast();
            }
        }
    }

    /// Prompts that go on from earlier ones, from somewhere within them, or begin anew.
    private static List<List<Long>> prompts(long seed) {
        Random random = new Random(seed);
        List<List<Long>> prompts = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            List<Long> prompt = new ArrayList<>();
            if (i > 0 && random.nextInt(5) > 0) {
                List<Long> before = prompts.get(random.nextInt(i));
                prompt.addAll(before.subList(0, random.nextInt(before.size()) + 1));
            }
            int more = random.nextInt(6) + (prompt.isEmpty() ? 1 : 0);
            for (int j = 0; j < more; j++) {
                prompt.add((long) random.nextInt(4));
            }
            prompts.add(prompt);
        }
        return prompts;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void hitsAreThoseOfARealCache(long seed) {
        List<List<Long>> prompts = prompts(seed);
        List<Long> sizes = List.of(1L, 2L, 3L, 5L, 8L, 13L, 30L, 80L, 200L, 100_000L);
        CacheCurve curve =
                new CacheCurve(sizes.stream().map(size -> size * BLOCK).toList());
        ReuseDistanceTree tree = new ReuseDistanceTree(prompts.size(), curve);
        List<RealCache> caches =
                sizes.stream().map(size -> new RealCache(size.intValue())).toList();
        Set<List<Long>> distinct = new HashSet<>();
        for (List<Long> prompt : prompts) {
            tree.add(prompt.stream().mapToLong(Long::longValue).toArray(), BLOCK, 0, 0);
            caches.forEach(cache -> cache.use(prompt));
            for (int i = 1; i <= prompt.size(); i++) {
                distinct.add(prompt.subList(0, i));
            }
        }
        assertThat(curve.points().stream().map(CacheCurve.Point::foundTokens))
                .isEqualTo(caches.stream().map(cache -> cache.found * BLOCK).toList());
        assertThat(curve.foundAtLast()).isEqualTo(caches.getLast().found * BLOCK);
        assertThat(tree.shape().distinctTokens()).isEqualTo((long) distinct.size() * BLOCK);
    }

    @Test
    void blocksOfAnotherScopeAreOthers() {
        CacheCurve curve = new CacheCurve(List.of(1_000L));
        ReuseDistanceTree tree = new ReuseDistanceTree(4, curve);
        tree.add(new long[] {1, 2, 3}, BLOCK, 1, 0);
        tree.add(new long[] {1, 2, 3}, BLOCK, 2, 1);
        assertThat(curve.foundAtLast()).isZero();
        tree.add(new long[] {1, 2, 4}, BLOCK, 1, 1);
        assertThat(curve.foundAtLast()).isEqualTo(2 * BLOCK);
        tree.add(new long[] {1, 2}, BLOCK, 2, 1);
        ReuseDistanceTree.Shape shape = tree.shape();
        assertThat(shape.sharedTokens()).isEqualTo(2 * BLOCK);
        assertThat(shape.branchings()).isEqualTo(1);
        assertThat(shape.deepestBlocks()).isEqualTo(3);
        assertThat(Arrays.asList(shape.prompts(), shape.runs())).containsExactly(4, 5);
    }
}
