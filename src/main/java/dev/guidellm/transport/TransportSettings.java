package dev.guidellm.transport;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How connections are made and kept.
///
/// @param loops event loop threads, at least 1
/// @param connectTimeout null for no limit
/// @param readTimeout longest silence while an answer is awaited; null for no limit
/// @param followRedirects whether 301, 302, 303, 307 and 308 are followed (at most 20)
/// @param verifyTls whether the server's certificate and name are checked
/// @param caFile PEM certificates to trust instead of the system's; null for the system's
public record TransportSettings(
        int loops,
        @Nullable Duration connectTimeout,
        @Nullable Duration readTimeout,
        boolean followRedirects,
        boolean verifyTls,
        @Nullable Path caFile) {}
