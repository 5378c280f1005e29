package dev.guidellm.backend;

import dev.guidellm.config.Secret;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What must never be shown: values found under telling names in headers, query parameters and body, and the API
/// key. A server may echo them, so texts from outside go through [#mask(String)].
final class Secrets {
    /// Shorter values would blot out ordinary words.
    private static final int SHORTEST = 4;

    private static final List<String> TELLING = List.of(
            "apikey",
            "accesskey",
            "secretkey",
            "privatekey",
            "subscriptionkey",
            "accesstoken",
            "authtoken",
            "bearertoken",
            "refreshtoken",
            "hftoken",
            "authorization",
            "password",
            "passwd",
            "credential",
            "cookie",
            "secret",
            "signature");

    private final List<String> values = new ArrayList<>();

    /// Adds a value; texts below [#SHORTEST] characters are hidden by name only.
    void add(@Nullable String value) {
        if (value == null) {
            return;
        }
        int space = value.indexOf(' ');
        if (space > 0 && space < value.length() - 1) {
            add(value.substring(space + 1)); // the token behind "Bearer"
        }
        if (value.length() >= SHORTEST && !values.contains(value)) {
            values.add(value);
            values.sort((a, b) -> Integer.compare(b.length(), a.length()));
        }
    }

    /// `text` with every known secret value covered.
    String mask(String text) {
        String masked = text;
        for (String value : values) {
            masked = masked.replace(value, Secret.MASK);
        }
        return masked;
    }

    /// The members of headers or query parameters, secret ones covered; their values become known.
    JsonObject cover(Map<String, ? extends JsonValue> members) {
        Map<String, JsonValue> covered = new LinkedHashMap<>();
        members.forEach((name, value) -> covered.put(name, isTellingField(name) ? hide(value) : value));
        return new JsonObject(covered);
    }

    /// A body's members, secret ones covered at any depth; their values become known.
    JsonObject coverBody(JsonObject body) {
        Map<String, JsonValue> covered = new LinkedHashMap<>();
        body.members().forEach((name, value) -> covered.put(name, isTelling(name) ? hide(value) : coverBelow(value)));
        return new JsonObject(covered);
    }

    private JsonValue coverBelow(JsonValue value) {
        return switch (value) {
            case JsonObject object -> coverBody(object);
            case JsonArray(List<JsonValue> items) ->
                new JsonArray(items.stream().map(this::coverBelow).toList());
            default -> value;
        };
    }

    private JsonValue hide(JsonValue value) {
        switch (value) {
            case JsonString(String text) -> add(text);
            case JsonArray(List<JsonValue> items) -> items.forEach(this::hide);
            default -> add(JsonParts.asText(value));
        }
        return new JsonString(Secret.MASK);
    }

    private static boolean isTellingField(String name) {
        String plain = plain(name);
        return plain.endsWith("key") || plain.endsWith("token") || plain.equals("sig") || isTelling(name);
    }

    private static boolean isTelling(String name) {
        String plain = plain(name);
        return plain.equals("token") || TELLING.stream().anyMatch(plain::contains);
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
