package dev.guidellm.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class GlyphsTest {
    /// `LC_ALL` counts before `LC_CTYPE`, and that before `LANG`.
    @ParameterizedTest
    @CsvSource({
        "ja_JP.UTF-8, , , xterm, true",
        ", zh_CN.UTF-8, en_US.UTF-8, xterm, true",
        ", , ko_KR, xterm, true",
        "C.UTF-8, , ja_JP.UTF-8, xterm, false",
        ", , de_DE.UTF-8, xterm-256color, false",
        ", , en_US.UTF-8, linux, true",
        ", , , , false"
    })
    void asciiWhereWidthsAreUncertain(
            @Nullable String all, @Nullable String type, @Nullable String lang, @Nullable String term, boolean ascii) {
        Map<String, String> environment = new HashMap<>();
        put(environment, "LC_ALL", all);
        put(environment, "LC_CTYPE", type);
        put(environment, "LANG", lang);
        put(environment, "TERM", term);
        assertThat(Glyphs.of(environment)).isEqualTo(ascii ? Glyphs.ASCII : Glyphs.UNICODE);
    }

    private static void put(Map<String, String> environment, String name, @Nullable String value) {
        if (value != null) {
            environment.put(name, value);
        }
    }
}
