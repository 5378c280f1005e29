package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Links between the documents lead somewhere.
class DocumentLinksTest {
    private static final Path DOCS = Path.of("docs");

    @Test
    void linksLeadToFilesAndHeadings() throws IOException {
        Pattern link = Pattern.compile("]\\(([^)\\s]+)\\)");
        List<String> broken = new ArrayList<>();
        List<Path> documents = new ArrayList<>(DocumentationTest.files(DOCS, ".md"));
        try (Stream<Path> roots = Files.list(Path.of(""))) {
            roots.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
        }
        for (Path document : documents) {
            Matcher found = link.matcher(Files.readString(document));
            while (found.find()) {
                String target = found.group(1);
                if (!target.contains("://") && !target.startsWith("mailto:") && !leads(document, target)) {
                    broken.add(document + ": " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean leads(Path document, String target) throws IOException {
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file = path.isEmpty()
                ? document
                : document.toAbsolutePath().resolveSibling(path).normalize();
        if (!Files.exists(file) || hash < 0) {
            return Files.exists(file);
        }
        String wanted = target.substring(hash + 1);
        return Files.readAllLines(file).stream()
                .anyMatch(line -> line.startsWith("#")
                        && DocumentationTest.anchor(line.replaceFirst("^#+", ""))
                                .equals(wanted));
    }
}
