package dev.guidellm.transport;

import org.jspecify.annotations.Nullable;

/// Takes an answer in parts, whatever protocol brought it.
interface AnswerSink {

    /// The head of the final answer (interim answers are not shown).
    ///
    /// @return null to go on, or why this answer cannot be taken
    @Nullable
    String onHead(AnswerHead head, long readNanos);

    /// Some bytes of the body, transfer coding removed; valid during the call only.
    ///
    /// @return null to go on, or why this answer cannot be taken
    @Nullable
    String onBody(byte[] bytes, int offset, int length, long readNanos);
}
