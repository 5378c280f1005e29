package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonReader;
import dev.guidellm.output.html.SessionLanes.Kind;
import dev.guidellm.output.html.SessionLanes.Lane;
import dev.guidellm.output.html.SessionLanes.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplaySectionTest {

    @Test
    void whatIsBetweenTurnsHasAReason() throws Exception {
        SessionLanes session = SessionLanes.of(JsonReader.read(SampleReports.FORKED_SESSION));
        assertThat(session.conversation()).isEqualTo("c1");
        assertThat(session.seconds()).isEqualTo(9);
        assertThat(session.agents()).isEqualTo(3);
        assertThat(session.lanes().stream().map(Lane::agent)).containsExactly("default", "left", "left", "right");
        assertThat(stretches(session.lanes().getFirst()))
                .containsExactly(
                        "first-token 0.0-0.5",
                        "answer 0.5-1.0",
                        "tool 1.0-1.5",
                        "first-token 1.5-1.75",
                        "answer 1.75-2.0",
                        "subagents 2.0-6.0", // the longer one ends at 6
                        "idle 6.0-8.0",
                        "failed 8.0-9.0");
        // Two turns at the same time take two lanes.
        assertThat(stretches(session.lanes().get(1))).containsExactly("answer 2.5-4.5");
        assertThat(stretches(session.lanes().get(2))).containsExactly("answer 3.0-5.0");
        // Called a second time: it was not there in between.
        assertThat(stretches(session.lanes().get(3)))
                .containsExactly("first-token 2.5-3.0", "answer 3.0-3.5", "first-token 5.0-5.5", "answer 5.5-6.0");
    }

    @Test
    void thePageHasLanesWithoutScripts() throws Exception {
        String page = SampleReports.page(SampleReports.replay());
        assertThat(page)
                .contains("id=\"replay\"", "id=\"session-0-0\"", "Fidelity of ")
                .contains("aria-label=\"Lane of agent default: 3 turns, failed or cut off 1 time, a tool runs 1 time,"
                        + " waits for sub-agents 1 time, idle 1 time\"")
                .contains("c1: 7 turns, 9.00 s, among the longest; 3 agents; 7 later turns are not shown");
        // From 1 s to 1.5 s of 9.
        assertThat(page)
                .contains("<rect class=\"tool\" x=\"111.11\" y=\"4.0\" width=\"55.56\" height=\"8.0\">"
                        + "<title>a tool runs, 1.00 s to 1.50 s</title></rect>");
    }

    @Test
    void aReportWithoutReplayHasNoSuchSection() throws Exception {
        assertThat(SampleReports.page(SampleReports.original("constant-multiturn")))
                .doesNotContain("id=\"replay\"");
    }

    @Test
    void namesOfTheTraceStayText() throws Exception {
        String page = SampleReports.page(SampleReports.replay());
        assertThat(page).doesNotContain("<img").contains("&lt;/script&gt;&lt;img src=x onerror=");
    }

    private static List<String> stretches(Lane lane) {
        return lane.stretches().stream().map(ReplaySectionTest::text).toList();
    }

    private static String text(Stretch stretch) {
        Kind kind = stretch.kind();
        return kind.key() + " " + stretch.from() + "-" + stretch.to();
    }
}
