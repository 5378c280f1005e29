package dev.guidellm.backend;

import dev.guidellm.json.JsonValue.JsonObject;

/// Understands the JSON objects of one format's answers. Without state, safe for every thread.
interface AnswerParser {

    /// Reads one event of a stream into `answer`.
    ///
    /// @throws AnswerException when the event reports an error or has another shape than the format's
    TokenKind event(JsonObject event, AnswerBuilder answer) throws AnswerException;

    /// Reads an answer that was not streamed into `answer`.
    void whole(JsonObject body, AnswerBuilder answer) throws AnswerException;

    /// Where a quick look finds the tokens of an event.
    EventGlance.Shape streamShape();

    /// Where a quick look finds the text of an answer that was not streamed.
    EventGlance.Shape wholeShape();
}
