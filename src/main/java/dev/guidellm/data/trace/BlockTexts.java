package dev.guidellm.data.trace;

import dev.guidellm.data.synthetic.SeededText;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The texts of blocks: the prompts of a session repeat nearly all blocks of those before, so that a text that was
/// made not long ago need not be made again. Safe for several threads.
///
/// A text has one place, which it takes from another that has the same; what is not there is made. There are as many
/// places as texts of the first block's size fit, and longer ones are not kept, so that memory is bounded.
final class BlockTexts {
    private static final long SHARE_OF_HEAP = 16;
    private static final int MOST_PLACES = 1 << 20;
    private static final int BYTES_PER_TOKEN = 7;
    private static final int BYTES_PER_TEXT = 100;

    private final SeededText text;
    private final long bytes;
    private volatile @Nullable Places places;

    private record Kept(long seed, int tokens, String text) {}

    private record Places(int mostTokens, AtomicReferenceArray<@Nullable Kept> texts) {}

    /// @param bytes of memory for texts, about
    BlockTexts(SeededText text, long bytes) {
        this.text = text;
        this.bytes = bytes;
    }

    /// With a part of the heap.
    static BlockTexts ofHeap(SeededText text) {
        return new BlockTexts(text, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /// Adds the block of a seed to the end of `out`, as [SeededText#append] does.
    void append(StringBuilder out, long seed, int tokens) {
        Places known = places == null && tokens > 0 ? begin(tokens) : places;
        if (known == null || tokens > known.mostTokens || out.isEmpty()) { // a prompt's first word is another
            text.append(out, seed, tokens);
            return;
        }
        int place = (int) (seed >>> 32) & (known.texts.length() - 1);
        Kept kept = known.texts.get(place);
        if (kept == null || kept.seed != seed || kept.tokens != tokens) {
            int start = out.length();
            text.append(out, seed, tokens);
            known.texts.set(place, new Kept(seed, tokens, out.substring(start)));
        } else {
            out.append(kept.text);
        }
    }

    private synchronized Places begin(int tokens) {
        Places known = places;
        if (known == null) {
            long fitting = bytes / (BYTES_PER_TEXT + (long) tokens * BYTES_PER_TOKEN);
            int count = Integer.highestOneBit(Math.clamp(fitting, 1, MOST_PLACES));
            known = new Places(tokens, new AtomicReferenceArray<>(count));
            places = known;
        }
        return known;
    }
}
