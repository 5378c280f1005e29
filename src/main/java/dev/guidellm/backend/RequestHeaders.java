package dev.guidellm.backend;

import dev.guidellm.config.Secret;
import dev.guidellm.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The header fields of every request: authorization, and what the user adds or puts in its place.
final class RequestHeaders {
    private static final String REQUEST_ID = "x-request-id";

    private final List<Map.Entry<String, String>> common;
    private final List<Map.Entry<String, String>> withBody;

    private RequestHeaders(List<Map.Entry<String, String>> common) {
        this.common = List.copyOf(common);
        List<Map.Entry<String, String>> all = new ArrayList<>(common);
        if (all.stream().noneMatch(header -> header.getKey().equalsIgnoreCase("content-type"))) {
            all.addFirst(Map.entry("Content-Type", "application/json"));
        }
        this.withBody = List.copyOf(all);
    }

    /// @param added the user's own; they win over the API key, which wins over user and password in the address
    static RequestHeaders of(
            @Nullable Secret apiKey, ServerAddress address, @Nullable Map<String, String> added, Secrets secrets) {
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        String authorization = apiKey == null ? address.basicAuthorization() : "Bearer " + apiKey.value();
        boolean isReplaced =
                added != null && added.keySet().stream().anyMatch(name -> name.equalsIgnoreCase("authorization"));
        if (authorization != null && !isReplaced) {
            headers.add(Map.entry("Authorization", authorization));
        }
        secrets.add(apiKey == null ? null : apiKey.value());
        secrets.add(authorization);
        secrets.addUser(address.userInfo());
        secrets.addQuery(address.query());
        if (added != null) {
            added.forEach((name, value) -> {
                if (!name.equalsIgnoreCase(REQUEST_ID)) {
                    headers.add(Map.entry(name, value));
                }
                secrets.cover(Map.of(name, JsonValue.of(value)));
            });
        }
        return new RequestHeaders(headers);
    }

    /// For a request with a JSON body.
    List<Map.Entry<String, String>> forBody(String requestId) {
        List<Map.Entry<String, String>> headers = new ArrayList<>(withBody.size() + 1);
        headers.addAll(withBody);
        headers.add(Map.entry(REQUEST_ID, requestId));
        return headers;
    }

    /// For a request without a body.
    List<Map.Entry<String, String>> plain() {
        return common;
    }
}
