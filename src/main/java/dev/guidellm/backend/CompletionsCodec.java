package dev.guidellm.backend;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// `/v1/completions`: one prompt, everything joined by single spaces.
final class CompletionsCodec implements FormatCodec {
    private final AnswerParser answers = new CompletionAnswers();

    @Override
    public JsonObject body(Dialect dialect, JsonObject extraBody, GenerationRequest request, List<HistoryTurn> history)
            throws RequestFormatException {
        RequestBody body = new RequestBody(dialect, extraBody, request, "max_tokens");
        List<String> pieces = new ArrayList<>();
        for (HistoryTurn turn : history) {
            addPrompt(turn.request(), pieces);
            String answer = turn.response() == null ? null : turn.response().text();
            if (answer != null && !answer.isEmpty()) {
                pieces.add(answer);
            }
        }
        addPrompt(request, pieces);
        if (!pieces.isEmpty()) {
            body.put("prompt", JsonValue.of(String.join(" ", pieces)));
        }
        body.require("/v1/completions", "prompt", "text_column or prefix_column", request);
        return body.build();
    }

    @Override
    public AnswerParser answers() {
        return answers;
    }

    private static void addPrompt(GenerationRequest request, List<String> pieces) {
        pieces.addAll(RequestBody.texts(request, Columns.PREFIX));
        pieces.addAll(RequestBody.texts(request, Columns.TEXT));
    }
}
