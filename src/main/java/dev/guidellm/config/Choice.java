package dev.guidellm.config;

import java.util.Locale;

/// A constant that a user writes as text: the name in lower case unless [#text] says otherwise.
public interface Choice {
    /// The constant's own name; every enum has it.
    String name();

    /// The text that selects the constant.
    default String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
