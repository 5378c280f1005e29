package dev.guidellm.transport;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request, ready to be written.
///
/// @param method `GET`, `POST`, …
/// @param uri absolute `http` or `https` address with its query
/// @param headers name and value in sending order; `Host`, `Accept`, `Accept-Encoding` and `User-Agent` are added
/// where absent, `Content-Length` and the transfer coding are the transport's own business
/// @param body the bytes to send, empty for none; never changed after this
/// @param lines whether the answer is an event stream whose lines are to be time-stamped one by one when its
/// status is below 300
/// @param affinity the conversation that this is a turn of, for [ConnectionStrategy#STICKY]; null for none
public record HttpRequest(
        String method,
        URI uri,
        List<Map.Entry<String, String>> headers,
        byte[] body,
        boolean lines,
        @Nullable Affinity affinity) {

    /// What a request has to do with others.
    ///
    /// @param conversation equal for all turns of one conversation, and for no other's
    /// @param last whether no other turn follows or is under way
    public record Affinity(Object conversation, boolean last) {}

    /// A request that belongs to no conversation.
    public HttpRequest(String method, URI uri, List<Map.Entry<String, String>> headers, byte[] body, boolean lines) {
        this(method, uri, headers, body, lines, null);
    }

    /// @throws IllegalArgumentException when the method or a header holds a character that would change the
    /// message's shape; the text is one line for the user
    public HttpRequest {
        headers = List.copyOf(headers);
        requireToken("method", method);
        for (Map.Entry<String, String> header : headers) {
            requireToken("header name", header.getKey());
            requireNoLineEnd(header.getKey(), header.getValue());
        }
    }

    /// The first value of a header, or null. Upper and lower case do not matter.
    public @Nullable String header(String name) {
        for (Map.Entry<String, String> header : headers) {
            if (header.getKey().equalsIgnoreCase(name)) {
                return header.getValue();
            }
        }
        return null;
    }

    private static void requireToken(String what, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 127 || "\"(),/:;<=>?@[\\]{}".indexOf(c) >= 0) {
                throw new IllegalArgumentException(
                        what + " \"" + printable(text) + "\" holds a character that HTTP does not allow");
            }
        }
        if (text.isEmpty()) {
            throw new IllegalArgumentException(what + " is empty");
        }
    }

    private static void requireNoLineEnd(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\r' || c == '\n' || c == 0) {
                throw new IllegalArgumentException("header " + name + " holds a line end or a zero character");
            }
        }
    }

    private static String printable(String text) {
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> out.append(c < ' ' || c == 127 ? '?' : (char) c));
        return out.toString();
    }
}
