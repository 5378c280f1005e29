package dev.guidellm.redaction;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The bytes of media inside of texts, and what is said of them instead: `data:image/png;bytes=68;sha256=…`, with the
/// hash in hexadecimal.
final class MediaPayload {
    private static final String SCHEME = "data:";
    private static final String BASE64 = ";base64,";

    /// A media type and its parameters are no longer than this.
    private static final int LONGEST_TYPE = 200;

    /// Shorter texts may be words.
    private static final int SHORTEST_BARE = 64;

    private MediaPayload() {}

    /// Whether `text` may hold a data URL with bytes in it.
    static boolean isSuspected(String text) {
        return text.contains(BASE64);
    }

    /// `text` with every data URL in base64 told by its type, size and hash.
    static String described(String text) {
        int marker = text.indexOf(BASE64);
        if (marker < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int copied = 0;
        while (marker >= 0) {
            int from = marker + BASE64.length();
            int to = from;
            while (to < text.length() && isBase64(text.charAt(to))) {
                to++;
            }
            int start = text.lastIndexOf(SCHEME, marker);
            if (start >= copied && marker - start <= LONGEST_TYPE) {
                String type = text.substring(start + SCHEME.length(), marker);
                out.append(text, copied, start).append(described(type, text.substring(from, to)));
                copied = to;
            }
            marker = text.indexOf(BASE64, to);
        }
        return out.append(text, copied, text.length()).toString();
    }

    /// Type, size and hash of the bytes that `base64` stands for.
    ///
    /// @param type with parameters or without, empty when nobody said
    static String described(String type, String base64) {
        byte[] bytes = Base64.getMimeDecoder().decode(trimmed(base64));
        return SCHEME + (type.isEmpty() ? "application/octet-stream" : type) + ";bytes=" + bytes.length + ";sha256="
                + hash(bytes);
    }

    /// The media type of a member that holds bare base64, null when it holds something else.
    ///
    /// @param format what the member beside it says, such as `wav`
    static @Nullable String typeOf(String name, String text, @Nullable String format) {
        String medium = switch (name) {
            case "audio" -> "audio";
            case "image", "image_base64", "b64_json" -> "image";
            case "video", "video_base64" -> "video";
            case "data" -> format == null ? "application" : "audio";
            case "file_data", "bytes", "input_audio" -> "application";
            default -> null;
        };
        if (medium == null || text.length() < SHORTEST_BARE || !text.chars().allMatch(c -> isBase64((char) c))) {
            return null;
        }
        return medium + "/" + (format == null ? "octet-stream" : format.toLowerCase(Locale.ROOT));
    }

    private static boolean isBase64(char c) {
        return (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || (c >= '0' && c <= '9')
                || c == '+'
                || c == '/'
                || c == '='
                || c == '-'
                || c == '_';
    }

    /// In the alphabet of MIME, without a last character that stands for less than a byte.
    private static byte[] trimmed(String base64) {
        String plain = base64.replace("=", "").replace('-', '+').replace('_', '/');
        int whole = plain.length() % 4 == 1 ? plain.length() - 1 : plain.length();
        return plain.substring(0, whole).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
