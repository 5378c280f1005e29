package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyRulesTest {
    @Test
    void choosesByScheme() {
        ProxyRules rules = ProxyRules.ofEnvironment(
                Map.of("HTTP_PROXY", "http://a:1", "https_proxy", "b:2", "ALL_PROXY", "socks5://c"));
        assertThat(rules.describe(URI.create("http://x/"))).isEqualTo("http://a:1");
        assertThat(rules.describe(URI.create("https://x/"))).isEqualTo("http://b:2");
        ProxyRules all = ProxyRules.ofEnvironment(Map.of("all_proxy", "socks5://c", "HTTPS_PROXY", ""));
        assertThat(all.describe(URI.create("http://x/"))).isEqualTo("socks5://c:1080");
        assertThat(all.describe(URI.create("https://x/"))).isEqualTo("socks5://c:1080");
        assertThat(ProxyRules.ofEnvironment(Map.of()).describe(URI.create("http://x/")))
                .isNull();
    }

    @Test
    void lowerCaseWinsEvenWhenEmpty() {
        ProxyRules rules = ProxyRules.ofEnvironment(Map.of("HTTP_PROXY", "a:1", "http_proxy", "b:2"));
        assertThat(rules.describe(URI.create("http://x/"))).isEqualTo("http://b:2");
        ProxyRules none = ProxyRules.ofEnvironment(Map.of("HTTP_PROXY", "a:1", "http_proxy", ""));
        assertThat(none.describe(URI.create("http://x/"))).isNull();
    }

    @Test
    void aWebServersChildTrustsNoHttpProxy() {
        Map<String, String> environment = Map.of("HTTP_PROXY", "a:1", "REQUEST_METHOD", "GET");
        assertThat(ProxyRules.ofEnvironment(environment).describe(URI.create("http://x/")))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "example.com http://example.com/ true",
                "example.com https://www.EXAMPLE.com/ true",
                "example.com http://example.com./ true",
                "example.com http://wwwexample.com/ false",
                ".example.com http://www.example.com/ true",
                ".example.com http://example.com/ false",
                "*.example.com http://www.example.com/ true",
                "*.example.com http://example.com/ false",
                "*example.com http://example.com/ true",
                "example.com:8000 http://example.com:8000/ true",
                "example.com:8000 http://example.com/ false",
                "example.com:443 https://example.com/ true",
                "https://example.com https://example.com/ true",
                "https://example.com http://example.com/ false",
                "all://example.com http://example.com/ true",
                "10.1.2.3 http://10.1.2.3:8000/ true",
                "10.1.2.3 http://10.1.2.30/ false",
                "10.1.2.3:8000 http://10.1.2.3:8000/ true",
                "10.1.2.3:8000 http://10.1.2.3:8001/ false",
                "10.0.0.0/8 http://10.9.9.9/ true",
                "10.0.0.0/8 http://11.9.9.9/ false",
                "10.0.0.0/8 http://ten.example/ false",
                "10.0.0.0/8 http://[fd00::1]/ false",
                "192.168.1.128/25 http://192.168.1.129/ true",
                "192.168.1.128/25 http://192.168.1.127/ false",
                "fd00::1 http://[fd00::1]:8000/ true",
                "[fd00::1]:8000 http://[fd00::1]:8000/ true",
                "[fd00::1]:8000 http://[fd00::1]/ false",
                "fd00::/8 http://[fd12::7]/ true",
                "fd00::/8 http://[fe12::7]/ false",
                "other,,example.com http://example.com/ true",
                "other,* http://example.com/ true",
                "nothing http://localhost:8000/ true",
                "nothing http://127.0.0.9/ true",
                "nothing http://[::1]/ true",
            })
    void leavesOutWhatNoProxyNames(String noProxy, URI uri, boolean straight) {
        ProxyRules rules = ProxyRules.ofEnvironment(Map.of("ALL_PROXY", "proxy:3128", "NO_PROXY", noProxy));
        assertThat(rules.describe(uri) == null).isEqualTo(straight);
    }

    @Test
    void anOwnProxyCountsForEveryone() {
        ProxyRules rules = ProxyRules.always(ProxyServer.parse("http://u:geheim@proxy:3128"));
        assertThat(rules.describe(URI.create("http://localhost/"))).isEqualTo("http://**********@proxy:3128");
    }

    @Test
    void readsAddresses() {
        ProxyServer proxy = ProxyServer.parse(" SOCKS5://us%3Aer:p%40s+s@[::1]:9/ ");
        assertThat(proxy.protocol()).isEqualTo(ProxyServer.Protocol.SOCKS5);
        assertThat(proxy.host()).isEqualTo("::1");
        assertThat(proxy.port()).isEqualTo(9);
        assertThat(proxy.user()).isEqualTo("us:er");
        assertThat(proxy.password()).isEqualTo("p@s+s");
        assertThat(ProxyServer.parse("https://host").port()).isEqualTo(443);
        assertThat(ProxyServer.parse("host").port()).isEqualTo(80);
        assertThat(ProxyServer.parse("http://user@host").password()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://me:hidden@host",
                "http://me:hidden@host:0",
                "http://me:hidden@host:99999",
                "http://me:hidden@host:port",
                "http://me:hidden@",
                "http://me:hidden@ho st",
                "socks4://me:hid@den@host"
            })
    void refusesOtherAddressesWithoutShowingThePassword(String address) {
        assertThatThrownBy(() -> ProxyServer.parse(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the proxy '")
                .hasMessageContaining("://**********@")
                .hasMessageNotContaining("hid")
                .hasMessageNotContaining("\n");
    }
}
