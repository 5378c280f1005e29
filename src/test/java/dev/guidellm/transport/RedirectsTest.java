package dev.guidellm.transport;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedirectsTest {
    private static final HttpRequest POST = new HttpRequest(
            "POST",
            URI.create("http://one.example/v1/chat?x=1"),
            List.of(
                    Map.entry("Authorization", "Bearer k"),
                    Map.entry("Content-Type", "application/json"),
                    Map.entry("X-Request-Id", "7")),
            new byte[] {'{', '}'},
            true);

    @ParameterizedTest
    @CsvSource({"301,GET", "302,GET", "303,GET", "307,POST", "308,POST"})
    void keepsOrChangesTheMethod(int status, String method) {
        HttpRequest next = next(POST, status, "/there");
        assertThat(next.method()).isEqualTo(method);
        assertThat(next.uri()).isEqualTo(URI.create("http://one.example/there"));
        assertThat(next.body()).hasSize(method.equals("GET") ? 0 : 2);
        assertThat(next.header("content-type") == null).isEqualTo(method.equals("GET"));
        assertThat(next.header("x-request-id")).isEqualTo("7");
        assertThat(next.lines()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "http://one.example:80/x, true",
        "//ONE.example/x, true",
        "https://one.example/x, true",
        "http://one.example:81/x, false",
        "https://one.example:8443/x, false",
        "http://two.example/x, false"
    })
    void tellsTheKeyToTheSameServerOnly(String location, boolean kept) {
        assertThat(next(POST, 307, location).header("authorization") != null).isEqualTo(kept);
    }

    @Test
    void refusesAddressesThatCannotBeUsed() {
        for (String location :
                List.of("ftp://one.example/", "mailto:x@y", "http://", "http://[::1", "http://a:99999/")) {
            assertThat(Redirects.next(POST, 307, location)).as(location).isNull();
        }
    }

    @Test
    void readsAddresses() {
        assertThat(Origin.Key.of(URI.create("http://[::1]:8000/x"))).isEqualTo(new Origin.Key(false, "::1", 8000));
        assertThat(Origin.Key.of(URI.create("HTTPS://Host/x"))).isEqualTo(new Origin.Key(true, "host", 443));
        assertThat(Origin.Key.of(URI.create("http://my_service:80")))
                .isEqualTo(new Origin.Key(false, "my_service", 80));
        assertThat(Origin.Key.of(URI.create("http:///x"))).isNull();
        assertThat(Origin.Key.of(URI.create("/x"))).isNull();
        assertThat(new Origin.Key(false, "::1", 8000).hostHeader()).isEqualTo("[::1]:8000");
        assertThat(new Origin.Key(true, "host", 443).hostHeader()).isEqualTo("host");
    }

    @Test
    void refusesHeadersThatWouldChangeTheMessage() {
        for (Map.Entry<String, String> header : List.of(
                Map.entry("A", "x\r\nInjected: 1"), Map.entry("A", "x\n"), Map.entry("A b", "x"), Map.entry("", "x"))) {
            assertThatThrownBy(() -> new HttpRequest("GET", POST.uri(), List.of(header), new byte[0], false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("header");
        }
        assertThatThrownBy(() -> new HttpRequest("GET /x HTTP/1.1\r\n", POST.uri(), List.of(), new byte[0], false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static HttpRequest next(HttpRequest request, int status, String location) {
        return requireNonNull(Redirects.next(request, status, location));
    }
}
