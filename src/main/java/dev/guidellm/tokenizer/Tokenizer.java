package dev.guidellm.tokenizer;

/// A model's way of cutting text into tokens. Safe to use from several threads.
public interface Tokenizer {

    /// What the user called it: a path, a hub id or an encoding.
    String name();

    /// The token ids of `text`; special tokens that are spelled out in it are recognised.
    ///
    /// @param addSpecialTokens whether the tokens that the model wants around every text (such as a start token)
    /// are added
    int[] encode(String text, boolean addSpecialTokens);

    /// The text of `ids`; bytes that are no UTF-8 become U+FFFD.
    ///
    /// @param skipSpecialTokens whether special tokens leave no trace in the text
    String decode(int[] ids, boolean skipSpecialTokens);

    /// Token ids with the special tokens that the model wants.
    default int[] encode(String text) {
        return encode(text, true);
    }

    /// Number of tokens of the text alone, without added special tokens.
    default int count(String text) {
        return encode(text, false).length;
    }

    /// How many special tokens [#encode(String)] adds to every text.
    int addedSpecialTokens();
}
