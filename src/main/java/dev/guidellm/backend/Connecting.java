package dev.guidellm.backend;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.ConfigException;
import dev.guidellm.config.HttpConnections;
import dev.guidellm.config.ProxyAddress;
import dev.guidellm.config.Secret;
import dev.guidellm.transport.ClientCertificate;
import dev.guidellm.transport.ConnectionStrategy;
import dev.guidellm.transport.Http2Use;
import dev.guidellm.transport.ProxyRules;
import dev.guidellm.transport.ProxyServer;
import dev.guidellm.transport.TransportSettings;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns what the user says about connections into the transport's settings.
final class Connecting {
    private static final Logger LOG = LoggerFactory.getLogger(Connecting.class);
    private static final String PLACE = "backend.openai_http.";

    private Connecting() {}

    /// @param environment where proxies may be named
    /// @throws ConfigException when a key's value cannot be used, or not together with another's
    static TransportSettings settings(BackendConfig.OpenAiHttp config, int loops, Map<String, String> environment) {
        HttpConnections connections = config.connections();
        if (connections.caFile() != null && !config.verify()) {
            throw new ConfigException(
                    PLACE + "ca_file", "certificates are checked only with verify=true; pass that too");
        }
        if (connections.uds() != null && connections.proxy() != null && !isNone(connections.proxy())) {
            throw new ConfigException(PLACE + "proxy", "a Unix socket (uds) is on this machine; leave one of them out");
        }
        return new TransportSettings(
                        loops,
                        duration("timeout_connect", config.timeoutConnect()),
                        duration("timeout", config.timeout()),
                        config.followRedirects(),
                        config.verify(),
                        path("ca_file", connections.caFile()))
                .withClientCertificate(certificate(connections))
                .withStrategy(strategy(connections.connection()))
                .withProxies(proxies(config, environment))
                .withUnixSocket(path("uds", connections.uds()))
                .with(http2(config));
    }

    private static Http2Use http2(BackendConfig.OpenAiHttp config) {
        HttpConnections connections = config.connections();
        if (connections.http2PriorKnowledge() && !config.http2()) {
            throw new ConfigException(
                    PLACE + "http2_prior_knowledge", "says HTTP/2, and http2=false says not; leave one of them out");
        }
        if (connections.http2PriorKnowledge() && connections.connection() != HttpConnections.Reuse.POOLED) {
            throw new ConfigException(
                    PLACE + "http2_prior_knowledge",
                    "requests share connections over HTTP/2, which only connection=pooled lets them do");
        }
        return new Http2Use(config.http2(), connections.http2PriorKnowledge(), connections.http2Streams());
    }

    private static ConnectionStrategy strategy(HttpConnections.Reuse reuse) {
        return switch (reuse) {
            case POOLED -> ConnectionStrategy.POOLED;
            case PER_REQUEST -> ConnectionStrategy.PER_REQUEST;
            case STICKY -> ConnectionStrategy.STICKY;
        };
    }

    private static @Nullable ClientCertificate certificate(HttpConnections connections) {
        Path certificate = path("client_cert", connections.clientCert());
        Path key = path("client_key", connections.clientKey());
        Secret password = connections.clientKeyPassword();
        if (certificate == null) {
            if (key != null || password != null) {
                throw new ConfigException(
                        PLACE + (key != null ? "client_key" : "client_key_password"),
                        "needs the certificate that it belongs to; pass client_cert=FILE too");
            }
            return null;
        }
        return new ClientCertificate(certificate, key, password == null ? null : password.value());
    }

    private static ProxyRules proxies(BackendConfig.OpenAiHttp config, Map<String, String> environment) {
        ProxyAddress given = config.connections().proxy();
        if (given != null) {
            if (isNone(given)) {
                return ProxyRules.DIRECT;
            }
            try {
                return ProxyRules.always(ProxyServer.parse(given.value()));
            } catch (IllegalArgumentException e) {
                throw new ConfigException(PLACE + "proxy", String.valueOf(e.getMessage()));
            }
        }
        ProxyRules rules = ProxyRules.ofEnvironment(environment);
        URI target = URI.create(ServerAddress.of(config.target(), null).base());
        try {
            String proxy = config.connections().uds() == null ? rules.describe(target) : null;
            if (proxy != null) {
                LOG.warn(
                        "The way to {} is through the proxy {}, which the environment names and which is measured too;"
                                + " pass proxy=none to go straight.",
                        target,
                        proxy);
            }
        } catch (IllegalArgumentException e) {
            throw new ConfigException(PLACE + "proxy", e.getMessage() + "; or pass proxy=none to go straight");
        }
        return rules;
    }

    private static boolean isNone(ProxyAddress proxy) {
        return proxy.value().strip().equalsIgnoreCase("none");
    }

    private static @Nullable Duration duration(String key, @Nullable Double seconds) {
        if (seconds == null) {
            return null;
        }
        if (!(seconds > 0)) {
            throw new ConfigException(PLACE + key, "needs more than 0 seconds, or null for no limit; got " + seconds);
        }
        return Durations.ofSeconds(seconds);
    }

    private static @Nullable Path path(String key, @Nullable String file) {
        try {
            return file == null ? null : Path.of(file);
        } catch (InvalidPathException e) {
            throw new ConfigException(PLACE + key, "'" + file + "' is not a file name");
        }
    }
}
