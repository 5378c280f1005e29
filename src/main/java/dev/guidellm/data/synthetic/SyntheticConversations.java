package dev.guidellm.data.synthetic;

import dev.guidellm.config.SyntheticText;
import dev.guidellm.config.SyntheticText.Branch;
import dev.guidellm.conversation.Columns;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.PythonRandom;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.json.FixedMap;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One epoch of made-up conversations. Every quantity has its own stream of random numbers, seeded next to each
/// other.
final class SyntheticConversations implements RowCursor {
    private final SyntheticText config;
    private final FillerText filler;
    private final Markers markers;
    private final String defaultToolResponse;
    private final String tools;
    private final Set<Integer> clientToolTurns;
    private final Set<Integer> serverToolTurns;
    private final List<List<Integer>> branchesMergingAt = new ArrayList<>();

    private final TextDraft text;
    private final TokenSampler prompt;
    private final @Nullable TokenSampler output;
    private final @Nullable TokenSampler firstPrompt;
    private final @Nullable TokenSampler firstOutput;
    private final List<BranchSizes> branchSizes = new ArrayList<>();
    private final @Nullable TokenSampler toolResponse;
    private final @Nullable DelaySampler delay;
    private final PythonRandom prefixChoice;
    private final @Nullable PrefixPool prefixes;

    private final CountCell promptCount = new CountCell();
    private final CountCell outputCount = new CountCell();
    private final List<String> turnMarkers = new ArrayList<>();
    private final List<String> turnIds = new ArrayList<>();

    private long row;

    /// @param base the seed of this epoch
    SyntheticConversations(SyntheticText config, FillerText filler, long base, int epoch, String defaultToolResponse) {
        this.config = config;
        this.filler = filler;
        this.markers = new Markers(filler, epoch + 1, requests(config));
        this.defaultToolResponse = defaultToolResponse;
        this.clientToolTurns = new HashSet<>(config.toolCallTurns());
        this.serverToolTurns = new HashSet<>(config.serverToolCallTurns());
        this.tools = PlaceholderTool.orGiven(config.tools());
        this.text = filler.draft(new PythonRandom(base));
        TokenSampler prompts = TokenSampler.of(config.promptTokens(), base);
        if (prompts == null) {
            throw new IllegalArgumentException("prompt_tokens is required");
        }
        this.prompt = prompts;
        this.output = TokenSampler.of(config.outputTokens(), base + 1);
        this.delay = DelaySampler.of(config.delay(), base + 2);
        this.toolResponse = TokenSampler.of(config.toolResponseTokens(), base + 2);
        this.prefixChoice = new PythonRandom(base + 3);
        this.firstPrompt = TokenSampler.of(config.firstPromptTokens(), base + 4);
        this.firstOutput = TokenSampler.of(config.firstOutputTokens(), base + 5);
        for (int turn = 0; turn < config.turns(); turn++) {
            branchesMergingAt.add(new ArrayList<>());
            turnMarkers.add("m" + turn);
            turnIds.add("main_" + turn);
        }
        for (int b = 0; b < config.branches().size(); b++) {
            Branch branch = config.branches().get(b);
            branchesMergingAt.get(branch.atTurn() + branch.mergeAfter()).add(b);
            branchSizes.add(new BranchSizes(
                    TokenSampler.of(branch.firstPromptTokens(), base + 10 + 2L * b),
                    TokenSampler.of(branch.firstOutputTokens(), base + 11 + 2L * b)));
        }
        this.prefixes = config.prefixBuckets() == null ? null : PrefixPool.make(config.prefixBuckets(), filler, text);
    }

    @Override
    public Row next() {
        List<JsonValue> nodes = new ArrayList<>(config.turns());
        double seconds = delay == null ? 0 : delay.next();
        String prefix = prefixes == null ? "" : prefixes.choose(prefixChoice);
        for (int turn = 0; turn < config.turns(); turn++) {
            nodes.add(mainTurn(turn, turn == 0 ? prefix : "", seconds));
        }
        for (int b = 0; b < config.branches().size(); b++) {
            Branch branch = config.branches().get(b);
            for (int turn = 0; turn < branch.turns(); turn++) {
                nodes.add(branchTurn(b, branch, turn));
            }
        }
        markers.advance();
        JsonObject graph = new JsonObject(FixedMap.of("turns", new JsonArray(nodes)));
        return new Row(++row, FixedMap.of(SyntheticTextSource.COLUMN, graph));
    }

    private JsonObject mainTurn(int turn, String prefix, double seconds) {
        int promptTokens = size(turn == 0 ? firstPrompt : null, prompt);
        Integer outputTokens = optionalSize(turn == 0 ? firstOutput : null, output);
        FixedMap.Builder<String, JsonValue> columns = FixedMap.builder();
        columns.put(Columns.TEXT, one(prompt(promptTokens, turnMarkers.get(turn))));
        columns.put(Columns.PROMPT_TOKENS_COUNT, promptCount.of(promptTokens));
        if (!prefix.isEmpty()) {
            columns.put(Columns.PREFIX, one(prefix));
        }
        if (outputTokens != null) {
            columns.put(Columns.OUTPUT_TOKENS_COUNT, outputCount.of(outputTokens));
        }
        if (serverToolTurns.contains(turn)) {
            columns.put(Columns.TURN_TYPE, one(TurnType.SERVER_TOOL_CALL.key()));
        }
        if (clientToolTurns.contains(turn)) {
            columns.put(Columns.TOOLS, one(tools));
            columns.put(Columns.TOOL_RESPONSE, one(toolResponseText()));
        }
        List<JsonValue> parents = new ArrayList<>();
        if (turn > 0) {
            parents.add(parent(turnIds.get(turn - 1), HistoryContext.FULL));
        }
        for (int b : branchesMergingAt.get(turn)) {
            int last = config.branches().get(b).turns() - 1;
            parents.add(parent("branch_" + b + "_" + last, HistoryContext.LAST));
        }
        // A draw of exactly 0 means no think time (the original's data would end here).
        JsonValue settings =
                seconds > 0 ? JsonValue.object().put("requeue_delay", seconds).build() : JsonValue.NULL;
        return node(turnIds.get(turn), "default", parents, new JsonObject(columns.build()), settings);
    }

    private JsonObject branchTurn(int number, Branch branch, int turn) {
        BranchSizes own = branchSizes.get(number);
        TokenSampler first = own.prompt == null ? firstPrompt : own.prompt;
        TokenSampler firstAnswer = own.output == null ? firstOutput : own.output;
        int promptTokens = size(turn == 0 ? first : null, prompt);
        Integer outputTokens = optionalSize(turn == 0 ? firstAnswer : null, output);
        FixedMap.Builder<String, JsonValue> columns = FixedMap.builder();
        columns.put(Columns.TEXT, one(prompt(promptTokens, "b" + number + "_" + turn)));
        columns.put(Columns.PROMPT_TOKENS_COUNT, promptCount.of(promptTokens));
        if (outputTokens != null) {
            columns.put(Columns.OUTPUT_TOKENS_COUNT, outputCount.of(outputTokens));
        }
        JsonObject parent = turn == 0
                ? parent(turnIds.get(branch.atTurn()), HistoryContext.NEW)
                : parent("branch_" + number + "_" + (turn - 1), HistoryContext.FULL);
        String id = "branch_" + number + "_" + turn;
        return node(id, branch.agentId(), List.of(parent), new JsonObject(columns.build()), JsonValue.NULL);
    }

    private String prompt(int tokens, String turn) {
        return filler.ofTokens(tokens, markers.text(turn), markers.tokens(turn), text);
    }

    /// How many requests a conversation makes.
    private static long requests(SyntheticText config) {
        long branchTurns = 0;
        for (Branch branch : config.branches()) {
            branchTurns += branch.turns();
        }
        return config.turns() + new HashSet<>(config.toolCallTurns()).size() + branchTurns;
    }

    private String toolResponseText() {
        if (toolResponse == null) {
            return defaultToolResponse;
        }
        String result = filler.ofTokens(toolResponse.next(), "", text);
        return JsonWriter.toString(JsonValue.object().put("result", result).build());
    }

    private static int size(@Nullable TokenSampler special, TokenSampler usual) {
        return special == null ? usual.next() : special.next();
    }

    private static @Nullable Integer optionalSize(@Nullable TokenSampler special, @Nullable TokenSampler usual) {
        if (special != null) {
            return special.next();
        }
        return usual == null ? null : Integer.valueOf(usual.next());
    }

    private static JsonObject node(
            String id, String agent, List<JsonValue> parents, JsonObject columns, JsonValue settings) {
        FixedMap.Builder<String, JsonValue> node = FixedMap.builder();
        node.put("node_id", JsonValue.of(id))
                .put("agent_id", JsonValue.of(agent))
                .put("parents", new JsonArray(parents))
                .put("columns", columns)
                .put("settings", settings);
        return new JsonObject(node.build());
    }

    private static JsonObject parent(String id, HistoryContext context) {
        return JsonValue.object()
                .put("parent_node_id", id)
                .put("history_context", context.key())
                .build();
    }

    private static JsonArray one(String value) {
        return new JsonArray(List.of(new JsonString(value)));
    }

    @Override
    public void close() {
        // nothing is held
    }

    /// A cell that holds a count. Counts are often all the same; then so is the cell.
    private static final class CountCell {
        private int last = -1;
        private JsonArray cell = new JsonArray(List.of());

        JsonArray of(int count) {
            if (count != last) {
                last = count;
                cell = new JsonArray(List.of(JsonValue.of((long) count)));
            }
            return cell;
        }
    }

    /// Sizes of a branch's first turn where they are its own.
    private record BranchSizes(
            @Nullable TokenSampler prompt, @Nullable TokenSampler output) {}
}
