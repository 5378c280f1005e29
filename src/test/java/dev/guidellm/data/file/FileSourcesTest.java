package dev.guidellm.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.DbFile;
import dev.guidellm.config.FileData.CsvFile;
import dev.guidellm.config.FileData.JsonFile;
import dev.guidellm.config.FileData.TextFile;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.data.RowSource;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileSourcesTest {
    private static final String PEOPLE = "src/test/resources/cases/data/people/";
    private static final JsonObject NONE = JsonValue.object().build();

    @TempDir
    private Path folder;

    /// Case 12: byte order mark, CR LF, blank lines, raw U+2028 and U+0085, an escaped pair, a long line.
    @Test
    void readsAJsonLinesFileAsPeopleWriteIt() {
        RowSource source = FileSources.open(new JsonFile(NONE, PEOPLE + "prompts.jsonl"));
        List<String> prompts =
                rows(source).stream().map(row -> text(row, "prompt")).toList();
        assertThat(source.size()).hasValue(5);
        assertThat(source.columns()).startsWith("prompt");
        assertThat(prompts).hasSize(5);
        assertThat(String.join("", prompts))
                .contains("\u2028")
                .contains("\u0085")
                .contains("\uD83D\uDE80");
        assertThat(prompts).anyMatch(prompt -> prompt.length() > 60_000);
    }

    @Test
    void readsACsvFileAsPeopleWriteIt() {
        List<Row> rows = rows(FileSources.open(new CsvFile(NONE, PEOPLE + "prompts.csv")));
        assertThat(rows.stream().map(row -> text(row, "prompt")))
                .containsExactly("Two lines,\nin one field.", "A \"quoted\" word.", "Plain; with semicolon");
        assertThat(rows.getFirst().cell("output_tokens_count")).isEqualTo(JsonValue.of(16L));
    }

    @Test
    void refusesABrokenLineWithFileAndLineWhenOpening() {
        assertThatThrownBy(() -> FileSources.open(new JsonFile(NONE, PEOPLE + "broken.jsonl")))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(PEOPLE + "broken.jsonl, line 2: is no valid JSON: ")
                .message()
                .doesNotContain("\n");
    }

    @Test
    void readsGzipAndTheOtherFormsOfJson() throws IOException {
        Path packed = folder.resolve("a.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write("{\"prompt\":\"a\"}\n\n{\"prompt\":\"b\"}".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(prompts(packed)).containsExactly("a", "b");
        assertThat(prompts(file("array.json", "\uFEFF [ {\"prompt\":\"a\"},\n{\"prompt\":\"b\", \"x\":1} ]")))
                .containsExactly("a", "b");
        assertThat(prompts(file("one.json", "{\n  \"prompt\": \"a\"\n}\n"))).containsExactly("a");
        assertThat(prompts(file("line.json", "{\"prompt\": \"a\"}"))).containsExactly("a");
        JsonObject field = JsonValue.object().put("field", "rows").build();
        Path nested = file("nested.json", "{\"v\":1,\"rows\":[{\"prompt\":\"a\"}]}");
        assertThat(rows(FileSources.open(new JsonFile(field, nested.toString()))))
                .hasSize(1);
        assertThatThrownBy(() -> FileSources.open(
                        new JsonFile(JsonValue.object().put("field", "none").build(), nested.toString())))
                .hasMessageContaining("has no field 'none'");
    }

    @Test
    void columnsOfLaterLinesAreKnownAndMissingCellsAreNull() throws IOException {
        RowSource source = FileSources.open(new JsonFile(
                NONE, file("a.jsonl", "{\"a\":1}\n{\"a\":2,\"b\":{\"c\":[]}}\n").toString()));
        assertThat(source.columns()).containsExactly("a", "b");
        assertThat(rows(source).getFirst().cell("b")).isEqualTo(JsonValue.NULL);
        assertThat(rows(source).getLast().number()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.jsonl|''|holds no rows",
                "a.jsonl|'\n \n'|holds no rows",
                "a.jsonl|'[1,2]'|row 1: is no JSON object",
                "a.jsonl|'{\"a\":1}\n3'|line 2: is no JSON object",
                "a.json|'{\"a\": 1,\n\"b\": }'|line 1: is no valid JSON",
                "a.json|'[{\"a\":1},\n{\"a\":}]'|line 2: is no valid JSON",
                "a.csv|'a,b\n1,2\n1,2,3\n'|line 3: has 3 cells, but there are 2 columns",
                "a.csv|'a,b\n'|holds no rows",
                "a.csv|'a,b\n\"open,2\n'|is no valid CSV",
                "a.txt|''|holds no rows",
            })
    void saysWhereAFileIsBroken(String name, String content, String problem) throws IOException {
        Path file = file(name, content);
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(problem)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void refusesTextThatIsNotUtf8() throws IOException {
        Path file = folder.resolve("latin.txt");
        Files.write(file, new byte[] {'a', '\n', (byte) 0xe9, '\n'});
        assertThatThrownBy(() -> open(file)).hasMessage(file + ", line 2: is not UTF-8 text");
        Path csv = folder.resolve("latin.csv");
        Files.write(csv, new byte[] {'a', '\n', (byte) 0xe9, '\n'});
        assertThatThrownBy(() -> open(csv)).hasMessageContaining("is not UTF-8 text");
    }

    @Test
    void keepsLineEndsAndBlankLinesOfTextFiles() throws IOException {
        RowSource source = open(file("a.txt", "\uFEFFone\r\n\r\ntwo\rthree\u2028still"));
        assertThat(rows(source).stream().map(row -> text(row, "text")))
                .containsExactly("one\n", "\n", "two\n", "three\u2028still");
    }

    @Test
    void numbersOfACsvColumnStayWholeBesideEmptyCells() throws IOException {
        List<Row> rows =
                rows(open(file("a.csv", "prompt,n,x,mixed,prompt\nNA,3,1.5,1,p\nnull,,2,two,q\nseven,NaN,1e3,3,r\n")));
        assertThat(rows.getFirst().cells().keySet()).containsExactly("prompt", "n", "x", "mixed", "prompt.1");
        assertThat(rows.stream().map(row -> row.cell("prompt")))
                .containsExactly(JsonValue.of("NA"), JsonValue.of("null"), JsonValue.of("seven"));
        assertThat(rows.stream().map(row -> row.cell("n")))
                .containsExactly(JsonValue.of(3L), JsonValue.NULL, JsonValue.NULL);
        assertThat(rows.stream().map(row -> row.cell("x")))
                .containsExactly(JsonValue.of(1.5), JsonValue.of(2L), JsonValue.of(1000.0));
        assertThat(rows.stream().map(row -> row.cell("mixed")))
                .containsExactly(JsonValue.of("1"), JsonValue.of("two"), JsonValue.of("3"));
    }

    @Test
    void takesReaderOptionsAndRefusesUnknownOnes() throws IOException {
        Path file = file("a.csv", "x;1\ny;2\n");
        JsonObject options = JsonValue.object()
                .put("sep", ";")
                .put("column_names", JsonValue.ofStrings(List.of("prompt", "n")))
                .build();
        List<Row> rows = rows(FileSources.open(new CsvFile(options, file.toString())));
        assertThat(rows).hasSize(2);
        assertThat(rows.getFirst().cell("n")).isInstanceOf(JsonInteger.class);
        JsonObject unknown = JsonValue.object().put("delimeter", ";").build();
        assertThatThrownBy(() -> FileSources.open(new CsvFile(unknown, file.toString())))
                .hasMessageContaining("unknown reader option load_kwargs.delimeter; known are split, delimiter");
    }

    @ParameterizedTest
    @CsvSource({"train,0,5", "train[:2],0,2", "train[3:],3,2", "train[-2:],3,2", "train[20%:60%],1,2", "train[1:99],1,4"
    })
    void selectsTheRowsOfASplit(String split, int first, int count) throws IOException {
        Path file = file("a.txt", "0\n1\n2\n3\n4\n");
        JsonObject options = JsonValue.object().put("split", split).build();
        RowSource source = FileSources.open(new TextFile(options, file.toString()));
        assertThat(source.size()).hasValue(count);
        assertThat(rows(source)).hasSize(count);
        assertThat(text(rows(source).getFirst(), "text").strip()).isEqualTo(String.valueOf(first));
    }

    @Test
    void refusesSplitsThatAreNotThere() throws IOException {
        Path file = file("a.txt", "0\n");
        assertThatThrownBy(() -> FileSources.open(
                        new TextFile(JsonValue.object().put("split", "test").build(), file.toString())))
                .hasMessageContaining("Unknown split \"test\". Should be one of ['train'].");
        assertThatThrownBy(() -> FileSources.open(new TextFile(
                        JsonValue.object().put("split", "train[5:]").build(), file.toString())))
                .hasMessageContaining("split=train[5:] leaves none of its 1 rows");
    }

    @Test
    void largeTablesAreReadAgainInEveryPassAndGiveTheSameRows() throws IOException {
        String line = "{\"prompt\":\"" + "x".repeat(1 << 20) + "\",\"i\":";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 70; i++) {
            text.append(line).append(i).append("}\n");
        }
        RowSource source = open(file("large.jsonl", text.toString()));
        for (int pass = 0; pass < 2; pass++) {
            List<Row> rows = rows(source);
            assertThat(rows).hasSize(70);
            assertThat(rows.getLast().cell("i")).isEqualTo(JsonValue.of(69L));
        }
        JsonObject options = JsonValue.object().put("split", "train[10:12]").build();
        assertThat(rows(FileSources.open(
                        new JsonFile(options, folder.resolve("large.jsonl").toString()))))
                .extracting(row -> row.cell("i"))
                .containsExactly(JsonValue.of(10L), JsonValue.of(11L));
    }

    @Test
    void readsSqliteReadOnlyWithIntegersBesideNulls() throws Exception {
        Path file = folder.resolve("my prompts.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE samples(text TEXT, n INTEGER, x REAL)");
            statement.execute("INSERT INTO samples VALUES ('a', 3, 0.5), ('b', NULL, NULL)");
        }
        byte[] before = Files.readAllBytes(file);
        String uri = "sqlite:///" + file.toString().replace(" ", "%20");
        List<Row> rows = rows(FileSources.open(new DbFile(sql("SELECT text, n, x FROM samples"), uri)));
        assertThat(JsonWriter.toString(new JsonObject(rows.getFirst().cells())))
                .isEqualTo("{\"text\":\"a\",\"n\":3,\"x\":0.5}");
        assertThat(rows.getLast().cell("n")).isEqualTo(JsonValue.NULL);
        assertThatThrownBy(() -> FileSources.open(new DbFile(sql("DELETE FROM samples"), uri)))
                .hasMessageContaining("must be a SELECT statement");
        assertThatThrownBy(() -> FileSources.open(
                        new DbFile(sql("WITH a AS (SELECT 1) DELETE FROM samples RETURNING text"), uri)))
                .isInstanceOf(DataException.class);
        assertThatThrownBy(() -> FileSources.open(new DbFile(sql("SELECT missing_column FROM samples"), uri)))
                .hasMessageContaining("the query failed (")
                .hasMessageContaining("no such column: missing_column");
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThatThrownBy(() -> FileSources.open(new DbFile(sql("SELECT 1"), "sqlite:///none.db")))
                .hasMessageContaining("no such file");
        assertThat(Path.of("none.db")).doesNotExist();
    }

    private static JsonObject sql(String statement) {
        return JsonValue.object().put("sql", statement).build();
    }

    private RowSource open(Path file) {
        String name = file.toString();
        if (name.endsWith(".csv")) {
            return FileSources.open(new CsvFile(NONE, name));
        }
        return name.endsWith(".txt")
                ? FileSources.open(new TextFile(NONE, name))
                : FileSources.open(new JsonFile(NONE, name));
    }

    private List<String> prompts(Path file) {
        return rows(open(file)).stream().map(row -> text(row, "prompt")).toList();
    }

    static List<Row> rows(RowSource source) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = source.open(0)) {
            for (Row row = cursor.next(); row != null; row = cursor.next()) {
                rows.add(row);
            }
        } catch (RowException e) {
            throw new AssertionError(e);
        }
        return rows;
    }

    private static String text(Row row, String column) {
        return ((JsonString) row.cell(column)).value();
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }
}
