package dev.guidellm.data.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.FileData.ParquetFile;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowSource;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetFileRowsTest {
    private static final String FILES = "src/test/resources/cases/data/parquet/";

    @TempDir
    private Path folder;

    @Test
    void givesEveryTypeAsJsonLinesWould() {
        List<String> rows = json(rows("types.parquet", "{}"));
        assertThat(rows).containsExactly(compact("""
                                {"truth": true, "i8": 1, "u8": 255, "u32": 4294967295, "u64": 18446744073709551615,
                                 "i64": -9007199254740993, "f16": 1.5, "f32": 0.5, "f64": 0.1, "text": "é€🚀",
                                 "choice": "x", "price": 12.5, "big": 123456789012345678901234567890,
                                 "date": "2024-02-29", "time": "01:02:03.000004",
                                 "utc": "2024-02-29T01:02:03.456789Z", "local": "2024-02-29T01:02:03",
                                 "numbers": [1, 2, null], "unsigned": [18446744073709551615],
                                 "nested": [[{"a": 1, "b": ["x"]}], []], "map": {"k": 1, "l": null},
                                 "numbered": {"7": "seven"}, "json": {"a": [1, {"b": null}]},
                                 "id": "00000000-0000-0000-0000-000000000005", "bytes": "plain", "nothing": null}
                                """), compact("""
                                {"truth": null, "i8": -2, "u8": 0, "u32": 0, "u64": 1, "i64": 1, "f16": null,
                                 "f32": null, "f64": null, "text": null, "choice": "y", "price": null, "big": null,
                                 "date": null, "time": null, "utc": null, "local": null, "numbers": [],
                                 "unsigned": [], "nested": [null, [{}, null]], "map": {}, "numbered": {},
                                 "json": null, "id": null, "bytes": null, "nothing": null}
                                """), compact("""
                                {"truth": false, "i8": null, "u8": null, "u32": null, "u64": null, "i64": null,
                                 "f16": 0.25, "f32": null, "f64": null, "text": "", "choice": "x", "price": -0.01,
                                 "big": 3, "date": "1969-12-31", "time": "00:00", "utc": null, "local": null,
                                 "numbers": null, "unsigned": null, "nested": null, "map": null, "numbered": null,
                                 "json": "no JSON", "id": null, "bytes": "", "nothing": null}
                                """));
        assertThat(json(rows("int96.parquet", "{}")).getFirst()).contains("2024-02-29T01:02:03.456789Z");
    }

    /// Several row groups, dictionary and plain pages, both versions of pages, delta encodings.
    @ParameterizedTest
    @ValueSource(strings = {"none", "snappy", "gzip", "zstd", "pages2", "delta"})
    void unpacks(String file) {
        List<Row> rows = rows(file + ".parquet", "{}");
        assertThat(rows).hasSize(50);
        for (int i = 0; i < 50; i++) {
            assertThat(rows.get(i).number()).isEqualTo(i + 1);
            assertThat(rows.get(i).cell("prompt")).isEqualTo(JsonValue.of("p" + i % 7));
            assertThat(rows.get(i).cell("n")).isEqualTo(JsonValue.of(i));
        }
    }

    @Test
    void readsNestedRowsRowGroupByRowGroup() {
        List<Row> rows = rows("groups.parquet", "{}");
        assertThat(json(rows)).hasSize(7).startsWith("{\"n\":0,\"ids\":[0,1]}").endsWith("{\"n\":6,\"ids\":[6,7]}");
        assertThat(rows.stream().map(Row::number)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(json(rows("groups.parquet", "{\"columns\":[\"ids\"]}")).getLast())
                .isEqualTo("{\"ids\":[6,7]}");
    }

    @Test
    void leavesOutWhatAMessageDoesNotHave() {
        assertThat(json(rows("messages.parquet", "{}"))).containsExactly(compact("""
                                {"messages": [{"role": "system", "content": "Be brief."},
                                 {"role": "user", "content": "Weather?"},
                                 {"role": "assistant", "tool_calls": [{"id": "c1"}]}]}
                                """), compact("""
                                {"messages": [{"role": "user", "content": "Hello"}]}
                                """));
    }

    @Test
    void readsTheColumnsAndTheRowsThatAreWanted() {
        RowSource source = open("zstd.parquet", "{\"columns\":[\"n\"],\"split\":\"train[30:32]\"}");
        assertThat(source.columns()).containsExactly("n");
        assertThat(source.size()).hasValue(2);
        assertThat(source.selector()).isEqualTo("parquet");
        assertThat(json(FileSourcesTest.rows(source))).containsExactly("{\"n\":30}", "{\"n\":31}");
        assertThat(json(rows("binary.parquet", "{\"columns\":[\"prompt\"]}"))).containsExactly("{\"prompt\":\"a\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lz4.parquet    | {}                 | is packed with lz4
            binary.parquet | {}                 | row 1: column 'image' holds binary data; choose the columns to read
            zstd.parquet   | {"columns":["no"]} | has no column 'no', which load_kwargs.columns names; it has [prompt, n]
            zstd.parquet   | {"engine":"x"}     | unknown reader option load_kwargs.engine; known are split, columns
            zstd.parquet   | {"split":"test"}   | Unknown split "test". Should be one of ['train'].
            none           | {}                 | reads files named .parquet
            no.parquet     | {}                 | no such file
            """)
    void saysInOneLineWhatIsWrong(String file, String options, String problem) {
        assertThatThrownBy(() -> open(file, options))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(problem)
                .message()
                .doesNotContain("\n")
                .startsWith(FILES + file);
    }

    @Test
    void saysThatAFileIsBroken() throws IOException {
        byte[] whole = Files.readAllBytes(Path.of(FILES + "zstd.parquet"));
        byte[] damaged = whole.clone();
        Arrays.fill(damaged, 10, 200, (byte) 0x55);
        for (byte[] bytes : List.of(
                "no parquet at all".getBytes(StandardCharsets.UTF_8),
                new byte[0],
                Arrays.copyOf(whole, 900),
                damaged)) {
            Path file = Files.write(folder.resolve("a.parquet"), bytes);
            assertThatThrownBy(() -> FileSources.open(new ParquetFile(options("{}"), file.toString())))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("cannot be read as Parquet (")
                    .message()
                    .doesNotContain("\n")
                    .startsWith(file.toString());
        }
    }

    private static RowSource open(String file, String options) {
        return FileSources.open(new ParquetFile(options(options), FILES + file));
    }

    private static List<Row> rows(String file, String options) {
        return FileSourcesTest.rows(open(file, options));
    }

    private static List<String> json(List<Row> rows) {
        return rows.stream()
                .map(row -> JsonWriter.toString(new JsonObject(row.cells())))
                .toList();
    }

    private static JsonObject options(String json) {
        return (JsonObject) read(json);
    }

    private static String compact(String json) {
        return JsonWriter.toString(read(json));
    }

    private static JsonValue read(String json) {
        try {
            return JsonReader.read(json);
        } catch (JsonSyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
