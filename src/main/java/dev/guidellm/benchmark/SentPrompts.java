package dev.guidellm.benchmark;

import dev.guidellm.conversation.UsageField;
import dev.guidellm.data.ReplayedTrace;
import dev.guidellm.data.ReplayedTrace.SharedPrefix;
import dev.guidellm.data.ReplayedTrace.TurnName;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.record.RequestArguments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Reads prompts again as they were sent, counts their tokens and compares what they begin with. After the
/// benchmark, and of some of the requests that the report lists: tokenizing takes time.
final class SentPrompts {
    private static final int MOST_PROMPTS = 200;
    private static final long MOST_CHARACTERS = 4_000_000;

    /// Where tokens melt together at a text's end, counts are off by a little.
    private static final double TOLERATED_SHARE = 0.01;

    private final ReplayedTrace trace;
    private final List<Prompt> prompts = new ArrayList<>();

    /// A prompt as it was sent.
    ///
    /// @param recordedTokens NaN when unknown
    private record Prompt(TurnName name, double recordedTokens, int tokens, String text) {}

    /// What was found.
    ///
    /// @param turns that were read, of which a size was recorded
    /// @param sizeDeviating those of another size
    /// @param pairs pairs of prompts that share a prefix by the record
    /// @param prefixDeviating those that share less in what was sent, or a whole block more
    record Check(int turns, int sizeDeviating, int pairs, int prefixDeviating) {}

    private SentPrompts(ReplayedTrace trace) {
        this.trace = trace;
    }

    /// Null where nothing can be told: no prompts are listed, or no tokenizer of ours made them.
    static @Nullable Check check(ReplayedTrace trace, List<MeasuredRequest> listed) {
        SentPrompts sent = new SentPrompts(trace);
        List<MeasuredRequest> inOrder = listed.stream()
                .sorted(Comparator.comparingDouble(request -> request.timings().requestStart()))
                .toList();
        long characters = 0;
        for (MeasuredRequest request : inOrder) {
            RequestArguments arguments = request.request().requestArguments();
            if (arguments == null || sent.prompts.size() >= MOST_PROMPTS || characters > MOST_CHARACTERS) {
                break;
            }
            String json = arguments.json();
            characters += json.length();
            sent.read(request, json);
        }
        return sent.prompts.isEmpty() ? null : sent.check();
    }

    private void read(MeasuredRequest request, String arguments) {
        int tokens = 0;
        List<String> texts = texts(arguments);
        for (String text : texts) {
            OptionalInt counted = trace.count(text);
            if (counted.isEmpty()) {
                return;
            }
            tokens += counted.getAsInt();
        }
        if (!texts.isEmpty()) {
            prompts.add(new Prompt(
                    new TurnName(
                            request.request().conversationId(),
                            request.request().nodeId()),
                    request.request().requestInput().value(UsageField.TEXT_TOKENS),
                    tokens,
                    String.join("", texts)));
        }
    }

    private Check check() {
        int turns = 0;
        int sizes = 0;
        int pairs = 0;
        int prefixes = 0;
        for (int i = 0; i < prompts.size(); i++) {
            Prompt prompt = prompts.get(i);
            if (prompt.recordedTokens() > 0) {
                turns++;
                sizes += Math.abs(prompt.tokens() - prompt.recordedTokens()) > tolerance(prompt.recordedTokens())
                        ? 1
                        : 0;
            }
            Prompt closest = null;
            SharedPrefix most = new SharedPrefix(0, Integer.MAX_VALUE);
            for (Prompt before : prompts.subList(0, i)) {
                Optional<SharedPrefix> shared = trace.shared(prompt.name(), before.name());
                if (shared.isPresent() && shared.get().tokens() > most.tokens()) {
                    most = shared.get();
                    closest = before;
                }
            }
            if (closest != null) {
                pairs++;
                prefixes += isAsRecorded(prompt.text(), closest.text(), most) ? 0 : 1;
            }
        }
        return new Check(turns, sizes, pairs, prefixes);
    }

    private boolean isAsRecorded(String one, String other, SharedPrefix recorded) {
        int same = 0;
        while (same < Math.min(one.length(), other.length()) && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        int tokens = trace.count(one.substring(0, same)).orElse(0);
        double tolerance = tolerance(recorded.tokens());
        return tokens >= recorded.tokens() - tolerance && tokens < recorded.below() + tolerance;
    }

    private static double tolerance(double tokens) {
        return Math.max(1, TOLERATED_SHARE * tokens);
    }

    /// The texts of a request's prompt in their order; none where it holds anything else.
    private static List<String> texts(String arguments) {
        List<String> texts = new ArrayList<>();
        try {
            JsonValue body = JsonPath.get(JsonReader.read(arguments), "body");
            String prompt = JsonPath.text(body, "prompt");
            if (prompt != null) {
                texts.add(prompt);
            }
            for (JsonValue message : JsonPath.items(body, "messages")) {
                if (!add(JsonPath.get(message, "content"), texts)) {
                    return List.of();
                }
            }
            return texts;
        } catch (JsonSyntaxException _) {
            return List.of();
        }
    }

    /// Whether the content is text, or nothing.
    private static boolean add(@Nullable JsonValue content, List<String> texts) {
        return switch (content) {
            case JsonString(String text) -> texts.add(text);
            case JsonArray(List<JsonValue> parts) -> parts.stream().allMatch(part -> add(part, texts));
            case JsonObject part -> part.get("text") instanceof JsonString(String text) && texts.add(text);
            case null, default -> true;
        };
    }
}
