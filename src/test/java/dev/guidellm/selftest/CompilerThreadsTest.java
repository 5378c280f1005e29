package dev.guidellm.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerThreadsTest {
    @TempDir
    Path tasks;

    private void task(int number, String stat) throws IOException {
        Path file = tasks.resolve(Integer.toString(number)).resolve("stat");
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, stat);
    }

    @Test
    void addsUpUserAndSystemTimeOfTheCompilersThreads() throws IOException {
        task(11, "11 (C2 CompilerThre) S 1 2 3 0 -1 4 5 6 7 8 120 30 0 0 20 0 30 0 99 1 2 3");
        task(12, "12 (C1 CompilerThre) R 1 2 3 0 -1 4 5 6 7 8 7 0 0 0 20 0 30 0 99 1 2 3");
        task(13, "13 (transport-loop-) R 1 2 3 0 -1 4 5 6 7 8 900 900 0 0 20 0 30 0 99 1 2 3");
        task(14, "14 (C1 Compiler");
        Files.createDirectory(tasks.resolve("15"));
        assertThat(new CompilerThreads(tasks).cpuNanos())
                .containsOnlyKeys(11, 12)
                .containsEntry(11, 1_500_000_000L)
                .containsEntry(12, 70_000_000L);
    }

    @Test
    void whereThereIsNoFolderNothingIsKnown() {
        assertThat(new CompilerThreads(tasks.resolve("none")).cpuNanos()).isEmpty();
    }
}
