package dev.guidellm.data;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Names conversations so that none occurs twice in a run. Safe for several threads.
final class GraphNames {
    private final Map<String, Integer> given = new ConcurrentHashMap<>();

    /// A name of its own: the row's name where it has one, with a number from its second use on.
    String next(@Nullable String wanted) {
        if (wanted == null) {
            return UUID.randomUUID().toString();
        }
        int use = given.merge(wanted, 1, Integer::sum);
        return use == 1 ? wanted : wanted + "-" + use;
    }
}
