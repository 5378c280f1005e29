package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// `POST /tokenize` and `POST /detokenize`.
final class TokenEndpoints {
    private final PromptTokenizer tokenizer;

    TokenEndpoints(PromptTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /// The ids of `text`, which may also be called `prompt`, as it is in vLLM.
    JsonObject tokenize(JsonObject body) throws RequestRefused {
        RequestFields fields = new RequestFields(body, "TokenizeRequest");
        String text = fields.requiredText(fields.has("prompt") && !fields.has("text") ? "prompt" : "text");
        fields.report().check();
        long[] ids = tokenizer.encode(text);
        List<JsonValue> tokens = Arrays.stream(ids).mapToObj(JsonValue::of).toList();
        return JsonValue.object()
                .put("tokens", new JsonArray(tokens))
                .put("count", ids.length)
                .build();
    }

    /// The text of `tokens`.
    JsonObject detokenize(JsonObject body) throws RequestRefused {
        RequestFields fields = new RequestFields(body, "DetokenizeRequest");
        List<Long> ids = new ArrayList<>();
        List<JsonValue> tokens = fields.requiredList("tokens");
        for (int i = 0; i < tokens.size(); i++) {
            Long id = fields.wholeNumber("tokens." + i, tokens.get(i));
            if (id != null && id > Integer.MAX_VALUE) {
                fields.report()
                        .add(
                                "tokens." + i,
                                "Input should be less than or equal to " + Integer.MAX_VALUE,
                                "less_than_equal",
                                tokens.get(i));
            } else if (id != null && id < 0) {
                fields.report()
                        .add(
                                "tokens." + i,
                                "Input should be greater than or equal to 0",
                                "greater_than_equal",
                                tokens.get(i));
            }
            ids.add(id == null ? 0 : id);
        }
        fields.report().check();
        String text = tokenizer.decode(ids.stream().mapToLong(Long::longValue).toArray());
        return JsonValue.object().put("text", text).build();
    }
}
