package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Mistakes of a command line or a configuration file, and how the whole program answers them.
class UsageErrorsTest {
    private static final String BACKEND = "--backend=kind=openai_http,target=http://h:1";
    private static final String PROFILE = "--profile=kind=synchronous";
    private static final String DATA = "--data=kind=synthetic_text,prompt_tokens=8";

    @TempDir
    Path folder;

    @Test
    void nullIsNoValueForARequiredTokenCount() {
        assertThat(problems("run", BACKEND, PROFILE, "--data=kind=synthetic_text,prompt_tokens="))
                .containsExactly("  - Input should be a valid integer (at 'data[0].synthetic_text.prompt_tokens')");
    }

    @Test
    void anUnknownCommandIsRefusedAndTheNearestOneSuggested() {
        assertThat(error("rnu")).isEqualTo("Error: No such command 'rnu'. Did you mean 'run'?");
        assertThat(error("benchmark")).isEqualTo("Error: No such command 'benchmark'.");
    }

    @Test
    void aHintAtTheFormatStandsBehindTheProblemThatNeedsIt() throws IOException {
        String file = config("spec:\n  profile: synchronous\n  constraints: [{kind: max_requests}]\n");
        assertThat(problems("run", BACKEND, DATA, "--config", file))
                .containsExactly(
                        "  - Input should be a valid dictionary or object to extract fields from (at 'profile') in "
                                + file + ", line 2",
                        "Expected format: kind=<type>,key=value,... or JSON/YAML object with a 'kind' field",
                        "  Valid kinds: async, constant, poisson, concurrent, goodput, knee, replay, sweep,"
                                + " synchronous, throughput, gamma, stages, timetable",
                        "  - Field required (at 'constraints[0].max_requests.count') in " + file + ", line 3");
    }

    @Test
    void aBrokenEntryOfADocumentsBenchmarksIsNotBlamedOnAnOption() throws IOException {
        String file = config("benchmarks: [5]\n");
        assertThat(error("run", BACKEND, PROFILE, DATA, "--config", file))
                .isEqualTo("Error: Invalid value for '--benchmarks': ");
        assertThat(problems("run", BACKEND, PROFILE, DATA, "--config", file))
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem).startsWith("  - Input should be a valid dictionary (at 'benchmarks[0]')"));
    }

    @Test
    void anEmptyConfigurationFileIsToldAsSuch() throws IOException {
        String file = config("");
        assertThat(error("run", BACKEND, PROFILE, DATA, "--config", file))
                .isEqualTo("Error: Invalid value for '--config' / '--scenario' / '-c': File '" + file + "' is empty.");
    }

    private String config(String text) throws IOException {
        return Files.writeString(folder.resolve("x.yaml"), text).toString();
    }

    /// The line that says what is wrong.
    private String error(String... words) {
        return lines(words).getFirst();
    }

    /// The lines below it.
    private List<String> problems(String... words) {
        List<String> lines = lines(words);
        return lines.subList(1, lines.size());
    }

    private List<String> lines(String... words) {
        ProductRun run = ProductRun.in(folder, words);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        List<String> lines = new ArrayList<>(run.err().lines().toList());
        assertThat(lines).hasSizeGreaterThan(3);
        assertThat(lines.getFirst()).startsWith("Usage: guidellm ");
        return lines.subList(3, lines.size());
    }
}
