package dev.guidellm.cli;

import dev.guidellm.cli.Programs.Surroundings;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.selftest.SelfTest;
import dev.guidellm.selftest.SelfTestPlan;
import dev.guidellm.selftest.SelfTestResult;
import dev.guidellm.terminal.ConsoleShape;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Measures the client's own ceiling, shows it, and writes it down where that is asked for.
final class SelfTestProgram {
    private final Surroundings surroundings;

    SelfTestProgram(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /// @param jsonFile null for none
    int execute(SelfTestPlan plan, @Nullable Path jsonFile) {
        PrintStream out = surroundings.out();
        SelfTestResult result = SelfTest.run(plan, doing -> {
            out.println("… " + doing);
            out.flush();
        });
        new SelfTestPage(ConsoleShape.of(surroundings.environment()).columns())
                .lines(result)
                .forEach(out::println);
        out.flush();
        if (jsonFile != null) {
            write(result, jsonFile);
        }
        return result.trustworthy() ? ExitCode.OK : ExitCode.FAILED;
    }

    private static void write(SelfTestResult result, Path file) {
        try {
            Files.writeString(file, JsonWriter.toString(result.json()) + "\n");
        } catch (IOException e) {
            throw new CommandFailedException("The result cannot be written to " + file + ": " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName().replace("Exception", "");
    }
}
