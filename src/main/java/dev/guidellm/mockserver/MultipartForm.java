package dev.guidellm.mockserver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The parts of a `multipart/form-data` body (RFC 7578).
///
/// @param parts in the order of the body; none when the body is not such a form
record MultipartForm(List<Part> parts) {
    private static final Pattern BOUNDARY = Pattern.compile(
            "multipart/form-data\\s*;.*?boundary=(?:\"([^\"]+)\"|([^;\\s]+))", Pattern.CASE_INSENSITIVE);
    private static final Pattern NAME = Pattern.compile("[;\\s]name=(?:\"([^\"]*)\"|([^;\\s]+))");
    private static final Pattern FILE_NAME = Pattern.compile("[;\\s]filename=(?:\"([^\"]*)\"|([^;\\s]+))");
    private static final byte[] BLANK_LINE = {'\r', '\n', '\r', '\n'};

    MultipartForm {
        parts = List.copyOf(parts);
    }

    /// One field.
    ///
    /// @param fileName null when the field is no file
    /// @param contentType as the client gave it, null when it gave none
    record Part(
            String name,
            @Nullable String fileName,
            @Nullable String contentType,
            byte[] content) {

        /// The content as text.
        String text() {
            return new String(content, StandardCharsets.UTF_8);
        }
    }

    /// The parts of `body`.
    static MultipartForm read(@Nullable String contentType, byte[] body) {
        Matcher boundary = BOUNDARY.matcher(contentType == null ? "" : contentType);
        if (!boundary.find()) {
            return new MultipartForm(List.of());
        }
        byte[] mark = ("--" + firstGroup(boundary)).getBytes(StandardCharsets.ISO_8859_1);
        List<Part> parts = new ArrayList<>();
        int from = indexOf(body, mark, 0);
        while (from >= 0) {
            int head = from + mark.length + 2; // past the mark's line end, or past the closing "--"
            int next = indexOf(body, mark, Math.min(head, body.length));
            if (next < 0) {
                break;
            }
            addPart(body, head, next - 2, parts);
            from = next;
        }
        return new MultipartForm(parts);
    }

    /// The first part named `name`.
    Optional<Part> part(String name) {
        return parts.stream().filter(p -> p.name().equals(name)).findFirst();
    }

    private static void addPart(byte[] body, int head, int end, List<Part> parts) {
        int blank = indexOf(body, BLANK_LINE, head);
        int start = blank + BLANK_LINE.length;
        if (blank < 0 || start > end) {
            return;
        }
        String name = null;
        String fileName = null;
        String contentType = null;
        for (String line : new String(body, head, blank - head, StandardCharsets.UTF_8).split("\r\n")) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-disposition:")) {
                name = find(NAME, line);
                fileName = find(FILE_NAME, line);
            } else if (lower.startsWith("content-type:")) {
                contentType = line.substring(line.indexOf(':') + 1).strip();
            }
        }
        if (name != null) {
            parts.add(new Part(name, fileName, contentType, Arrays.copyOfRange(body, start, end)));
        }
    }

    private static @Nullable String find(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? firstGroup(matcher) : null;
    }

    private static String firstGroup(Matcher matcher) {
        String quoted = matcher.group(1);
        if (quoted != null) {
            return quoted;
        }
        String bare = matcher.group(2);
        return bare == null ? "" : bare;
    }

    private static int indexOf(byte[] body, byte[] wanted, int from) {
        for (int i = from; i <= body.length - wanted.length; i++) {
            if (Arrays.equals(body, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }
}
