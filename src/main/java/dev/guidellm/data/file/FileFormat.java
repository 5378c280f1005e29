package dev.guidellm.data.file;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What the data files of a data set hold, told by their names.
public enum FileFormat {
    /// One row per line of text.
    TEXT,
    /// Comma-separated values with a header; tabs in files named so.
    CSV,
    /// JSON lines, or JSON.
    JSON,
    /// Parquet.
    PARQUET;

    /// Ends of names, of files that may also be packed with gzip.
    public List<String> suffixes() {
        return switch (this) {
            case TEXT -> List.of(".txt");
            case CSV -> List.of(".csv", ".tsv");
            case JSON -> List.of(".json", ".jsonl", ".ndjson");
            case PARQUET -> List.of(".parquet");
        };
    }

    /// The format of a file; empty when its name tells none that can be read.
    public static Optional<FileFormat> of(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        boolean packed = name.endsWith(".gz");
        String plain = packed ? name.substring(0, name.length() - 3) : name;
        for (FileFormat format : values()) {
            if (format.suffixes().stream().anyMatch(plain::endsWith) && !(packed && format == PARQUET)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
