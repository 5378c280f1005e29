package dev.guidellm.cli;

import dev.guidellm.benchmark.BenchmarkRunner;
import dev.guidellm.benchmark.ProgressListener;
import dev.guidellm.benchmark.RunException;
import dev.guidellm.benchmark.RunResult;
import dev.guidellm.cli.Programs.Display;
import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.compare.Gate;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.config.OutputPaths;
import dev.guidellm.config.UsageException;
import dev.guidellm.output.OutputWriters;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.EndedRequest;
import dev.guidellm.terminal.ConsoleShape;
import dev.guidellm.terminal.LiveBlock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs benchmarks, shows them, and writes their report.
final class RunProgram {
    private static final Logger LOG = LoggerFactory.getLogger(RunProgram.class);

    /// After the first Ctrl-C answers that are nearly there may still arrive.
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final BenchmarkSpec spec;
    private final List<Gate> gates;
    private final Display display;
    private final Surroundings surroundings;
    private final PrintStream out;

    /// Where progress is drawn; null for nowhere.
    private volatile @Nullable LiveBlock block;

    RunProgram(BenchmarkSpec spec, List<Gate> gates, Display display, Surroundings surroundings) {
        this.spec = spec;
        this.gates = gates;
        this.display = display;
        this.surroundings = surroundings;
        out = surroundings.out();
    }

    int execute() {
        try (OutputWriters writers = new OutputWriters(
                surroundings.workingDirectory(),
                ZoneId.systemDefault(),
                () -> ConsoleShape.of(surroundings.environment()),
                gates,
                out::println)) {
            writers.validate(spec.run().outputs());
            begin(writers);
            BenchmarkRunner runner = new BenchmarkRunner(spec, surroundings.settings(), listener(writers));
            try (StopSignals _ = StopSignals.listen(() -> stop(runner), () -> tidy(writers))) {
                return finish(runner.run(), writers);
            } catch (RunException e) {
                sayFailure(String.valueOf(e.getMessage()), writers);
                throw new CommandFailedException(String.valueOf(e.getMessage()), e);
            } finally {
                giveTerminalBack();
            }
        }
    }

    private void begin(OutputWriters writers) {
        try {
            writers.begin(spec.run().outputs());
        } catch (IOException e) {
            throw new UsageException("An output cannot be written: " + reason(e));
        }
    }

    /// Gives the terminal back and removes a file that is half written.
    private void tidy(OutputWriters writers) {
        giveTerminalBack();
        writers.abandon();
    }

    private void giveTerminalBack() {
        LiveBlock shown = block;
        if (shown != null) {
            shown.close();
        }
    }

    private boolean stop(BenchmarkRunner runner) {
        boolean running = runner.interrupt(GRACE);
        surroundings
                .err()
                .println(
                        running
                                ? "Stopping: requests in flight get " + GRACE.toSeconds()
                                        + " s, then the report is written. Ctrl-C again leaves at once."
                                : "Aborted! Nothing was sent yet.");
        return running;
    }

    private ProgressListener listener(OutputWriters writers) {
        List<ProgressListener> listeners = new ArrayList<>();
        listeners.add(new ProgressListener() {
            @Override
            public void requestEnded(EndedRequest request) {
                writers.requestEnded(request);
            }
        });
        if (display.console()) {
            listeners.add(new SetUpLines(
                    out, ConsoleShape.of(surroundings.environment()).columns()));
        }
        LiveBlock opened = display.interactive()
                ? LiveBlock.open(surroundings.environment()).orElse(null)
                : null;
        block = opened;
        if (opened != null) {
            listeners.add(new ProgressView(opened));
        }
        listeners.add(new ProgressLog(opened == null));
        return new ProgressListeners(listeners);
    }

    /// A build server that waits for a JUnit file learns from it why there was no run.
    private void sayFailure(String reason, OutputWriters writers) {
        List<OutputConfig> outputs = spec.run().outputs().stream()
                .filter(OutputConfig.Junit.class::isInstance)
                .toList();
        writeOutputs(BenchmarkReport.ofNothing(reason), outputs, writers, display.console(), surroundings);
    }

    private int finish(RunResult result, OutputWriters writers) {
        BenchmarkReport report = result.report();
        if (display.console()) {
            out.println(writers.console(report));
            out.print("\n\n\n");
            out.println(headline(result));
        }
        boolean written = writeOutputs(report, spec.run().outputs(), writers, display.console(), surroundings);
        boolean held = GateOptions.show(gates, report, display.console(), surroundings);
        String failure = result.failure();
        if (failure != null) {
            throw new CommandFailedException(failure);
        }
        if (result.interrupted()) {
            surroundings.err().println("Aborted! What was measured is in the report.");
            return ExitCode.INTERRUPTED;
        }
        return written ? held ? ExitCode.OK : ExitCode.GATE_FAILED : ExitCode.FAILED;
    }

    private static String headline(RunResult result) {
        String count = result.report().benchmarks().size() + " benchmark(s)";
        if (result.interrupted()) {
            return "⚠ Benchmarking interrupted, generated " + count + ", the last one is not complete";
        }
        return result.failure() == null
                ? "✔ Benchmarking complete, generated " + count
                : "✖ Benchmarking failed, generated " + count;
    }

    /// Writes each output, whatever becomes of the others; says where they went, and on standard error which failed.
    ///
    /// @return whether all could be written
    static boolean writeOutputs(
            BenchmarkReport report,
            List<OutputConfig> outputs,
            OutputWriters writers,
            boolean announce,
            Surroundings surroundings) {
        boolean all = true;
        List<String> lines = new ArrayList<>();
        for (OutputConfig output : outputs) {
            try {
                String place = writers.write(report, output);
                lines.add(String.format(Locale.ROOT, "…   %-8s: %s", output.kind(), place));
            } catch (IOException e) {
                all = false;
                fail(output, reason(e), e, surroundings);
            } catch (OutOfMemoryError e) {
                all = false;
                fail(output, "the memory does not suffice; GUIDELLM_JAVA_OPTS=-Xmx… gives it more", e, surroundings);
            } catch (RuntimeException e) {
                all = false;
                fail(output, "an error in this program: " + e, e, surroundings);
            }
        }
        if (announce) {
            lines.forEach(surroundings.out()::println);
        }
        return all;
    }

    private static void fail(OutputConfig output, String why, Throwable cause, Surroundings surroundings) {
        String path = OutputPaths.of(output, surroundings.workingDirectory())
                .map(file -> " " + file)
                .orElse("");
        surroundings.err().println("Error: the " + output.kind() + " output" + path + " cannot be written: " + why);
        LOG.debug("the {} output", output.kind(), cause);
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> missing.getFile() + " does not exist";
            case AccessDeniedException denied -> denied.getFile() + " may not be written to";
            case FileSystemException other when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            default -> e.getMessage() == null ? e.toString() : e.getMessage();
        };
    }
}
