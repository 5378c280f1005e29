package dev.guidellm.backend;

import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;

/// One request format: how a turn becomes a request body, and what reads its answers. Without state, safe for
/// every thread.
interface FormatCodec {

    /// The JSON body for a turn.
    ///
    /// @param extraBody members that the user adds, merged in as the format prescribes
    JsonObject body(Dialect dialect, JsonObject extraBody, GenerationRequest request, List<HistoryTurn> history)
            throws RequestFormatException;

    /// Reads the answers.
    AnswerParser answers();
}
