package dev.guidellm.json;

import org.jspecify.annotations.Nullable;

/// Takes one JSON value piece by piece, as bytes ([JsonBytes]) or as a tree ([JsonTree]), so that a document's layout
/// is written down once. Used by one thread.
public interface JsonTarget {

    /// Starts an object.
    JsonTarget beginObject();

    /// Ends the innermost object.
    JsonTarget endObject();

    /// Starts a list.
    JsonTarget beginArray();

    /// Ends the innermost list.
    JsonTarget endArray();

    /// The name of the next member, its value follows. Must be printable ASCII without quotes and backslashes: names
    /// of our own formats are.
    JsonTarget name(String plain);

    /// Text, or null.
    JsonTarget text(@Nullable String value);

    /// A whole number.
    JsonTarget whole(long value);

    /// A floating-point number; NaN, which stands for what was not measured, as null.
    JsonTarget number(double value);

    /// A truth value.
    JsonTarget truth(boolean value);

    /// Null.
    JsonTarget nothing();

    /// Any value, or null.
    JsonTarget tree(@Nullable JsonValue value);

    /// A floating-point number, or null.
    default JsonTarget number(@Nullable Double value) {
        return value == null ? nothing() : number(value.doubleValue());
    }

    /// A whole number, or null.
    default JsonTarget whole(@Nullable Integer value) {
        return value == null ? nothing() : whole(value.longValue());
    }
}
