package dev.guidellm.search;

/// Whether a level keeps what was asked.
///
/// @param passed whether the estimate says so
/// @param resolved whether the sample is large enough to be sure of it
public record ProbeVerdict(boolean passed, boolean resolved) {}
