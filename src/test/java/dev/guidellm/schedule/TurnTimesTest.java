package dev.guidellm.schedule;

import static dev.guidellm.schedule.GoldenJson.items;
import static dev.guidellm.schedule.GoldenJson.object;
import static dev.guidellm.schedule.GoldenJson.text;
import static dev.guidellm.schedule.GoldenJson.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.ProfileConfig.TurnSchedule;
import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// When turns are due, against the reference's targets.
@NullMarked
class TurnTimesTest {
    private static final long START = 7_000_000_000L;

    static Stream<Named<JsonObject>> targets() {
        return GoldenCases.loadList("schedule/strategy-cases.json", "cases").stream()
                .filter(c -> text(c, "kind").equals("trace_targets"))
                .map(c -> Named.of(object(c, "args").toString(), c));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("targets")
    void turnsAreDueWhenTheReferenceHasThem(JsonObject golden) {
        JsonObject args = object(golden, "args");
        SchedulingStrategy.Trace strategy = new SchedulingStrategy.Trace(
                Objects.requireNonNull(JsonPath.number(args, "time_scale")),
                TurnSchedule.valueOf(text(args, "schedule_turn").toUpperCase(Locale.ROOT)),
                null);
        assertThat(strategy).hasToString(text(golden, "str"));
        List<JsonObject> steps =
                items(golden, "steps").stream().map(JsonObject.class::cast).toList();
        ConversationGraph graph = graph(steps);
        GraphCursor cursor = new GraphCursor(graph, graph.structure());
        TurnTimes times = strategy.times(START);
        for (int node = 0; node < steps.size(); node++) {
            JsonObject step = steps.get(node);
            double due = (times.dueNanos(graph, graph.structure(), cursor, node) - START) / 1e9;
            assertThat(due)
                    .as(text(step, "node"))
                    .isCloseTo(Objects.requireNonNull(JsonPath.number(step, "target_offset")), within(1e-9));
            Double ended = JsonPath.number(step, "actual_end_offset");
            if (ended != null) {
                cursor.complete(node, START + Math.round(ended * 1e9));
            }
        }
    }

    private static ConversationGraph graph(List<JsonObject> steps) {
        List<String> names = steps.stream().map(step -> text(step, "node")).toList();
        List<ConversationNode> nodes = new ArrayList<>();
        List<ConversationEdge> edges = new ArrayList<>();
        for (JsonObject step : steps) {
            nodes.add(new ConversationNode(
                    text(step, "node"),
                    "default",
                    new GenerationRequest(TurnType.STANDARD, Map.of(), UsageMetrics.NONE, UsageMetrics.NONE),
                    new NodeSettings(
                            JsonPath.number(step, "relative_timestamp"),
                            null,
                            JsonPath.number(step, "trace_duration"))));
            for (String parent : texts(step, "parents")) {
                // A parent that the conversation does not have counts as unknown there; here there is no such
                // graph.
                if (names.contains(parent)) {
                    edges.add(new ConversationEdge(parent, text(step, "node"), HistoryContext.NEW));
                }
            }
        }
        return new ConversationGraph("golden", nodes, edges);
    }
}
