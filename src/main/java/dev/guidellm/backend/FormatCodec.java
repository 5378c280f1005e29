package dev.guidellm.backend;

import dev.guidellm.conversation.GenerationRequest;
import java.util.List;

/// One request format: how a turn becomes a request body, and what reads its answers. Without state, safe for
/// every thread.
interface FormatCodec {

    /// The JSON body for a turn.
    ///
    /// @param frame what all bodies have in common
    byte[] body(BodyFrame frame, GenerationRequest request, List<HistoryTurn> history) throws RequestFormatException;

    /// Reads the answers.
    AnswerParser answers();
}
