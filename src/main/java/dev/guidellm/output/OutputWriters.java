package dev.guidellm.output;

import dev.guidellm.config.OutputConfig;
import dev.guidellm.config.OutputPaths;
import dev.guidellm.config.SupportedKinds;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportException;
import dev.guidellm.report.ReportFormat;
import dev.guidellm.report.ReportWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Puts a report where the configuration wants it. The only switch over [OutputConfig].
public final class OutputWriters {
    private static final Logger LOG = LoggerFactory.getLogger(OutputWriters.class);

    private final Path workingDirectory;
    private final ZoneId zone;
    private final int columns;
    private final Consumer<String> console;

    /// The file that is being written; null when none is.
    private volatile @Nullable Path unfinished;

    /// @param workingDirectory where relative paths start
    /// @param zone time zone of the times that people read
    /// @param columns width of the console
    /// @param console prints a block of lines, given without a final line feed
    public OutputWriters(Path workingDirectory, ZoneId zone, int columns, Consumer<String> console) {
        this.workingDirectory = workingDirectory;
        this.zone = zone;
        this.columns = columns;
        this.console = console;
    }

    /// Finds what would fail only after the run. Throws a [dev.guidellm.config.UsageException] for a kind that this
    /// version cannot write and a [dev.guidellm.config.ConfigException] for a path whose suffix names no format.
    public void validate(List<OutputConfig> outputs) {
        SupportedKinds.checkOutputs(outputs);
        OutputPaths.check(outputs, workingDirectory);
    }

    /// Writes one output, which [#validate] has let through; answers where it went, for the closing lines.
    public String write(BenchmarkReport report, OutputConfig output) throws IOException {
        Optional<Path> shown = OutputPaths.of(output, workingDirectory);
        Path file = workingDirectory.resolve(shown.orElse(Path.of("")));
        switch (output) {
            case OutputConfig.Console _ -> console.accept(console(report));
            case OutputConfig.Json _, OutputConfig.Yaml _ -> writeReport(report, file);
            case OutputConfig.Csv _ -> text(file, out -> new CsvOutput(zone).write(report, out));
            case OutputConfig.Html _, OutputConfig.Plot _ -> SupportedKinds.checkOutputs(List.of(output));
        }
        return shown.map(Path::toString).orElse("printed to console");
    }

    /// The tables and notes for people, without a final line feed.
    public String console(BenchmarkReport report) {
        return String.join("\n", new ConsoleOutput(zone, columns).lines(report));
    }

    private void writeReport(BenchmarkReport report, Path path) throws IOException {
        ReportFormat format;
        try {
            format = ReportFormat.of(path);
        } catch (ReportException e) {
            throw new IllegalStateException("validate() lets no such path through", e);
        }
        switch (format) {
            case JSON -> file(path, out -> ReportWriter.writeJson(report, out));
            case YAML -> text(path, out -> ReportWriter.writeYaml(report, out));
        }
    }

    private void text(Path path, TextContent content) throws IOException {
        file(path, bytes -> {
            Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8.newEncoder()));
            content.write(out);
            out.flush();
        });
    }

    /// Writes beside the file first and renames at the end, so that an interrupted run leaves an older file whole.
    private void file(Path path, Content content) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            try (OutputStream out = Files.newOutputStream(path)) {
                content.write(out);
            }
            return;
        }
        Path target = Files.exists(path) ? path.toRealPath() : path;
        Path fresh = target.resolveSibling(
                "." + target.getFileName() + ".tmp" + ProcessHandle.current().pid());
        unfinished = fresh;
        try {
            try (OutputStream out = Files.newOutputStream(fresh)) {
                content.write(out);
            }
            Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
            unfinished = null;
        }
    }

    /// Removes what is written of a file so far, for a program that ends in the middle of it. From any thread.
    public void abandon() {
        Path half = unfinished;
        if (half != null) {
            try {
                Files.deleteIfExists(half);
            } catch (IOException e) {
                LOG.debug("{} stays behind", half, e);
            }
        }
    }

    private interface Content {
        void write(OutputStream out) throws IOException;
    }

    private interface TextContent {
        void write(Writer out) throws IOException;
    }
}
