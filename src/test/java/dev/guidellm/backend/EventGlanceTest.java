package dev.guidellm.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.backend.EventGlance.Verdict;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@NullMarked
class EventGlanceTest {
    private static final String ROLE = "{\"id\":\"c-1\",\"created\":1796038927,\"choices\":[{\"index\":0,\"delta\":"
            + "{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,\"finish_reason\":null}],\"usage\":"
            + "{\"prompt_tokens\":12,\"completion_tokens_details\":null}}";
    private static final String TOKEN =
            "{\"id\":\"c-1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" h\\\"o\\u00fcr\"},"
                    + "\"logprobs\":{\"content\":[{\"token\":\"x\",\"logprob\":-0.5e-3}]},\"finish_reason\":null}],\"x\":true}";

    @Test
    void plainEventsAreDecidedWithoutALookAtTheTree() {
        assertThat(chat(ROLE)).isEqualTo(Verdict.NOTHING);
        assertThat(chat(TOKEN)).isEqualTo(Verdict.TOKEN);
        assertThat(chat("{\"choices\":[],\"usage\":{\"completion_tokens\":3}}")).isEqualTo(Verdict.NOTHING);
        assertThat(chat("{ \"choices\" : [ { \"delta\" : { \"reasoning\" : \"a\" } } ] }"))
                .isEqualTo(Verdict.TOKEN);
        assertThat(completion("{\"choices\":[{\"index\":0,\"text\":\"a\"}]}")).isEqualTo(Verdict.TOKEN);
        assertThat(completion("{\"choices\":[{\"text\":\"\"},{\"text\":\"B\"}]}"))
                .isEqualTo(Verdict.NOTHING);
        assertThat(completion(TOKEN)).isEqualTo(Verdict.NOTHING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"logprob\":NaN}",
                "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]} x",
                "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]",
                "{\"choices\":[{\"delta\":{\"con\\u0074ent\":\"a\"}}]}",
                "{\"choices\":[{\"delta\":{\"content\":\"a\",\"content\":\"\"}}]}",
                "{\"choices\":[{\"delta\":{\"content\":[\"a\"]}}]}",
                "{\"choices\":[{\"delta\":{\"tool_calls\":[{}]}}]}",
                "{\"choices\":[{\"delta\":null}]}",
                "{\"error\":{\"message\":\"x\"}}",
                "{\"object\":\"error\",\"message\":\"x\"}",
                "[]",
                ""
            })
    void anythingUnusualIsLeftToTheParser(String event) {
        assertThat(chat(event)).isEqualTo(Verdict.UNSURE);
    }

    @ParameterizedTest
    @CsvSource({"CHAT", "COMPLETION"})
    void whereItIsSureItSaysWhatTheParserSays(EventGlance.Shape shape) {
        Random random = new Random(7);
        AnswerParser parser = shape == EventGlance.Shape.CHAT ? new ChatAnswers() : new CompletionAnswers();
        String alphabet = "{}[]\",:\\ \n0129.-eEtrufalsn";
        int sure = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder event = new StringBuilder(List.of(
                            ROLE,
                            TOKEN,
                            "{\"choices\":[{\"text\":\"a\"},{\"text\":null}],\"error\":null,\"n\":[1,-2e5]}")
                    .get(i % 3));
            for (int change = random.nextInt(3); change > 0; change--) {
                int at = random.nextInt(event.length());
                switch (random.nextInt(3)) {
                    case 0 -> event.deleteCharAt(at);
                    case 1 -> event.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    default -> event.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
                }
            }
            Verdict verdict = look(shape, event.toString());
            if (verdict != Verdict.UNSURE) {
                sure++;
                assertThat(verdict).as("%s", event).isEqualTo(parsed(parser, event.toString()));
            }
        }
        assertThat(sure).isGreaterThan(5_000);
    }

    @ParameterizedTest
    @EnumSource(EventGlance.Shape.class)
    void whatItFindsIsWhatTheParserFinds(EventGlance.Shape shape) throws Exception {
        Random random = new Random(11);
        AnswerParser parser = shape == EventGlance.Shape.COMPLETION ? new CompletionAnswers() : new ChatAnswers();
        String member = shape == EventGlance.Shape.CHAT ? "delta" : "message";
        String alphabet = "abz \\\"ntu00e9\ud83d\ude00\u00fc\u2028{}[],:";
        int sure = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder("some text, long enough for a word or two: ");
            for (int more = random.nextInt(12); more > 0; more--) {
                text.insert(random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String piece = "\"" + text + "\"";
            String spoken = shape == EventGlance.Shape.COMPLETION
                    ? "\"text\":" + piece
                    : "\"" + member + "\":{\"reasoning\":null,\"reasoning_content\":" + (i % 3 == 0 ? piece : "\"\"")
                            + ",\"content\":" + (i % 3 == 1 ? "null" : piece) + ",\"tool_calls\":[]}";
            String event =
                    " {\"id\":" + (i % 5 == 0 ? "\"\"" : piece) + ",\"choices\":[{" + spoken + ",\"finish_reason\":"
                            + (i % 2 == 0 ? piece : "null") + "}],\"usage\":"
                            + (i % 7 == 0 ? "{ }" : "{\"prompt_tokens\":3,\"completion_tokens\":" + i + "}") + "} ";
            byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
            EventGlance glance = new EventGlance(shape);
            if (glance.look(bytes, 0, bytes.length) == Verdict.UNSURE) {
                continue;
            }
            sure++;
            AnswerBuilder quick = new AnswerBuilder();
            quick.add(bytes, glance);
            if (glance.usage().isPresent()) {
                quick.usage(AnswerEnvelope.usage(
                        bytes, glance.usage().from(), glance.usage().to()));
            }
            AnswerBuilder thorough = new AnswerBuilder();
            JsonObject parsed = (JsonObject) JsonReader.read(new String(bytes, StandardCharsets.UTF_8));
            if (shape == EventGlance.Shape.CHAT_WHOLE) {
                parser.whole(parsed, thorough);
            } else {
                parser.event(parsed, thorough);
            }
            assertThat(quick.build(false, TurnType.STANDARD))
                    .as("%s", event)
                    .isEqualTo(thorough.build(false, TurnType.STANDARD));
        }
        assertThat(sure).isGreaterThan(5_000);
    }

    @ParameterizedTest
    @EnumSource(EventGlance.Shape.class)
    void anEventAfterAnotherIsReadAsIfItWereTheFirst(EventGlance.Shape shape) {
        Random random = new Random(13);
        String open = shape == EventGlance.Shape.COMPLETION
                ? "{\"id\":\"c\",\"choices\":[{\"text\":"
                : "{\"id\":\"c\",\"choices\":[{\"x\":1,\"" + (shape == EventGlance.Shape.CHAT ? "delta" : "message")
                        + "\":{\"content\":";
        String[] texts = {"\"a\"", "\" b\\n\"", "\"\"", "null", "\"\u00fc\"", "\"a\" ", "7"};
        String close = shape == EventGlance.Shape.COMPLETION ? "" : "}";
        String[] ends = {
            close + ",\"finish_reason\":null}]}",
            close + ",\"finish_reason\":\"stop\"}]}",
            close + "}],\"usage\":{\"prompt_tokens\":4}}",
            close + "}],\"usage\":{\"prompt_tokens\":45}}",
            close + "}],\"usage\":null,\"error\":null}",
            ",\"content\":\"b\",\"text\":\"c\"" + close + "}]}",
            ",\"reasoning\":\"r\"" + close + "}]}",
            close + "}]} "
        };
        for (int i = 0; i < 2_000; i++) {
            EventGlance follower = new EventGlance(shape);
            StringBuilder stream = new StringBuilder();
            int[] starts = new int[9];
            for (int event = 0; event < 8; event++) {
                stream.append(open)
                        .append(texts[random.nextInt(texts.length)])
                        .append(ends[random.nextInt(ends.length)]);
                if (random.nextInt(12) == 0) {
                    stream.deleteCharAt(starts[event] + random.nextInt(stream.length() - starts[event]));
                }
                starts[event + 1] = stream.toString().getBytes(StandardCharsets.UTF_8).length;
            }
            byte[] bytes = stream.toString().getBytes(StandardCharsets.UTF_8);
            for (int event = 0; event < 8; event++) {
                EventGlance fresh = new EventGlance(shape);
                Verdict expected = fresh.look(bytes, starts[event], starts[event + 1]);
                assertThat(follower.look(bytes, starts[event], starts[event + 1]))
                        .as("event %d of %s", event, stream)
                        .isEqualTo(expected);
                if (expected != Verdict.UNSURE) {
                    assertThat(found(follower))
                            .as("event %d of %s", event, stream)
                            .isEqualTo(found(fresh));
                }
            }
        }
    }

    private static List<Object> found(EventGlance glance) {
        return Stream.of(glance.content(), glance.reasoning(), glance.id(), glance.usage(), glance.finishReason())
                .<Object>map(span -> span.isPresent() ? List.of(span.from(), span.to(), span.isPlain()) : "absent")
                .toList();
    }

    private static Verdict parsed(AnswerParser parser, String event) {
        try {
            JsonValue value = JsonReader.read(event);
            boolean token =
                    value instanceof JsonObject object && parser.event(object, new AnswerBuilder()) != TokenKind.NONE;
            return token ? Verdict.TOKEN : Verdict.NOTHING;
        } catch (JsonSyntaxException | AnswerException e) {
            return Verdict.UNSURE;
        }
    }

    private static Verdict chat(String event) {
        return look(EventGlance.Shape.CHAT, event);
    }

    private static Verdict completion(String event) {
        return look(EventGlance.Shape.COMPLETION, event);
    }

    private static Verdict look(EventGlance.Shape shape, String event) {
        byte[] bytes = ("..." + event + "...").getBytes(StandardCharsets.UTF_8);
        return new EventGlance(shape).look(bytes, 3, bytes.length - 3);
    }
}
