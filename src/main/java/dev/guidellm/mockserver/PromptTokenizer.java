package dev.guidellm.mockserver;

/// How this server splits text into tokens. Safe to call from every thread.
interface PromptTokenizer {

    /// The number of tokens in `text`.
    int count(String text);

    /// The token ids of `text`.
    long[] encode(String text);

    /// The text of `ids`: for ids that [#encode] gave out, the text they came from.
    String decode(long[] ids);

    /// How long a request body may be for its tokens to be counted on an event loop.
    int quickBytes();
}
