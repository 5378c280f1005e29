package dev.guidellm.transport;

/// What a connection keeps to.
///
/// @param readTimeoutNanos longest silence while an answer is awaited; 0 for none
/// @param writeTimeoutNanos longest time without progress while a request is being written; 0 for none
/// @param streams most exchanges at once, where the protocol allows more than one
record ConnectionLimits(long readTimeoutNanos, long writeTimeoutNanos, int streams) {}
