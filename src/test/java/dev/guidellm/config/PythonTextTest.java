package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue;
import org.junit.jupiter.api.Test;

class PythonTextTest {

    @Test
    void textIsQuotedAndEscapedAsInPython() {
        assertThat(PythonText.repr(JsonValue.of("it's"))).isEqualTo("\"it's\"");
        assertThat(PythonText.repr(JsonValue.of("a\tb\\c\nd"))).isEqualTo("'a\\tb\\\\c\\nd'");
        assertThat(PythonText.repr(JsonValue.of("bell \u0007, escape \u001b[31m")))
                .isEqualTo("'bell \\x07, escape \\x1b[31m'");
    }
}
