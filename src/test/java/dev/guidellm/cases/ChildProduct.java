package dev.guidellm.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// The command as a process of its own, for what only a process has: signals and an environment.
final class ChildProduct implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(40);

    private final Process process;
    private final Path out;
    private final Path err;

    private ChildProduct(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /// Starts the command in `folder`.
    static ChildProduct start(Path folder, Map<String, String> environment, List<String> arguments) {
        return start(folder, environment, List.of("-Xmx512m"), arguments);
    }

    /// Starts the command in `folder` with further options of the Java machine.
    static ChildProduct start(
            Path folder, Map<String, String> environment, List<String> javaOptions, List<String> arguments) {
        return run(folder, environment, java(javaOptions, arguments));
    }

    /// Starts the command in `folder` as a process that may have no more than `descriptors` files and sockets open.
    static ChildProduct startScarce(Path folder, int descriptors, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -n " + descriptors + " && exec \"$@\"", "sh"));
        command.addAll(java(List.of("-Xmx512m"), arguments));
        return run(folder, Map.of(), command);
    }

    private static List<String> java(List<String> javaOptions, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.guidellm.cli.Main"));
        command.addAll(arguments);
        return command;
    }

    private static ChildProduct run(Path folder, Map<String, String> environment, List<String> command) {
        Path out = folder.resolve("child.out");
        Path err = folder.resolve("child.err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        try {
            return new ChildProduct(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Sends a signal, such as `INT`.
    void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("kill -" + name + " failed: " + err());
        }
    }

    /// Waits until something holds, while the process lives.
    void await(String what, BooleanSupplier holds) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (!holds.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new AssertionError("no " + what + "\n" + out() + "\n" + err());
            }
            Thread.sleep(20);
        }
    }

    /// Waits for the end.
    ///
    /// @return the exit code
    int exitCode() throws InterruptedException {
        if (!process.waitFor(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("still runs\n" + out() + "\n" + err());
        }
        return process.exitValue();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    /// What it has printed, with each run of blanks and line ends as one blank.
    String words() {
        return (out() + " " + err()).replaceAll("\\s+", " ");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
