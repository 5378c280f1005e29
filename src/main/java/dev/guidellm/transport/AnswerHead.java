package dev.guidellm.transport;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The head of an answer as it came; its header list is only built when somebody asks, off the loop.
///
/// Immutable but for that list, which every reader would build alike, so that readers may race for it.
final class AnswerHead {
    private static final byte[] NO_LINES = {};

    private final int status;
    private final byte[] lines;
    private @Nullable List<Map.Entry<String, String>> headers;

    /// @param lines the well-formed header lines without the status line, each with its line end; kept, not copied
    AnswerHead(int status, byte[] lines) {
        this.status = status;
        this.lines = lines;
    }

    /// @param headers lower-case names, in order
    AnswerHead(int status, List<Map.Entry<String, String>> headers) {
        this.status = status;
        this.lines = NO_LINES;
        this.headers = List.copyOf(headers);
    }

    int status() {
        return status;
    }

    /// Lower-case names, values without the whitespace around them, in order.
    List<Map.Entry<String, String>> headers() {
        List<Map.Entry<String, String>> known = headers;
        if (known == null) {
            known = read();
            headers = known;
        }
        return known;
    }

    /// The first value of a header, or null; `name` in lower case. Costs no list.
    @Nullable
    String value(String name) {
        List<Map.Entry<String, String>> known = headers;
        if (known != null) {
            for (Map.Entry<String, String> header : known) {
                if (header.getKey().equals(name)) {
                    return header.getValue();
                }
            }
            return null;
        }
        int at = 0;
        while (at < lines.length) {
            int end = at;
            while (end < lines.length && lines[end] != '\n') {
                end++;
            }
            int colon = at + name.length();
            if (colon < end && lines[colon] == ':' && isAt(at, name)) {
                return text(lines, colon + 1, end);
            }
            at = end + 1;
        }
        return null;
    }

    private boolean isAt(int at, String name) {
        for (int i = 0; i < name.length(); i++) {
            byte b = lines[at + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private List<Map.Entry<String, String>> read() {
        List<Map.Entry<String, String>> found = new ArrayList<>();
        int at = 0;
        while (at < lines.length) {
            int end = at;
            while (end < lines.length && lines[end] != '\n') {
                end++;
            }
            int colon = at;
            while (colon < end && lines[colon] != ':') {
                colon++;
            }
            if (colon < end) {
                String name = new String(lines, at, colon - at, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
                found.add(Map.entry(name, text(lines, colon + 1, end)));
            }
            at = end + 1;
        }
        return List.copyOf(found);
    }

    /// The bytes without the whitespace and the line end around them, as UTF-8.
    static String text(byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && isBlank(bytes[start])) {
            start++;
        }
        while (end > start && isBlank(bytes[end - 1])) {
            end--;
        }
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }
}
