package dev.guidellm.output;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.json.NumberText;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The report as a table: three header rows, then one row per benchmark.
///
/// The columns are those of all benchmarks, in the order in which they first appear, the original's before ours. What
/// was not measured is an empty cell, or no column when no benchmark has it and the columns need not be stable.
final class CsvOutput {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final ZoneId zone;
    private final boolean stable;

    /// @param zone time zone of the times
    /// @param stable whether the columns are the same whatever was measured
    CsvOutput(ZoneId zone, boolean stable) {
        this.zone = zone;
        this.stable = stable;
    }

    /// The three header cells of a column.
    record Header(String group, String name, String detail) {}

    /// The cells of one benchmark.
    final class Row {
        private final Map<Header, String> cells = new LinkedHashMap<>();
        private final Map<Header, String> ownCells = new LinkedHashMap<>();
        private boolean own;

        /// From here on the columns are those that the original does not have.
        void beginOwn() {
            own = true;
        }

        void text(String group, String name, String detail, String text) {
            (own ? ownCells : cells).put(new Header(group, name, detail), text);
        }

        private String cell(Header header) {
            return cells.getOrDefault(header, ownCells.getOrDefault(header, ""));
        }

        void value(String group, String name, String detail, @Nullable JsonValue value) {
            text(group, name, detail, plain(value));
        }

        void json(String group, String name, @Nullable JsonValue value) {
            text(group, name, "", value == null ? "" : JsonWriter.toString(value, JsonWriter.Style.PYTHON));
        }

        void time(String group, String name, @Nullable Double epochSeconds) {
            text(group, name, "", time(epochSeconds));
        }

        private String time(@Nullable Double epochSeconds) {
            if (epochSeconds == null || epochSeconds < 0) {
                return "N/A";
            }
            Instant instant = Instant.ofEpochMilli((long) Math.floor(epochSeconds * 1000));
            return TIME.format(LocalDateTime.ofInstant(instant, zone));
        }
    }

    void write(BenchmarkReport report, Writer out) throws IOException {
        List<Row> rows = new ArrayList<>();
        Set<Header> headers = new LinkedHashSet<>();
        for (BenchmarkResult benchmark : report.benchmarks()) {
            Row row = new Row();
            new CsvColumns(row, stable).fill(report, benchmark);
            rows.add(row);
            headers.addAll(row.cells.keySet());
        }
        if (rows.isEmpty()) {
            return;
        }
        rows.forEach(row -> headers.addAll(row.ownCells.keySet()));
        line(headers.stream().map(Header::group).toList(), out);
        line(headers.stream().map(Header::name).toList(), out);
        line(headers.stream().map(Header::detail).toList(), out);
        for (Row row : rows) {
            line(headers.stream().map(row::cell).toList(), out);
        }
    }

    /// A scalar as a cell.
    static String plain(@Nullable JsonValue value) {
        return switch (value) {
            case null -> "";
            case JsonString(String text) -> text;
            case JsonInteger(var number) -> number.toString();
            case JsonDouble(double number) -> NumberText.of(number);
            default -> JsonWriter.toString(value, JsonWriter.Style.PYTHON);
        };
    }

    private static void line(List<String> cells, Writer out) throws IOException {
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.write(quoted(cells.get(i)));
        }
        out.write("\r\n");
    }

    private static String quoted(String cell) {
        boolean special =
                cell.indexOf(',') >= 0 || cell.indexOf('"') >= 0 || cell.indexOf('\n') >= 0 || cell.indexOf('\r') >= 0;
        return special ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }
}
