package dev.guidellm.report;

import java.nio.file.Path;
import java.util.Locale;

/// The formats of report files, told by the suffix of their names in any case.
public enum ReportFormat {
    /// `.json`
    JSON,
    /// `.yaml` or `.yml`
    YAML;

    /// The format of `file`.
    public static ReportFormat of(Path file) throws ReportException {
        String suffix = suffix(file);
        return switch (suffix.toLowerCase(Locale.ROOT)) {
            case "json" -> JSON;
            case "yaml", "yml" -> YAML;
            default -> throw new ReportException("Unsupported file type: " + suffix + " for " + file + ".");
        };
    }

    private static String suffix(Path file) {
        Path name = file.getFileName();
        String text = name == null ? "" : name.toString();
        int dot = text.lastIndexOf('.');
        return dot <= 0 ? "" : text.substring(dot + 1);
    }
}
