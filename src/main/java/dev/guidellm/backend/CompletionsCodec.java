package dev.guidellm.backend;

import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;

/// `/v1/completions`: one prompt, everything joined by single spaces.
final class CompletionsCodec implements FormatCodec {
    private static final String LENGTH = "max_tokens";

    private final AnswerParser answers = new CompletionAnswers();

    @Override
    public byte[] body(BodyFrame frame, GenerationRequest request, List<HistoryTurn> history)
            throws RequestFormatException {
        List<String> pieces = new ArrayList<>();
        for (HistoryTurn turn : history) {
            addPrompt(turn.request(), pieces);
            String answer = turn.response() == null ? null : turn.response().text();
            if (answer != null && !answer.isEmpty()) {
                pieces.add(answer);
            }
        }
        addPrompt(request, pieces);
        if (!pieces.isEmpty() && frame.isFreeOf("prompt")) {
            return frame.filled(request, LENGTH, "prompt", "", JsonValue.of(String.join(" ", pieces)), "");
        }
        RequestBody body = frame.body(request, LENGTH);
        if (!pieces.isEmpty()) {
            body.put("prompt", JsonValue.of(String.join(" ", pieces)));
        }
        body.require("/v1/completions", "prompt", "text_column or prefix_column", request);
        return JsonWriter.toBytes(body.build());
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
