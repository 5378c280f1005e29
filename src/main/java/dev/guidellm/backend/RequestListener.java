package dev.guidellm.backend;

/// Follows one request. Called on the backend's loop only, in this order; must not block.
public interface RequestListener {

    /// The first byte is about to be written.
    void onSent(long nanos);

    /// The first token (reasoning included) has arrived.
    void onFirstToken(long nanos);

    /// The request is over, well or not. The connection is free again; `finished` may be decoded later, on
    /// another thread.
    void onEnd(FinishedRequest finished);
}
