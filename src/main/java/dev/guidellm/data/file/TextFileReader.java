package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One row per line of text, in the column `text`. A line keeps its line end (as LF), a blank line is a row.
final class TextFileReader implements RowCursor {
    private final String name;
    private final ByteLines lines;

    private TextFileReader(String name, ByteLines lines) {
        this.name = name;
        this.lines = lines;
    }

    static RowTable open(String name, Path file, JsonObject loadKwargs) {
        ReaderOptions options = new ReaderOptions(name, loadKwargs);
        SplitSlice slice = options.split();
        options.end();
        return new RowTable(name, "text", "line", slice, () -> start(name, file));
    }

    private static TextFileReader start(String name, Path file) {
        try {
            return new TextFileReader(name, ByteLines.open(file));
        } catch (IOException e) {
            throw FileSources.unreadable(name, null, e);
        }
    }

    @Override
    public @Nullable Row next() {
        try {
            String line = lines.next();
            if (line == null) {
                return null;
            }
            return new Row(lines.number(), Map.of("text", JsonValue.of(lines.ended() ? line + "\n" : line)));
        } catch (IOException e) {
            throw FileSources.unreadable(name, "line " + lines.number(), e);
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
}
