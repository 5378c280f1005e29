package dev.guidellm.output;

import dev.guidellm.compare.ChangeLimit;
import dev.guidellm.compare.Comparison;
import dev.guidellm.compare.ComparisonJson;
import dev.guidellm.config.ComparisonOutput;
import dev.guidellm.json.JsonWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Puts a comparison where the command line wants it. The only switch over [ComparisonOutput].
public final class ComparisonWriters {
    private final Path workingDirectory;
    private final int columns;
    private final PrintStream out;

    /// @param workingDirectory where relative paths start
    /// @param columns width of the console
    /// @param out standard output
    public ComparisonWriters(Path workingDirectory, int columns, PrintStream out) {
        this.workingDirectory = workingDirectory;
        this.columns = columns;
        this.out = out;
    }

    /// Writes one output.
    ///
    /// @return where it went; empty for standard output
    public String write(Comparison comparison, List<ChangeLimit.Result> limits, ComparisonOutput output)
            throws IOException {
        ComparisonPage page = ComparisonPage.of(comparison, limits);
        return switch (output) {
            case ComparisonOutput.Console _ -> {
                new ComparisonConsole(columns).lines(page).forEach(out::println);
                yield "";
            }
            case ComparisonOutput.Json(String path) ->
                text(
                        path,
                        "comparison.json",
                        file -> file.write(JsonWriter.toString(ComparisonJson.write(comparison, limits)) + "\n"));
            case ComparisonOutput.Markdown(String path) ->
                text(path, "comparison.md", file -> ComparisonMarkdown.write(page, file));
            case ComparisonOutput.Html(String path) ->
                text(path, "comparison.html", file -> ComparisonHtml.write(page, file));
        };
    }

    private interface Content {
        void write(Writer out) throws IOException;
    }

    private String text(String path, String usualName, Content content) throws IOException {
        if (path.equals(ComparisonOutput.STANDARD_OUTPUT)) {
            encoded(out, content);
            return "";
        }
        Path given = Path.of(path);
        Path shown = Files.isDirectory(workingDirectory.resolve(given)) ? given.resolve(usualName) : given;
        new OutputFile(workingDirectory.resolve(shown)).write(bytes -> encoded(bytes, content));
        return shown.toString();
    }

    private static void encoded(OutputStream bytes, Content content) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
        content.write(writer);
        writer.flush();
    }
}
