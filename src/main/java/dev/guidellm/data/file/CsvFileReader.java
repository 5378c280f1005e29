package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/// Rows of comma-separated values with a header.
///
/// A column whose every filled cell is a number holds numbers, whole ones as such even beside empty cells; any
/// other column holds text. An empty cell is null. `load_kwargs`: `delimiter` (or `sep`), `quotechar`,
/// `column_names` (or `names`, for files without a header), `skiprows`, `split`.
final class CsvFileReader implements RowCursor {
    private final String name;
    private final CSVParser parser;
    private final Iterator<CSVRecord> records;
    private final List<String> header;
    private final NumberColumns numbers;

    private CsvFileReader(String name, CSVParser parser, Layout layout, NumberColumns numbers) {
        this.name = name;
        this.parser = parser;
        this.records = parser.iterator();
        this.numbers = numbers;
        try {
            for (int i = 0; i < layout.skippedRows && records.hasNext(); i++) {
                records.next();
            }
            List<String> names = layout.columnNames;
            this.header = names != null ? names : records.hasNext() ? header(records.next()) : List.of();
        } catch (UncheckedIOException e) {
            throw broken(e);
        }
    }

    static RowTable open(String name, Path file, JsonObject loadKwargs) {
        ReaderOptions options = new ReaderOptions(name, loadKwargs);
        SplitSlice slice = options.split();
        char delimiter = character(name, "delimiter", options.text("delimiter", "sep"), ',');
        char quote = character(name, "quotechar", options.text("quotechar"), '"');
        Layout layout =
                new Layout(delimiter, quote, options.texts("column_names", "names"), options.number("skiprows", 0));
        options.end();
        NumberColumns numbers = new NumberColumns();
        try (CsvFileReader first = start(name, file, layout, numbers)) {
            first.findNumberColumns();
        }
        return new RowTable(name, "csv", "line", slice, () -> start(name, file, layout, numbers));
    }

    private static CsvFileReader start(String name, Path file, Layout layout, NumberColumns numbers) {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setDelimiter(layout.delimiter)
                .setQuote(layout.quote)
                .setIgnoreEmptyLines(true)
                .setTrailingData(true)
                .get();
        try {
            InputStreamReader text = new InputStreamReader(
                    ByteLines.stream(file),
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT));
            return new CsvFileReader(
                    name, CSVParser.builder().setReader(text).setFormat(format).get(), layout, numbers);
        } catch (IOException e) {
            throw FileSources.unreadable(name, null, e);
        }
    }

    private void findNumberColumns() {
        numbers.reset(header.size());
        for (CSVRecord entry = nextRecord(); entry != null; entry = nextRecord()) {
            for (int i = 0; i < entry.size(); i++) {
                numbers.observe(i, entry.get(i));
            }
        }
    }

    @Override
    public @Nullable Row next() throws RowException {
        CSVRecord entry = nextRecord();
        if (entry == null) {
            return null;
        }
        Map<String, JsonValue> cells = new LinkedHashMap<>();
        for (int i = 0; i < header.size(); i++) {
            cells.put(header.get(i), i < entry.size() ? numbers.value(i, entry.get(i)) : JsonValue.NULL);
        }
        return new Row(parser.getCurrentLineNumber(), cells);
    }

    private @Nullable CSVRecord nextRecord() {
        CSVRecord entry;
        try {
            if (!records.hasNext()) {
                return null;
            }
            entry = records.next();
        } catch (UncheckedIOException | IllegalStateException e) {
            throw broken(e);
        }
        if (entry.size() > header.size()) {
            throw new DataException(
                    name,
                    "line " + parser.getCurrentLineNumber(),
                    "has " + entry.size() + " cells, but there are " + header.size() + " columns");
        }
        return entry;
    }

    private DataException broken(RuntimeException problem) {
        if (problem instanceof UncheckedIOException unchecked
                && unchecked.getCause() instanceof CharacterCodingException) {
            return new DataException(name, null, "is not UTF-8 text");
        }
        Throwable cause = problem.getCause() == null ? problem : problem.getCause();
        return new DataException(
                name,
                "line " + Math.max(1, parser.getCurrentLineNumber()),
                "is no valid CSV ("
                        + String.valueOf(cause.getMessage()).lines().findFirst().orElse("") + ")");
    }

    /// Column names as pandas makes them: unnamed and repeated ones get a name of their own.
    private static List<String> header(CSVRecord entry) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < entry.size(); i++) {
            String base = entry.get(i).isEmpty() ? "Unnamed: " + i : entry.get(i);
            String unique = base;
            for (int copy = 1; !names.add(unique); copy++) {
                unique = base + "." + copy;
            }
        }
        return new ArrayList<>(names);
    }

    private static char character(String name, String option, @Nullable String text, char otherwise) {
        if (text == null) {
            return otherwise;
        }
        String plain = text.equals("\\t") ? "\t" : text;
        if (plain.length() != 1) {
            throw new DataException(name, null, "load_kwargs." + option + " must be one character, got '" + text + "'");
        }
        return plain.charAt(0);
    }

    @Override
    public void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new DataException(name, null, "cannot be closed (" + e.getMessage() + ")");
        }
    }

    /// How the file is laid out.
    private record Layout(
            char delimiter, char quote, @Nullable List<String> columnNames, int skippedRows) {}
}
