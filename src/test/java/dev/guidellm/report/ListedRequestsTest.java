package dev.guidellm.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonBytes;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.OutputTokenCounter;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestArguments;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.record.ToolCall;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A request is written without a tree, for speed; the tree serves the other formats. Both must say the same.
@NullMarked
class ListedRequestsTest {
    private static final double ORIGIN = 1_796_050_123.456789;
    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void aRequestWrittenStraightEqualsItsTree() throws Exception {
        List<MeasuredRequest> requests =
                Stream.generate(this::request).limit(2_000).toList();
        ListedRequests listed = new ListedRequests(requests, new RequestJson(ORIGIN, 0.25));
        for (int i = 0; i < listed.size(); i++) {
            JsonBytes bytes = new JsonBytes();
            listed.write(i, bytes);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            bytes.drainTo(out);
            String text = out.toString(StandardCharsets.US_ASCII);
            assertThat(text).isEqualTo(JsonWriter.toString(listed.get(i), JsonWriter.Style.PYTHON));
            assertThat(JsonReader.read(text)).isEqualTo(listed.get(i));
        }
    }

    @Test
    void theFiguresOfARequestEqualThoseOfItsTree() {
        List<MeasuredRequest> requests =
                Stream.generate(this::request).limit(2_000).toList();
        ListedRequests listed = new ListedRequests(requests, new RequestJson(ORIGIN, 0.25));
        for (int i = 0; i < listed.size(); i++) {
            assertThat(listed.figures(i)).isEqualTo(RequestFigures.of(listed.get(i)));
        }
    }

    private MeasuredRequest request() {
        RequestOutcome outcome = switch (random.nextInt(4)) {
            case 0 ->
                new RequestOutcome.Failed(
                        FailureKind.HTTP_STATUS,
                        maybe() ? 503 : null,
                        maybe() ? "busy" : null,
                        "HTTP 503: \"späť\"",
                        maybe() ? "2" : null);
            case 1 -> new RequestOutcome.Cancelled(maybe());
            default -> new RequestOutcome.Completed();
        };
        RequestRecord request = new RequestRecord(
                "request-" + random.nextInt(),
                "conversation",
                "main_" + random.nextInt(3),
                "default",
                maybe() ? List.of() : List.of("main_0", "main_1"),
                random.nextInt(3),
                random.nextInt(3),
                random.nextInt(3),
                maybe() ? TurnType.STANDARD : TurnType.CLIENT_TOOL_CALL,
                maybe() ? NodeSettings.NONE : new NodeSettings(0.5, maybe() ? 0.25 : null, null),
                outcome,
                timings(),
                usage(),
                usage(),
                arguments(),
                response());
        return MeasuredRequest.of(request, maybe(), maybe() ? OutputTokenCounter.NONE : _ -> 12L);
    }

    private @Nullable RequestArguments arguments() {
        if (maybe()) {
            return null;
        }
        String json = "{\"body\": {\"messages\": [\"" + words() + "\"]}}";
        return () -> json;
    }

    private RequestTimings timings() {
        return new RequestTimings(
                moment(),
                moment(),
                moment(),
                moment(),
                moment(),
                moment(),
                moment(),
                moment(),
                moment(),
                moment(),
                moment(),
                moment(),
                random.nextInt(5),
                random.nextInt(5),
                maybe() ? MessageTimings.NONE : new MessageTimings(moment(), 12.25, 3, 17.5, 4),
                moment(),
                moment(),
                moment());
    }

    private @Nullable GenerationResponse response() {
        if (random.nextInt(5) == 0) {
            return null;
        }
        JsonValue metrics = switch (random.nextInt(4)) {
            case 0 ->
                JsonValue.object()
                        .put("queue é", 1.5)
                        .put("none", JsonValue.NULL)
                        .build();
            case 1 -> JsonValue.of("a word");
            case 2 -> JsonValue.NULL;
            default -> null;
        };
        return new GenerationResponse(
                maybe() ? null : "id-1",
                maybe() ? null : words(),
                maybe() ? null : words(),
                maybe() ? List.of() : List.of(new ToolCall("t", "function", "look", "{\"a\": \"é\"}")),
                usage(),
                usage(),
                metrics,
                maybe() ? null : "stop");
    }

    private UsageMetrics usage() {
        Map<UsageField, Number> counts = new EnumMap<>(UsageField.class);
        for (UsageField field : UsageField.values()) {
            if (random.nextInt(4) == 0) {
                counts.put(field, field == UsageField.AUDIO_SECONDS ? (Number) 1.25 : Long.valueOf(random.nextInt(99)));
            }
        }
        return UsageMetrics.of(counts);
    }

    private String words() {
        return random.nextInt() + " \"słowa\"\n\t\\ 😀 " + random.nextInt();
    }

    private double moment() {
        return random.nextInt(6) == 0 ? RequestTimings.NEVER : random.nextLong(60_000_000_000L) / 1e9;
    }

    private boolean maybe() {
        return random.nextBoolean();
    }
}
