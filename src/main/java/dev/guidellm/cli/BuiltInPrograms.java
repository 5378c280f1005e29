package dev.guidellm.cli;

import dev.guidellm.cli.trace.TraceProgram;
import dev.guidellm.cli.trace.TraceTask;
import dev.guidellm.compare.Gate;
import dev.guidellm.config.BenchmarkSpec;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.MockServerSettings;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.data.DataException;
import dev.guidellm.mockserver.MockServer;
import dev.guidellm.mockserver.MockServerOptions;
import dev.guidellm.selftest.SelfTestPlan;
import dev.guidellm.terminal.ConsoleShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// The programs behind the commands. Their classes are loaded only once a command needs them.
public final class BuiltInPrograms implements Programs {

    @Override
    public int run(BenchmarkSpec spec, List<Gate> gates, Display display, Surroundings surroundings) {
        LogOutput.configure(surroundings);
        return new RunProgram(spec, gates, display, surroundings).execute();
    }

    @Override
    public int export(Path report, List<OutputConfig> outputs, List<Gate> gates, Surroundings surroundings) {
        LogOutput.configure(surroundings);
        return new ExportProgram(surroundings).execute(report, outputs, gates);
    }

    @Override
    public int compare(Comparing comparing, Surroundings surroundings) {
        LogOutput.configure(surroundings);
        return new CompareProgram(surroundings).execute(comparing);
    }

    @Override
    public int selfTest(SelfTestPlan plan, @Nullable Path jsonFile, Surroundings surroundings) {
        LogOutput.configure(surroundings);
        return new SelfTestProgram(surroundings).execute(plan, jsonFile);
    }

    @Override
    public int mockServer(MockServerSettings settings, MockServerOptions options, Surroundings surroundings) {
        LogOutput.configure(surroundings);
        try (MockServer server = MockServer.start(settings, options)) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mock-server-shutdown"));
            surroundings.out().println("✔ GuideLLM mock server starting...");
            surroundings
                    .out()
                    .println("  Listening on http://" + settings.host() + ":" + server.port() + " for model "
                            + settings.model());
            surroundings.out().flush();
            // Only a signal ends it.
            new CountDownLatch(1).await();
            return ExitCode.OK;
        } catch (IOException e) {
            throw new CommandFailedException("The mock server " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.INTERRUPTED;
        }
    }

    @Override
    public int trace(TraceTask task, Surroundings surroundings) {
        LogOutput.configure(surroundings);
        TraceProgram program = new TraceProgram(
                new ConfigReader(surroundings.settings()),
                surroundings.out(),
                surroundings.err(),
                ConsoleShape.of(surroundings.environment()).columns());
        try {
            return program.execute(task) ? ExitCode.OK : ExitCode.FAILED;
        } catch (DataException e) {
            throw new CommandFailedException(String.valueOf(e.getMessage()), e);
        } catch (UncheckedIOException e) {
            throw new CommandFailedException("A file cannot be written: " + e.getMessage(), e);
        }
    }
}
