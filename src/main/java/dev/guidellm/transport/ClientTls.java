package dev.guidellm.transport;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/// The client's side of TLS, with the JDK's engine.
final class ClientTls {
    private final SslContext server;
    private final SslContext proxy;

    private ClientTls(SslContext server, SslContext proxy) {
        this.server = server;
        this.proxy = proxy;
    }

    static ClientTls create(TransportSettings settings) throws TransportSetupException {
        boolean http2 = settings.http2InUse().overTls();
        return new ClientTls(context(settings, settings.clientCertificate(), http2), context(settings, null, false));
    }

    /// TLS with a server, which is told the name that it is asked by, and shown the client's certificate if it
    /// wants.
    SslHandler toServer(ByteBufAllocator allocator, String host, int port) {
        return handler(server, allocator, host, port);
    }

    /// TLS with a proxy, which is trusted like the server and never sees the client's certificate.
    SslHandler toProxy(ByteBufAllocator allocator, String host, int port) {
        return handler(proxy, allocator, host, port);
    }

    private static SslHandler handler(SslContext context, ByteBufAllocator allocator, String host, int port) {
        SslHandler handler = context.newHandler(allocator, host, port);
        SSLEngine engine = handler.engine();
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setServerNames(serverNames(host));
        engine.setSSLParameters(parameters);
        return handler;
    }

    /// The name that the server is told (RFC 6066 §3): never an address. The JDK by itself leaves out names
    /// without a dot, such as `localhost` or a service of a container network.
    static List<SNIServerName> serverNames(String host) {
        try {
            var _ = InetAddress.ofLiteral(host);
            return List.of();
        } catch (IllegalArgumentException e) {
            // a name
        }
        try {
            return List.of(new SNIHostName(host.endsWith(".") ? host.substring(0, host.length() - 1) : host));
        } catch (IllegalArgumentException e) {
            return List.of(); // such as a name with an underscore, which a certificate cannot have either
        }
    }

    private static SslContext context(
            TransportSettings settings, @Nullable ClientCertificate certificate, boolean offerHttp2)
            throws TransportSetupException {
        SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
        Path caFile = settings.caFile();
        if (!settings.verifyTls()) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm(null);
        } else {
            builder.endpointIdentificationAlgorithm("HTTPS");
            if (caFile != null) {
                trust(builder, caFile);
            }
        }
        if (certificate != null) {
            builder.keyManager(ClientKeys.of(certificate));
        }
        if (offerHttp2) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2,
                    ApplicationProtocolNames.HTTP_1_1));
        }
        try {
            return builder.build();
        } catch (SSLException e) {
            throw new TransportSetupException("TLS cannot be set up: " + Connector.rootMessage(e));
        }
    }

    private static void trust(SslContextBuilder builder, Path caFile) throws TransportSetupException {
        try (InputStream pem = Files.newInputStream(caFile)) {
            builder.trustManager(pem);
        } catch (NoSuchFileException e) {
            throw new TransportSetupException("CA file " + caFile + ": no such file");
        } catch (IOException e) {
            throw new TransportSetupException("CA file " + caFile + ": cannot be read: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new TransportSetupException("CA file " + caFile + ": holds no certificate in PEM form");
        }
    }

    /// What went wrong, in one line.
    static String problem(@Nullable Throwable cause) {
        return switch (cause) {
            case NotSslRecordException _ -> "the server does not speak TLS on this port";
            case ClosedChannelException _ -> "the server closed the connection";
            case null, default -> {
                String message = Connector.rootMessage(cause);
                boolean unknownClient = message.contains("certificate_required") || message.contains("bad_certificate");
                yield unknownClient
                        ? message + ": the server wants a client certificate that it trusts (client_cert)"
                        : message;
            }
        };
    }
}
