package dev.guidellm.selftest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What Linux tells of clock and cores below `/sys/devices/system`; nothing elsewhere.
///
/// @param root usually `/sys/devices/system`
record SystemFiles(Path root) {
    /// This machine's.
    static final SystemFiles HERE = new SystemFiles(Path.of("/sys/devices/system"));

    /// What the kernel reads its time from; null when unknown.
    @Nullable
    String clockSource() {
        return first(root.resolve("clocksource/clocksource0/current_clocksource"));
    }

    /// What it could read it from.
    List<String> clockSources() {
        String all = first(root.resolve("clocksource/clocksource0/available_clocksource"));
        return all == null ? List.of() : List.of(all.split("\\s+"));
    }

    /// How the speed of the cores is chosen, each way that any core has once; empty when nobody tells, as in most
    /// virtual machines.
    Set<String> governors() {
        return ofCores("scaling_governor");
    }

    /// Who sets the speed.
    Set<String> scalingDrivers() {
        return ofCores("scaling_driver");
    }

    private Set<String> ofCores(String file) {
        Set<String> found = new TreeSet<>();
        try (DirectoryStream<Path> cores = Files.newDirectoryStream(root.resolve("cpu"), "cpu[0-9]*")) {
            for (Path core : cores) {
                String value = first(core.resolve("cpufreq").resolve(file));
                if (value != null) {
                    found.add(value);
                }
            }
        } catch (IOException _) {
            // no such folder here
        }
        return found;
    }

    private static @Nullable String first(Path file) {
        try (var lines = Files.lines(file, StandardCharsets.US_ASCII)) {
            return lines.map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElse(null);
        } catch (IOException _) {
            return null;
        }
    }
}
