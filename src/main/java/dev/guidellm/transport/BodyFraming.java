package dev.guidellm.transport;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What the head of an HTTP/1.1 answer says about where its body ends (RFC 9112 §6) and whether the connection lasts.
///
/// @param status the three digits
/// @param chunked the body comes in chunks
/// @param contentLength bytes of body; -1 when not said
/// @param keepAlive whether the server will take another request on this connection
/// @param headersFrom where in the head the first header line begins
record BodyFraming(int status, boolean chunked, long contentLength, boolean keepAlive, int headersFrom) {

    /// Something in the head is not as it should be; the message says what.
    static final class BadHead extends Exception {
        private static final long serialVersionUID = 1L;

        BadHead(String message) {
            super(message, null, false, false);
        }
    }

    /// Reads a whole head: status line, header lines, and the empty line.
    static BodyFraming read(byte[] head, int length) throws BadHead {
        int lineEnd = lineFeed(head, 0, length);
        int status = status(head, lineEnd);
        boolean version11 = head[7] != '0';
        boolean close = false;
        boolean keep = false;
        boolean chunked = false;
        long contentLength = -1;
        int headersFrom = lineEnd + 1;
        int at = headersFrom;
        while (at < length) {
            int end = lineFeed(head, at, length);
            int stop = end > at && head[end - 1] == '\r' ? end - 1 : end;
            if (stop == at) {
                break;
            }
            int colon = colon(head, at, stop);
            requireClean(head, colon, stop);
            switch (colon - at) {
                case 10 -> {
                    if (is(head, at, "connection")) {
                        String value = value(head, colon, stop);
                        close |= has(value, "close");
                        keep |= has(value, "keep-alive");
                    }
                }
                case 14 -> {
                    if (is(head, at, "content-length")) {
                        contentLength = length(value(head, colon, stop), contentLength);
                    }
                }
                case 17 -> {
                    if (is(head, at, "transfer-encoding")) {
                        chunked = chunked(value(head, colon, stop), chunked);
                    }
                }
                default -> {
                    // no word about the framing
                }
            }
            at = end + 1;
        }
        // Both at once: chunks win, but the connection is not trusted any further (RFC 9112 §6.3).
        boolean both = chunked && contentLength >= 0;
        boolean keepAlive = !close && !both && (version11 || keep);
        return new BodyFraming(status, chunked, chunked ? -1 : contentLength, keepAlive, headersFrom);
    }

    private static int status(byte[] head, int end) throws BadHead {
        int stop = end > 0 && head[end - 1] == '\r' ? end - 1 : end;
        boolean shaped = stop >= 12 && is(head, 0, "http/1.") && digit(head[7]) && head[8] == ' ';
        shaped = shaped && digit(head[9]) && digit(head[10]) && digit(head[11]) && (stop == 12 || head[12] == ' ');
        if (!shaped) {
            throw new BadHead("the answer does not begin like HTTP/1.1: " + excerpt(head, 0, stop));
        }
        requireClean(head, 12, stop);
        int status = (head[9] - '0') * 100 + (head[10] - '0') * 10 + head[11] - '0';
        if (status < 100) {
            throw new BadHead("the answer has the impossible status " + excerpt(head, 9, 12));
        }
        return status;
    }

    private static int colon(byte[] head, int from, int stop) throws BadHead {
        if (head[from] == ' ' || head[from] == '\t') {
            throw new BadHead(
                    "a header goes on over two lines, which HTTP no longer allows: " + excerpt(head, from, stop));
        }
        for (int i = from; i < stop; i++) {
            byte b = head[i];
            if (b == ':' && i > from) {
                return i;
            }
            if (b <= ' ' || b == 127 || b == ':') {
                break;
            }
        }
        throw new BadHead("a header line has no proper name: " + excerpt(head, from, stop));
    }

    private static void requireClean(byte[] head, int from, int stop) throws BadHead {
        for (int i = from; i < stop; i++) {
            if (head[i] == '\r' || head[i] == 0) {
                throw new BadHead("a control character in the head of the answer");
            }
        }
    }

    private static long length(String value, long before) throws BadHead {
        long found = before;
        for (String part : value.split(",", -1)) {
            String digits = part.strip();
            if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw new BadHead("Content-Length is not a number: " + excerpt(value));
            }
            long one = Long.parseLong(digits);
            if (found >= 0 && found != one) {
                throw new BadHead("two different lengths of the body: " + found + " and " + one);
            }
            found = one;
        }
        return found;
    }

    private static boolean chunked(String value, boolean before) throws BadHead {
        boolean chunked = before;
        for (String part : value.split(",", -1)) {
            String coding = part.strip().toLowerCase(Locale.ROOT);
            if (coding.equals("chunked") && !chunked) {
                chunked = true;
            } else if (!coding.equals("identity") && !coding.isEmpty()) {
                throw new BadHead("a transfer coding that was not asked for: " + excerpt(value));
            }
        }
        return chunked;
    }

    private static boolean has(String list, String word) {
        for (String part : list.split(",")) {
            if (part.strip().equalsIgnoreCase(word)) {
                return true;
            }
        }
        return false;
    }

    private static String value(byte[] head, int colon, int stop) {
        return AnswerHead.text(head, colon + 1, stop);
    }

    private static boolean is(byte[] head, int at, String lowerCase) {
        for (int i = 0; i < lowerCase.length(); i++) {
            byte b = head[at + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean digit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static int lineFeed(byte[] head, int from, int length) {
        int i = from;
        while (i < length - 1 && head[i] != '\n') {
            i++;
        }
        return i;
    }

    static String excerpt(byte[] bytes, int from, int to) {
        return excerpt(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    }

    /// At most 60 printable characters in quotes, for a message.
    static String excerpt(@Nullable String text) {
        String source = text == null ? "" : text;
        StringBuilder out = new StringBuilder("\"");
        source.chars().limit(60).forEach(c -> out.append(c < ' ' || c >= 127 ? '?' : (char) c));
        return out.append(source.length() > 60 ? "…\"" : "\"").toString();
    }
}
