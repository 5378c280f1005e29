package dev.guidellm.compare;

import java.util.Collection;
import java.util.List;

/// Runs that must not be compared.
public final class ComparisonException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> differences;

    ComparisonException(String message) {
        this(message, List.of());
    }

    ComparisonException(String message, Collection<String> differences) {
        super(message);
        this.differences = List.copyOf(differences);
    }

    /// In what the workloads differ, one line each; empty when that is not the reason.
    public List<String> differences() {
        return differences;
    }
}
