package dev.guidellm.data.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.HuggingFaceData;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.data.file.RowTable;
import dev.guidellm.hub.FakeHub;
import dev.guidellm.hub.HubSettings;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DataSetsTest {
    private static final Path PARQUET = Path.of("src/test/resources/cases/data/parquet");

    @TempDir
    private Path folder;

    static Stream<Named<JsonObject>> layouts() {
        return GoldenCases.loadList("data/dataset/layouts.json", "cases").stream()
                .map(layout -> Named.of(GoldenCases.text(layout, "name"), layout));
    }

    /// Every row says in which file it is.
    @ParameterizedTest(name = "{0}")
    @MethodSource("layouts")
    void splitsAFolderAsThePythonLibraryDoes(JsonObject layout) throws IOException {
        for (JsonValue item : ((JsonArray) GoldenCases.member(layout, "files")).items()) {
            String file = ((JsonString) item).value();
            String content = file.endsWith(".csv") ? "prompt\n" + file + "\n" : "{\"prompt\": \"" + file + "\"}\n";
            write(file, file.equals("README.md") ? GoldenCases.text(layout, "readme") : content);
        }
        JsonObject options = (JsonObject) GoldenCases.member(layout, "load_kwargs");
        JsonObject splits = (JsonObject) GoldenCases.member(layout, "splits");
        splits.members().forEach((split, files) -> {
            JsonObject one =
                    JsonValue.object().putAll(options).put("split", split).build();
            assertThat(new JsonArray(prompts(open(folder.toString(), one, Map.of()))))
                    .as("split %s", split)
                    .isEqualTo(files);
        });
        assertThatThrownBy(() -> open(
                        folder.toString(),
                        JsonValue.object().putAll(options).put("split", "no").build(),
                        Map.of()))
                .hasMessageEndingWith("Unknown split \"no\". Should be one of ["
                        + String.join(
                                ", ",
                                splits.members().keySet().stream()
                                        .map(split -> "'" + split + "'")
                                        .toList())
                        + "].");
    }

    @Test
    void takesTheUsualSplitWhenNoneIsNamed() throws IOException {
        write("data/zz-00000-of-00001.jsonl", "{\"prompt\": \"zz\"}");
        write("data/aa-00000-of-00001.jsonl", "{\"prompt\": \"aa\"}");
        assertThat(texts("{}")).containsExactly("aa");
        write("data/eval_set-00000-of-00001.jsonl", "{\"prompt\": \"eval\"}");
        assertThat(texts("{}")).containsExactly("eval");
        write("data/dev-00000-of-00001.jsonl", "{\"prompt\": \"dev\"}");
        assertThat(texts("{}")).containsExactly("dev");
        write("data/train_data-00000-of-00001.jsonl", "{\"prompt\": \"train\"}");
        assertThat(texts("{}")).containsExactly("train");
    }

    @Test
    void joinsFilesAndCutsASplit() throws IOException {
        write("train_0.jsonl", "{\"prompt\": \"a\"}\n{\"prompt\": \"b\"}\n");
        write("train_1.jsonl", "{\"prompt\": \"c\"}\n{\"prompt\": \"d\"}\n");
        RowTable table = open(folder.toString(), json("{\"split\": \"train[1:3]\", \"streaming\": true}"), Map.of());
        assertThat(texts(table)).containsExactly("b", "c");
        assertThat(table.unit()).isEqualTo("row");
        assertThat(table.selector()).isEqualTo(folder.getFileName().toString().toLowerCase(Locale.ROOT));
        assertThat(numbers(table)).containsExactly(2L, 3L);
    }

    @Test
    void readsParquetTextAndTabsOfAFolder() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        Files.copy(PARQUET.resolve("zstd.parquet"), folder.resolve("data/train-00000-of-00001.parquet"));
        assertThat(texts("{\"columns\": [\"prompt\"]}")).hasSize(50).startsWith("p0", "p1");
        write("data/test-00000-of-00001.tsv", "prompt\tn\none, two\t3\n");
        assertThat(texts("{\"split\": \"test\"}")).containsExactly("one, two");
        write("data/validation-00000-of-00001.txt", "first\nsecond\n");
        assertThat(texts("{\"split\": \"validation\"}", "text")).containsExactly("first\n", "second\n");
    }

    @Test
    void readsFilesOfANamedFormat() throws IOException {
        write("a.log", "{\"prompt\": \"a\"}");
        write("b.log", "{\"prompt\": \"b\"}");
        String files = "{\"data_files\": \"" + folder + "/*.log\"}";
        RowTable table = open("json", json(files), Map.of());
        assertThat(texts(table)).containsExactly("a", "b");
        assertThat(table.selector()).isEqualTo("json");
        String split = "{\"data_files\": {\"x\": \"b.log\"}, \"data_dir\": \"" + folder + "\", \"split\": \"x\"}";
        assertThat(texts(open("json", json(split), Map.of()))).containsExactly("b");
        assertThatThrownBy(() -> open("json", json("{\"data_files\": \"no*.x\"}"), Map.of()))
                .hasMessage("json: no such file: no*.x (load_kwargs.data_files)");
        assertThatThrownBy(() -> open("csv", json("{}"), Map.of()))
                .hasMessage("csv: load_kwargs.data_files is missing: the files to read");
        assertThatThrownBy(() -> open("json", json("{\"data_files\": \"https://x/y.jsonl\"}"), Map.of()))
                .hasMessage("json: cannot fetch https://x/y.jsonl; download it and name the file");
    }

    @Test
    void readsAFile() throws IOException {
        write("a.jsonl", "{\"prompt\": \"a\"}\n{\"prompt\": \"b\"}");
        RowTable table = open(folder.resolve("a.jsonl").toString(), json("{\"split\": \"train[1:]\"}"), Map.of());
        assertThat(texts(table)).containsExactly("b");
        assertThat(table.selector()).isEqualTo("json");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            state.json, x.arrow      | {}                       | was saved by Python's save_to_disk as Arrow, which this version cannot read
            x.arrow, y.arrow, z.zip  | {}                       | has no data files; files that can be read are .csv, .json, .jsonl, .ndjson, .parquet, .tsv, .txt; found: .arrow (2), .zip (1)
            x.arrow                  | {"data_files": "*.arrow"} | has no data files of split train; files that can be read are .csv
            x.jsonl                  | {"data_files": "*.csv"}  | no files match [[*.csv]]
            x.jsonl                  | {"data_dir": "sub"}      | has no data files in sub/
            x.jsonl                  | {"name": "other"}        | has no parts to choose from, so leave out load_kwargs.name
            x.jsonl                  | {"trust": true}          | unknown option load_kwargs.trust; known are split, name, data_files
            x.jsonl                  | {"data_files": 3}        | load_kwargs: data_files must be a file or pattern, a list of them, or these by split
            x.jsonl                  | {"split": 3}             | load_kwargs.split must be a text
            x.jsonl                  | {"split": "train+test"}  | load_kwargs.split 'train+test' is not of the form train[from:to]
            """)
    void saysInOneLineWhatIsWrongWithAFolder(String files, String options, String problem) throws IOException {
        for (String file : files.split(", ")) {
            write(file, "{\"prompt\": \"a\"}");
        }
        assertThatThrownBy(() -> open(folder.toString(), json(options), Map.of()))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith(folder.toString())
                .hasMessageContaining(problem)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void asksToChooseAmongParts() throws IOException {
        write("x.jsonl", "{\"prompt\": \"a\"}");
        write("README.md", """
                ---
                configs:
                - config_name: a
                  data_files: x.jsonl
                - config_name: b
                ---
                """);
        assertThatThrownBy(() -> texts("{}"))
                .hasMessageEndingWith("has several parts; choose one with load_kwargs.name: a, b");
        assertThatThrownBy(() -> texts("{\"name\": \"c\"}"))
                .hasMessageEndingWith("has no part 'c' (load_kwargs.name); it has a, b");
        assertThat(texts("{\"name\": \"a\"}")).containsExactly("a");
        write("README.md", "---\nconfigs: [\n---\n");
        assertThatThrownBy(() -> texts("{}")).hasMessageContaining("README.md: its YAML head is broken: ");
    }

    @Test
    void readsADataSetOfTheHub() throws IOException {
        try (FakeHub hub = new FakeHub()) {
            String card = """
                    ---
                    configs:
                    - config_name: d
                      data_files:
                      - split: test
                        path: "more/*"
                    ---
                    """;
            hub.with("org/AgentTraces", "README.md", card)
                    .with("org/AgentTraces", "more/a 1.parquet", Files.readAllBytes(PARQUET.resolve("gzip.parquet")))
                    .with("org/AgentTraces", "unused.jsonl", "no JSON");
            Map<String, String> online = Map.of("HF_ENDPOINT", hub.endpoint());
            RowTable table = open("org/AgentTraces", json("{\"split\": \"test[:2]\"}"), online);
            assertThat(texts(table)).containsExactly("p0", "p1");
            assertThat(table.selector()).isEqualTo("agent_traces");
            assertThat(table.name()).isEqualTo("org/AgentTraces/more/a 1.parquet");
            assertThat(hub.requests()).noneMatch(request -> request.contains("unused"));
            hub.forget();
            RowTable kept = open("org/AgentTraces@v1", json("{}"), online);
            assertThat(texts(kept)).hasSize(50);
            assertThat(hub.requests()).containsExactly("hub /api/datasets/org/AgentTraces/revision/v1");
            Map<String, String> offline = Map.of("HF_ENDPOINT", hub.endpoint(), "HF_DATASETS_OFFLINE", "1");
            assertThat(texts(open("org/AgentTraces", json("{}"), offline))).hasSize(50);
            assertThat(hub.requests()).hasSize(1);
        }
    }

    @Test
    void saysInOneLineWhatIsWrongWithADataSetOfTheHub() {
        try (FakeHub hub = new FakeHub()) {
            hub.with("org/set", "data/train-00000-of-00002.jsonl", "{\"prompt\": \"a\"}")
                    .with("org/set", "data/train-00001-of-00002.jsonl", "{\"prompt\": \"b\"}")
                    .with("org/video", "a.mp4", "")
                    .with("org/video", "b.mp4", "");
            Map<String, String> online = Map.of("HF_ENDPOINT", hub.endpoint());
            assertThat(problem("no/such", "{}", online))
                    .isEqualTo("no/such: " + hub.endpoint() + " has no such data set");
            assertThat(problem("org/video", "{}", online))
                    .startsWith("org/video: has no data files; files that can be read are")
                    .endsWith("found: .mp4 (2)");
            assertThat(problem("org/set@v9", "{}", online))
                    .isEqualTo("org/set@v9: " + hub.endpoint() + " has no revision 'v9' of it");
            assertThat(problem("org/set", "{\"revision\": \"a b\"}", online))
                    .isEqualTo("org/set: 'a b' is no name of a revision");
            assertThat(problem("no such folder", "{}", online))
                    .isEqualTo("no such folder: is neither a folder or file here nor the id of a data set");
            Map<String, String> offline = Map.of("HF_ENDPOINT", hub.endpoint(), "HF_HUB_OFFLINE", "1");
            assertThat(problem("org/set", "{}", offline))
                    .isEqualTo("org/set: not in the cache " + folder.resolve("home/.cache/huggingface/hub")
                            + ", and HF_HUB_OFFLINE forbids to fetch it");
            open("org/set", json("{\"data_files\": \"data/train-00000*\"}"), online);
            assertThat(problem("org/set", "{}", offline))
                    .isEqualTo("org/set: data/train-00001-of-00002.jsonl of its 2 parts is not in the cache, and"
                            + " HF_HUB_OFFLINE forbids to fetch it");
            hub.demand("hf_right");
            assertThat(problem("org/set", "{\"token\": \"hf_wrong\"}", online))
                    .contains("refuses it (HTTP 401")
                    .doesNotContain("hf_wrong");
            assertThat(texts(open("org/set", json("{\"token\": \"hf_right\"}"), online)))
                    .containsExactly("a", "b");
        }
    }

    private String problem(String source, String options, Map<String, String> environment) {
        try {
            return "no problem: " + open(source, json(options), environment);
        } catch (DataException e) {
            assertThat(e.getMessage()).doesNotContain("\n");
            return String.valueOf(e.getMessage());
        }
    }

    private RowTable open(String source, JsonObject options, Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(Map.of("HF_ENDPOINT", "http://127.0.0.1:1"));
        all.putAll(environment);
        return DataSets.table(
                new HuggingFaceData("huggingface", options, JsonValue.of(source)),
                HubSettings.of(all, folder.resolve("home")));
    }

    private List<String> texts(String options) {
        return texts(options, "prompt");
    }

    private List<String> texts(String options, String column) {
        return texts(open(folder.toString(), json(options), Map.of()), column);
    }

    private static List<String> texts(RowTable table) {
        return texts(table, "prompt");
    }

    private static List<String> texts(RowTable table, String column) {
        return rows(table).stream()
                .map(row -> ((JsonString) row.cell(column)).value())
                .toList();
    }

    private static List<JsonValue> prompts(RowTable table) {
        return rows(table).stream().map(row -> row.cell("prompt")).toList();
    }

    private static List<Long> numbers(RowTable table) {
        return rows(table).stream().map(Row::number).toList();
    }

    private static List<Row> rows(RowTable table) {
        List<Row> rows = new ArrayList<>();
        try (RowCursor cursor = table.rows()) {
            for (Row row = cursor.next(); row != null; row = cursor.next()) {
                rows.add(row);
            }
        } catch (RowException e) {
            throw new AssertionError(e);
        }
        return rows;
    }

    private void write(String file, String content) throws IOException {
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        if (!file.endsWith(".gz")) {
            Files.write(target, bytes);
            return;
        }
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(target))) {
            out.write(bytes);
        }
    }

    private static JsonObject json(String text) {
        try {
            return (JsonObject) JsonReader.read(text);
        } catch (JsonSyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
