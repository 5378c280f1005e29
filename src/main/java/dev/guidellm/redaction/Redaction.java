package dev.guidellm.redaction;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import dev.guidellm.json.JsonWriter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Takes out of texts and documents what no report may show: values of [SecretNames], user and password in addresses,
/// telling parameters of their queries, and the bytes of media, of which type, size and SHA-256 stay.
///
/// What holds nothing of the kind comes back as it was. Safe for every thread.
public final class Redaction {
    /// What is shown instead of a secret.
    public static final String MASK = "**********";

    /// Members whose own members are header fields or query parameters.
    private static final Set<String> FIELDS =
            Set.of("headers", "params", "query", "query_params", "extra_headers", "extra_query", "default_headers");

    /// Members whose own members are named by a schema, not by what they hold.
    private static final String SCHEMA = "properties";

    /// The member of a report's request that holds JSON as text.
    private static final String ARGUMENTS = "request_args";

    private static final Pattern USER = Pattern.compile("://[^/?#\\s\"'\\\\<>]*@");
    private static final Pattern PARAMETER =
            Pattern.compile("([?&#;])([^=&?#;/\\s\"'\\\\<>]{1,80})=([^&#;\\s\"'\\\\<>]*)");

    private static final Pattern GIVEN_FIELDS = Pattern.compile("\"(headers|params)\": ?\\{");

    private Redaction() {}

    /// `text` without what must not be shown.
    public static String text(String text) {
        return text(text, Redaction::untold);
    }

    /// The same, and tells `found` of each secret.
    public static String text(String text, Consumer<String> found) {
        String shown = MediaPayload.described(text);
        if (shown.contains("://")) {
            shown = USER.matcher(shown).replaceAll(user -> {
                String whole = user.group();
                found.accept(whole.substring(3, whole.length() - 1));
                return "://" + MASK + "@";
            });
        }
        if (shown.indexOf('=') > 0 && (shown.indexOf('?') >= 0 || shown.indexOf('&') >= 0 || shown.indexOf('#') >= 0)) {
            shown = PARAMETER.matcher(shown).replaceAll(parameter -> parameter(parameter.group(), parameter, found));
        }
        return shown.equals(text) ? text : shown;
    }

    private static String parameter(String whole, MatchResult parts, Consumer<String> found) {
        String value = parts.group(3);
        if (value.isEmpty() || !SecretNames.isTellingField(decoded(parts.group(2)))) {
            return Matcher.quoteReplacement(whole);
        }
        found.accept(value);
        found.accept(decoded(value));
        return Matcher.quoteReplacement(parts.group(1) + parts.group(2) + "=") + MASK;
    }

    /// JSON text without what must not be shown; a text that is none is taken as [#text(String)] takes it.
    public static String json(String json) {
        if (!MediaPayload.isSuspected(json) && !json.contains("\"input_audio\"") && !json.contains("\"b64_json\"")) {
            return text(json);
        }
        return throughout(json);
    }

    /// The same for the arguments of a request in a foreign report, where headers and parameters may show secrets.
    private static String arguments(String json) {
        return GIVEN_FIELDS.matcher(json).find() ? throughout(json) : json(json);
    }

    private static String throughout(String json) {
        try {
            JsonValue value = JsonReader.read(json);
            JsonValue shown = value(value);
            return shown.equals(value) ? json : JsonWriter.toString(shown);
        } catch (JsonSyntaxException e) {
            return text(json);
        }
    }

    /// A document without what must not be shown.
    public static JsonValue value(JsonValue value) {
        return new Walk(Redaction::untold).value("", value);
    }

    /// An object without what must not be shown.
    public static JsonObject object(JsonObject object) {
        return object(object, Redaction::untold);
    }

    /// The same, and tells `found` of each secret.
    public static JsonObject object(JsonObject object, Consumer<String> found) {
        return new Walk(found).object("", object);
    }

    /// Header fields or query parameters without those that must not be shown; tells `found` of each secret.
    public static JsonObject fields(Map<String, ? extends JsonValue> fields, Consumer<String> found) {
        return new Walk(found).object("headers", new JsonObject(new LinkedHashMap<>(fields)));
    }

    private static void untold(String secret) {
        // nobody asked for it
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /// One way through a document.
    private record Walk(Consumer<String> found) {

        JsonValue value(String name, JsonValue value) {
            return switch (value) {
                case JsonObject object -> object(name, object);
                case JsonArray array -> array(name, array);
                case JsonString(String text) -> {
                    String shown = name.equals(ARGUMENTS) ? arguments(text) : Redaction.text(text, found);
                    yield shown.equals(text) ? value : new JsonString(shown);
                }
                case JsonNull _, JsonBoolean _, JsonInteger _, JsonDouble _, JsonTimestamp _ -> value;
            };
        }

        private JsonArray array(String name, JsonArray array) {
            List<JsonValue> shown = new ArrayList<>(array.items().size());
            boolean changed = false;
            for (JsonValue item : array.items()) {
                JsonValue other = value(name, item);
                changed |= !other.equals(item);
                shown.add(other);
            }
            return changed ? new JsonArray(shown) : array;
        }

        JsonObject object(String name, JsonObject object) {
            boolean fields = FIELDS.contains(name);
            String format = object.get("format") instanceof JsonString(String text) ? text : null;
            Map<String, JsonValue> shown = new LinkedHashMap<>();
            boolean changed = false;
            for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                String key = member.getKey();
                String last = key.substring(key.lastIndexOf('.') + 1); // of a path such as backend.api_key
                boolean telling = !name.equals(SCHEMA)
                        && (fields ? SecretNames.isTellingField(last) : SecretNames.isTelling(last));
                JsonValue other = telling ? hidden(member.getValue()) : media(last, member.getValue(), format);
                changed |= !other.equals(member.getValue());
                shown.put(key, other);
            }
            return changed ? new JsonObject(shown) : object;
        }

        private JsonValue media(String name, JsonValue value, @Nullable String format) {
            String type = value instanceof JsonString(String text) ? MediaPayload.typeOf(name, text, format) : null;
            return type == null || !(value instanceof JsonString(String base64))
                    ? value(name, value)
                    : new JsonString(MediaPayload.described(type, base64));
        }

        /// Switches and nothing at all are no secrets.
        private JsonValue hidden(JsonValue value) {
            return switch (value) {
                case JsonNull _, JsonBoolean _ -> value;
                case JsonArray(List<JsonValue> items) ->
                    new JsonArray(items.stream().map(this::hidden).toList());
                case JsonObject(Map<String, JsonValue> members) -> {
                    Map<String, JsonValue> shown = new LinkedHashMap<>();
                    members.forEach((key, member) -> shown.put(key, hidden(member)));
                    yield new JsonObject(shown);
                }
                case JsonString(String text) -> {
                    found.accept(text);
                    yield new JsonString(text.isEmpty() ? text : MASK);
                }
                case JsonInteger _, JsonDouble _, JsonTimestamp _ -> {
                    found.accept(JsonWriter.toString(value));
                    yield new JsonString(MASK);
                }
            };
        }
    }
}
