package dev.guidellm.data.trace;

import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// One session of AIPerf's graphs.
///
/// @param place where it stands, for messages
/// @param ownPrompts whether every turn's messages are the whole prompt, instead of what it adds to those before
/// @param before the sessions that begin together with its first turn
/// @param rounds of a session without requests: the sessions that it starts, round after round
record DagSession(
        String id, String place, boolean ownPrompts, List<String> before, List<Turn> turns, List<Round> rounds) {
    private static final Set<String> SESSION_KEYS = Set.of(
            "turns",
            "orchestrator",
            "spawns",
            "think_time_ms",
            "think_time_sigma",
            "think_time_min_ms",
            "think_time_max_ms",
            "rounds",
            "context_mode",
            "pre_session_spawns");
    private static final Set<String> TURN_KEYS =
            Set.of("messages", "model", "max_tokens", "tools", "extra", "forks", "spawns", "delay");
    private static final Set<String> NOT_SENT = Set.of("model", "extra", "think_time_sigma");
    private static final String WHOLE_PROMPTS = "message_array_with_responses";
    private static final long MOST_ROUNDS = 10_000;

    /// One request.
    ///
    /// @param tools the definitions as JSON text; null for none
    /// @param outputTokens 0 when nothing is said
    /// @param delay seconds that it waits after what is before it
    record Turn(
            JsonArray messages,
            @Nullable JsonValue tools,
            int outputTokens,
            double delay,
            List<Fork> forks,
            List<Spawn> spawns) {}

    /// A session that goes on with the history of a turn.
    ///
    /// @param background whether the turn's own session goes on, too
    record Fork(String child, boolean background) {}

    /// Sessions with a history of their own.
    ///
    /// @param joinAt the turn that waits for their end
    record Spawn(List<String> children, int joinAt) {}

    /// Sessions that run side by side; the next round waits for all of them.
    ///
    /// @param delay seconds before it begins
    record Round(List<String> children, double delay) {}

    /// Reads a row.
    ///
    /// @throws RowException when it is no session
    static DagSession read(Map<String, JsonValue> cells, String idColumn, String place, SkippedRows skipped)
            throws RowException {
        String id = Cells.text(cells, idColumn);
        if (id == null) {
            throw new RowException(idColumn + " must be a text");
        }
        warnOfUnknown(cells, SESSION_KEYS, idColumn, skipped);
        List<JsonValue> recorded = JsonPath.items(cells.get("turns"));
        List<Turn> turns = new ArrayList<>();
        for (JsonValue turn : recorded) {
            turns.add(turn(JsonPath.members(turn), turns.size(), recorded.size(), skipped));
        }
        boolean sendsNothing = cells.get("orchestrator") instanceof JsonBoolean(boolean orchestrator) && orchestrator;
        List<Round> rounds = sendsNothing ? rounds(cells) : List.of();
        boolean emptyRound = rounds.stream().anyMatch(round -> round.children.isEmpty());
        if (sendsNothing != turns.isEmpty() || (sendsNothing && (rounds.isEmpty() || emptyRound))) {
            throw new RowException(
                    sendsNothing
                            ? "an orchestrator needs spawns or rounds, and no turns"
                            : "turns must be a list of at least one turn");
        }
        boolean wholePrompts = WHOLE_PROMPTS.equals(Cells.text(cells, "context_mode"));
        return new DagSession(id, place, wholePrompts, names(cells.get("pre_session_spawns")), turns, rounds);
    }

    /// The sessions that it starts.
    Set<String> started() {
        Set<String> started = new TreeSet<>(before);
        rounds.forEach(round -> started.addAll(round.children));
        for (Turn turn : turns) {
            turn.forks.forEach(fork -> started.add(fork.child));
            turn.spawns.forEach(spawn -> started.addAll(spawn.children));
        }
        return started;
    }

    private static Turn turn(Map<String, JsonValue> cells, int index, int turns, SkippedRows skipped)
            throws RowException {
        String name = "turn " + index;
        warnOfUnknown(cells, TURN_KEYS, "", skipped);
        if (!(cells.get("messages") instanceof JsonArray messages)
                || messages.items().isEmpty()
                || messages.items().stream().anyMatch(message -> JsonPath.text(message, "role") == null)) {
            throw new RowException(name + ": messages must be a list of objects with a role");
        }
        double delay = milliseconds(cells, "delay");
        JsonValue tools =
                cells.get("tools") instanceof JsonArray list && !list.items().isEmpty()
                        ? JsonValue.of(JsonWriter.toString(list))
                        : null;
        List<Fork> forks = new ArrayList<>();
        for (JsonValue fork : JsonPath.items(cells.get("forks"))) {
            forks.add(fork(fork, name));
        }
        if (index < turns - 1 && forks.stream().anyMatch(fork -> !fork.background)) {
            throw new RowException(name + ": forks end their session, so they stand at its last turn only; with"
                    + " \"background\": true the session goes on");
        }
        List<Spawn> spawns = new ArrayList<>();
        for (JsonValue spawn : JsonPath.items(cells.get("spawns"))) {
            spawns.add(spawn(spawn, index, turns, name));
        }
        return new Turn(messages, tools, maxTokens(cells, name), delay, forks, spawns);
    }

    private static Fork fork(JsonValue value, String name) throws RowException {
        String child = value instanceof JsonString(String text) ? text : JsonPath.text(value, "child");
        if (child == null) {
            throw new RowException(name + ": a fork names a session, got " + Cells.shown(value));
        }
        return new Fork(child, Boolean.TRUE.equals(JsonPath.truth(value, "background")));
    }

    private static Spawn spawn(JsonValue value, int index, int turns, String name) throws RowException {
        if (value instanceof JsonString(String text)) {
            return new Spawn(List.of(text), index + 1);
        }
        List<String> children = names(JsonPath.get(value, "children"));
        Long join = JsonPath.whole(value, "join_at");
        long joinAt = join == null ? index + 1 : join;
        if (children.isEmpty() || joinAt <= index || (join != null && joinAt >= turns)) {
            throw new RowException(
                    name + ": a spawn names sessions, and a later turn that waits for them, got " + Cells.shown(value));
        }
        return new Spawn(children, (int) joinAt);
    }

    private static int maxTokens(Map<String, JsonValue> cells, String name) throws RowException {
        JsonValue value = cells.get("max_tokens");
        return switch (value) {
            case JsonNull _ -> 0;
            case JsonInteger number
            when number.value().signum() > 0 && number.value().bitLength() < 32 -> (int) number.longValue();
            case null -> 0;
            default ->
                throw new RowException(name + ": max_tokens must be a whole number above 0, got " + Cells.shown(value));
        };
    }

    private static List<Round> rounds(Map<String, JsonValue> cells) throws RowException {
        double thinkTime = milliseconds(cells, "think_time_ms");
        List<Round> rounds = new ArrayList<>();
        if (cells.get("rounds") instanceof JsonArray(List<JsonValue> list)) {
            double delay = thinkTime;
            for (JsonValue round : list) {
                rounds.add(new Round(names(JsonPath.get(round, "spawns")), delay));
                Double own = JsonPath.number(round, "think_time_ms");
                delay = own == null ? thinkTime : own / 1e3;
            }
            return rounds;
        }
        List<String> children = names(cells.get("spawns"));
        Long count = JsonPath.whole(cells.get("rounds"));
        for (long i = 0; i < Math.clamp(count == null ? 1 : count, 1, MOST_ROUNDS) && !children.isEmpty(); i++) {
            rounds.add(new Round(children, thinkTime));
        }
        return rounds;
    }

    private static double milliseconds(Map<String, JsonValue> cells, String key) throws RowException {
        double given = Cells.duration(cells, key);
        return Double.isNaN(given) ? 0 : given / 1e3;
    }

    private static List<String> names(@Nullable JsonValue list) {
        List<String> names = new ArrayList<>();
        for (JsonValue item : JsonPath.items(list)) {
            if (item instanceof JsonString(String name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static void warnOfUnknown(
            Map<String, JsonValue> cells, Set<String> known, String alsoKnown, SkippedRows skipped) {
        for (Map.Entry<String, JsonValue> cell : cells.entrySet()) {
            String key = cell.getKey();
            if (cell.getValue() instanceof JsonObject(Map<String, JsonValue> members) && key.equals("extra")) {
                members.keySet()
                        .forEach(name -> skipped.warn("AIPerf's key 'extra." + name + "' is not sent; "
                                + "--backend extras sends the same to all"));
            } else if (NOT_SENT.contains(key)) {
                skipped.warn("AIPerf's key '" + key + "' is not followed");
            } else if (!known.contains(key) && !key.equals(alsoKnown)) {
                skipped.warn("AIPerf's format has no key '" + key + "'; it is not followed");
            }
        }
    }
}
