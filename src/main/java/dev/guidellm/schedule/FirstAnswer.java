package dev.guidellm.schedule;

/// How long a request waited for the first it saw of its answer.
///
/// @param whole whether it saw nothing before its end, as without streaming: then the wait contains the making of
///     the whole answer
record FirstAnswer(double waitSeconds, boolean whole) {}
