package dev.guidellm.transport;

import java.net.URI;
import java.util.List;
import java.util.Map;

/// One request, ready to be written.
///
/// @param method `GET`, `POST`, …
/// @param uri absolute `http` or `https` address with its query
/// @param headers name and value in sending order; `Host`, `Content-Length` and `Accept` are added where absent
/// @param body the bytes to send, empty for none; never changed after this
/// @param lines whether the answer is an event stream whose lines are to be time-stamped one by one when its status
/// is
/// below 300
public record HttpRequest(String method, URI uri, List<Map.Entry<String, String>> headers, byte[] body, boolean lines) {
    public HttpRequest {
        headers = List.copyOf(headers);
    }
}
