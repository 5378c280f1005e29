package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Text of given token counts, in one turn or many.
///
/// @param promptTokens tokens of a prompt
/// @param outputTokens tokens asked for, no mean for no limit
/// @param firstPromptTokens tokens of a conversation's first prompt where they differ
/// @param firstOutputTokens tokens asked for in its first turn where they differ
/// @param delay think time between turns
/// @param turns turns of a conversation
/// @param toolCallTurns indices of the turns that call a tool, ascending
/// @param tools tool definitions, null for a placeholder
/// @param toolResponseTokens tokens of a tool's result
/// @param serverToolCallTurns indices of the turns whose tool runs on the server, ascending
/// @param branches side conversations
/// @param prefixCount only read; becomes a bucket
/// @param prefixTokens only read; becomes a bucket
/// @param prefixBuckets groups of shared prefixes, null for none
@Kind("synthetic_text")
public record SyntheticText(
        @Default("{}") JsonObject loadKwargs,
        @Required @Inline(prefix = "prompt_tokens") TokenSpread promptTokens,
        @Inline(prefix = "output_tokens") TokenSpread outputTokens,
        @Inline(prefix = "first_prompt_tokens") TokenSpread firstPromptTokens,
        @Inline(prefix = "first_output_tokens") TokenSpread firstOutputTokens,
        @Inline(prefix = "delay") DelaySpread delay,
        @Default("1") @Range(above = 0) int turns,
        @Default("[]") @Prepare(Prepare.Step.TURN_LIST) List<Integer> toolCallTurns,
        @Nullable List<JsonObject> tools,
        @Inline(prefix = "tool_response_tokens") TokenSpread toolResponseTokens,
        @Default("[]") @Prepare(Prepare.Step.TURN_LIST) List<Integer> serverToolCallTurns,
        @Default("[]") List<Branch> branches,
        @NotWritten @Nullable Integer prefixCount,
        @NotWritten @Nullable Integer prefixTokens,
        @Nullable List<PrefixBucket> prefixBuckets)
        implements SyntheticData {

    /// A side conversation that starts from a turn and is merged into a later one.
    ///
    /// @param atTurn the turn it starts from
    /// @param turns its own turns
    /// @param agentId who talks in it
    /// @param mergeAfter how many turns later it is merged
    @IgnoreUnknown
    public record Branch(
            @Range(atLeast = 0) int atTurn,
            @Range(above = 0) int turns,
            @Default("worker") String agentId,
            @Default("1") @Range(atLeast = 1) int mergeAfter,
            @Inline(prefix = "first_prompt_tokens") TokenSpread firstPromptTokens,
            @Inline(prefix = "first_output_tokens") TokenSpread firstOutputTokens) {
        public Branch {
            firstPromptTokens.requireMean("first_prompt_tokens");
            firstOutputTokens.requireMean("first_output_tokens");
        }
    }

    /// A group of shared prefixes.
    ///
    /// @param bucketWeight share of conversations, relative to the other buckets
    /// @param prefixCount different prefixes
    /// @param prefixTokens tokens of each
    @IgnoreUnknown
    public record PrefixBucket(
            @Default("100") @Range(above = 0) int bucketWeight,
            @Default("1") @Range(atLeast = 1) int prefixCount,
            @Default("0") @Range(atLeast = 0) int prefixTokens) {}

    public SyntheticText {
        firstPromptTokens.requireMean("first_prompt_tokens");
        firstOutputTokens.requireMean("first_output_tokens");
        tools = tools == null ? null : List.copyOf(tools);
        branches = List.copyOf(branches);
        toolCallTurns = turnIndices("tool_call_turns", toolCallTurns, turns);
        serverToolCallTurns = turnIndices("server_tool_call_turns", serverToolCallTurns, turns);
        checkOverlap(toolCallTurns, serverToolCallTurns);
        checkBranches(branches, turns);
        if (prefixCount != null || prefixTokens != null) {
            if (prefixBuckets != null) {
                throw ConfigException.rule("prefix_buckets is mutually exclusive with prefix_count and prefix_tokens");
            }
            prefixBuckets = List.of(new PrefixBucket(
                    100, prefixCount == null ? 1 : prefixCount, prefixTokens == null ? 0 : prefixTokens));
            prefixCount = null;
            prefixTokens = null;
        }
        prefixBuckets = prefixBuckets == null ? null : List.copyOf(prefixBuckets);
    }

    private static List<Integer> turnIndices(String key, List<Integer> given, int turns) {
        if (given.equals(List.of(-1))) {
            return IntStream.range(0, turns).boxed().toList();
        }
        for (int index : given) {
            if (index < 0 || index >= turns) {
                throw ConfigException.rule(key + " index " + index + " out of range [0, " + turns + ")");
            }
        }
        return given.stream().sorted().toList();
    }

    private static void checkOverlap(List<Integer> client, List<Integer> server) {
        Set<Integer> both = new LinkedHashSet<>(client);
        both.retainAll(server);
        if (!both.isEmpty()) {
            throw ConfigException.rule("tool_call_turns and server_tool_call_turns must not overlap;"
                    + " overlapping indices: " + new ArrayList<>(both));
        }
    }

    private static void checkBranches(List<Branch> branches, int turns) {
        for (int i = 0; i < branches.size(); i++) {
            Branch branch = branches.get(i);
            long merge = (long) branch.atTurn() + branch.mergeAfter();
            if (merge >= turns) {
                throw ConfigException.rule("branches[" + i + "].at_turn=" + branch.atTurn() + " + merge_after="
                        + branch.mergeAfter() + " = " + merge + " must be less than turns=" + turns
                        + " (merge point must exist)");
            }
        }
    }
}
