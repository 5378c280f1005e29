package dev.guidellm.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.backend.EventGlance.Verdict;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                "{\"choices\":[{\"delta\":{\"tool_calls\":[]}}]}",
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
