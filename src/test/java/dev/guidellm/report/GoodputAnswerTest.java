package dev.guidellm.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The sentences on a search, for each way in which it can end.
class GoodputAnswerTest {
    private static final String PASS = level(224, true, true, 0.991, 0.986, 0.994, 2900);
    private static final String FAIL = level(240, false, true, 0.868, 0.855, 0.88, 3000);

    private static String level(
            int streams, boolean passed, boolean resolved, double share, double lower, double upper, int requests) {
        return ("{'streams':%d,'runs':1,'runs_set_aside':0,'passed':%b,'resolved':%b,'over_saturated':false,"
                        + "'goals':[{'objectives':{'e2el_ms':2500.0},'target':0.95,'attainment':%s,"
                        + "'attainment_lower':%s,'attainment_upper':%s,'determined_requests':%d,"
                        + "'passed':%b,'resolved':%b}]}")
                .formatted(streams, passed, resolved, share, lower, upper, requests, passed, resolved);
    }

    private static JsonValue conclusion(String best, String worst, String reason, String levels) {
        return conclusion(best, worst, reason, levels, "{\"streams\":1},{\"streams\":240}", "");
    }

    /// @param rows of the original's list of probes
    /// @param counts of our list of probes
    private static JsonValue conclusion(
            String best, String worst, String reason, String levels, String rows, String counts) {
        String json = ("{'probes':[%s],'best_passing_streams':%s,'lowest_failing_streams':%s,'stop_reason':%s,"
                        + "'x_guidellm_java':{'load':'concurrency','confidence':0.95,'tolerance':0.1,"
                        + "'levels':[%s],'probes':[%s]}}")
                .formatted(rows, best, worst, reason, levels, counts)
                .replace('\'', '"');
        try {
            return JsonReader.read(json.getBytes(StandardCharsets.UTF_8));
        } catch (Exception e) {
            throw new AssertionError(json, e);
        }
    }

    private static GoodputAnswer answer(JsonValue conclusion) {
        return GoodputAnswer.of(conclusion, List.of()).orElseThrow();
    }

    @Test
    void aSearchThatConvergedNamesBothBounds() {
        GoodputAnswer answer = answer(conclusion("224", "240", "\"converged\"", PASS + "," + FAIL));
        assertThat(answer.tone()).isEqualTo(GoodputAnswer.Tone.CLEAR);
        assertThat(answer.sentences())
                .containsExactly(
                        "Holds 224 concurrent requests with at least 95 % within e2el 2500 ms (0.991 of 2900 requests,"
                                + " 95 % interval 0.986 to 0.994); 240 did not (0.868 of 3000 requests, 95 %"
                                + " interval 0.855 to 0.880).",
                        "Nothing between the two was tried: they are within the tolerance of 10 %.");
    }

    @Test
    void whatWasClimbedPastIsNamed() {
        String rows = "{'streams':4},{'streams':8},{'streams':224},{'streams':240},{'streams':8}";
        String past = "{'climbed_past':true}";
        String other = "{'climbed_past':false}";
        assertThat(answer(conclusion(
                                "224",
                                "240",
                                "'converged'",
                                PASS + "," + FAIL,
                                rows,
                                String.join(",", past, past, other, other, past)))
                        .sentences())
                .last()
                .asString()
                .startsWith("On the way up 4 and 8 were climbed past: a probe ended as soon as");
        assertThat(answer(conclusion(
                                "224",
                                "240",
                                "'converged'",
                                PASS + "," + FAIL,
                                rows,
                                String.join(",", past, past, other, other, other)))
                        .sentences())
                .last()
                .asString()
                .startsWith("On the way up 4 was climbed past");
    }

    @Test
    void aPassThatIsNotCertainIsNoClaim() {
        String unsure = level(224, true, false, 0.96, 0.93, 0.98, 100);
        GoodputAnswer answer = answer(conclusion("224", "240", "\"converged\"", unsure + "," + FAIL));
        assertThat(answer.tone()).isEqualTo(GoodputAnswer.Tone.LIMITED);
        assertThat(answer.sentences().getFirst())
                .startsWith("Seems to hold 224 concurrent requests")
                .contains(", but too few requests were measured to be sure; 240 did not");
    }

    @Test
    void aFailureThatIsNotCertainIsCalledSo() {
        String unsure = level(240, false, false, 0.94, 0.91, 0.96, 100);
        assertThat(answer(conclusion("224", "240", "\"converged\"", PASS + "," + unsure))
                        .sentences())
                .last()
                .asString()
                .startsWith("At 240 concurrent requests too few requests were measured to be sure that it fails");
    }

    @Test
    void aLowerBoundIsCalledThat() {
        assertThat(answer(conclusion("224", "null", "\"max_streams_reached\"", PASS))
                        .sentences())
                .containsExactly(
                        "Holds at least 224 concurrent requests with at least 95 % within e2el 2500 ms (0.991 of 2900"
                                + " requests, 95 % interval 0.986 to 0.994).",
                        "Nothing higher was tried: it is the highest allowed (max_streams).");
        assertThat(answer(conclusion("224", "240", "\"max_probes_exhausted\"", PASS + "," + FAIL))
                        .sentences())
                .anyMatch(sentence -> sentence.startsWith("Holds at least 224"))
                .contains("The search ended after 2 probes (max_probes), before it was done.");
        assertThat(answer(conclusion("224", "null", "\"interrupted\"", PASS)).sentences())
                .contains("The search was interrupted; the probe that was cut bounds nothing.");
        assertThat(answer(conclusion("224", "null", "null", PASS)).sentences())
                .contains("The run failed before the search was done.");
    }

    @Test
    void aSingleStreamIsNamedOnlyWhereItWasTried() {
        String one = level(1, false, true, 0.2, 0.18, 0.22, 2000);
        GoodputAnswer unmet = answer(conclusion("null", "1", "\"objectives_unmet_at_minimum\"", one));
        assertThat(unmet.tone()).isEqualTo(GoodputAnswer.Tone.NONE);
        assertThat(unmet.sentences())
                .containsExactly("Does not hold even a single stream with at least 95 % within e2el 2500 ms (0.200 of"
                        + " 2000 requests, 95 % interval 0.180 to 0.220).");
        assertThat(answer(conclusion("null", "240", "\"max_probes_exhausted\"", FAIL))
                        .sentences())
                .containsExactly(
                        "Found no load that holds at least 95 % within e2el 2500 ms: 240 concurrent requests,"
                                + " the lowest that counts, did not (0.868 of 3000 requests, 95 % interval"
                                + " 0.855 to 0.880).",
                        "The search ended after 2 probes (max_probes), before it was done.");
        String unsure = level(1, false, false, 0.9, 0.6, 0.98, 10);
        assertThat(answer(conclusion("null", "1", "\"indeterminate_at_minimum\"", unsure))
                        .sentences())
                .singleElement()
                .asString()
                .startsWith("No level is known to hold at least 95 % within e2el 2500 ms: at the lowest, a single"
                        + " stream (0.900 of 10 requests");
    }

    @Test
    void whatFailedByErrorsIsNotCalledSlow() {
        String rows = "{\"streams\":224},{\"streams\":240}";
        assertThat(answer(conclusion(
                                "224",
                                "240",
                                "\"converged\"",
                                PASS + "," + FAIL,
                                rows,
                                "{\"successful\":2900,\"errored\":0},{\"successful\":2600,\"errored\":390}"))
                        .sentences())
                .contains("At 240 concurrent requests most of the misses were failed requests, not slow answers.");
        assertThat(answer(conclusion(
                                "224",
                                "240",
                                "\"converged\"",
                                PASS + "," + FAIL,
                                rows,
                                "{\"successful\":2900,\"errored\":0},{\"successful\":0,\"errored\":3000}"))
                        .sentences())
                .contains("At 240 concurrent requests no request was answered: all failed.");
    }

    @Test
    void theConstraintThatEndedTheSearchIsNamed() {
        assertThat(answer(conclusion(
                                "224",
                                "null",
                                "\"constraint_stopped_escalation\"",
                                PASS,
                                "{\"streams\":224},{\"streams\":448}",
                                "{\"stopped_whole_run\":[]},{\"stopped_whole_run\":[\"max_errors\"]}"))
                        .sentences())
                .last()
                .isEqualTo("The search was ended by max_errors, which stops the whole run; the probe that it stopped"
                        + " bounds nothing.");
    }

    @Test
    void aSearchWithoutAnyProbeHasNoAnswer() {
        GoodputAnswer answer = answer(conclusion("null", "null", "\"interrupted\"", "", "", ""));
        assertThat(answer.sentences())
                .first()
                .isEqualTo("The search has no answer: it ended before its first probe did.");
    }

    @Test
    void otherConclusionsAreNotItsBusiness() throws Exception {
        JsonValue knee = JsonReader.read("{\"kind\":\"knee_detection\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(GoodputAnswer.of(knee, List.of())).isEmpty();
    }
}
