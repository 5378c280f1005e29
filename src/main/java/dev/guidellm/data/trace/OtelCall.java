package dev.guidellm.data.trace;

import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A span that is replayed.
final class OtelCall {
    final OtelSpan span;
    final String agent;
    final int promptTokens;
    final int outputTokens;
    final List<JsonObject> input;
    final @Nullable List<JsonObject> output;
    final boolean callsTools;
    /// The turn that others wait for; with tools, the one that brings their results.
    int turn = -1;
    /// The span's own turn.
    int ownTurn = -1;
    /// Whether the results of its tools are brought by a turn already.
    boolean answered;

    OtelCall(OtelSpan span, String agent, int promptTokens, int outputTokens, List<JsonObject> input)
            throws RowException {
        this.span = span;
        this.agent = agent;
        this.promptTokens = promptTokens;
        this.outputTokens = outputTokens;
        this.input = input;
        this.output = OtelContents.output(span);
        this.callsTools = OtelContents.callsTools(span, output);
    }

    /// What `later` adds to this call's messages and answer; null when it does not go on from them.
    @Nullable
    List<JsonObject> delta(OtelCall later) {
        if (output == null || output.isEmpty() || later.input.size() < input.size() + output.size()) {
            return null;
        }
        int length = input.size() + output.size();
        // The answer tells most others apart, so it is looked at first.
        boolean goesOn = later.input.subList(input.size(), length).equals(output)
                && later.input.subList(0, input.size()).equals(input);
        return goesOn ? later.input.subList(length, later.input.size()) : null;
    }
}
