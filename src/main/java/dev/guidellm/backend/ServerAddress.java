package dev.guidellm.backend;

import dev.guidellm.config.ConfigException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.redaction.Redaction;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a server is, and how the addresses of its endpoints are made.
///
/// @param base scheme, host, port and perhaps a path, without a slash at the end
/// @param query query of the target and the parameters that the user adds; empty for none
/// @param userInfo `user:password` of the target, null for none
record ServerAddress(String base, String query, @Nullable String userInfo) {

    /// Takes the configured target and query parameters apart.
    ///
    /// @throws ConfigException when the target is not an `http` or `https` address
    static ServerAddress of(String target, @Nullable JsonObject params) {
        URI uri;
        try {
            uri = new URI(target);
        } catch (URISyntaxException e) {
            throw new ConfigException(
                    "backend.openai_http.target",
                    "'" + Redaction.text(target) + "' is not an address: " + e.getReason());
        }
        String scheme = uri.getScheme();
        if (uri.getHost() == null
                || scheme == null
                || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
            throw new ConfigException(
                    "backend.openai_http.target",
                    "'" + Redaction.text(target)
                            + "' is not an address like http://localhost:8000 or https://host/path");
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        List<String> query = new ArrayList<>();
        if (uri.getRawQuery() != null) {
            query.add(uri.getRawQuery());
        }
        if (params != null) {
            params.members().forEach((name, value) -> addParameter(name, value, query));
        }
        return new ServerAddress(
                scheme + "://" + uri.getHost() + port + withoutEndSlashes(path),
                String.join("&", query),
                uri.getUserInfo());
    }

    /// The address of an endpoint; `route` may begin with slashes or not.
    URI endpoint(String route) {
        String plain = plainEndpoint(route);
        try {
            return new URI(query.isEmpty() ? plain : plain + (plain.contains("?") ? "&" : "?") + query);
        } catch (URISyntaxException e) {
            throw new ConfigException(
                    "backend.openai_http.api_routes", "'" + route + "' is not a path: " + e.getReason());
        }
    }

    /// The address of an endpoint as it may be shown: without query and password.
    String plainEndpoint(String route) {
        int start = 0;
        while (start < route.length() && route.charAt(start) == '/') {
            start++;
        }
        return base + "/" + route.substring(start);
    }

    boolean isHttps() {
        return base.regionMatches(true, 0, "https:", 0, 6);
    }

    /// The header value that the target's user and password stand for; null when it has none.
    @Nullable
    String basicAuthorization() {
        return userInfo == null
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
    }

    private static void addParameter(String name, JsonValue value, List<String> query) {
        switch (value) {
            case JsonArray(List<JsonValue> items) -> items.forEach(item -> addParameter(name, item, query));
            case JsonNull() -> query.add(encoded(name) + "=");
            default -> query.add(encoded(name) + "=" + encoded(JsonParts.asText(value)));
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String withoutEndSlashes(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end);
    }
}
