package dev.guidellm.json;

import java.util.Map;

/// A document with the places of its values in the text, for error messages that name a line.
///
/// @param value the document's value
/// @param lines line, counted from 1, by path; a path is written as `spec.data[0].kind`, the document itself as the
///     empty text
public record LocatedDocument(JsonValue value, Map<String, Integer> lines) {
    public LocatedDocument {
        lines = Map.copyOf(lines);
    }

    /// The line of `path`, or of the nearest enclosing value that has one; 0 when there is none.
    public int lineOf(String path) {
        String at = path;
        while (true) {
            Integer line = lines.get(at);
            if (line != null) {
                return line;
            }
            if (at.isEmpty()) {
                return 0;
            }
            int cut = Math.max(at.lastIndexOf('.'), at.lastIndexOf('['));
            at = cut < 0 ? "" : at.substring(0, cut);
        }
    }

    static String child(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    static String child(String path, int index) {
        return path + "[" + index + "]";
    }
}
