package dev.guidellm.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Where the outputs are written.
public final class OutputPaths {
    private static final Set<String> REPORT_SUFFIXES = Set.of("json", "yaml", "yml");

    private OutputPaths() {}

    /// The file of an output, relative to `workingDirectory`: a folder gets the usual file name put behind it.
    /// Empty for the console.
    public static Optional<Path> of(OutputConfig output, Path workingDirectory) {
        return switch (output) {
            case OutputConfig.Console _ -> Optional.empty();
            case OutputConfig.Csv csv -> Optional.of(file(csv.path(), "benchmarks.csv", workingDirectory));
            case OutputConfig.Html html -> Optional.of(file(html.path(), "benchmarks.html", workingDirectory));
            case OutputConfig.Json json -> Optional.of(file(json.path(), "benchmarks.json", workingDirectory));
            case OutputConfig.JsonLines lines -> Optional.of(file(lines.path(), "benchmarks.jsonl", workingDirectory));
            case OutputConfig.Yaml yaml -> Optional.of(file(yaml.path(), "benchmarks.yaml", workingDirectory));
            case OutputConfig.Junit junit -> Optional.of(file(junit.path(), "benchmarks.xml", workingDirectory));
            case OutputConfig.Plot plot -> Optional.of(file(plot.path(), "benchmarks.png", workingDirectory));
        };
    }

    private static Path file(String path, String usualName, Path workingDirectory) {
        Path given = Path.of(path);
        return Files.isDirectory(workingDirectory.resolve(given)) ? given.resolve(usualName) : given;
    }

    /// Refuses a report whose suffix names no format, and a file where none can be made, before anything is run.
    ///
    /// @throws ConfigException naming every such output
    public static void check(List<OutputConfig> outputs, Path workingDirectory) {
        List<ConfigProblem> problems = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            OutputConfig output = outputs.get(i);
            String place = "outputs[" + i + "]." + output.kind() + ".path";
            problem(output, workingDirectory).ifPresent(text -> problems.add(new ConfigProblem(place, text)));
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    private static Optional<String> problem(OutputConfig output, Path workingDirectory) {
        Optional<Path> file;
        try {
            file = of(output, workingDirectory);
        } catch (InvalidPathException e) {
            return Optional.of("Cannot be written: " + e.getReason());
        }
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> obstacle = WritableFile.obstacle(workingDirectory.resolve(file.get()));
        if (obstacle.isPresent()) {
            return obstacle.map(text -> "Cannot be written: " + text);
        }
        boolean suffixDecides = output instanceof OutputConfig.Json || output instanceof OutputConfig.Yaml;
        return suffixDecides ? unknownSuffix(file.get()) : Optional.empty();
    }

    private static Optional<String> unknownSuffix(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        String suffix = dot <= 0 ? "" : name.substring(dot + 1);
        return REPORT_SUFFIXES.contains(suffix.toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of(
                        "Unsupported file type: " + suffix + " for " + file + ", needs to end in .json, .yaml or .yml");
    }
}
