package dev.guidellm.search;

/// What a search does next.
public sealed interface SearchStep {
    /// Tries a level.
    record Probe(double level) implements SearchStep {}

    /// Ends.
    record End(SearchEnd reason) implements SearchStep {}
}
