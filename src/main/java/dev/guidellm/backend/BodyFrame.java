package dev.guidellm.backend;

import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What the bodies of all requests of a run have in common, and so is written once: everything but the turn's own
/// content. Safe for every thread.
final class BodyFrame {
    private static final int MOST_HEADS = 1_024;

    private final Dialect dialect;
    private final JsonObject extraBody;
    private final Map<Key, byte[]> heads = new ConcurrentHashMap<>();

    /// What tells the heads of one frame apart.
    private record Key(long wantedTokens, String before) {}

    /// @param extraBody members that the user adds
    BodyFrame(Dialect dialect, JsonObject extraBody) {
        this.dialect = dialect;
        this.extraBody = extraBody;
    }

    Dialect dialect() {
        return dialect;
    }

    /// A body to put together freely.
    ///
    /// @param lengthKey the member that limits the answer's tokens
    RequestBody body(GenerationRequest request, String lengthKey) {
        return new RequestBody(dialect, extraBody, request, lengthKey);
    }

    /// Whether the user's own members leave `keys` alone.
    boolean isFreeOf(String... keys) {
        for (String key : keys) {
            if (extraBody.get(key) != null) {
                return false;
            }
        }
        return true;
    }

    /// The bytes of a body whose last member is `contentKey`, the only one that is this turn's own.
    ///
    /// @param lengthKey the same for all calls
    /// @param before JSON text around the content that is always the same, as is `after`
    byte[] filled(
            GenerationRequest request,
            String lengthKey,
            String contentKey,
            String before,
            JsonValue content,
            String after) {
        Number wanted = request.outputMetrics().get(UsageField.TEXT_TOKENS);
        Key key = new Key(wanted == null ? 0L : Math.max(0, wanted.longValue()), before);
        byte[] head = heads.get(key);
        if (head == null) {
            head = head(request, lengthKey, contentKey, before);
            if (heads.size() < MOST_HEADS) {
                heads.put(key, head);
            }
        }
        byte[] plain = content instanceof JsonString(String text) ? JsonWriter.plainBytes(text) : null;
        byte[] inside = plain == null ? JsonWriter.toBytes(content) : plain;
        int quotes = plain == null ? 0 : 1;
        byte[] body = Arrays.copyOf(head, head.length + inside.length + 2 * quotes + after.length() + 1);
        System.arraycopy(inside, 0, body, head.length + quotes, inside.length);
        int at = head.length + inside.length + 2 * quotes;
        if (plain != null) {
            body[head.length] = '"';
            body[at - 1] = '"';
        }
        for (int i = 0; i < after.length(); i++) {
            body[at++] = (byte) after.charAt(i);
        }
        body[at] = '}';
        return body;
    }

    private byte[] head(GenerationRequest request, String lengthKey, String contentKey, String before) {
        String common = JsonWriter.toString(body(request, lengthKey).build());
        String name = JsonWriter.toString(JsonValue.of(contentKey));
        return (common.substring(0, common.length() - 1) + "," + name + ":" + before).getBytes(StandardCharsets.UTF_8);
    }
}
