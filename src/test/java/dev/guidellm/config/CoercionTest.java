package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.YamlReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoercionTest {
    private final ConfigReader reader = new ConfigReader(Settings.defaults(Path.of("/here")));

    @ParameterizedTest
    @CsvSource({"8, 8", "8.0, 8", "'\"8\"', 8", "'\" +1_000.00 \"', 1000", "true, 1", "false, 0"})
    void wholeNumbersMayBeWrittenLoosely(String yaml, int expected) throws JsonSyntaxException {
        assertThat(loader("samples", yaml).samples()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "8.5, 'Input should be a valid integer, got a number with a fractional part'",
        "1e3, 'Input should be a valid integer, unable to parse string as an integer'",
        "null, Input should be a valid integer",
        "'[1]', Input should be a valid integer",
        ".inf, Input should be a finite number",
        "99999999999, Input should be less than or equal to 2147483647"
    })
    void otherTextsAreNoWholeNumbers(String yaml, String message) {
        assertThatThrownBy(() -> loader("samples", yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message + " (at 'pytorch.samples')");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "1", "yes", "'T'", "'On'", "'Y'", "1.0", "'1'"})
    void truthHasManyNames(String yaml) throws JsonSyntaxException {
        assertThat(loader("shuffle", yaml).shuffle()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "maybe, 'Input should be a valid boolean, unable to interpret input'",
        "2, 'Input should be a valid boolean, unable to interpret input'",
        "null, Input should be a valid boolean"
    })
    void otherTextsAreNoTruth(String yaml, String message) {
        assertThatThrownBy(() -> loader("shuffle", yaml))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message + " (at 'pytorch.shuffle')");
    }

    @ParameterizedTest
    @CsvSource({"5, 5.0", "1e1, 10.0", "'\".5\"', 0.5", "true, 1.0", "'\"1_0.5e-1\"', 1.05"})
    void numbersMayBeWrittenLoosely(String yaml, double expected) throws JsonSyntaxException {
        ProfileConfig profile = read("{kind: synchronous, rampup_duration: " + yaml + "}", ProfileConfig.class);
        assertThat(profile.rampupDuration()).isEqualTo(expected);
    }

    @Test
    void limitsKeepTheSortOfNumberThatWasWritten() throws JsonSyntaxException {
        assertThat(seconds("450")).isEqualTo(List.of(450L));
        assertThat(seconds("450.0")).isEqualTo(List.of(450.0));
        assertThat(seconds("'450'")).isEqualTo(List.of(450L));
        assertThat(seconds("'4.5'")).isEqualTo(List.of(4.5));
        assertThat(seconds("[1, 2.5]")).isEqualTo(List.of(1L, 2.5));
    }

    @Test
    void streamsAreCutAndRatesAreNot() throws JsonSyntaxException {
        assertThat(((ProfileConfig.Concurrent) read("{kind: concurrent, streams: '[2.7, 3]'}", ProfileConfig.class))
                        .streams())
                .containsExactly(2, 3);
        assertThat(((ProfileConfig.Poisson) read("{kind: poisson, rate: 2.5}", ProfileConfig.class)).rate())
                .containsExactly(2.5);
    }

    @Test
    void textsAreNeverMadeOfNumbers() {
        assertThatThrownBy(() -> read("{kind: hf_auto, model: 5}", TokenizerConfig.class))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Input should be a valid string (at 'hf_auto.model')");
    }

    @Test
    void aKindThatIsAlmostRightIsSuggested() {
        assertThatThrownBy(() -> read("{kind: concurent, streams: 5}", ProfileConfig.class))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Input tag 'concurent' found using 'kind'")
                .hasMessageEndingWith("Did you mean 'concurrent'?");
    }

    @Test
    void escapesKeepOtherCharactersAsTheyAre() {
        assertThat(Preparation.unescape("a\\n\\t\\\\n\\u00e9ß\\q\\")).isEqualTo("a\n\t\\néß\\q\\");
    }

    @Test
    void theReasoningOfATurnIsPutIntoTheUsersText() {
        assertThat(new MultiturnReasoning(true, "[{reasoning}]").render("x")).isEqualTo("[x]");
        assertThat(new MultiturnReasoning(true, null).render("x")).isEqualTo("<think>x</think>");
        assertThatThrownBy(() ->
                        read("{kind: openai_http, target: 'http://h', multiturn_reasoning: abc}", BackendConfig.class))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("multiturn_reasoning string must contain '{reasoning}' placeholder, got: 'abc'");
    }

    private List<Number> seconds(String yaml) throws JsonSyntaxException {
        return ((ConstraintConfig.MaxDuration)
                        read("{kind: max_duration, seconds: " + yaml + "}", ConstraintConfig.class))
                .seconds()
                .values();
    }

    private DataLoaderConfig.PyTorch loader(String key, String yaml) throws JsonSyntaxException {
        return (DataLoaderConfig.PyTorch) read("{kind: pytorch, " + key + ": " + yaml + "}", DataLoaderConfig.class);
    }

    private <T> T read(String yaml, Class<T> type) throws JsonSyntaxException {
        JsonValue value = YamlReader.read(yaml);
        return reader.read(type, value, "");
    }
}
