package dev.guidellm.schedule;

import static dev.guidellm.schedule.GoldenJson.items;
import static dev.guidellm.schedule.GoldenJson.object;
import static dev.guidellm.schedule.GoldenJson.text;
import static dev.guidellm.schedule.GoldenJson.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.conversation.ConversationEdge;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.GenerationRequest;
import dev.guidellm.conversation.GraphStructure;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.InvalidGraphException;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Conversation graphs, and how a cursor walks them, against the reference.
@NullMarked
class ConversationCasesTest {
    private static final String FILE = "schedule/strategy-cases.json";

    static Stream<Named<JsonObject>> graphs() {
        return ofKind("dag").map(c -> Named.of(text(c, "name"), c));
    }

    static Stream<Named<JsonObject>> invalid() {
        return ofKind("dag_validation")
                .flatMap(c -> items(c, "cases").stream())
                .map(JsonObject.class::cast)
                .map(c -> Named.of(text(c, "name"), c));
    }

    private static Stream<JsonObject> ofKind(String kind) {
        return GoldenCases.loadList(FILE, "cases").stream()
                .filter(c -> text(c, "kind").equals(kind));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("graphs")
    void orderHistoryAndUnlockingAgree(JsonObject golden) {
        List<String> ids = texts(golden, "nodes");
        List<ConversationEdge> edges = new ArrayList<>();
        for (JsonValue item : items(golden, "edges")) {
            List<JsonValue> edge = ((JsonArray) item).items();
            edges.add(edge(string(edge.get(0)), string(edge.get(1)), string(edge.get(2))));
        }
        ConversationGraph graph = graph(ids, edges, object(golden, "requeue_delay"));
        GraphStructure structure = graph.structure();

        JsonValue.ObjectBuilder preceding = JsonValue.object();
        JsonValue.ObjectBuilder turnIndex = JsonValue.object();
        JsonValue.ObjectBuilder histories = JsonValue.object();
        JsonValue.ObjectBuilder lengths = JsonValue.object();
        for (int i = 0; i < ids.size(); i++) {
            List<Integer> history = structure.history(i);
            preceding.put(ids.get(i), structure.precedingNodes(i));
            turnIndex.put(ids.get(i), structure.turnIndex(i));
            histories.put(ids.get(i), history.isEmpty() ? JsonValue.NULL : named(ids, history));
            lengths.put(ids.get(i), history.size());
        }
        JsonValue.ObjectBuilder unlocks = JsonValue.object();
        Map<String, JsonValue> predecessors = new HashMap<>();
        GraphCursor cursor = new GraphCursor(graph, structure);
        long now = 0;
        for (int node : structure.topologicalOrder()) {
            now += 1_000_000_000L;
            List<JsonValue> unlocked = new ArrayList<>();
            for (GraphCursor.Unlocked next : cursor.complete(node, now)) {
                String id = ids.get(next.node());
                unlocked.add(new JsonArray(List.of(JsonValue.of(id), JsonValue.of(next.readyNanos() / 1e9))));
                predecessors.put(id, JsonValue.of(next.predecessorNanos() / 1e9));
            }
            unlocks.put(ids.get(node), new JsonArray(unlocked));
        }
        JsonValue.ObjectBuilder predecessorTimes = JsonValue.object();
        ids.forEach(id -> predecessorTimes.put(id, predecessors.getOrDefault(id, JsonValue.NULL)));

        JsonObject ours = JsonValue.object()
                .put("roots", named(ids, structure.roots()))
                .put("topological_order", named(ids, structure.topologicalOrder()))
                .put("preceding_nodes", preceding.build())
                .put("turn_index", turnIndex.build())
                .put("history_requests", histories.build())
                .put("history_len", lengths.build())
                .put("unlocks_when_completed_one_per_second_in_topological_order", unlocks.build())
                .put("predecessor_completed", predecessorTimes.build())
                .build();
        GoldenCases.check(
                FILE,
                "dag " + text(golden, "name"),
                ours,
                GoldenJson.without(golden, "kind", "name", "nodes", "edges", "requeue_delay"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invalid")
    void impossibleGraphsAreRefused(JsonObject golden) {
        String message = switch (text(golden, "name")) {
            case "cycle" -> refusal(List.of("a", "b"), List.of(edge("a", "b", "full"), edge("b", "a", "full")));
            case "two_full" -> refusal(List.of("a", "b", "c"), List.of(edge("a", "c", "full"), edge("b", "c", "full")));
            case "missing_source" -> refusal(List.of("a"), List.of(edge("z", "a", "full")));
            case "missing_target" -> refusal(List.of("a"), List.of(edge("a", "z", "full")));
            default -> throw new IllegalArgumentException(golden.toString());
        };
        GoldenCases.check(
                FILE,
                "dag_validation " + text(golden, "name"),
                JsonValue.ofStrings(List.of("Value error, " + message)),
                new JsonArray(items(golden, "msg")));
    }

    /// Plays the reference's steps: `a` unlocks `b` and `c`, which think for 1.5 seconds; then the graph is given up.
    @Test
    void turnsBecomeReadyAfterTheirParentsThinkTime() {
        JsonObject golden = ofKind("dag_readiness").findFirst().orElseThrow();
        List<JsonValue> steps = items(golden, "steps");
        ConversationGraph graph = graph(
                List.of("a", "b", "c"),
                List.of(edge("a", "b", "full"), edge("a", "c", "new")),
                JsonValue.object().put("a", (Double) 1.5).build());
        GraphCursor cursor = new GraphCursor(graph, graph.structure());
        assertThat(next(steps.get(0))).isEqualTo("a at 0.0");
        assertThat(graph.structure().roots()).containsExactly(0);
        List<String> unlocked = cursor.complete(0, 2_000_000_000L).stream()
                .map(u -> graph.nodes().get(u.node()).nodeId() + " at " + u.readyNanos() / 1e9)
                .toList();
        assertThat(unlocked)
                .containsExactly(next(steps.get(4)), next(steps.get(5)))
                .contains(next(steps.get(2)));
        assertThat(cursor.abort().stream().map(i -> graph.nodes().get(i).nodeId()))
                .isEqualTo(texts((JsonObject) steps.get(7), "abort_returns"));
        assertThat(cursor.abort()).isEmpty();
        assertThat(cursor.complete(1, 4_000_000_000L)).isEmpty();
    }

    private static @Nullable String next(JsonValue step) {
        return ((JsonObject) step).get("next") instanceof JsonArray(List<JsonValue> pair)
                ? string(pair.get(0)) + " at " + GoldenJson.number(pair.get(1))
                : null;
    }

    private static String refusal(List<String> ids, List<ConversationEdge> edges) {
        try {
            graph(ids, edges, JsonValue.object().build());
        } catch (InvalidGraphException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("accepted: " + ids + " " + edges);
    }

    private static ConversationEdge edge(String from, String to, String context) {
        return new ConversationEdge(from, to, HistoryContext.valueOf(context.toUpperCase(Locale.ROOT)));
    }

    private static ConversationGraph graph(List<String> ids, List<ConversationEdge> edges, JsonObject delays) {
        List<ConversationNode> nodes = new ArrayList<>();
        for (String id : ids) {
            Number delay = GoldenJson.number(delays.get(id));
            nodes.add(new ConversationNode(
                    id,
                    "default",
                    new GenerationRequest(TurnType.STANDARD, Map.of(), UsageMetrics.NONE, UsageMetrics.NONE),
                    new NodeSettings(null, delay == null ? null : (Double) delay.doubleValue(), null)));
        }
        return new ConversationGraph("g", nodes, edges);
    }

    private static JsonArray named(List<String> ids, List<Integer> nodes) {
        return JsonValue.ofStrings(nodes.stream().map(ids::get).toList());
    }

    private static String string(JsonValue value) {
        return ((JsonString) value).value();
    }
}
