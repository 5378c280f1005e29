package dev.guidellm.json;

import dev.guidellm.json.JsonValue.JsonInteger;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/// A list of whole numbers that holds no object per number: the hash ids of a trace are hundreds of millions.
final class WholeNumbers extends AbstractList<JsonValue> implements RandomAccess {
    private final long[] numbers;

    private WholeNumbers(long[] numbers) {
        this.numbers = numbers;
    }

    @Override
    public JsonValue get(int index) {
        return JsonValue.of(numbers[index]);
    }

    @Override
    public int size() {
        return numbers.length;
    }

    @Override
    public boolean contains(Object wanted) {
        return wanted instanceof JsonInteger && super.contains(wanted);
    }

    long[] toLongs() {
        return numbers.clone();
    }

    /// Collects numbers. For one thread.
    static final class Builder {
        private static final long[] NONE = {};

        private long[] numbers = NONE;
        private int size;

        void add(long number) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, Math.max(8, size * 2));
            }
            numbers[size++] = number;
        }

        WholeNumbers build() {
            return new WholeNumbers(Arrays.copyOf(numbers, size));
        }
    }
}
