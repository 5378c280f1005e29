package dev.guidellm.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.ConfigWriter;
import dev.guidellm.config.Settings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.transport.ClientCertificate;
import dev.guidellm.transport.ConnectionStrategy;
import dev.guidellm.transport.TransportSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectingTest {
    private static final Map<String, String> NO_ENVIRONMENT = Map.of();
    private static final URI SERVER = URI.create("https://model.example/v1");

    @Test
    void theUsualIsPooledAndStraight() {
        TransportSettings settings = Connecting.settings(config(), 2, NO_ENVIRONMENT);
        assertThat(settings.strategy()).isEqualTo(ConnectionStrategy.POOLED);
        assertThat(settings.proxies().describe(SERVER)).isNull();
        assertThat(settings.unixSocket()).isNull();
        assertThat(settings.clientCertificate()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"pooled, POOLED", "per_request, PER_REQUEST", "sticky, STICKY"})
    void takesEachSortOfConnection(String word, ConnectionStrategy strategy) {
        assertThat(Connecting.settings(config("connection", word), 1, NO_ENVIRONMENT)
                        .strategy())
                .isEqualTo(strategy);
    }

    @Test
    void takesTheClientsCertificate() {
        TransportSettings settings = Connecting.settings(
                config("client_cert", "c.pem", "client_key", "k.pem", "client_key_password", "geheim"),
                1,
                NO_ENVIRONMENT);
        assertThat(settings.clientCertificate())
                .isEqualTo(new ClientCertificate(Path.of("c.pem"), Path.of("k.pem"), "geheim"));
    }

    @Test
    void aGivenProxyGoesBeforeTheEnvironment() {
        Map<String, String> environment = Map.of("HTTPS_PROXY", "http://there:1");
        assertThat(proxy(config(), environment)).isEqualTo("http://there:1");
        assertThat(proxy(config("proxy", "socks5://u:geheim@here"), environment))
                .isEqualTo("socks5://**********@here:1080");
        assertThat(proxy(config("proxy", "none"), environment)).isNull();
    }

    @Test
    void anEnvironmentThatNamesNoUsableProxyIsOneLine() {
        Map<String, String> environment = Map.of("ALL_PROXY", "socks://me:geheim@there:1");
        assertThatThrownBy(() -> Connecting.settings(config(), 1, environment))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("environment variable ALL_PROXY: the proxy 'socks://**********@there:1'")
                .hasMessageContaining("proxy=none")
                .hasMessageNotContaining("geheim");
        // not needed, not looked at
        assertThat(proxy(config("proxy", "none"), environment)).isNull();
        assertThat(Connecting.settings(config("target", "http://localhost:8000"), 1, environment)
                        .proxies())
                .isNotNull();
        assertThat(Connecting.settings(config("uds", "/run/s"), 1, environment).unixSocket())
                .isEqualTo(Path.of("/run/s"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "client_key|k.pem|client_key|pass client_cert=FILE too",
                "client_key_password|geheim|client_key_password|pass client_cert=FILE too",
                "proxy|gopher://me:geheim@x|proxy|the proxy 'gopher://**********@x' cannot be spoken to",
                "ca_file|x.pem|ca_file|verify=true",
                "connection|now_and_then|connection|'pooled', 'per_request' or 'sticky'",
            })
    void refusesWhatCannotBe(String key, String value, String place, String problem) {
        assertThatThrownBy(() -> Connecting.settings(config(key, value), 1, NO_ENVIRONMENT))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(place)
                .hasMessageContaining(problem)
                .hasMessageNotContaining("geheim");
    }

    @Test
    void aUnixSocketHasNoProxy() {
        assertThatThrownBy(() -> Connecting.settings(config("uds", "/run/s", "proxy", "x:1"), 1, NO_ENVIRONMENT))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("leave one of them out");
    }

    @Test
    void theWrittenConfigurationShowsNoSecret() {
        String written = JsonWriter.toString(ConfigWriter.write((Record) config(
                "proxy", "http://me:geheim@proxy:3128", "client_cert", "c.p12", "client_key_password", "opensesame")));
        assertThat(written)
                .contains("\"proxy\":\"http://**********@proxy:3128\"", "\"client_key_password\":\"**********\"")
                .doesNotContain("geheim", "opensesame");
        assertThat(config("proxy", "me:geheim@proxy").toString()).doesNotContain("geheim");
    }

    private static @Nullable String proxy(BackendConfig.OpenAiHttp config, Map<String, String> environment) {
        return Connecting.settings(config, 1, environment).proxies().describe(SERVER);
    }

    private static BackendConfig.OpenAiHttp config(String... keys) {
        JsonValue.ObjectBuilder arguments =
                JsonValue.object().put("kind", "openai_http").put("target", "https://model.example");
        for (int i = 0; i < keys.length; i += 2) {
            arguments.put(keys[i], JsonValue.of(keys[i + 1]));
        }
        return (BackendConfig.OpenAiHttp) new ConfigReader(Settings.defaults(Path.of("")))
                .read(BackendConfig.class, arguments.build(), "backend");
    }
}
