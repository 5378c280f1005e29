package dev.guidellm.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Readings of made-up machines.
class SystemFilesTest {
    @TempDir
    Path root;

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    @Test
    void whereThereAreNoFilesNothingIsKnown() {
        SystemFiles files = new SystemFiles(root.resolve("none"));
        assertThat(files.clockSource()).isNull();
        assertThat(files.clockSources()).isEmpty();
        assertThat(files.governors()).isEmpty();
        assertThat(files.scalingDrivers()).isEmpty();
    }

    @Test
    void readsTheClockSourceAndItsAlternatives() throws IOException {
        write("clocksource/clocksource0/current_clocksource", "hpet\n");
        write("clocksource/clocksource0/available_clocksource", "tsc hpet acpi_pm \n");
        SystemFiles files = new SystemFiles(root);
        assertThat(files.clockSource()).isEqualTo("hpet");
        assertThat(files.clockSources()).containsExactly("tsc", "hpet", "acpi_pm");
    }

    @Test
    void readsTheGovernorsOfAllCores() throws IOException {
        write("cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        write("cpu/cpu1/cpufreq/scaling_governor", "performance\n");
        write("cpu/cpu10/cpufreq/scaling_governor", "powersave\n");
        write("cpu/cpu0/cpufreq/scaling_driver", "acpi-cpufreq\n");
        write("cpu/cpuidle/cpufreq/scaling_governor", "menu\n");
        SystemFiles files = new SystemFiles(root);
        assertThat(files.governors()).containsExactly("performance", "powersave");
        assertThat(files.scalingDrivers()).containsExactly("acpi-cpufreq");
    }
}
