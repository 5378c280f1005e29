package dev.guidellm.mockserver;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What a test or a measurement may want of a server beyond its settings.
///
/// @param seed makes the drawn latencies and lengths repeat, null for new ones each time
/// @param recordTruth whether the server keeps a [TruthRecord] of every generation request
/// @param recordPrompts whether those records hold the texts of the prompts
/// @param truthFile where those records are written as JSON lines while the server runs, null to keep them in
/// memory
public record MockServerOptions(
        @Nullable Long seed,
        boolean recordTruth,
        boolean recordPrompts,
        @Nullable Path truthFile) {

    /// Nothing of it.
    public static final MockServerOptions NONE = new MockServerOptions(null, false, false, null);

    /// Keeps the records in memory, for [MockServer#truth()].
    public static final MockServerOptions RECORDING = new MockServerOptions(null, true, false, null);

    /// Keeps them with the texts of the prompts.
    public static final MockServerOptions RECORDING_PROMPTS = new MockServerOptions(null, true, true, null);

    public MockServerOptions {
        recordTruth |= truthFile != null;
    }
}
