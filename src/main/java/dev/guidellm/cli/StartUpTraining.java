package dev.guidellm.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Walks through the starts of all commands so that the JDK can record which classes they need; the build makes its
/// start-up cache from that.
public final class StartUpTraining {
    private StartUpTraining() {}

    /// Runs commands that end at once; what they print is thrown away.
    public static void main(String[] args) {
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)) {
            for (List<String> words : List.of(
                    List.of("--version"),
                    List.of("--help"),
                    List.of("run", "--help"),
                    List.of("mock-server", "--help"),
                    List.of("export", "--help"),
                    List.of("env"),
                    List.of("completion", "bash"),
                    List.of("run"),
                    List.of("run", "--config", "quickstart", "--output", "kind=html"),
                    List.of("run", "--profile", "kind=concurrent,streams=0", "--data", "kind=text_file,path=a"))) {
                Main.run(words, Map.of(), Path.of("").toAbsolutePath(), nowhere, nowhere, new BuiltInPrograms());
            }
        }
    }
}
