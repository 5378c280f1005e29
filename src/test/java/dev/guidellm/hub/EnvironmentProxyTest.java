package dev.guidellm.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentProxyTest {
    @Test
    void proxiesComeFromTheEnvironment() {
        EnvironmentProxy proxy =
                new EnvironmentProxy(Map.of("HTTPS_PROXY", "http://proxy:3128", "no_proxy", "intern.example,.corp"));
        assertThat(proxy.select(URI.create("https://huggingface.co/x"))
                        .getFirst()
                        .toString())
                .contains("proxy")
                .contains("3128");
        for (String direct : List.of(
                "https://intern.example/x", "https://a.intern.example", "https://b.corp/", "http://huggingface.co")) {
            assertThat(proxy.select(URI.create(direct))).containsExactly(Proxy.NO_PROXY);
        }
    }
}
