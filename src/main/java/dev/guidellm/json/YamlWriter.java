package dev.guidellm.json;

import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;

/// Writes YAML as PyYAML's `safe_dump` does: block style, keys sorted by code point, non-ASCII characters escaped,
/// text quoted when [YamlReader] would take it for something else.
///
/// Like [JsonWriter] it writes whole values or piece by piece; a piecewise writer is used by one thread, puts keys
/// in the order given, and is ended by [#end].
public final class YamlWriter {
    private final Emitter emitter;

    /// A writer of one document to `out`, which stays open.
    public YamlWriter(Writer out) throws IOException {
        DumperOptions options = new DumperOptions();
        options.setAllowUnicode(false);
        options.setDefaultFlowStyle(FlowStyle.BLOCK);
        emitter = new Emitter(out, options);
        emit(new StreamStartEvent(null, null));
        emit(new DocumentStartEvent(null, null, false, null, Map.of()));
    }

    /// `value` as YAML text, with a final line feed.
    public static String toString(JsonValue value) {
        StringWriter text = new StringWriter();
        try {
            write(value, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a StringWriter has no output errors
        }
        return text.toString();
    }

    /// Writes `value` as one document to `out`, which stays open.
    public static void write(JsonValue value, Writer out) throws IOException {
        YamlWriter writer = new YamlWriter(out);
        writer.value(value);
        writer.end();
    }

    /// Starts a mapping; `empty` when nothing will follow, since `{}` is written then.
    public YamlWriter beginObject(boolean empty) throws IOException {
        return emit(new MappingStartEvent(null, null, true, null, null, style(empty)));
    }

    /// Ends the innermost mapping.
    public YamlWriter endObject() throws IOException {
        return emit(new MappingEndEvent(null, null));
    }

    /// Starts a list; `empty` when nothing will follow, since `[]` is written then.
    public YamlWriter beginArray(boolean empty) throws IOException {
        return emit(new SequenceStartEvent(null, null, true, null, null, style(empty)));
    }

    /// Ends the innermost list.
    public YamlWriter endArray() throws IOException {
        return emit(new SequenceEndEvent(null, null));
    }

    /// The key of the next member; its value follows.
    public YamlWriter name(String name) throws IOException {
        return text(name);
    }

    /// A whole value; the members of mappings in it are sorted by key.
    public YamlWriter value(JsonValue value) throws IOException {
        return switch (value) {
            case JsonObject(Map<String, JsonValue> members) -> {
                beginObject(members.isEmpty());
                for (Map.Entry<String, JsonValue> member : sorted(members).entrySet()) {
                    name(member.getKey());
                    value(member.getValue());
                }
                yield endObject();
            }
            case JsonArray array -> {
                beginArray(array.items().isEmpty());
                for (JsonValue item : array.items()) {
                    value(item);
                }
                yield endArray();
            }
            case JsonString(String text) -> text(text);
            case JsonInteger(var number) -> plain(number.toString());
            case JsonDouble(double number) -> plain(number(number));
            case JsonTimestamp(String iso, boolean dateOnly) -> plain(dateOnly ? iso : iso.replace('T', ' '));
            case JsonBoolean(boolean truth) -> plain(truth ? "true" : "false");
            case JsonNull() -> plain("null");
        };
    }

    /// Ends the document and flushes.
    public void end() throws IOException {
        emit(new DocumentEndEvent(null, null, false));
        emit(new StreamEndEvent(null, null));
    }

    private static Map<String, JsonValue> sorted(Map<String, JsonValue> members) {
        Map<String, JsonValue> sorted = new TreeMap<>(YamlWriter::compareCodePoints);
        sorted.putAll(members);
        return sorted;
    }

    private static int compareCodePoints(String a, String b) {
        return Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
    }

    private static FlowStyle style(boolean empty) {
        return empty ? FlowStyle.FLOW : FlowStyle.BLOCK;
    }

    private static String number(double number) {
        String text = NumberText.of(number);
        if (!Double.isFinite(number)) {
            return number > 0 ? ".inf" : number < 0 ? "-.inf" : ".nan";
        }
        // YAML 1.1 reads an exponent only after a dot
        return text.indexOf('e') >= 0 && text.indexOf('.') < 0 ? text.replace("e", ".0e") : text;
    }

    private YamlWriter text(String text) throws IOException {
        boolean readsBackPlain = YamlScalars.typeOf(text) == YamlScalars.Type.TEXT;
        // SnakeYAML would write several lines as a plain scalar, in which ": " or " #" is lost
        boolean severalLines = text.chars().anyMatch(YamlWriter::isLineBreak);
        return emit(new ScalarEvent(
                null,
                null,
                new ImplicitTuple(readsBackPlain && !severalLines, true),
                text,
                null,
                null,
                severalLines ? ScalarStyle.SINGLE_QUOTED : ScalarStyle.PLAIN));
    }

    private static boolean isLineBreak(int c) {
        return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    private YamlWriter plain(String text) throws IOException {
        return emit(new ScalarEvent(null, null, new ImplicitTuple(true, false), text, null, null, ScalarStyle.PLAIN));
    }

    private YamlWriter emit(Event event) throws IOException {
        emitter.emit(event);
        return this;
    }
}
