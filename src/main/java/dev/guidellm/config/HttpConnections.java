package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// How an HTTP backend connects; keys of ours, which the original does not know.
///
/// @param connection which connection a request takes
/// @param caFile PEM certificates to trust instead of the system's, when `verify` is set
/// @param clientCert certificate to show a server that asks for one: PEM, or PKCS#12 with the key
/// @param clientKey PEM private key of `clientCert`; null when it stands in the same file
/// @param clientKeyPassword of an encrypted key or PKCS#12 file
/// @param proxy address of a proxy, `none` for no proxy at all; null for what the environment says
/// @param uds path of the server's Unix socket; `target` then only names the server in the request
/// @param http2PriorKnowledge whether HTTP/2 is spoken on `http` addresses too, without asking whether the server can
/// @param http2Streams most requests at once on one HTTP/2 connection; the server may allow fewer
public record HttpConnections(
        @Default("pooled") Reuse connection,
        @Nullable String caFile,
        @Nullable String clientCert,
        @Nullable String clientKey,
        @Nullable Secret clientKeyPassword,
        @Nullable ProxyAddress proxy,
        @Nullable String uds,
        @Default("false") boolean http2PriorKnowledge,
        @Default("100") @Range(atLeast = 1) int http2Streams) {

    /// Nothing out of the ordinary.
    public static final HttpConnections USUAL =
            new HttpConnections(Reuse.POOLED, null, null, null, null, null, null, false, 100);

    /// Which connection a request takes.
    public enum Reuse implements Choice {
        /// Any unused one, else a new one.
        POOLED,
        /// A new one for each request.
        PER_REQUEST,
        /// The conversation's own.
        STICKY
    }

    /// For a server inside this program: the same reuse, straight and without certificates.
    HttpConnections straight() {
        return new HttpConnections(connection, null, null, null, null, null, null, false, http2Streams);
    }
}
