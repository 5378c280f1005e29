package dev.guidellm.transport;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the client shows a server that asks who it is.
///
/// @param certificate PEM certificate with its chain, or a PKCS#12 file that holds the key as well
/// @param key PEM private key (PKCS#8, encrypted or not); null when it stands in the same file
/// @param password of the encrypted key or of the PKCS#12 file; null for none
public record ClientCertificate(
        Path certificate, @Nullable Path key, @Nullable String password) {
    @Override
    public String toString() {
        return "ClientCertificate[" + certificate + "]";
    }
}
