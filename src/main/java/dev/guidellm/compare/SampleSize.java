package dev.guidellm.compare;

/// On what a side's figure in a test rests.
///
/// @param count requests, or runs where these are the unit
/// @param effective as many independent ones would tell as much
public record SampleSize(int count, double effective) {}
