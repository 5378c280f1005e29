package dev.guidellm.cli;

import dev.guidellm.cli.trace.TraceTask;
import dev.guidellm.compare.ChangeLimit;
import dev.guidellm.compare.Comparison;
import dev.guidellm.compare.Gate;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ComparisonOutput;
import dev.guidellm.config.MockServerSettings;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.mockserver.MockServerOptions;
import dev.guidellm.selftest.SelfTestPlan;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the commands start once their command line is understood. Each gives the exit code.
public interface Programs {

    /// What all programs are given.
    ///
    /// @param settings the settings of the program
    /// @param environment the environment variables
    /// @param workingDirectory what relative paths are relative to
    /// @param out standard output
    /// @param err standard error
    record Surroundings(
            Settings settings,
            Map<String, String> environment,
            Path workingDirectory,
            PrintStream out,
            PrintStream err) {}

    /// What is shown of a run.
    ///
    /// @param console whether set-up lines, progress and tables are shown
    /// @param interactive whether the progress may be live
    record Display(boolean console, boolean interactive) {}

    /// Runs benchmarks. The configuration is valid and holds only kinds that can be run.
    ///
    /// @param gates what the benchmarks must hold
    int run(BenchmarkSpec spec, List<Gate> gates, Display display, Surroundings surroundings);

    /// Writes a stored report again.
    ///
    /// @param report an existing file
    /// @param gates what its benchmarks must hold
    int export(Path report, List<OutputConfig> outputs, List<Gate> gates, Surroundings surroundings);

    /// What is compared, and how.
    ///
    /// @param sides files of each side as they are called on the command line, the baseline first; all exist
    /// @param limits changes that must not be
    /// @param byPoint whether the figures alone decide on these, whatever the verdict
    record Comparing(
            List<List<String>> sides,
            Comparison.Options options,
            List<ChangeLimit> limits,
            boolean byPoint,
            List<ComparisonOutput> outputs) {}

    /// Compares stored reports.
    int compare(Comparing comparing, Surroundings surroundings);

    /// Measures how much load this program can make on this machine.
    ///
    /// @param jsonFile where to write the result, null for nowhere
    int selfTest(SelfTestPlan plan, @Nullable Path jsonFile, Surroundings surroundings);

    /// Serves until the program is stopped.
    ///
    /// @param options what it writes down
    int mockServer(MockServerSettings server, MockServerOptions options, Surroundings surroundings);

    /// Does something with a trace.
    int trace(TraceTask task, Surroundings surroundings);
}
