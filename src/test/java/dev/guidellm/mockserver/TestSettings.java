package dev.guidellm.mockserver;

import dev.guidellm.config.MockServerSettings;
import org.jspecify.annotations.Nullable;

/// Settings for tests: a free loopback port, and what the test is about.
final class TestSettings {
    private TestSettings() {}

    /// Fixed latencies and lengths.
    static MockServerSettings of(double ttftMs, double itlMs, int outputTokens) {
        return settings(ttftMs, itlMs, outputTokens, 0, null, null, null);
    }

    /// As [#of] with `slots` places.
    static MockServerSettings withSlots(double ttftMs, double itlMs, int outputTokens, int slots) {
        return settings(ttftMs, itlMs, outputTokens, 0, null, null, slots);
    }

    /// An instant server whose requests fail after `count`.
    static MockServerSettings failingAfter(int count) {
        return settings(5, 1, 3, 0, null, count, null);
    }

    /// Everything that a test here may want to say.
    static MockServerSettings settings(
            double ttftMs,
            double itlMs,
            int outputTokens,
            double outputTokensStd,
            @Nullable Double requestLatency,
            @Nullable Integer failAfterRequests,
            @Nullable Integer slots) {
        return new MockServerSettings(
                "127.0.0.1",
                0,
                1,
                "mock-model",
                null,
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
