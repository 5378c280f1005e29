package dev.guidellm.metrics;

import java.util.Arrays;

/// One number per request, in blocks that are never copied whole. A missing number is NaN and costs nothing
/// until the first one comes.
final class Column {
    private static final int BLOCK_BITS = 10;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final double[] NO_BLOCK = {};

    /// Without any number; nothing is to be set.
    static final Column EMPTY = new Column();

    private double[][] blocks = new double[8][];

    Column() {
        Arrays.fill(blocks, NO_BLOCK);
    }

    void set(int row, double value) {
        int block = row >>> BLOCK_BITS;
        if (block >= blocks.length) {
            int old = blocks.length;
            blocks = Arrays.copyOf(blocks, Math.max(block + 1, old * 2));
            Arrays.fill(blocks, old, blocks.length, NO_BLOCK);
        }
        if (blocks[block].length == 0) {
            blocks[block] = new double[BLOCK];
            Arrays.fill(blocks[block], Double.NaN);
        }
        blocks[block][row & (BLOCK - 1)] = value;
    }

    /// The number, NaN where there is none.
    double get(int row) {
        int block = row >>> BLOCK_BITS;
        return block < blocks.length && blocks[block].length > 0 ? blocks[block][row & (BLOCK - 1)] : Double.NaN;
    }
}
