package dev.guidellm.backend;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What completions and chat completions have in common: everything around the first entry of `choices`.
final class AnswerEnvelope {
    private static final int MOST_DIGITS = 15;

    private AnswerEnvelope() {}

    /// Notes id, usage, metrics and finish reason, and gives the first choice; null when there is none. Further
    /// choices are not read.
    static @Nullable JsonObject open(JsonObject body, AnswerBuilder answer) throws AnswerException {
        ServerError error = ServerError.in(body);
        if (error != null) {
            throw AnswerException.serverError(error);
        }
        String id = JsonParts.text(body.get("id"));
        answer.responseId(id == null || id.isEmpty() ? null : id);
        if (body.get("usage") instanceof JsonObject usage && !usage.members().isEmpty()) {
            answer.usage(usage);
        }
        if (body.get("metrics") instanceof JsonObject metrics) {
            answer.metrics(metrics);
        }
        JsonObject choice = firstChoice(body.get("choices"));
        String finishReason = choice == null ? null : JsonParts.text(choice.get("finish_reason"));
        if (finishReason != null && !finishReason.isEmpty()) {
            answer.finishReason(finishReason);
        }
        return choice;
    }

    /// The counts that stand in `body` from `from` to `to`, which a look found to be an object.
    static JsonObject usage(byte[] body, int from, int to) throws AnswerException {
        JsonObject flat = flatCounts(body, from, to);
        if (flat != null) {
            return flat;
        }
        try {
            if (JsonReader.read(new String(body, from, to - from, StandardCharsets.UTF_8))
                    instanceof JsonObject usage) {
                return usage;
            }
            throw AnswerException.malformed("\"usage\" of the answer is not an object");
        } catch (JsonSyntaxException e) {
            throw AnswerException.malformed("\"usage\" of the answer is not valid JSON (" + e.problem() + ")");
        }
    }

    /// The usual form, `{"prompt_tokens":35,"completion_tokens":3}` without blanks, or null for any other.
    private static @Nullable JsonObject flatCounts(byte[] body, int from, int to) {
        JsonValue.ObjectBuilder counts = JsonValue.object();
        int at = from;
        do {
            int name = at + 2;
            int quote = name;
            while (quote < to && ((body[quote] >= 'a' && body[quote] <= 'z') || body[quote] == '_')) {
                quote++;
            }
            int digit = quote + 2;
            if (body[at + 1] != '"' || digit >= to || body[quote] != '"' || body[quote + 1] != ':') {
                return null;
            }
            long count = 0;
            int first = digit;
            while (digit < to && body[digit] >= '0' && body[digit] <= '9') {
                count = 10 * count + body[digit++] - '0';
            }
            if (digit == first || digit - first > MOST_DIGITS || digit >= to) {
                return null;
            }
            counts.put(new String(body, name, quote - name, StandardCharsets.ISO_8859_1), count);
            at = digit;
        } while (body[at] == ',');
        return body[at] == '}' && at == to - 1 ? counts.build() : null;
    }

    private static @Nullable JsonObject firstChoice(@Nullable JsonValue choices) throws AnswerException {
        if (!JsonParts.isTruthy(choices)) {
            return null;
        }
        if (choices instanceof JsonArray array && array.items().getFirst() instanceof JsonObject first) {
            return first;
        }
        throw AnswerException.malformed("\"choices\" of the answer is not a list of objects");
    }
}
