package dev.guidellm.output;

import dev.guidellm.compare.Gate;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.config.OutputPaths;
import dev.guidellm.config.UsageException;
import dev.guidellm.output.html.HtmlReport;
import dev.guidellm.output.plot.PlotOutput;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.EndedRequest;
import dev.guidellm.report.ReportException;
import dev.guidellm.report.ReportFormat;
import dev.guidellm.report.ReportWriter;
import dev.guidellm.terminal.ConsoleShape;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts a report where the configuration wants it. The only switch over [OutputConfig].
public final class OutputWriters implements AutoCloseable {
    private final Path workingDirectory;
    private final ZoneId zone;
    private final Supplier<ConsoleShape> shape;
    private final List<Gate> gates;
    private final Consumer<String> console;

    private final Map<Path, JsonLinesFile> lines = new LinkedHashMap<>();
    private final Set<Path> finished = new HashSet<>();

    /// The file that is being written; null when none is.
    private volatile @Nullable OutputFile unfinished;

    /// @param workingDirectory where relative paths start
    /// @param zone time zone of the times that people read
    /// @param shape asked when something is printed to the console
    /// @param gates what the run must hold, for the outputs that say whether it does
    /// @param console prints a block of lines, given without a final line feed
    public OutputWriters(
            Path workingDirectory,
            ZoneId zone,
            Supplier<ConsoleShape> shape,
            List<Gate> gates,
            Consumer<String> console) {
        this.workingDirectory = workingDirectory;
        this.zone = zone;
        this.shape = shape;
        this.gates = List.copyOf(gates);
        this.console = console;
    }

    /// Finds what would fail only after the run. Throws a [dev.guidellm.config.UsageException] where no plot can be
    /// drawn
    /// and a [dev.guidellm.config.ConfigException] for a path whose suffix names no format.
    public void validate(List<OutputConfig> outputs) {
        OutputPaths.check(outputs, workingDirectory);
        if (outputs.stream().anyMatch(OutputConfig.Plot.class::isInstance)) {
            checkPlot();
        }
    }

    private static void checkPlot() {
        try {
            PlotOutput.check();
        } catch (IOException e) {
            throw new UsageException("A plot cannot be drawn: " + e.getMessage());
        }
    }

    /// Opens the files that grow while a run goes on. Call [#requestEnded] only afterwards.
    public void begin(List<OutputConfig> outputs) throws IOException {
        for (OutputConfig output : outputs) {
            if (output instanceof OutputConfig.JsonLines) {
                Path file = file(output);
                if (!lines.containsKey(key(file))) {
                    lines.put(key(file), JsonLinesFile.begin(file));
                }
            }
        }
    }

    /// Takes a request of the run, for the files that list them all.
    public void requestEnded(EndedRequest request) {
        lines.values().forEach(file -> file.add(request));
    }

    /// Writes one output, which [#validate] has let through; answers where it went, for the closing lines.
    public String write(BenchmarkReport report, OutputConfig output) throws IOException {
        Path file = file(output);
        switch (output) {
            case OutputConfig.Console _ -> console.accept(console(report));
            case OutputConfig.Json _, OutputConfig.Yaml _ -> writeReport(report, file);
            case OutputConfig.JsonLines _ -> writeLines(report, file);
            case OutputConfig.Junit _ -> file(file, out -> new JunitOutput(gates).write(report, out));
            case OutputConfig.Csv csv ->
                text(
                        file,
                        out -> new CsvOutput(zone, csv.columns() == OutputConfig.CsvColumnSet.STABLE)
                                .write(report, out));
            case OutputConfig.Plot plot -> file(file, out -> PlotOutput.write(report, file, plot.dpi(), out));
            case OutputConfig.Html _ -> text(file, out -> HtmlReport.write(report, out));
        }
        return OutputPaths.of(output, workingDirectory).map(Path::toString).orElse("printed to console");
    }

    private Path file(OutputConfig output) {
        return workingDirectory.resolve(OutputPaths.of(output, workingDirectory).orElse(Path.of("")));
    }

    /// The tables and notes for people, without a final line feed.
    public String console(BenchmarkReport report) {
        return String.join("\n", new ConsoleOutput(zone, shape.get()).lines(report));
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

    private void writeLines(BenchmarkReport report, Path path) throws IOException {
        JsonLinesFile begun = lines.remove(key(path));
        if (begun != null) {
            begun.finish();
        } else if (!finished.contains(key(path))) {
            file(path, out -> JsonLinesFile.write(report, out));
        }
        finished.add(key(path));
    }

    private void text(Path path, TextContent content) throws IOException {
        file(path, bytes -> {
            Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8.newEncoder()));
            content.write(out);
            out.flush();
        });
    }

    private void file(Path path, OutputFile.Content content) throws IOException {
        OutputFile file = new OutputFile(path);
        unfinished = file;
        file.write(content);
        unfinished = null;
    }

    /// Removes what is written of a file so far, for a program that ends in the middle of it. From any thread. Lines of
    /// requests stay.
    public void abandon() {
        OutputFile half = unfinished;
        if (half != null) {
            half.abandon();
        }
    }

    /// Ends the files that grow during a run and were not written to their end: what is in them stays.
    @Override
    public void close() {
        lines.values().forEach(JsonLinesFile::leave);
        lines.clear();
    }

    private static Path key(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private interface TextContent {
        void write(Writer out) throws IOException;
    }
}
