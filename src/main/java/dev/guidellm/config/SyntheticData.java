package dev.guidellm.config;

/// Rows that are made up.
public sealed interface SyntheticData extends DataConfig permits SyntheticText, SyntheticImage, SyntheticVideo {}
