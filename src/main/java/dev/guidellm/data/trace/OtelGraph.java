package dev.guidellm.data.trace;

import dev.guidellm.config.TraceData;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes the graph of a trace's spans.
///
/// A span waits for those that were over when it started (only the latest of them: what they waited for is over as
/// well), so spans that overlapped run side by side again. A span whose messages go on from those of another one
/// waits for that one in any case. An answer that calls tools is followed by a turn that brings the results: the
/// next span of the record when it does just that, else one of our own.
final class OtelGraph {
    private static final Set<String> NO_CHAT = Set.of("invoke_agent", "create_agent", "execute_tool", "embeddings");
    private static final String CONTINUES_NOT = "OTEL format: input messages do not continue the previous span"
            + " (history=runtime requires input[i] == input[i-1] + output[i-1] + delta)";
    private static final String NO_OUTPUT = "OTEL format: previous span has no gen_ai.output.messages or"
            + " gen_ai.output.text for history=runtime prefix check";

    private final TraceData.Otel config;
    private final boolean sendsHistory;
    private final String defaultResult;

    OtelGraph(TraceData.Otel config, String defaultResult) {
        this.config = config;
        this.sendsHistory = config.history() == TraceData.History.RUNTIME;
        this.defaultResult = defaultResult;
    }

    /// A conversation with the moment at which its first request started.
    record Chat(TraceSession session, long startNanos) {
        TraceSession startingAfter(long originNanos) {
            return session.later((startNanos - originNanos) / 1e9);
        }
    }

    /// @throws RowException when the spans make no conversation
    Chat chat(String name, List<OtelSpan> spans) throws RowException {
        Map<String, OtelSpan> byId = new HashMap<>();
        spans.forEach(span -> {
            if (span.spanId() != null) {
                byId.put(span.spanId(), span);
            }
        });
        List<OtelSpan> replayed =
                new ArrayList<>(spans.stream().filter(this::isReplayed).toList());
        if (replayed.isEmpty()) {
            throw new RowException("OTEL format: conversation has no LLM spans with token counts to replay");
        }
        replayed.sort(Comparator.comparingLong(OtelSpan::startNanos));
        List<OtelCall> calls = new ArrayList<>();
        for (OtelSpan span : replayed) {
            List<JsonObject> input = OtelContents.input(span);
            if (input == null) {
                throw new RowException("OTEL format: span missing gen_ai.input.messages. Use kind=trace_synthetic for"
                        + " token-count-only traces.");
            }
            calls.add(new OtelCall(span, agent(span, byId), prompt(span), output(span), input));
        }
        Building building = new Building(calls, spans, byId);
        return new Chat(
                new TraceSession(name, building.turns()), replayed.getFirst().startNanos());
    }

    private boolean isReplayed(OtelSpan span) {
        return !span.failed() && !NO_CHAT.contains(span.operation()) && prompt(span) >= 0 && output(span) >= 0;
    }

    private int prompt(OtelSpan span) {
        return span.count(config.inputTokensAttributes());
    }

    private int output(OtelSpan span) {
        return span.count(config.outputTokensAttributes());
    }

    /// The agent that a span worked for: the span id of the nearest `invoke_agent` above it; empty for none.
    private static String agent(OtelSpan span, Map<String, OtelSpan> byId) {
        OtelSpan at = span;
        for (int i = 0; i < byId.size(); i++) {
            at = at.parentId() == null ? null : byId.get(at.parentId());
            if (at == null) {
                return "";
            }
            if (at.operation().equals("invoke_agent")) {
                return String.valueOf(at.spanId());
            }
        }
        return "";
    }

    /// Makes the turns of one conversation.
    private final class Building {
        private final List<OtelCall> calls;
        private final List<OtelSpan> spans;
        private final Map<String, OtelSpan> byId;
        private final long origin;
        private final List<TraceTurn> turns = new ArrayList<>();

        Building(List<OtelCall> calls, List<OtelSpan> spans, Map<String, OtelSpan> byId) {
            this.calls = calls;
            this.spans = spans;
            this.byId = byId;
            this.origin = calls.getFirst().span.startNanos();
        }

        List<TraceTurn> turns() throws RowException {
            for (int i = 0; i < calls.size(); i++) {
                OtelCall call = calls.get(i);
                SequencedSet<OtelCall> waitsFor = predecessors(i);
                OtelCall before = continued(i);
                List<JsonObject> delta = before == null ? null : before.delta(call);
                if (before != null && delta != null) {
                    waitsFor.add(before);
                }
                if (before != null && delta != null && before.callsTools && !before.answered && onlyResults(delta)) {
                    before.answered = true;
                    addInjection(call, before, waitsFor, delta);
                } else {
                    addPlain(call, before, waitsFor, delta);
                }
                if (call.callsTools) {
                    List<JsonObject> next = nextDelta(call, i);
                    if (next == null || !onlyResults(next)) {
                        addPlaceholder(call, i, next);
                    }
                }
            }
            return turns;
        }

        /// The calls that were over when call `index` started, without those that others of them had waited for.
        private SequencedSet<OtelCall> predecessors(int index) {
            OtelCall call = calls.get(index);
            long latestStart = Long.MIN_VALUE;
            for (OtelCall earlier : calls.subList(0, index)) {
                if (earlier.span.knownEnd() <= call.span.startNanos()) {
                    latestStart = Math.max(latestStart, earlier.span.startNanos());
                }
            }
            SequencedSet<OtelCall> found = new LinkedHashSet<>();
            for (OtelCall earlier : calls.subList(0, index)) {
                boolean over = earlier.span.knownEnd() <= call.span.startNanos();
                boolean latest = earlier.span.knownEnd() > latestStart || earlier.span.startNanos() == latestStart;
                if (over && latest) {
                    found.add(earlier);
                }
            }
            // Spans without a length that start at one moment are a chain, not a fork: the last one stands for all.
            OtelCall last = found.isEmpty() ? call : found.getLast();
            found.removeIf(one -> one != last && one.span.knownEnd() == last.span.startNanos());
            return found;
        }

        /// The call whose messages call `index` goes on from; else the latest one of the same agent that was over
        /// by then.
        private @Nullable OtelCall continued(int index) {
            OtelCall call = calls.get(index);
            OtelCall sameAgent = null;
            for (int i = index - 1; i >= 0; i--) {
                OtelCall earlier = calls.get(i);
                if (earlier.delta(call) != null) {
                    return earlier;
                }
                boolean over = earlier.span.knownEnd() <= call.span.startNanos();
                if (sameAgent == null && over && earlier.agent.equals(call.agent)) {
                    sameAgent = earlier;
                }
            }
            return sameAgent;
        }

        /// What the first later call that goes on from this one adds to it; null when none does.
        private @Nullable List<JsonObject> nextDelta(OtelCall call, int index) {
            for (OtelCall later : calls.subList(index + 1, calls.size())) {
                List<JsonObject> delta = call.delta(later);
                if (delta != null) {
                    return delta;
                }
            }
            return null;
        }

        private void addPlain(
                OtelCall call,
                @Nullable OtelCall before,
                SequencedSet<OtelCall> waitsFor,
                @Nullable List<JsonObject> delta)
                throws RowException {
            List<JsonObject> messages = call.input;
            OtelCall history = null;
            if (sendsHistory && before != null) {
                if (delta == null) {
                    throw new RowException(before.output == null ? NO_OUTPUT : CONTINUES_NOT);
                }
                history = before;
                messages = before.callsTools ? withoutResults(delta) : delta;
            }
            String tools = call.callsTools ? OtelContents.tools(call.span) : null;
            add(
                    call,
                    parents(waitsFor, history),
                    call.callsTools ? TurnType.CLIENT_TOOL_CALL : TurnType.STANDARD,
                    call.promptTokens,
                    call.callsTools ? 0 : call.outputTokens,
                    new TraceContent.Messages(
                            new JsonArray(List.copyOf(messages)), List.of(), json(tools), choice(tools)));
        }

        private void addInjection(
                OtelCall call, OtelCall before, SequencedSet<OtelCall> waitsFor, List<JsonObject> results)
                throws RowException {
            String tools = call.callsTools ? OtelContents.tools(call.span) : null;
            add(
                    call,
                    parents(waitsFor, before),
                    TurnType.TOOL_RESPONSE_INJECTION,
                    0,
                    call.outputTokens,
                    new TraceContent.Messages(null, contents(results), json(tools), choice(tools)));
        }

        private void add(
                OtelCall call,
                List<TraceTurn.Parent> parents,
                TurnType type,
                int promptTokens,
                int outputTokens,
                TraceContent content) {
            call.turn = turns.size();
            call.ownTurn = turns.size();
            turns.add(new TraceTurn(
                    "main_" + turns.size(),
                    "default",
                    parents,
                    seconds(call.span.startNanos()),
                    call.span.seconds(),
                    type,
                    promptTokens,
                    outputTokens,
                    content));
        }

        /// Brings the results that the record has no request for.
        ///
        /// @param next what the next call adds: it may send the results along with other messages
        private void addPlaceholder(OtelCall call, int index, @Nullable List<JsonObject> next) {
            List<OtelSpan> tools = toolSpans(call, index);
            List<String> results = tools.stream()
                    .map(tool -> tool.attribute("gen_ai.tool.call.result"))
                    .filter(Objects::nonNull)
                    .map(OtelMessages::asText)
                    .toList();
            if (results.isEmpty() && next != null) {
                results = contents(next.stream().takeWhile(OtelGraph::isResult).toList());
            }
            long start = tools.stream().mapToLong(OtelSpan::startNanos).min().orElse(call.span.startNanos());
            turns.add(new TraceTurn(
                    "main_" + turns.size(),
                    "default",
                    List.of(new TraceTurn.Parent(call.ownTurn, HistoryContext.FULL)),
                    seconds(start),
                    Double.NaN,
                    TurnType.TOOL_RESPONSE_INJECTION,
                    0,
                    0,
                    new TraceContent.Messages(null, results.isEmpty() ? List.of(defaultResult) : results, null, null)));
            call.turn = turns.size() - 1;
        }

        /// The tools that a call started: those below it, else those beside it until the next call.
        private List<OtelSpan> toolSpans(OtelCall call, int index) {
            List<OtelSpan> below = new ArrayList<>();
            List<OtelSpan> beside = new ArrayList<>();
            String parent = call.span.parentId();
            long until = Long.MAX_VALUE;
            for (OtelCall later : calls.subList(index + 1, calls.size())) {
                if (parent != null && parent.equals(later.span.parentId())) {
                    until = Math.min(until, later.span.startNanos());
                }
            }
            for (OtelSpan span : spans) {
                if (!span.operation().equals("execute_tool")) {
                    continue;
                }
                if (isBelow(span, call.span)) {
                    below.add(span);
                } else if (parent != null
                        && parent.equals(span.parentId())
                        && span.startNanos() > call.span.startNanos()
                        && span.startNanos() < until) {
                    beside.add(span);
                }
            }
            List<OtelSpan> found = below.isEmpty() ? beside : below;
            found.sort(Comparator.comparingLong(OtelSpan::startNanos));
            return found;
        }

        private boolean isBelow(OtelSpan span, OtelSpan above) {
            OtelSpan at = span;
            for (int i = 0; i <= byId.size() && at != null; i++) {
                if (at.parentId() != null && at.parentId().equals(above.spanId())) {
                    return true;
                }
                at = at.parentId() == null ? null : byId.get(at.parentId());
            }
            return false;
        }

        /// @param history the call whose answer the turn sends along; null for none
        private static List<TraceTurn.Parent> parents(SequencedSet<OtelCall> waitsFor, @Nullable OtelCall history) {
            List<TraceTurn.Parent> parents = new ArrayList<>();
            if (history != null) {
                parents.add(new TraceTurn.Parent(history.turn, HistoryContext.FULL));
            }
            for (OtelCall earlier : waitsFor) {
                if (earlier != history) {
                    parents.add(new TraceTurn.Parent(earlier.turn, HistoryContext.NEW));
                }
            }
            return parents;
        }

        private double seconds(long nanos) {
            return (nanos - origin) / 1e9;
        }

        private @Nullable String choice(@Nullable String tools) {
            return tools == null
                    ? null
                    : switch (config.toolChoice()) {
                        case REQUIRED -> "required";
                        case AUTO -> "auto";
                    };
        }
    }

    private static @Nullable JsonValue json(@Nullable String tools) {
        return tools == null ? null : JsonValue.of(tools);
    }

    private static boolean onlyResults(List<JsonObject> messages) {
        return !messages.isEmpty() && messages.stream().allMatch(OtelGraph::isResult);
    }

    private static boolean isResult(JsonObject message) {
        return "tool".equals(JsonPath.text(message, "role"));
    }

    /// What follows the tool results, which a turn of our own has brought with the calls that the server made.
    private static List<JsonObject> withoutResults(List<JsonObject> messages) {
        return messages.stream().dropWhile(OtelGraph::isResult).toList();
    }

    private static List<String> contents(List<JsonObject> results) {
        return results.stream()
                .map(result -> String.valueOf(JsonPath.text(result, "content")))
                .toList();
    }
}
