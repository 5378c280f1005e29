package dev.guidellm.transport;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How connections are made and kept. All durations are above zero.
///
/// @param loops event loop threads, at least 1
/// @param connectTimeout for the name's addresses together, TLS handshake included; null for no limit
/// @param readTimeout longest silence while an answer is awaited; null for no limit
/// @param followRedirects whether 301, 302, 303, 307 and 308 are followed (at most 20)
/// @param verifyTls whether the server's certificate and name are checked
/// @param caFile PEM certificates to trust instead of the system's; null for the system's. Used when `verifyTls`
/// is set
/// @param writeTimeout longest time without progress while a request is being written; null for no limit
/// @param idleExpiry how long an unused connection is kept; null for as long as the server keeps it
/// @param http2 where HTTP/2 is spoken
/// @param clientCertificate shown to a server that asks for it; null for none
/// @param strategy which connection a request takes
/// @param proxies which proxies are on the way
/// @param unixSocket where every connection goes, whatever the address says, and past all proxies; null for none
public record TransportSettings(
        int loops,
        @Nullable Duration connectTimeout,
        @Nullable Duration readTimeout,
        boolean followRedirects,
        boolean verifyTls,
        @Nullable Path caFile,
        @Nullable Duration writeTimeout,
        @Nullable Duration idleExpiry,
        Http2Use http2,
        @Nullable ClientCertificate clientCertificate,
        ConnectionStrategy strategy,
        ProxyRules proxies,
        @Nullable Path unixSocket) {

    /// The write timeout of GuideLLM 0.8.1, which cannot be changed there.
    public static final Duration DEFAULT_WRITE_TIMEOUT = Duration.ofSeconds(5);

    /// Shorter than the 5 s after which uvicorn, and with it most Python servers, closes an unused connection: two
    /// sides with the same limit meet in the middle, and the request in between is lost.
    public static final Duration DEFAULT_IDLE_EXPIRY = Duration.ofSeconds(4);

    public TransportSettings {
        if (loops < 1) {
            throw new IllegalArgumentException("loops needs at least 1, got " + loops);
        }
    }

    /// By HTTP/1.1 only, over pooled straight connections without a client certificate.
    public TransportSettings(
            int loops,
            @Nullable Duration connectTimeout,
            @Nullable Duration readTimeout,
            boolean followRedirects,
            boolean verifyTls,
            @Nullable Path caFile,
            @Nullable Duration writeTimeout,
            @Nullable Duration idleExpiry) {
        this(
                loops,
                connectTimeout,
                readTimeout,
                followRedirects,
                verifyTls,
                caFile,
                writeTimeout,
                idleExpiry,
                Http2Use.NONE,
                null,
                ConnectionStrategy.POOLED,
                ProxyRules.DIRECT,
                null);
    }

    /// By HTTP/1.1 only, with the default write timeout and idle expiry.
    public TransportSettings(
            int loops,
            @Nullable Duration connectTimeout,
            @Nullable Duration readTimeout,
            boolean followRedirects,
            boolean verifyTls,
            @Nullable Path caFile) {
        this(
                loops,
                connectTimeout,
                readTimeout,
                followRedirects,
                verifyTls,
                caFile,
                DEFAULT_WRITE_TIMEOUT,
                DEFAULT_IDLE_EXPIRY);
    }

    /// The same with HTTP/2 as `use` says.
    public TransportSettings with(Http2Use use) {
        return with(use, clientCertificate, strategy, proxies, unixSocket);
    }

    /// Where HTTP/2 is really spoken: only where requests share connections at all.
    Http2Use http2InUse() {
        return strategy == ConnectionStrategy.POOLED ? http2 : Http2Use.NONE;
    }

    /// The same with a client certificate.
    public TransportSettings withClientCertificate(@Nullable ClientCertificate certificate) {
        return with(http2, certificate, strategy, proxies, unixSocket);
    }

    /// The same with another choice of connections.
    public TransportSettings withStrategy(ConnectionStrategy choice) {
        return with(http2, clientCertificate, choice, proxies, unixSocket);
    }

    /// The same by way of proxies.
    public TransportSettings withProxies(ProxyRules rules) {
        return with(http2, clientCertificate, strategy, rules, unixSocket);
    }

    /// The same by way of a Unix socket.
    public TransportSettings withUnixSocket(@Nullable Path path) {
        return with(http2, clientCertificate, strategy, proxies, path);
    }

    private TransportSettings with(
            Http2Use use,
            @Nullable ClientCertificate certificate,
            ConnectionStrategy choice,
            ProxyRules rules,
            @Nullable Path socket) {
        return new TransportSettings(
                loops,
                connectTimeout,
                readTimeout,
                followRedirects,
                verifyTls,
                caFile,
                writeTimeout,
                idleExpiry,
                use,
                certificate,
                choice,
                rules,
                socket);
    }
}
