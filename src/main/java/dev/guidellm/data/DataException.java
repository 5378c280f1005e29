package dev.guidellm.data;

import org.jspecify.annotations.Nullable;

/// The data cannot be used; ends the run with exit code 1. The message is one line: source, place in it, problem.
public final class DataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String source;
    private final @Nullable String place;
    private final String problem;

    /// @param source the file, or the kind where there is none
    /// @param place where in the source, such as `line 2`; null for all of it
    /// @param problem what is wrong, and how to mend it
    public DataException(String source, @Nullable String place, String problem) {
        super(source + (place == null ? "" : ", " + place) + ": " + problem);
        this.source = source;
        this.place = place;
        this.problem = problem;
    }

    /// The file, or the kind where there is none.
    public String source() {
        return source;
    }

    /// Where in the source; null for all of it.
    public @Nullable String place() {
        return place;
    }

    /// What is wrong, without the place.
    public String problem() {
        return problem;
    }
}
