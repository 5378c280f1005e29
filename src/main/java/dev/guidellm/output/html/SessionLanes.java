package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One replayed session, laid out in lanes: one for each agent, more where its turns overlap. Seconds after the
/// session's beginning.
///
/// @param slowest whether it is shown for having taken longest
/// @param lanes by agent, in the order in which they began
record SessionLanes(String conversation, boolean slowest, double seconds, int turnsLeftOut, List<Lane> lanes) {

    /// What a turn, or the time between two, is.
    enum Kind {
        FIRST_TOKEN("first-token", "waits for the first token"),
        ANSWER("answer", "answer"),
        FAILED("failed", "failed or cut off"),
        TOOL("tool", "a tool runs"),
        SUBAGENTS("subagents", "waits for sub-agents"),
        IDLE("idle", "idle");

        private final String key;
        private final String meaning;

        Kind(String key, String meaning) {
            this.key = key;
            this.meaning = meaning;
        }

        /// Its class in the styles.
        String key() {
            return key;
        }

        /// What it is in words.
        String meaning() {
            return meaning;
        }
    }

    /// One request. Moments that did not come are NaN.
    record Turn(
            String node,
            String agent,
            List<String> parents,
            boolean callsTool,
            @Nullable String status,
            double due,
            double sent,
            double firstToken,
            double ended) {
        boolean isGood() {
            return "successful".equals(status);
        }

        /// When it was over, as far as is known.
        double over() {
            return Double.isNaN(ended) ? sent : ended;
        }
    }

    /// A stretch of a lane.
    ///
    /// @param turn the turn it is part of; null between turns
    record Stretch(
            Kind kind, double from, double to, @Nullable Turn turn) {}

    /// Turns one after the other.
    ///
    /// @param agent whose turns they are
    record Lane(String agent, List<Turn> turns, List<Stretch> stretches) {
        /// How many of its stretches are of a kind.
        long count(Kind kind) {
            return stretches.stream().filter(each -> each.kind() == kind).count();
        }
    }

    /// Reads a member of `figures.replay.lanes`.
    static SessionLanes of(JsonValue value) {
        double from = number(value, "from");
        List<Turn> turns = JsonPath.items(value, "turns").stream()
                .map(turn -> turn(turn, from))
                .filter(turn -> !Double.isNaN(turn.sent()))
                .sorted(Comparator.comparingDouble(Turn::sent))
                .toList();
        Long leftOut = JsonPath.whole(value, "turns_left_out");
        return new SessionLanes(
                Objects.requireNonNullElse(JsonPath.text(value, "conversation"), Figure.NONE),
                Boolean.TRUE.equals(JsonPath.truth(value, "slowest")),
                turns.stream().mapToDouble(Turn::over).max().orElse(0),
                leftOut == null ? 0 : leftOut.intValue(),
                lanes(turns));
    }

    /// All turns in the order in which they were sent.
    List<Turn> turns() {
        return lanes.stream()
                .flatMap(lane -> lane.turns().stream())
                .sorted(Comparator.comparingDouble(Turn::sent))
                .toList();
    }

    /// How many agents took part.
    long agents() {
        return lanes.stream().map(Lane::agent).distinct().count();
    }

    private static Turn turn(JsonValue value, double from) {
        List<String> parents = new ArrayList<>();
        for (JsonValue parent : JsonPath.items(value, "parents")) {
            if (parent instanceof JsonString(String name)) {
                parents.add(name);
            }
        }
        return new Turn(
                Objects.requireNonNullElse(JsonPath.text(value, "node"), Figure.NONE),
                Objects.requireNonNullElse(JsonPath.text(value, "agent"), Figure.NONE),
                parents,
                Boolean.TRUE.equals(JsonPath.truth(value, "calls_tool")),
                JsonPath.text(value, "status"),
                number(value, "due") - from,
                number(value, "sent") - from,
                number(value, "first_token") - from,
                number(value, "ended") - from);
    }

    private static double number(JsonValue value, String key) {
        Double number = JsonPath.number(value, key);
        return number == null ? Double.NaN : number;
    }

    private static List<Lane> lanes(List<Turn> turns) {
        Map<String, Turn> byNode = new HashMap<>();
        turns.forEach(turn -> byNode.put(turn.node(), turn));
        Map<String, List<List<Turn>>> agents = new LinkedHashMap<>();
        for (Turn turn : turns) {
            List<List<Turn>> rows = agents.computeIfAbsent(turn.agent(), _ -> new ArrayList<>());
            List<Turn> free = rows.stream()
                    .filter(row -> row.getLast().over() <= turn.sent())
                    .findFirst()
                    .orElse(null);
            if (free == null) {
                rows.add(new ArrayList<>(List.of(turn)));
            } else {
                free.add(turn);
            }
        }
        List<Lane> lanes = new ArrayList<>();
        agents.forEach((agent, rows) -> rows.forEach(row -> lanes.add(new Lane(agent, row, stretches(row, byNode)))));
        return lanes;
    }

    private static List<Stretch> stretches(List<Turn> row, Map<String, Turn> byNode) {
        List<Stretch> stretches = new ArrayList<>();
        Turn before = null;
        for (Turn turn : row) {
            if (before != null) {
                between(before, turn, byNode, stretches);
            }
            if (!turn.isGood()) {
                stretches.add(new Stretch(Kind.FAILED, turn.sent(), turn.over(), turn));
            } else if (Double.isNaN(turn.firstToken())) {
                stretches.add(new Stretch(Kind.ANSWER, turn.sent(), turn.over(), turn));
            } else {
                stretches.add(new Stretch(Kind.FIRST_TOKEN, turn.sent(), turn.firstToken(), turn));
                stretches.add(new Stretch(Kind.ANSWER, turn.firstToken(), turn.over(), turn));
            }
            before = turn;
        }
        return stretches;
    }

    /// The time between two turns of a lane: until the sub-agents that the second waits for are done, then a
    /// tool's, or idle. A turn that follows none of its own agent's is another call of that agent, which was
    /// not there before.
    private static void between(Turn before, Turn turn, Map<String, Turn> byNode, List<Stretch> stretches) {
        List<Turn> parents = turn.parents().stream()
                .map(byNode::get)
                .filter(Objects::nonNull)
                .toList();
        if (parents.stream().noneMatch(parent -> parent.agent().equals(turn.agent()))) {
            return;
        }
        double at = before.over();
        double others = parents.stream()
                .filter(parent -> !parent.agent().equals(turn.agent()))
                .mapToDouble(Turn::over)
                .max()
                .orElse(Double.NEGATIVE_INFINITY);
        if (others > at) {
            double until = Math.min(others, turn.sent());
            stretches.add(new Stretch(Kind.SUBAGENTS, at, until, null));
            at = until;
        }
        if (turn.sent() > at) {
            stretches.add(new Stretch(before.callsTool() ? Kind.TOOL : Kind.IDLE, at, turn.sent(), null));
        }
    }
}
