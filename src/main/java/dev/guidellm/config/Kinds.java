package dev.guidellm.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The kinds of a family, found through its permitted subclasses.
public final class Kinds {
    private Kinds() {}

    /// The names of the kinds of a family, in the order in which they are listed to users.
    public static List<String> names(Class<?> family) {
        return List.copyOf(records(family).keySet());
    }

    /// The records of a family by the names that select them.
    static SequencedMap<String, Class<?>> records(Class<?> family) {
        SequencedMap<String, Class<?>> found = new LinkedHashMap<>();
        collect(family, found);
        return found;
    }

    private static void collect(Class<?> type, Map<String, Class<?>> found) {
        Kind kind = type.getAnnotation(Kind.class);
        if (kind != null) {
            for (String name : kind.value()) {
                found.put(name, type);
            }
            return;
        }
        Class<?>[] permitted = type.getPermittedSubclasses();
        if (permitted == null) {
            throw new IllegalStateException(type + " is neither sealed nor has it a @Kind");
        }
        for (Class<?> sub : permitted) {
            collect(sub, found);
        }
    }
}
