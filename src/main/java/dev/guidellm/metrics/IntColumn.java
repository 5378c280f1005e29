package dev.guidellm.metrics;

import java.util.Arrays;

/// One whole number per request, in blocks that are never copied whole; 0 where none was set.
final class IntColumn {
    private static final int BLOCK_BITS = 10;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final int[] NO_BLOCK = {};

    private int[][] blocks = new int[8][];

    IntColumn() {
        Arrays.fill(blocks, NO_BLOCK);
    }

    void set(int row, int value) {
        int block = row >>> BLOCK_BITS;
        if (block >= blocks.length) {
            int old = blocks.length;
            blocks = Arrays.copyOf(blocks, Math.max(block + 1, old * 2));
            Arrays.fill(blocks, old, blocks.length, NO_BLOCK);
        }
        if (blocks[block].length == 0) {
            blocks[block] = new int[BLOCK];
        }
        blocks[block][row & (BLOCK - 1)] = value;
    }

    int get(int row) {
        int block = row >>> BLOCK_BITS;
        return block < blocks.length && blocks[block].length > 0 ? blocks[block][row & (BLOCK - 1)] : 0;
    }
}
