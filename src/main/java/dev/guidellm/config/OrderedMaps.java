package dev.guidellm.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Immutable maps that keep the order in which the user wrote them, which [Map#copyOf] does not.
final class OrderedMaps {
    private OrderedMaps() {}

    static <V> Map<String, V> copyOf(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
