package dev.guidellm.terminal;

import java.util.Map;

/// Whether the user wants colours.
public final class Colors {
    private Colors() {}

    /// Not when the variable `NO_COLOR` holds anything (no-color.org).
    public static boolean wanted(Map<String, String> environment) {
        return environment.getOrDefault("NO_COLOR", "").isEmpty();
    }
}
