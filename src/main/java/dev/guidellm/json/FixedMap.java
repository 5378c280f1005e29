package dev.guidellm.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// An immutable map of a few entries in the order in which they were put, such as the columns of a row: one array,
/// searched from its start. A [java.util.LinkedHashMap] of three entries takes four times the memory.
///
/// @param <K> the keys' type
/// @param <V> the values' type
public final class FixedMap<K, V> extends AbstractMap<K, V> {
    private static final int USUAL_ENTRIES = 5;

    /// Key, value, key, value, …
    private final Object[] table;

    private FixedMap(Object[] table) {
        this.table = table;
    }

    /// Starts a map.
    public static <K, V> Builder<K, V> builder() {
        return new Builder<>();
    }

    /// A map of one entry.
    public static <K, V> FixedMap<K, V> of(K key, V value) {
        return new FixedMap<>(new Object[] {key, value});
    }

    /// The entries of `map`, with values as `change` makes them; `map` itself when it is such a map already and no
    /// value becomes another object.
    public static <K, V> FixedMap<K, V> copyOf(Map<K, V> map, UnaryOperator<V> change) {
        if (map instanceof FixedMap<K, V> fixed) {
            return fixed.with(change);
        }
        Object[] table = new Object[2 * map.size()];
        int next = 0;
        for (Map.Entry<K, V> entry : map.entrySet()) {
            table[next++] = entry.getKey();
            table[next++] = change.apply(entry.getValue());
        }
        return new FixedMap<>(table);
    }

    @SuppressWarnings("ReferenceEquality") // whether an object is still the same is the question
    private FixedMap<K, V> with(UnaryOperator<V> change) {
        Object[] copy = table;
        for (int i = 1; i < table.length; i += 2) {
            V changed = change.apply(valueAt(i));
            if (changed != table[i]) {
                copy = copy == table ? table.clone() : copy;
                copy[i] = changed;
            }
        }
        return copy == table ? this : new FixedMap<>(copy);
    }

    @SuppressWarnings("unchecked") // only keys stand at even places
    private K keyAt(int index) {
        return (K) table[index];
    }

    @SuppressWarnings("unchecked") // only values stand at odd places
    private V valueAt(int index) {
        return (V) table[index];
    }

    private int indexOf(@Nullable Object key) {
        for (int i = 0; i < table.length; i += 2) {
            if (table[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public @Nullable V get(@Nullable Object key) {
        int index = indexOf(key);
        return index < 0 ? null : valueAt(index + 1);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return indexOf(key) >= 0;
    }

    @Override
    public int size() {
        return table.length / 2;
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        for (int i = 0; i < table.length; i += 2) {
            action.accept(keyAt(i), valueAt(i + 1));
        }
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries();
    }

    /// Collects the entries of a map. A key that is put again changes its value and keeps its place.
    ///
    /// @param <K> the keys' type
    /// @param <V> the values' type
    public static final class Builder<K, V> {
        private Object[] table = new Object[2 * USUAL_ENTRIES];
        private int length;

        private Builder() {}

        /// Adds an entry.
        public Builder<K, V> put(K key, V value) {
            for (int i = 0; i < length; i += 2) {
                if (table[i].equals(key)) {
                    table[i + 1] = value;
                    return this;
                }
            }
            if (length == table.length) {
                table = Arrays.copyOf(table, 2 * length);
            }
            table[length] = key;
            table[length + 1] = value;
            length += 2;
            return this;
        }

        /// The map; nothing may be put afterwards.
        public FixedMap<K, V> build() {
            return new FixedMap<>(length == table.length ? table : Arrays.copyOf(table, length));
        }
    }

    private final class Entries extends AbstractSet<Map.Entry<K, V>> {
        @Override
        public int size() {
            return FixedMap.this.size();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < table.length;
                }

                @Override
                public Map.Entry<K, V> next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    next += 2;
                    return Map.entry(keyAt(next - 2), valueAt(next - 1));
                }
            };
        }
    }
}
