package dev.guidellm.terminal;

/// What a piece of text means; how that looks is the terminal's matter.
public enum Tone {
    /// As everything else.
    PLAIN,
    /// A heading, or what counts now.
    STRONG,
    /// Less important.
    FAINT,
    /// As it should be.
    GOOD,
    /// To be doubted.
    DOUBT,
    /// Wrong.
    BAD
}
