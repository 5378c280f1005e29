package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the documents name must be there.
class DocumentationTest {
    private static final Path DOCS = Path.of("docs");
    private static final Path CASES = Path.of("src/test/resources/cases");
    private static final Path SOURCES = Path.of("src/main/java/dev/guidellm");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z]+)` \\|[^|]*\\|(.*)\\|$");
    private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)`");

    @Test
    void architectureNamesEveryPackageAndOnlyTypesThatExist() throws IOException {
        Set<String> named = new TreeSet<>();
        for (String line : Files.readAllLines(DOCS.resolve("architecture.md"))) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                continue;
            }
            named.add(row.group(1));
            List<String> types = TYPE.matcher(row.group(2))
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            assertThat(types).as(line).isNotEmpty();
            for (String type : types) {
                assertThat(SOURCES.resolve(row.group(1)).resolve(type + ".java"))
                        .as(line)
                        .exists();
            }
        }
        try (Stream<Path> packages = Files.list(SOURCES)) {
            assertThat(packages.map(each -> each.getFileName().toString())).containsExactlyInAnyOrderElementsOf(named);
        }
    }

    @Test
    void everyDeviationIsExplainedInTheDifferences() throws IOException, JsonSyntaxException {
        List<String> anchors = Files.readAllLines(DOCS.resolve("differences.md")).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> anchor(line.replaceFirst("^#+", "")))
                .toList();
        for (Path file : files(CASES, "deviations.json")) {
            JsonArray deviations = (JsonArray) JsonReader.read(Files.readString(file));
            for (JsonValue deviation : deviations.items()) {
                String section = Objects.requireNonNull(ProductRun.text(deviation, "section"));
                assertThat(anchors).as("%s: %s", file, section).contains(anchor(section));
            }
        }
    }

    static List<Path> files(Path root, String end) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    /// As GitHub makes the anchor of a heading.
    static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
                .replaceAll("\\s", "-");
    }
}
