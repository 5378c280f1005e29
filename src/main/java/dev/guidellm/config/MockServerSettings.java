package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// How the mock server answers: where it listens, how long its answers are and how slowly they come.
///
/// @param host address to listen on
/// @param port port to listen on, 0 for any free one
/// @param workers event loops that serve the connections, at least; more where the machine has many cores
/// @param model name in the list of models
/// @param processor tokenizer that counts tokens, null for counting words
/// @param requestLatency seconds that an answer takes which is not streamed; null for what its tokens take
/// @param requestLatencyStd its standard deviation in seconds
/// @param ttftMs milliseconds before the first token
/// @param ttftMsStd its standard deviation
/// @param itlMs milliseconds between tokens
/// @param itlMsStd its standard deviation
/// @param outputTokens tokens of an answer when the request sets no limit
/// @param outputTokensStd its standard deviation
/// @param imageTokens prompt tokens of an image
/// @param videoTokens prompt tokens of a video
/// @param audioTokensPerSecond prompt tokens of a second of sound
/// @param failAfterRequests how many requests succeed before all fail, null for never
/// @param maxConcurrentRequests slots; requests beyond wait, null for no limit
/// @param logRequestReceived whether each request is logged on arrival
public record MockServerSettings(
        @Default("127.0.0.1") String host,
        @Default("8000") @Range(atLeast = 0, atMost = 65535) int port,
        @Default("1") @Range(atLeast = 1) int workers,
        @Default("llama-3.1-8b-instruct") String model,
        @Nullable String processor,
        @Range(atLeast = 0) @Nullable Double requestLatency,
        @Default("0.0") @Range(atLeast = 0) double requestLatencyStd,
        @Default("150.0") @Range(atLeast = 0) double ttftMs,
        @Default("0.0") @Range(atLeast = 0) double ttftMsStd,
        @Default("10.0") @Range(atLeast = 0) double itlMs,
        @Default("0.0") @Range(atLeast = 0) double itlMsStd,
        @Default("128") @Range(atLeast = 0) int outputTokens,
        @Default("0.0") @Range(atLeast = 0) double outputTokensStd,
        @Default("576") @Range(atLeast = 0) int imageTokens,
        @Default("1024") @Range(atLeast = 0) int videoTokens,
        @Default("25.0") @Range(atLeast = 0) double audioTokensPerSecond,
        @Range(atLeast = 0) @Nullable Integer failAfterRequests,
        @Range(atLeast = 1) @Nullable Integer maxConcurrentRequests,
        @Default("false") boolean logRequestReceived) {

    /// The settings that hold when nothing is said.
    public static final MockServerSettings DEFAULTS = new MockServerSettings(
            "127.0.0.1",
            8000,
            1,
            "llama-3.1-8b-instruct",
            null,
            null,
            0.0,
            150.0,
            0.0,
            10.0,
            0.0,
            128,
            0.0,
            576,
            1024,
            25.0,
            null,
            null,
            false);

    /// A server on a free port that answers as fast as it can.
    public static MockServerSettings instant() {
        return steady(0, 0);
    }

    /// A server on a free port whose tokens come at even gaps.
    public static MockServerSettings steady(double ttftMs, double itlMs) {
        return new MockServerSettings(
                DEFAULTS.host,
                0,
                DEFAULTS.workers,
                DEFAULTS.model,
                null,
                null,
                0.0,
                ttftMs,
                0.0,
                itlMs,
                0.0,
                DEFAULTS.outputTokens,
                0.0,
                DEFAULTS.imageTokens,
                DEFAULTS.videoTokens,
                DEFAULTS.audioTokensPerSecond,
                null,
                null,
                false);
    }

    /// The same settings on another port.
    public MockServerSettings withPort(int otherPort) {
        return new MockServerSettings(
                host,
                otherPort,
                workers,
                model,
                processor,
                requestLatency,
                requestLatencyStd,
                ttftMs,
                ttftMsStd,
                itlMs,
                itlMsStd,
                outputTokens,
                outputTokensStd,
                imageTokens,
                videoTokens,
                audioTokensPerSecond,
                failAfterRequests,
                maxConcurrentRequests,
                logRequestReceived);
    }
}
