package dev.guidellm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.ContextInitializer;
import dev.guidellm.config.Settings;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogOutputTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @AfterEach
    void restoreTheLoggingOfTests() throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        new ContextInitializer(context).autoConfig();
    }

    @Test
    void linesHaveTheOriginalsForm() {
        configure(Map.of("GUIDELLM__LOGGING__CONSOLE_COLORIZE", "false"));
        Logger log = LoggerFactory.getLogger("dev.guidellm.x");
        log.debug("unseen");
        log.info("Starting benchmark for strategy: {}", "concurrent@1");
        log.warn("careful");
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches("\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\|INFO     \\|"
                                        + "dev\\.guidellm\\.cli\\.LogOutputTest:linesHaveTheOriginalsForm:\\d+ - "
                                        + "Starting benchmark for strategy: concurrent@1"),
                        line -> assertThat(line).contains("|WARNING  |").endsWith(" - careful"));
    }

    @Test
    void theFileHasItsOwnLevelAndHoldsJsonLines() throws Exception {
        configure(Map.of(
                "GUIDELLM__LOGGING__CONSOLE_LOG_LEVEL", "ERROR",
                "GUIDELLM__LOGGING__LOG_FILE", "run.log",
                "GUIDELLM__LOGGING__LOG_FILE_LEVEL", "debug"));
        LoggerFactory.getLogger("dev.guidellm.x").debug("seen");
        assertThat(err.size()).isZero();
        JsonObject line = (JsonObject) JsonReader.read(Files.readString(folder.resolve("run.log")));
        assertThat(line.members()).containsOnlyKeys("text", "record");
        assertThat(line.get("record"))
                .isInstanceOfSatisfying(
                        JsonObject.class,
                        record -> assertThat(record.get("message")).isEqualTo(JsonValue.of("seen")));
    }

    @Test
    void librariesAreHeardOnlyWhenTheyComplain() {
        configure(Map.of("GUIDELLM__LOGGING__CONSOLE_LOG_LEVEL", "DEBUG"));
        Logger library = LoggerFactory.getLogger("ai.djl.util.Platform");
        library.info("Found matching platform");
        library.warn("no native library");
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .satisfies(line -> assertThat(line).endsWith(" - no native library"));
        configure(Map.of("GUIDELLM__LOGGING__CONSOLE_LOG_LEVEL", "ERROR"));
        library.warn("no native library");
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
    }

    @Test
    void colorsMarkTheLevelOnly() {
        configure(Map.of("GUIDELLM__LOGGING__CONSOLE_COLORIZE", "true"));
        LoggerFactory.getLogger("dev.guidellm.x").error("bad");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("|\u001b[31mERROR   \u001b[0m |");
    }

    private void configure(Map<String, String> environment) {
        LogOutput.configure(
                Settings.load(environment, "", folder),
                environment,
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
