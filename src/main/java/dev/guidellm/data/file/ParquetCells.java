package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.hardwood.metadata.LogicalType;
import dev.hardwood.row.PqList;
import dev.hardwood.row.PqMap;
import dev.hardwood.row.PqStruct;
import dev.hardwood.row.PqVariant;
import dev.hardwood.schema.SchemaNode;
import dev.hardwood.schema.SchemaNode.GroupNode;
import dev.hardwood.schema.SchemaNode.PrimitiveNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The value of a Parquet cell as the same row would have it in JSON lines.
///
/// Dates and times become ISO 8601 text, decimals numbers, a JSON column what its text says, a map an object.
/// Members of a nested structure that are null are left out: Parquet has one structure for all rows and cannot say
/// that a member is missing. Numbers that JSON does not know (NaN, infinity) become null.
final class ParquetCells {
    private final String name;

    ParquetCells(String name) {
        this.name = name;
    }

    /// @param value as the library decodes it
    /// @param node the field's place in the schema
    /// @param place of the row, for messages
    /// @throws DataException when the value has no form in JSON
    JsonValue value(@Nullable Object value, SchemaNode node, String place) {
        return switch (value) {
            case null -> JsonValue.NULL;
            case String text -> text(text, node);
            case Boolean truth -> JsonValue.of(truth);
            case Float number -> number(number);
            case Double number -> number(number);
            case Integer number -> JsonValue.of(isUnsigned(node) ? Integer.toUnsignedLong(number) : number);
            case Long number
            when number < 0 && isUnsigned(node) -> new JsonInteger(new BigInteger(Long.toUnsignedString(number)));
            case BigDecimal number ->
                number.scale() <= 0 ? new JsonInteger(number.toBigIntegerExact()) : JsonValue.of(number.doubleValue());
            case Number number -> JsonValue.ofNumber(number);
            case byte[] bytes -> text(bytes, node, place);
            case PqStruct struct -> object(struct, group(node), place);
            case PqList list -> array(list, node, place);
            case PqMap map -> object(map, group(node), place);
            case PqVariant _ -> throw unusable(node, place, "values without a fixed type (VARIANT)");
            default -> JsonValue.of(value.toString());
        };
    }

    private static JsonValue text(String text, SchemaNode node) {
        if (!(node instanceof PrimitiveNode leaf) || !(leaf.logicalType() instanceof LogicalType.JsonType)) {
            return JsonValue.of(text);
        }
        try {
            return JsonReader.read(text);
        } catch (JsonSyntaxException e) {
            return JsonValue.of(text);
        }
    }

    /// Older writers do not say that a column holds text.
    private JsonValue text(byte[] bytes, SchemaNode node, String place) {
        try {
            return JsonValue.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            throw unusable(node, place, "binary data");
        }
    }

    private DataException unusable(SchemaNode node, String place, String what) {
        return new DataException(
                name,
                place,
                "column '" + node.name() + "' holds " + what
                        + "; choose the columns to read, such as load_kwargs.columns=[prompt]");
    }

    private static JsonValue number(double number) {
        return Double.isFinite(number) ? JsonValue.of(number) : JsonValue.NULL;
    }

    private static boolean isUnsigned(SchemaNode node) {
        return node instanceof PrimitiveNode leaf
                && leaf.logicalType() instanceof LogicalType.IntType type
                && !type.isSigned();
    }

    private static GroupNode group(SchemaNode node) {
        return (GroupNode) node;
    }

    private JsonObject object(PqStruct struct, GroupNode node, String place) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (SchemaNode child : node.children()) {
            Object value = struct.getValue(child.name());
            if (value != null) {
                members.put(child.name(), value(value, child, place));
            }
        }
        return new JsonObject(members);
    }

    private JsonArray array(PqList list, SchemaNode node, String place) {
        SchemaNode element = node instanceof GroupNode group && group.isList() ? group.getListElement() : node;
        List<JsonValue> items = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            items.add(value(list.get(i), element, place));
        }
        return new JsonArray(items);
    }

    private JsonObject object(PqMap map, GroupNode node, String place) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (PqMap.Entry entry : map.getEntries()) {
            JsonValue key = value(entry.getKey(), node.getMapKey(), place);
            String name = key instanceof JsonValue.JsonString(String text) ? text : String.valueOf(entry.getKey());
            members.put(name, value(entry.getValue(), node.getMapValue(), place));
        }
        return new JsonObject(members);
    }
}
