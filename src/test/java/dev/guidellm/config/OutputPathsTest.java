package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@NullMarked
class OutputPathsTest {
    @TempDir
    Path folder;

    @Test
    void whatCanBeWrittenPassesAndNothingIsLeftBehind() throws IOException {
        Path old = Files.writeString(folder.resolve("old.csv"), "old");
        OutputPaths.check(
                List.of(
                        new OutputConfig.Csv("old.csv"),
                        new OutputConfig.Csv("new/deep/er/a.csv"),
                        new OutputConfig.JsonLines("a.jsonl"),
                        new OutputConfig.Csv("/dev/null")),
                folder);
        assertThat(folder.toFile().list()).containsExactly("old.csv");
        assertThat(old).hasContent("old");
    }

    @Test
    void everyPathThatCannotBeIsNamed() throws IOException {
        Files.writeString(folder.resolve("file"), "");
        Files.createDirectory(folder.resolve("full"));
        Files.createDirectory(folder.resolve("full/benchmarks.csv"));
        assertThatThrownBy(() -> OutputPaths.check(
                        List.of(
                                new OutputConfig.Csv("file/below/a.csv"),
                                new OutputConfig.Csv("fine.csv"),
                                new OutputConfig.Csv("deep/" + "x".repeat(300)),
                                new OutputConfig.Csv("full"),
                                new OutputConfig.Csv("a\0b"),
                                new OutputConfig.Yaml("a.txt")),
                        folder))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(e.problems())
                                .extracting(ConfigProblem::path)
                                .containsExactly(
                                        "outputs[0].csv.path",
                                        "outputs[2].csv.path",
                                        "outputs[3].csv.path",
                                        "outputs[4].csv.path",
                                        "outputs[5].yaml.path"))
                .hasMessageContaining("/file is no folder that may be written to")
                .hasMessageContaining(": File name too long")
                .hasMessageContaining("/full/benchmarks.csv is a directory")
                .hasMessageContaining("Unsupported file type: txt for a.txt");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("file", "full");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileSystemThatTakesNoFilesIsFoundByTrying() {
        assertThatThrownBy(() -> OutputPaths.check(List.of(new OutputConfig.Csv("/proc/a.csv")), folder))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("outputs[0].csv.path");
    }
}
