package dev.guidellm.mockserver;

import dev.guidellm.config.MockServerSettings;
import org.jspecify.annotations.Nullable;

/// Settings for tests: a free loopback port, and what the test is about.
final class TestSettings {
    private TestSettings() {}

    /// Fixed latencies and lengths.
    static MockServerSettings of(double ttftMs, double itlMs, int outputTokens) {
        return settings(ttftMs, itlMs, outputTokens, 0, null, null, null, null);
    }

    /// As [#of] with `slots` places.
    static MockServerSettings withSlots(double ttftMs, double itlMs, int outputTokens, int slots) {
        return settings(ttftMs, itlMs, outputTokens, 0, null, null, slots, null);
    }

    /// An instant server whose requests fail after `count`.
    static MockServerSettings failingAfter(int count) {
        return settings(5, 1, 3, 0, null, count, null, null);
    }

    /// An instant server that counts with a model's tokenizer.
    static MockServerSettings withProcessor(String processor, int outputTokens) {
        return settings(0, 0, outputTokens, 0, null, null, null, processor);
    }

    /// Lengths that vary, or a latency for whole answers; otherwise instant.
    static MockServerSettings varying(int outputTokens, double outputTokensStd, @Nullable Double requestLatency) {
        return settings(0, 0, outputTokens, outputTokensStd, requestLatency, null, null, null);
    }

    private static MockServerSettings settings(
            double ttftMs,
            double itlMs,
            int outputTokens,
            double outputTokensStd,
            @Nullable Double requestLatency,
            @Nullable Integer failAfterRequests,
            @Nullable Integer slots,
            @Nullable String processor) {
        return new MockServerSettings(
                "127.0.0.1",
                0,
                1,
                "mock-model",
                processor,
                requestLatency,
                0,
                ttftMs,
                0,
                itlMs,
                0,
                outputTokens,
                outputTokensStd,
                576,
                1024,
                25,
                failAfterRequests,
                slots,
                false);
    }
}
