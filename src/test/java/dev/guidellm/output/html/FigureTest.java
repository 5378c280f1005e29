package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTest {

    @ParameterizedTest
    @CsvSource({"0, 0.00", "3.456, 3.46", "-12.34, -12.3", "99.96, 100.0", "1234.5, 1234", "NaN, —"})
    void largerNumbersHaveFewerDecimals(double value, String text) {
        assertThat(Figure.of(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 %", "1, 100 %", "0.9331, 93.3 %", "0.0004, less than 0.1 %", "0.9999, more than 99.9 %"})
    void onlyNothingIsZeroAndOnlyAllIsAHundred(double share, String text) {
        assertThat(Figure.percent(share).replace('\u00A0', ' ')).isEqualTo(text);
    }

    @Test
    void listsKeepSixDigitsAndNullForWhatIsNoNumber() {
        assertThat(JsonWriter.toString(Figure.list(1234.56789, 0.00012345678, Double.NaN, Double.POSITIVE_INFINITY)))
                .isEqualTo("[1234.57,0.000123457,null,null]");
    }
}
