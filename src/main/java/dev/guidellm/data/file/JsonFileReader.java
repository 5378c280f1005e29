package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of JSON lines, of a top-level array, of an array inside an object (`load_kwargs.field`), or one object.
///
/// JSON lines are read line by line and never stand in memory as a whole when they are large; the other forms do.
final class JsonFileReader implements RowCursor {
    private static final String SELECTOR = "json";

    private final String name;
    private final ByteLines lines;

    private JsonFileReader(String name, ByteLines lines) {
        this.name = name;
        this.lines = lines;
    }

    static RowTable open(String name, Path file, JsonObject loadKwargs) {
        ReaderOptions options = new ReaderOptions(name, loadKwargs);
        SplitSlice slice = options.split();
        String field = options.text("field");
        options.end();
        try {
            if (field != null) {
                return inMemory(name, slice, field(name, document(name, file), field));
            }
            if (firstCharacter(file) == '[') {
                return inMemory(name, slice, document(name, file));
            }
            JsonObject whole = objectOverSeveralLines(file);
            if (whole != null) {
                return inMemory(name, slice, new JsonArray(List.of(whole)));
            }
        } catch (IOException e) {
            throw FileSources.unreadable(name, null, e);
        }
        return new RowTable(name, SELECTOR, "line", slice, () -> start(name, file));
    }

    private static JsonFileReader start(String name, Path file) {
        try {
            return new JsonFileReader(name, ByteLines.open(file));
        } catch (IOException e) {
            throw FileSources.unreadable(name, null, e);
        }
    }

    @Override
    public @Nullable Row next() {
        try {
            String line = lines.next();
            while (line != null && line.isBlank()) {
                line = lines.next();
            }
            return line == null ? null : new Row(lines.number(), object(line).members());
        } catch (IOException e) {
            throw FileSources.unreadable(name, "line " + lines.number(), e);
        }
    }

    private JsonObject object(String line) {
        String place = "line " + lines.number();
        try {
            if (JsonReader.read(line) instanceof JsonObject object) {
                return object;
            }
            throw new DataException(name, place, "is no JSON object, which a row must be");
        } catch (JsonSyntaxException e) {
            String column = e.column() > 0 ? " (column " + e.column() + ")" : "";
            throw new DataException(name, place, "is no valid JSON: " + e.problem() + column);
        }
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException e) {
            throw new DataException(name, null, "cannot be closed (" + e.getMessage() + ")");
        }
    }

    private static JsonValue document(String name, Path file) throws IOException {
        try (InputStream in = ByteLines.stream(file)) {
            return JsonReader.read(in);
        } catch (JsonSyntaxException e) {
            throw new DataException(name, e.line() > 0 ? "line " + e.line() : null, "is no valid JSON: " + e.problem());
        }
    }

    /// The object that spreads over several lines and fills the file; null when the file looks like JSON lines.
    private static @Nullable JsonObject objectOverSeveralLines(Path file) throws IOException {
        try (ByteLines lines = ByteLines.open(file)) {
            String first = lines.next();
            while (first != null && first.isBlank()) {
                first = lines.next();
            }
            if (first == null || !first.strip().startsWith("{") || isJson(first)) {
                return null;
            }
        }
        try (InputStream in = ByteLines.stream(file)) {
            return JsonReader.read(in) instanceof JsonObject object ? object : null;
        } catch (JsonSyntaxException e) {
            return null; // read again as JSON lines, whose message names the line
        }
    }

    private static boolean isJson(String line) {
        try {
            JsonReader.read(line);
            return true;
        } catch (JsonSyntaxException e) {
            return false;
        }
    }

    private static JsonValue field(String name, JsonValue document, String field) {
        JsonValue value = document instanceof JsonObject object ? object.get(field) : null;
        if (value == null) {
            throw new DataException(name, null, "has no field '" + field + "', which load_kwargs.field names");
        }
        return value;
    }

    private static RowTable inMemory(String name, SplitSlice slice, JsonValue value) {
        List<JsonValue> items = value instanceof JsonArray(List<JsonValue> array) ? array : List.of(value);
        List<Row> rows = new ArrayList<>();
        for (JsonValue item : items) {
            if (!(item instanceof JsonObject object)) {
                throw new DataException(name, "row " + (rows.size() + 1), "is no JSON object, which a row must be");
            }
            rows.add(new Row(rows.size() + 1L, object.members()));
        }
        return new RowTable(name, SELECTOR, "row", slice, () -> new ScannedRows.ListCursor(rows));
    }

    private static int firstCharacter(Path file) throws IOException {
        try (InputStream in = ByteLines.stream(file)) {
            int next = in.read();
            while (next == ' ' || next == '\t' || next == '\r' || next == '\n') {
                next = in.read();
            }
            return next;
        }
    }
}
