package dev.guidellm.cli;

import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.compare.Gate;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.output.OutputWriters;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportException;
import dev.guidellm.report.ReportReader;
import dev.guidellm.terminal.ConsoleShape;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;

/// Writes a stored report again, in other formats.
final class ExportProgram {
    private final Surroundings surroundings;

    ExportProgram(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    int execute(Path file, List<OutputConfig> outputs, List<Gate> gates) {
        try (OutputWriters writers = new OutputWriters(
                surroundings.workingDirectory(),
                ZoneId.systemDefault(),
                () -> ConsoleShape.of(surroundings.environment()),
                gates,
                surroundings.out()::println)) {
            writers.validate(outputs);
            return export(file, outputs, gates, writers);
        }
    }

    private int export(Path file, List<OutputConfig> outputs, List<Gate> gates, OutputWriters writers) {
        BenchmarkReport report;
        try {
            report = ReportReader.read(file);
        } catch (ReportException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandFailedException("The report " + file + " cannot be read: " + e.getMessage(), e);
        }
        surroundings
                .out()
                .println("ℹ Import of old benchmarks complete; loaded "
                        + report.benchmarks().size() + " benchmark(s)");
        boolean written = RunProgram.writeOutputs(report, outputs, writers, true, surroundings);
        boolean held = GateOptions.show(gates, report, true, surroundings);
        return written ? held ? ExitCode.OK : ExitCode.GATE_FAILED : ExitCode.FAILED;
    }
}
