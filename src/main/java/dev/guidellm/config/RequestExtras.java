package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is added to every request.
///
/// @param method HTTP method instead of the usual one
/// @param stream whether to ask for a stream, over the backend's own `stream`
/// @param headers header fields, over the ones the backend sets
/// @param params query parameters
/// @param body members of the JSON body
/// @param files file fields of a form
/// @param content kept for the original's sake
/// @param others keys without a meaning, kept as they are
public record RequestExtras(
        @Nullable String method,
        @Nullable Boolean stream,
        @Nullable Map<String, String> headers,
        @Nullable JsonObject params,
        @Nullable JsonObject body,
        @Nullable JsonObject files,
        @Nullable JsonObject content,
        @Others JsonObject others) {
    /// Nothing added.
    public static final RequestExtras NONE =
            new RequestExtras(null, null, null, null, null, null, null, new JsonObject(Map.of()));

    public RequestExtras {
        headers = headers == null ? null : OrderedMaps.copyOf(headers);
    }
}
