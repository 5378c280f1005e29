package dev.guidellm.transport;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/// Makes the client's side of TLS from the settings, with the JDK's engine.
final class ClientTls {
    private ClientTls() {}

    static SslContext create(TransportSettings settings) throws TransportSetupException {
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
}
