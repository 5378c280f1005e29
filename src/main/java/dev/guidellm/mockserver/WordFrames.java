package dev.guidellm.mockserver;

import dev.guidellm.mockserver.EventFrame.AnswerName;
import dev.guidellm.mockserver.Latencies.AnswerLength;

/// The events of all streamed answers in words that name one model.
///
/// @param model as requests name it
/// @param token the event of a token
/// @param finish the event that says why the answer ends
/// @param usage the event with the usage
record WordFrames(String model, EventFrame token, EventFrame finish, EventFrame usage) {

    /// The script of one answer, with a name of its own.
    StreamScript script(GenerationPlan plan, AnswerLength length, String finishReason, MockText text) {
        AnswerName name = AnswerName.random();
        return new WordScript(
                token.before(name),
                token.after(),
                text,
                length.tokens(),
                finish.event(name, '"' + finishReason + '"'),
                plan.includeUsage() ? usage.event(name, plan.prompt().text(length.tokens())) : null);
    }
}
