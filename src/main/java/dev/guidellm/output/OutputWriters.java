package dev.guidellm.output;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigProblem;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportException;
import dev.guidellm.report.ReportFormat;
import dev.guidellm.report.ReportWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Puts a report where the configuration wants it. The only switch over [OutputConfig].
public final class OutputWriters {
    private final ZoneId zone;
    private final int columns;
    private final Consumer<String> console;

    /// @param zone time zone of the times that people read
    /// @param columns width of the console
    /// @param console prints a block of lines, given without a final line feed
    public OutputWriters(ZoneId zone, int columns, Consumer<String> console) {
        this.zone = zone;
        this.columns = columns;
        this.console = console;
    }

    /// Finds what would fail only after the run: a path whose suffix names no format. Throws [ConfigException] with one
    /// problem per output.
    public static void validate(List<OutputConfig> outputs) {
        List<ConfigProblem> problems = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            OutputConfig output = outputs.get(i);
            if (output instanceof OutputConfig.Json || output instanceof OutputConfig.Yaml) {
                try {
                    ReportFormat.of(path(output));
                } catch (ReportException e) {
                    problems.add(new ConfigProblem(
                            "outputs[" + i + "]." + output.kind() + ".path", "Value error, " + e.getMessage()));
                }
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    /// One line about the first output that this version cannot write; empty when it can write all.
    public static Optional<String> refusal(List<OutputConfig> outputs) {
        return outputs.stream()
                .filter(o -> o instanceof OutputConfig.Html || o instanceof OutputConfig.Plot)
                .findFirst()
                .map(o -> "Output kind '" + o.kind() + "' is not available in this version of GuideLLM for Java;"
                        + " use json, yaml, csv or console.");
    }

    /// Writes one output; answers where it went, for the closing lines.
    public String write(BenchmarkReport report, OutputConfig output) throws IOException {
        switch (output) {
            case OutputConfig.Console _ -> console.accept(console(report));
            case OutputConfig.Json _, OutputConfig.Yaml _ -> writeReport(report, path(output));
            case OutputConfig.Csv _ -> file(path(output), out -> new CsvOutput(zone).write(report, out));
            case OutputConfig.Html _, OutputConfig.Plot _ ->
                throw new IllegalStateException(refusal(List.of(output)).orElseThrow());
        }
        return output instanceof OutputConfig.Console
                ? "printed to console"
                : path(output).toString();
    }

    /// The tables and notes for people, without a final line feed.
    public String console(BenchmarkReport report) {
        return String.join("\n", new ConsoleOutput(zone, columns).lines(report));
    }

    private static void writeReport(BenchmarkReport report, Path path) throws IOException {
        ReportFormat format;
        try {
            format = ReportFormat.of(path);
        } catch (ReportException e) {
            throw new IllegalStateException("validate() lets no such path through", e);
        }
        file(path, out -> {
            switch (format) {
                case JSON -> ReportWriter.writeJson(report, out);
                case YAML -> ReportWriter.writeYaml(report, out);
            }
        });
    }

    /// The file of an output: its path, or the usual name inside it when it is a folder.
    static Path path(OutputConfig output) {
        return switch (output) {
            case OutputConfig.Console _ -> Path.of("");
            case OutputConfig.Json(String path) -> inFolder(path, "benchmarks.json");
            case OutputConfig.Yaml(String path) -> inFolder(path, "benchmarks.yaml");
            case OutputConfig.Csv(String path) -> inFolder(path, "benchmarks.csv");
            case OutputConfig.Html(String path) -> inFolder(path, "benchmarks.html");
            case OutputConfig.Plot(String path, int _) -> inFolder(path, "benchmarks.png");
        };
    }

    private static Path inFolder(String text, String name) {
        Path path = Path.of(text);
        return Files.isDirectory(path) ? path.resolve(name) : path;
    }

    /// Writes beside the file first and renames at the end, so that an interrupted run leaves an older file whole.
    private static void file(Path path, Content content) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            try (Writer out = Files.newBufferedWriter(path)) {
                content.write(out);
            }
            return;
        }
        Path target = Files.exists(path) ? path.toRealPath() : path;
        Path fresh = target.resolveSibling(
                "." + target.getFileName() + ".tmp" + ProcessHandle.current().pid());
        try {
            try (Writer out = Files.newBufferedWriter(fresh)) {
                content.write(out);
            }
            Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private interface Content {
        void write(Writer out) throws IOException;
    }
}
