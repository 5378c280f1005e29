package dev.guidellm.backend;

import dev.guidellm.json.JsonValue.JsonObject;

/// Reads answers of `/v1/completions`.
final class CompletionAnswers implements AnswerParser {

    @Override
    public TokenKind event(JsonObject event, AnswerBuilder answer) throws AnswerException {
        JsonObject choice = AnswerEnvelope.open(event, answer);
        String text = choice == null ? null : JsonParts.textMember(choice, "text");
        if (text == null) {
            return TokenKind.NONE;
        }
        answer.addText(text);
        return TokenKind.OUTPUT;
    }

    @Override
    public void whole(JsonObject body, AnswerBuilder answer) throws AnswerException {
        event(body, answer);
    }

    @Override
    public EventGlance.Shape streamShape() {
        return EventGlance.Shape.COMPLETION;
    }

    @Override
    public EventGlance.Shape wholeShape() {
        return EventGlance.Shape.COMPLETION;
    }
}
