package dev.guidellm.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads JSON text strictly (RFC 8259).
///
/// Numbers without fraction and exponent become whole numbers of any size, others floating point. Of duplicate keys
/// the last value wins. Methods may be called from any thread.
public final class JsonReader {
    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxStringLength(Integer.MAX_VALUE)
            .maxNameLength(Integer.MAX_VALUE)
            .maxNumberLength(10_000)
            .maxNestingDepth(1_000)
            .build();

    private static final JsonFactory STRICT =
            JsonFactory.builder().streamReadConstraints(LIMITS).build();

    private static final JsonFactory PYTHON = JsonFactory.builder()
            .streamReadConstraints(LIMITS)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private final JsonParser parser;
    private final @Nullable Map<String, Integer> lines;

    private JsonReader(JsonParser parser, @Nullable Map<String, Integer> lines) {
        this.parser = parser;
        this.lines = lines;
    }

    /// The one value that `text` holds.
    public static JsonValue read(String text) throws JsonSyntaxException {
        return fromMemory(() -> STRICT.createParser(text), null);
    }

    /// The one value that UTF-8 `bytes` hold.
    public static JsonValue read(byte[] bytes) throws JsonSyntaxException {
        return read(bytes, 0, bytes.length);
    }

    /// The one value in `length` bytes from `offset`, in UTF-8.
    public static JsonValue read(byte[] bytes, int offset, int length) throws JsonSyntaxException {
        return fromMemory(() -> STRICT.createParser(bytes, offset, length), null);
    }

    /// The one value in the rest of `stream`, in UTF-8; the stream stays open.
    public static JsonValue read(InputStream stream) throws IOException, JsonSyntaxException {
        return from(() -> STRICT.createParser(stream).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE), null);
    }

    /// As [#read(InputStream)], but also takes the words `NaN`, `Infinity` and `-Infinity`, which Python writes.
    public static JsonValue readPython(InputStream stream) throws IOException, JsonSyntaxException {
        return from(() -> PYTHON.createParser(stream).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE), null);
    }

    /// The one value that `text` holds, with the line of every value in it.
    public static LocatedDocument readLocated(String text) throws JsonSyntaxException {
        Map<String, Integer> lines = new HashMap<>();
        JsonValue value = fromMemory(() -> STRICT.createParser(text), lines);
        return new LocatedDocument(value, lines);
    }

    private static JsonValue fromMemory(ParserSource source, @Nullable Map<String, Integer> lines)
            throws JsonSyntaxException {
        try {
            return from(source, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // text in memory has no input errors
        }
    }

    private static JsonValue from(ParserSource source, @Nullable Map<String, Integer> lines)
            throws IOException, JsonSyntaxException {
        try (JsonParser parser = source.open()) {
            return new JsonReader(parser, lines).document();
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            String problem = e.getOriginalMessage();
            throw place == null
                    ? new JsonSyntaxException(0, 0, problem)
                    : new JsonSyntaxException(place.getLineNr(), place.getColumnNr(), problem);
        } catch (CharConversionException e) {
            throw new JsonSyntaxException(0, 0, String.valueOf(e.getMessage()));
        }
    }

    private JsonValue document() throws IOException, JsonSyntaxException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw new JsonSyntaxException(1, 1, "the text is empty, a JSON value was expected");
        }
        JsonValue value = value(first, "");
        if (parser.nextToken() != null) {
            JsonLocation place = parser.currentTokenLocation();
            throw new JsonSyntaxException(
                    place.getLineNr(), place.getColumnNr(), "more text follows the end of the JSON value");
        }
        return value;
    }

    private JsonValue value(@Nullable JsonToken token, String path) throws IOException {
        if (lines != null) {
            lines.putIfAbsent(path, parser.currentTokenLocation().getLineNr());
        }
        return switch (token) {
            case START_OBJECT -> members(path);
            case START_ARRAY -> items(path);
            case VALUE_STRING -> new JsonString(parser.getText());
            case VALUE_NUMBER_INT -> new JsonInteger(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> new JsonDouble(parser.getDoubleValue());
            case VALUE_TRUE -> JsonValue.TRUE;
            case VALUE_FALSE -> JsonValue.FALSE;
            case VALUE_NULL -> JsonValue.NULL;
            case null, default -> throw new IllegalStateException("the JSON parser gave " + token);
        };
    }

    private JsonObject members(String path) throws IOException {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            String below = lines == null ? "" : LocatedDocument.child(path, key);
            if (lines != null) {
                lines.put(below, parser.currentTokenLocation().getLineNr());
            }
            members.put(key, value(parser.nextToken(), below));
        }
        return new JsonObject(members);
    }

    private JsonArray items(String path) throws IOException {
        JsonToken token = parser.nextToken();
        WholeNumbers.Builder numbers = new WholeNumbers.Builder();
        while (lines == null && token == JsonToken.VALUE_NUMBER_INT && fitsLong()) {
            numbers.add(parser.getLongValue());
            token = parser.nextToken();
        }
        if (token == JsonToken.END_ARRAY) {
            return new JsonArray(numbers.build());
        }
        List<JsonValue> items = new ArrayList<>(numbers.build());
        for (; token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(token, lines == null ? "" : LocatedDocument.child(path, items.size())));
        }
        return new JsonArray(items);
    }

    private boolean fitsLong() throws IOException {
        return parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    private interface ParserSource {
        JsonParser open() throws IOException;
    }
}
