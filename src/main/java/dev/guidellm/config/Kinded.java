package dev.guidellm.config;

/// A configuration object that is chosen by its `kind`.
public interface Kinded {
    /// The kind as the user wrote it; a record with one name answers with that name.
    default String kind() {
        Kind kind = getClass().getAnnotation(Kind.class);
        if (kind == null) {
            throw new IllegalStateException(getClass() + " has no @Kind");
        }
        return kind.value()[0];
    }
}
