package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static final Path HERE = Path.of("/here");

    @Test
    void linesShowTheDefaultsInTheSpecifiedOrder() {
        List<String> lines = Settings.defaults(HERE).lines();
        assertThat(lines)
                .startsWith(
                        "Settings: ",
                        "GUIDELLM__DEFAULT_ASYNC_LOOP_SLEEP=\"0.0001\"",
                        "GUIDELLM__LOGGING__CONSOLE_LOG_LEVEL=\"INFO\"",
                        "GUIDELLM__LOGGING__CONSOLE_COLORIZE=\"auto\"",
                        "GUIDELLM__LOGGING__LOG_FILE=\"guidellm.log\"",
                        "GUIDELLM__LOGGING__LOG_FILE_LEVEL=",
                        "GUIDELLM__DEFAULT_SWEEP_NUMBER=\"10\"",
                        "GUIDELLM__MP_CONTEXT_TYPE=\"spawn\"")
                .contains(
                        "GUIDELLM__MP_ENCODING=[\"msgspec\",\"msgpack\",\"None\"]",
                        "GUIDELLM__DEFAULT_SYNTHETIC_TOOL_RESPONSE=\"{\"status\": \"ok\"}\"",
                        "GUIDELLM__DEFAULT_RESULTS_DIR=\"/here\"")
                .endsWith("GUIDELLM__TABLE_COLUMN_SEPARATOR_CHAR=\"|\"", "GUIDELLM__DISPATCH_SPIN=\"auto\"", "")
                .hasSize(29);
    }

    @Test
    void theEnvironmentWinsOverTheFileAndNamesMayBeLowerCase() {
        Settings settings = Settings.load(Map.of("guidellm__max_concurrency", "5"), """
                # comment
                GUIDELLM__MAX_CONCURRENCY=9
                export GUIDELLM__DEFAULT_RESULTS_DIR="out dir" # behind
                OTHER=1
                """, HERE);
        assertThat(settings.maxConcurrency()).isEqualTo(5);
        assertThat(settings.resultsFile("a.json")).isEqualTo("out dir/a.json");
    }

    @ParameterizedTest
    @CsvSource({"auto, ", "true, 100", "false, 0", "0, 0", "1, 1", "250, 250"})
    void theSpinBeforeADueTimeIsAutomaticATruthOrMicroseconds(String text, @Nullable Integer micros) {
        Settings settings = Settings.load(Map.of("GUIDELLM__DISPATCH_SPIN", text), "", HERE);
        assertThat(settings.dispatchSpin())
                .isEqualTo(Optional.ofNullable(micros).map(m -> Duration.of(m, ChronoUnit.MICROS)));
        assertThat(settings.withoutEffect()).isEmpty();
    }

    @Test
    void aBadSpinIsRefused() {
        assertThatThrownBy(() -> Settings.load(Map.of("GUIDELLM__DISPATCH_SPIN", "-5"), "", HERE))
                .hasMessageContaining("auto, true, false or microseconds")
                .hasMessageContaining("GUIDELLM__DISPATCH_SPIN");
    }

    @Test
    void aGroupMayBeGivenAsOneObject() {
        Settings settings = Settings.load(
                Map.of(
                        "GUIDELLM__LOGGING", "{\"console_log_level\":\"DEBUG\",\"log_file_level\":\"INFO\"}",
                        "GUIDELLM__LOGGING__CONSOLE_LOG_LEVEL", "ERROR"),
                "",
                HERE);
        assertThat(settings.consoleLogLevel()).isEqualTo("ERROR");
        assertThat(settings.logFile()).contains(Path.of("/here/guidellm.log"));
    }

    @Test
    void badValuesNameTheirVariables() {
        assertThatThrownBy(() -> Settings.load(
                        Map.of("GUIDELLM__MAX_CONCURRENCY", "many", "GUIDELLM__MP_CONTEXT_TYPE", "fork"), "", HERE))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("unable to parse string as an integer (at 'GUIDELLM__MAX_CONCURRENCY')")
                .hasMessageContaining("Input should be 'spawn' or 'forkserver' (at 'GUIDELLM__MP_CONTEXT_TYPE')");
    }

    @Test
    void settingsOfWorkerProcessesAreKnownToHaveNoEffect() {
        Settings settings = Settings.load(
                Map.of("GUIDELLM__MP_CONTEXT_TYPE", "forkserver", "GUIDELLM__MAX_CONCURRENCY", "5"), "", HERE);
        assertThat(settings.withoutEffect()).containsExactly("GUIDELLM__MP_CONTEXT_TYPE");
    }

    @Test
    void defaultsOfConstraintsComeFromTheSettings() {
        Settings settings = Settings.load(Map.of("GUIDELLM__CONSTRAINT_ERROR_WINDOW_SIZE", "12"), "", HERE);
        ConstraintConfig read = new ConfigReader(settings)
                .read(
                        ConstraintConfig.class,
                        dev.guidellm.json.JsonValue.object()
                                .put("kind", "max_error_rate")
                                .put("rate", 0.5)
                                .build(),
                        "");
        assertThat(((ConstraintConfig.MaxErrorRate) read).window().doubleValue())
                .isEqualTo(12.0);
    }

    @Test
    void variablesAreSortedIntoKnownAndUnknown() {
        EnvironmentLayer.Names names = EnvironmentLayer.names(Map.of(
                "GUIDELLM__MAX_CONCURRENCY", "1",
                "GUIDELLM__SPEC__SEED__VALUE", "1",
                "GUIDELLM__BENCHMARKS", "[]",
                "GUIDELLM__FOO", "1",
                "GUIDELLM_PROFILE", "1",
                "OTHER", "1"));
        assertThat(names.recognised())
                .containsExactly("GUIDELLM__BENCHMARKS", "GUIDELLM__MAX_CONCURRENCY", "GUIDELLM__SPEC__SEED__VALUE");
        assertThat(names.unknown()).containsExactly("GUIDELLM_PROFILE", "GUIDELLM__FOO");
    }
}
