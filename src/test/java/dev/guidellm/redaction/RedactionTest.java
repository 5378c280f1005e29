package dev.guidellm.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class RedactionTest {
    private static final String HELLO = "sha256=2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://user:pass@host/v1         | http://**********@host/v1",
                "at https://tok-en@h:1?a=1, fine  | at https://**********@h:1?a=1, fine",
                "http://u:p@ss@h                  | http://**********@h",
                "https://h/x?a=1&api-key=k1&b=2#c | https://h/x?a=1&api-key=**********&b=2#c",
                "https://h?X-Amz-Signature=ab%2B  | https://h?X-Amz-Signature=**********",
                "https://h?a=1;token=x;b          | https://h?a=1;token=**********;b",
                "v1/chat?sig=abc                  | v1/chat?sig=**********",
                "https://h/#access_token=abc      | https://h/#access_token=**********"
            })
    void addressesLoseUserPasswordAndTellingParameters(String text, String shown) {
        assertThat(Redaction.text(text)).isEqualTo(shown);
        assertThat(Redaction.text(shown)).as("twice is as once").isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a token = 5 tokens? yes & no",
                "see http://host/a@b?q=1 or mail me@host",
                "max_tokens=5&prompt_tokens=7",
                "data: none;base64",
                "https://host:8000/v1/chat/completions?api-version=2",
                "x ?= y # z"
            })
    void otherTextsStayTheSameObject(String text) {
        assertThat(Redaction.text(text)).isSameAs(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data:image/png;base64,aGVsbG8=                 | data:image/png;bytes=5;%s",
                "see data:image/png;base64,aGVsbG8 and more     | see data:image/png;bytes=5;%s and more",
                "data:audio/wav;codecs=1;base64,aGVsbG8=        | data:audio/wav;codecs=1;bytes=5;%s",
                "data:;base64,aGVsbG8=                          | data:application/octet-stream;bytes=5;%s",
                "data:a/b;base64,aGVsbG8=,data:c/d;base64,aGVsbG8= | data:a/b;bytes=5;%1$s,data:c/d;bytes=5;%1$s"
            })
    void mediaAreToldByTypeSizeAndHash(String text, String shown) {
        assertThat(Redaction.text(text)).isEqualTo(shown.formatted(HELLO));
    }

    @Test
    void aPayloadThatWasCutIsCoveredToo() {
        assertThat(Redaction.text("data:image/png;base64,aGVsbG8aG")).startsWith("data:image/png;bytes=6;sha256=");
        assertThat(Redaction.text("data:image/png;base64,a")).startsWith("data:image/png;bytes=0;sha256=");
    }

    @Test
    void documentsLoseWhatTellingNamesHold() throws Exception {
        List<String> found = new ArrayList<>();
        JsonObject document = (JsonObject) JsonReader.read("""
            {"api_key": "k1", "empty": {"password": null, "use_auth_token": true, "secret": ""},
             "extras": {"headers": {"X-My-Key": "k2", "Accept": "a"}, "body": {"cache_key": "kept"}},
             "backend.extras.params": {"token": 7}, "changes": [{"backend.api_key": "k3"}],
             "credentials": {"user": "u1", "list": ["u2"]}, "max_tokens": 5,
             "tools": {"properties": {"password": {"type": "string"}}},
             "target": "http://a:b@h?key=k4"}
            """);
        JsonObject shown = Redaction.object(document, found::add);
        assertThat(JsonWriter.toString(shown))
                .isEqualTo(JsonWriter.toString(JsonReader.read("""
                    {"api_key": "*", "empty": {"password": null, "use_auth_token": true, "secret": ""},
                     "extras": {"headers": {"X-My-Key": "*", "Accept": "a"}, "body": {"cache_key": "kept"}},
                     "backend.extras.params": {"token": "*"}, "changes": [{"backend.api_key": "*"}],
                     "credentials": {"user": "*", "list": ["*"]}, "max_tokens": 5,
                     "tools": {"properties": {"password": {"type": "string"}}},
                     "target": "http://*@h?key=*"}
                    """.replace("*", Redaction.MASK))));
        assertThat(found)
                .contains("k1", "k2", "7", "k3", "u1", "u2", "a:b", "k4")
                .doesNotContain("kept", "a");
        assertThat(Redaction.object(shown)).isEqualTo(shown);
        JsonObject plain = (JsonObject) JsonReader.read("{\"a\": [1, {\"b\": \"c\"}], \"max_tokens\": 5}");
        assertThat(Redaction.object(plain)).isSameAs(plain);
    }

    @Test
    void requestsLoseTheirMedia() throws Exception {
        String bare = "QUJD".repeat(30);
        String json = "{\"body\":{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"é\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,aGVsbG8=\"}},"
                + "{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"" + bare + "\",\"format\":\"wav\"}}]}]}}";
        String shown = Redaction.json(json);
        assertThat(shown)
                .contains("{\"type\":\"text\",\"text\":\"é\"}", "{\"url\":\"data:image/png;bytes=5;" + HELLO + "\"}")
                .contains("{\"data\":\"data:audio/wav;bytes=90;sha256=")
                .contains("\",\"format\":\"wav\"}")
                .doesNotContain(bare);
        assertThat(JsonReader.read(shown)).isInstanceOf(JsonObject.class);
        String plain = "{\"body\":{\"prompt\":\"data: " + bare + "\"}}";
        assertThat(Redaction.json(plain)).isSameAs(plain);
        assertThat(Redaction.json("{\"broken\": \"data:a/b;base64,aGVsbG8=")).doesNotContain("aGVsbG8=");
    }

    @Test
    void foreignReportsLoseHeadersInTheirRequests() throws Exception {
        JsonValue report = JsonReader.read("""
            {"request_args": "{\\"headers\\": {\\"Authorization\\": \\"Bearer abc\\"}, \\"body\\": {\\"n\\": 1}}"}
            """);
        assertThat(JsonWriter.toString(Redaction.value(report)))
                .isEqualTo("{\"request_args\":\"{\\\"headers\\\":{\\\"Authorization\\\":\\\"**********\\\"},"
                        + "\\\"body\\\":{\\\"n\\\":1}}\"}");
        JsonValue harmless =
                JsonReader.read("{\"request_args\": \"{\\\"headers\\\": null, \\\"body\\\": {\\\"n\\\": 1}}\"}");
        assertThat(Redaction.value(harmless)).isSameAs(harmless);
    }
}
