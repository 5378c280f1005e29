package dev.guidellm.cases;

import dev.guidellm.mockserver.TruthRecord;
import dev.guidellm.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.NullMarked;

/// Forked agent sessions as a trace, and what a server's record of their replay must look like.
///
/// Each session: two turns of the main agent, two sub-agents side by side of which one has a sub-agent itself, and
/// two more turns of the main agent. No two requests have the same length, so that the record tells which is which.
@NullMarked
final class RecordedSessions {
    private static final int BLOCK = 16;
    private static final double MILLISECOND = 1e-3;

    private final List<Call> calls = new ArrayList<>();
    private final List<String> sessions = new ArrayList<>();

    /// One recorded request.
    ///
    /// @param parents calls that must have ended before, by index
    record Call(String name, double start, double took, int tokens, List<Integer> ids, List<Integer> parents) {
        double gapAfter(Call parent) {
            return Math.max(0, start - parent.start - parent.took);
        }
    }

    /// @param count how many sessions; they begin 20 ms after each other
    RecordedSessions(int count) {
        for (int session = 0; session < count; session++) {
            sessions.add(session(session));
        }
    }

    List<Call> calls() {
        return calls;
    }

    /// The sessions as WEKA JSON Lines.
    String weka() {
        return String.join("\n", sessions) + "\n";
    }

    /// The same requests as a list that knows times only, as Mooncake JSON Lines.
    String flattened() {
        StringBuilder rows = new StringBuilder();
        for (Call call : calls) {
            List<Integer> ids = new ArrayList<>(call.ids);
            if (call.tokens % BLOCK > 0) {
                ids.add(1_000_000 + calls.indexOf(call));
            }
            rows.append(String.format(
                    Locale.ROOT,
                    "{\"timestamp\":%.3f,\"input_length\":%d,\"output_length\":8,\"hash_ids\":%s}%n",
                    call.start,
                    call.tokens,
                    ids));
        }
        return rows.toString();
    }

    private String session(int number) {
        double t = 0.02 * number;
        int first = calls.size();
        int id = 100 * number;
        // The two first blocks are the same in all sessions: tools and system prompt.
        String main0 = add(number, "main_0", t, 3, List.of(1, 2), id, List.of());
        String main1 = add(number, "main_1", t + 0.05, 5, List.of(1, 2), id, List.of(first));
        String left0 = add(number, "left_0", t + 0.09, 4, List.of(1, 2), id + 20, List.of(first + 1));
        String left1 = add(number, "left_1", t + 0.13, 6, List.of(1, 2), id + 20, List.of(first + 2));
        String inner = add(number, "inner_0", t + 0.17, 8, List.of(1), id + 40, List.of(first + 3));
        String left2 = add(number, "left_2", t + 0.21, 8, List.of(1, 2), id + 20, List.of(first + 3, first + 4));
        String right0 = add(number, "right_0", t + 0.10, 10, List.of(1), id + 60, List.of(first + 1));
        String right1 = add(number, "right_1", t + 0.14, 11, List.of(1), id + 60, List.of(first + 6));
        String main2 = add(number, "main_2", t + 0.25, 11, List.of(1, 2), id, List.of(first + 1, first + 5, first + 7));
        String main3 = add(number, "main_3", t + 0.29, 13, List.of(1, 2), id, List.of(first + 8));
        return String.format(
                Locale.ROOT,
                "{\"id\":\"s%d\",\"block_size\":%d,\"hash_id_scope\":\"global\",\"requests\":[%s,%s,"
                        + group("left", "%s,%s," + group("inner", "%s") + ",%s") + ","
                        + group("right", "%s,%s") + ",%s,%s]}",
                number,
                BLOCK,
                main0,
                main1,
                left0,
                left1,
                inner,
                left2,
                right0,
                right1,
                main2,
                main3);
    }

    /// A group whose times are the session's.
    private static String group(String agent, String requests) {
        return "{\"t\":0.0,\"type\":\"subagent\",\"agent_id\":\"" + agent + "\",\"requests\":[" + requests + "]}";
    }

    private String add(
            int session, String name, double start, int blocks, List<Integer> common, int own, List<Integer> parents) {
        List<Integer> ids = new ArrayList<>(common);
        for (int i = 0; i < blocks; i++) {
            ids.add(own + 10 + i);
        }
        // Lengths differ by whole blocks within a session, and by what is left over between sessions.
        int tokens = ids.size() * BLOCK + session % BLOCK;
        boolean calls = name.equals("main_0") || name.equals("left_0");
        this.calls.add(new Call("s" + session + " " + name, start, 0.02, tokens, List.copyOf(ids), parents));
        return String.format(
                Locale.ROOT,
                "{\"t\":%.3f,\"type\":\"s\",\"in\":%d,\"out\":8,\"hash_ids\":%s,\"stop\":\"%s\",\"api_time\":0.02}",
                start,
                tokens,
                ids,
                calls ? "tool_use" : "end_turn");
    }

    /// What in the record contradicts the trace.
    List<String> contradictions(List<TruthRecord> record, Tokenizer tokenizer) {
        List<String> found = new ArrayList<>();
        Map<Integer, TruthRecord> byTokens = new HashMap<>();
        for (TruthRecord entry : record) {
            int tokens = entry.prompt().stream().mapToInt(tokenizer::count).sum();
            if (byTokens.put(tokens, entry) != null) {
                found.add("two prompts have " + tokens + " tokens");
            }
        }
        List<TruthRecord> served = new ArrayList<>();
        for (Call call : calls) {
            TruthRecord entry = byTokens.remove(call.tokens);
            if (entry == null) {
                found.add(call.name + " was not sent with its " + call.tokens + " tokens");
                return found;
            }
            served.add(entry);
        }
        byTokens.keySet().forEach(tokens -> found.add("a prompt of " + tokens + " tokens is not in the trace"));
        for (int i = 0; i < calls.size(); i++) {
            checkOrder(i, served, found);
            for (int j = 0; j < i; j++) {
                checkPrefix(i, j, served, tokenizer, found);
            }
        }
        for (int session = 0; session < sessions.size(); session++) {
            checkSiblings(session * calls.size() / sessions.size(), served, found);
        }
        return found;
    }

    private void checkOrder(int index, List<TruthRecord> served, List<String> found) {
        Call call = calls.get(index);
        for (int parent : call.parents) {
            double after =
                    (served.get(index).arrivalNanos() - served.get(parent).endNanos()) / 1e9;
            double gap = call.gapAfter(calls.get(parent));
            if (after < gap - MILLISECOND) {
                found.add(String.format(
                        Locale.ROOT,
                        "%s came %.3f s after the end of %s, not %.3f",
                        call.name,
                        after,
                        calls.get(parent).name,
                        gap));
            }
        }
    }

    private void checkPrefix(int i, int j, List<TruthRecord> served, Tokenizer tokenizer, List<String> found) {
        List<Integer> a = calls.get(i).ids;
        List<Integer> b = calls.get(j).ids;
        int shared = 0;
        while (shared < Math.min(a.size(), b.size()) && a.get(shared).equals(b.get(shared))) {
            shared++;
        }
        String one = String.join("", served.get(i).prompt());
        String other = String.join("", served.get(j).prompt());
        int same = 0;
        while (same < Math.min(one.length(), other.length()) && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        int tokens = tokenizer.count(one.substring(0, same));
        boolean diverge = shared < a.size() && shared < b.size();
        if (tokens < shared * BLOCK || (diverge && tokens >= (shared + 1) * BLOCK)) {
            found.add(String.format(
                    Locale.ROOT,
                    "%s and %s share %d tokens, not %d blocks",
                    calls.get(i).name,
                    calls.get(j).name,
                    tokens,
                    shared));
        }
    }

    /// The two sub-agents were under way at the same time.
    private static void checkSiblings(int first, List<TruthRecord> served, List<String> found) {
        long leftBegins = served.get(first + 2).arrivalNanos();
        long leftEnds = served.get(first + 5).endNanos();
        long rightBegins = served.get(first + 6).arrivalNanos();
        long rightEnds = served.get(first + 7).endNanos();
        if (leftBegins > rightEnds || rightBegins > leftEnds) {
            found.add("the sub-agents of call " + first + " ran one after the other");
        }
    }
}
