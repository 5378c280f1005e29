package dev.guidellm.metrics;

import java.util.Arrays;

/// One number of seven digits per request, in blocks that are never copied whole. A missing number is NaN and costs
/// nothing until the first one of its block comes.
final class FloatColumn {
    private static final int BLOCK_BITS = 10;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final float[] NO_BLOCK = {};

    private float[][] blocks = new float[8][];

    FloatColumn() {
        Arrays.fill(blocks, NO_BLOCK);
    }

    void set(int row, float value) {
        int block = row >>> BLOCK_BITS;
        if (block >= blocks.length) {
            int old = blocks.length;
            blocks = Arrays.copyOf(blocks, Math.max(block + 1, old * 2));
            Arrays.fill(blocks, old, blocks.length, NO_BLOCK);
        }
        if (blocks[block].length == 0) {
            blocks[block] = new float[BLOCK];
            Arrays.fill(blocks[block], Float.NaN);
        }
        blocks[block][row & (BLOCK - 1)] = value;
    }

    /// The number, NaN where there is none.
    float get(int row) {
        int block = row >>> BLOCK_BITS;
        return block < blocks.length && blocks[block].length > 0 ? blocks[block][row & (BLOCK - 1)] : Float.NaN;
    }
}
