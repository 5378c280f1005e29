package dev.guidellm.health;

/// How long requests waited for the client after nothing but the client held them back.
///
/// In an open loop that is from a request's due time, or from when a slot became free for one that was due already.
/// In a closed loop it is the refill gap: from the end of one request to the start of the next in its slot; the
/// first request of each slot is left out, since all slots are opened at one moment. Requests that waited for data
/// or for an earlier turn are left out too.
///
/// @param openLoop whether requests had due times
/// @param handedOver until the transport was given the request
/// @param written until its first byte was written: with the way to the transport's loop and, where a new
///     connection was needed, with the time that the server took to accept it
public record DispatchLag(boolean openLoop, DelaySummary handedOver, DelaySummary written) {}
