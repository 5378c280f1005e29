package dev.guidellm.data.synthetic;

/// Where in a text a word stands; it decides how the word is written, and so how many tokens it takes.
enum Place {
    /// The first word of all.
    TEXT_START,
    /// After a full stop or a marker.
    SENTENCE_START,
    /// After a full stop, on a new line.
    PARAGRAPH_START,
    /// Inside a sentence.
    WORD,
    /// Last in its sentence, with the full stop.
    SENTENCE_END
}
