package dev.guidellm.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Walks through the starts of all commands so that the JDK can record which classes they need; the build makes its
/// start-up cache from that.
public final class StartUpTraining {
    private StartUpTraining() {}

    /// Runs commands that end at once, and a short benchmark of the built-in server; what they print is thrown away.
    ///
    /// The benchmark also teaches the JDK which methods are hot: a run measures well from its first request on
    /// only if its code is compiled early.
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("guidellm-start-up");
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8)) {
            for (List<String> words : List.of(
                    List.of("--version"),
                    List.of("--help"),
                    List.of("run", "--help"),
                    List.of("mock-server", "--help"),
                    List.of("export", "--help"),
                    List.of("selftest", "--help"),
                    List.of("env"),
                    List.of("completion", "bash"),
                    List.of("run"),
                    List.of("run", "--config", "quickstart", "--output", "kind=html"),
                    List.of("run", "--profile", "kind=concurrent,streams=0", "--data", "kind=text_file,path=a"),
                    benchmark("ttft_ms=0,itl_ms=0,stream=true", 3000),
                    benchmark("ttft_ms=0,itl_ms=0,stream=false", 3000),
                    // The built-in server keeps times of its own as well, as it does when it stands alone.
                    benchmark("ttft_ms=2,itl_ms=1,stream=true", 200))) {
                Main.run(words, Map.of(), folder, nowhere, nowhere, new BuiltInPrograms());
            }
        } finally {
            delete(folder);
        }
    }

    private static List<String> benchmark(String server, int requests) {
        return List.of(
                "run",
                "--backend",
                "kind=mock," + server,
                "--profile",
                "kind=concurrent,streams=8",
                "--data",
                "kind=synthetic_text,prompt_tokens=64,output_tokens=32",
                "--tokenizer",
                "kind=huggingface_auto,model=gpt2",
                "--metrics",
                "{\"kind\":\"generative\",\"slo\":{\"ttft_ms\":200,\"tpot_ms\":20}}",
                "--constraint",
                "kind=max_requests,count=" + requests,
                "--constraint",
                "kind=max_duration,seconds=20");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
