package dev.guidellm.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The keys of a configuration record, read off its components.
final class RecordShape {
    private static final Map<Class<?>, RecordShape> SHAPES = new ConcurrentHashMap<>();

    private final Class<?> type;
    private final List<Slot> slots;
    private final Constructor<?> constructor;

    /// One component of a record.
    ///
    /// @param keys the key, then its other names
    /// @param nullable whether null is a value
    record Slot(
            RecordComponent component,
            List<String> keys,
            boolean nullable,
            boolean required,
            boolean written,
            @Nullable Default defaultValue,
            @Nullable Computed computed,
            @Nullable Range range,
            @Nullable Prepare prepare,
            @Nullable Inline inline,
            boolean others,
            boolean kind) {

        Type type() {
            return component.getGenericType();
        }

        Class<?> rawType() {
            return component.getType();
        }

        /// Whether a user must give the key.
        boolean mustBeGiven() {
            return required || (defaultValue == null && computed == null && !nullable && inline == null);
        }

        /// The value of the component in `record`.
        @Nullable
        Object read(Object record) {
            try {
                return component.getAccessor().invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + component, e);
            }
        }
    }

    private RecordShape(Class<?> type) {
        this.type = type;
        RecordComponent[] components = type.getRecordComponents();
        List<Slot> read = new ArrayList<>();
        for (RecordComponent component : components) {
            read.add(slot(component));
        }
        this.slots = List.copyOf(read);
        try {
            this.constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            this.constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("no canonical constructor in " + type, e);
        }
    }

    static RecordShape of(Class<?> type) {
        RecordShape known = SHAPES.get(type);
        if (known == null) {
            known = new RecordShape(type);
            SHAPES.put(type, known);
        }
        return known;
    }

    Class<?> type() {
        return type;
    }

    List<Slot> slots() {
        return slots;
    }

    boolean ignoresUnknown() {
        return type.isAnnotationPresent(IgnoreUnknown.class);
    }

    /// Every key that the record takes, each behind `prefix`.
    List<String> keys(String prefix) {
        List<String> keys = new ArrayList<>();
        for (Slot slot : slots) {
            if (slot.inline() != null) {
                keys.addAll(of(slot.rawType()).keys(prefix + slot.inline().prefix()));
            } else if (!slot.others() && !slot.kind()) {
                slot.keys().forEach(key -> keys.add(prefix + key));
            }
        }
        return keys;
    }

    /// A record of these values; a broken rule of its constructor comes out as [ConfigException].
    Object create(@Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof ConfigException rule) {
                throw rule;
            }
            throw new IllegalStateException("cannot create " + type, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot create " + type, e);
        }
    }

    private static Slot slot(RecordComponent component) {
        component.getAccessor().setAccessible(true);
        Key key = component.getAnnotation(Key.class);
        boolean kind = component.getName().equals("kind");
        return new Slot(
                component,
                key == null ? List.of(snakeCase(component.getName())) : List.of(key.value()),
                component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                component.isAnnotationPresent(Required.class),
                !component.isAnnotationPresent(NotWritten.class),
                component.getAnnotation(Default.class),
                component.getAnnotation(Computed.class),
                component.getAnnotation(Range.class),
                component.getAnnotation(Prepare.class),
                component.getAnnotation(Inline.class),
                component.isAnnotationPresent(Others.class),
                kind);
    }

    private static String snakeCase(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }
}
