package dev.guidellm.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NumberTextTest {
    private static final String FILE = "json/number-text-cases.json";

    static List<JsonObject> cases() {
        return GoldenCases.loadList(FILE, "cases");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void writesDoublesAsPythonDoes(JsonObject example) {
        String bits = GoldenCases.text(example, "bits");
        double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
        GoldenCases.checkExactly(FILE, bits, JsonValue.of(NumberText.of(value)), GoldenCases.member(example, "repr"));
    }

    @Test
    void namesWhatIsNotFinite() {
        assertThat(NumberText.of(Double.NaN)).isEqualTo("nan");
        assertThat(NumberText.of(Double.POSITIVE_INFINITY)).isEqualTo("inf");
        assertThat(NumberText.of(Double.NEGATIVE_INFINITY)).isEqualTo("-inf");
    }
}
