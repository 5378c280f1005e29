package dev.guidellm.output;

import dev.guidellm.compare.ChangeLimit;
import java.io.IOException;
import java.io.Writer;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/// A comparison as GitHub's Markdown.
final class ComparisonMarkdown {
    private ComparisonMarkdown() {}

    static void write(ComparisonPage page, Writer out) throws IOException {
        for (ComparisonPage.Part part : page.parts()) {
            out.write("## " + text(part.candidate()) + " against " + text(part.baseline()) + "\n\n");
            out.write(text(part.summary()) + "\n");
            list(part.warnings(), out);
            for (ComparisonPage.Level level : part.levels()) {
                level(level, out);
            }
            out.write('\n');
        }
        if (!page.limits().isEmpty()) {
            out.write("## Limits\n");
            list(page.limits().stream().map(ComparisonMarkdown::limit).toList(), out);
            out.write('\n');
        }
        out.write("<sub>" + text(String.join(" ", page.method())) + "</sub>\n");
    }

    private static void level(ComparisonPage.Level level, Writer out) throws IOException {
        out.write("\n### " + text(level.strategy()) + "\n\n" + text(level.evidence()) + ".\n\n");
        row(level.header(), out);
        out.write("|---|" + String.join("", Collections.nCopies(level.header().size() - 2, "--:|")) + "---|\n");
        for (ComparisonPage.Row row : level.rows()) {
            List<String> cells = row.cells();
            row(cells, out);
        }
        list(level.notes(), out);
    }

    private static String limit(ChangeLimit.Result limit) {
        return (limit.failed() ? "failed: " : "held: ") + limit.words();
    }

    private static void list(List<String> items, Writer out) throws IOException {
        if (!items.isEmpty()) {
            out.write('\n');
        }
        for (String item : items) {
            out.write("- " + text(item) + "\n");
        }
    }

    private static void row(List<String> cells, Writer out) throws IOException {
        out.write(cells.stream().map(ComparisonMarkdown::text).collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    /// Text that stays text, since names of files and texts of servers stand in it.
    private static String text(String text) {
        StringBuilder out = new StringBuilder();
        text.replaceAll("\\s+", " ").chars().forEach(c -> {
            if ("\\`*_{}[]<>|#~&".indexOf(c) >= 0) {
                out.append('\\');
            }
            out.append((char) c);
        });
        return out.toString();
    }
}
