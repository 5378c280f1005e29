package dev.guidellm.data.trace;

import dev.guidellm.config.TraceData;
import dev.guidellm.config.TraceSettings;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `weka`: every row is a conversation of an agent and its sub-agents.
///
/// A block's tokens are what the file says (`block_size`), else what the configuration says. Ids mean the same
/// blocks in all conversations only where the file says so (`hash_id_scope: "global"`).
final class WekaTrace implements TraceFormat {
    private static final Logger LOG = LoggerFactory.getLogger(WekaTrace.class);
    private static final String GROUP = "subagent";
    private static final JsonValue TOOL_RESULT = JsonValue.of("tool_result");
    private static final String OTHER_DURATION = "api_time";
    private static final String NO_REQUESTS = "WEKA format: Failed to find requests column or requests was empty";

    private final String file;
    private final TraceData.Weka config;
    private final TraceSettings settings;
    private final SkippedRows skipped;
    private final WekaGraph graph;
    private final List<TraceSession> sessions = new ArrayList<>();
    private @Nullable String requestsColumn;
    private boolean anyDuration;
    private long conversations;
    /// The earliest request of all, also of those that are left out.
    private double origin = Double.POSITIVE_INFINITY;

    WekaTrace(String file, TraceData.Weka config, SkippedRows skipped, WekaGraph graph) {
        this.file = file;
        this.config = config;
        this.settings = config.trace();
        this.skipped = skipped;
        this.graph = graph;
    }

    @Override
    public void accept(Row row, String place) throws RowException {
        Map<String, JsonValue> cells = row.cells();
        JsonArray requests = requests(cells);
        String idColumn = settings.conversationIdColumn();
        if (idColumn != null) {
            Cells.require(cells, List.of(idColumn));
        }
        Reading reading = new Reading(blockSize(cells, place));
        List<WekaItem> items = reading.items(requests);
        if (!reading.anyCall) {
            throw new RowException("WEKA format: conversation has no API requests to replay");
        }
        if (config.splitAgents()) {
            items = AgentLanes.split(items);
        }
        boolean global = cells.get("hash_id_scope") instanceof JsonString(String scope) && scope.equals("global");
        String id = idColumn == null ? null : Cells.text(cells, idColumn);
        String name = id == null ? place : id;
        // Only global ids have the number 0; every other conversation has blocks of its own.
        long scopeNumber = global ? 0 : ++conversations;
        WekaGraph.Cut cut = graph.session(
                name, new WekaItem.Group(0, null, items, 0, prefixTokens(cells)), reading.blockSize, scopeNumber);
        origin = Math.min(origin, cut.start());
        if (cut.session() != null) {
            sessions.add(cut.session());
        }
        if (cut.turnsLeftOut() > 0) {
            LOG.info(
                    "max_context_len={} leaves {} requests of conversation '{}' out",
                    config.maxContextLen(),
                    cut.turnsLeftOut(),
                    name);
        }
    }

    private JsonArray requests(Map<String, JsonValue> cells) throws RowException {
        if (requestsColumn != null) {
            return requests(cells.get(requestsColumn));
        }
        for (Map.Entry<String, JsonValue> cell : cells.entrySet()) {
            if (cell.getValue() instanceof JsonArray array
                    && !array.items().isEmpty()
                    && array.items().getFirst() instanceof JsonObject) {
                requestsColumn = cell.getKey();
                return array;
            }
        }
        throw new RowException(NO_REQUESTS);
    }

    private static JsonArray requests(@Nullable JsonValue cell) throws RowException {
        if (cell instanceof JsonArray array && !array.items().isEmpty()) {
            return array;
        }
        throw new RowException(NO_REQUESTS);
    }

    /// Tokens of the tools and the system prompt; 0 where the file does not say.
    private static int prefixTokens(Map<String, JsonValue> cells) {
        long tokens = 0;
        for (String name : List.of("tool_tokens", "system_tokens")) {
            if (cells.get(name) instanceof JsonInteger(BigInteger count) && count.bitLength() < 31) {
                tokens += Math.max(0, count.intValue());
            }
        }
        return (int) Math.min(tokens, Integer.MAX_VALUE);
    }

    private int blockSize(Map<String, JsonValue> cells, String place) throws RowException {
        JsonValue given = cells.get("block_size");
        if (given == null || given instanceof JsonNull) {
            return config.hashIdBlockSize();
        }
        if (!(given instanceof JsonInteger(BigInteger size)) || size.signum() <= 0 || size.bitLength() > 31) {
            throw new RowException("block_size must be a whole number above 0, got " + Cells.shown(given));
        }
        int size31 = size.intValue();
        if (size31 != config.hashIdBlockSize() && config.hashIdBlockSize() != TraceData.Weka.USUAL_BLOCK_SIZE) {
            skipped.warn("The trace says block_size=" + size31 + " (" + place + "), which counts instead of"
                    + " hash_id_block_size=" + config.hashIdBlockSize() + ".");
        }
        return size31;
    }

    @Override
    public List<TraceSession> sessions() {
        if (requestsColumn == null) {
            throw new DataException(file, null, NO_REQUESTS);
        }
        if (!anyDuration && !sessions.isEmpty()) {
            skipped.warn(RowTrace.noDuration(settings.durationColumn()));
        }
        return sessions.stream().map(session -> session.later(-origin)).toList();
    }

    /// Reads the lists of one conversation.
    private final class Reading {
        private final int blockSize;
        private boolean anyCall;

        Reading(int blockSize) {
            this.blockSize = blockSize;
        }

        List<WekaItem> items(JsonArray list) throws RowException {
            List<WekaItem> items = new ArrayList<>(list.items().size());
            for (JsonValue value : list.items()) {
                if (!(value instanceof JsonObject object)) {
                    throw new RowException("WEKA format: a request must be an object, got " + Cells.shown(value));
                }
                Map<String, JsonValue> cells = object.members();
                items.add(isGroup(cells) ? group(cells) : call(cells));
            }
            return items;
        }

        private WekaItem group(Map<String, JsonValue> cells) throws RowException {
            JsonValue inner = cells.get("requests");
            List<WekaItem> items = inner instanceof JsonArray list ? items(list) : List.of();
            return new WekaItem.Group(
                    Cells.time(cells, settings.timestampColumn()),
                    Cells.text(cells, "agent_id"),
                    items,
                    0,
                    prefixTokens(cells));
        }

        private WekaItem call(Map<String, JsonValue> cells) throws RowException {
            Cells.require(
                    cells,
                    List.of(
                            settings.timestampColumn(),
                            settings.promptTokensColumn(),
                            settings.outputTokensColumn(),
                            config.hashIdsColumn()));
            int[] tokens = Cells.tokens(cells, settings.promptTokensColumn(), settings.outputTokensColumn());
            double duration = Cells.duration(cells, settings.durationColumn());
            if (Double.isNaN(duration)) {
                duration = Cells.duration(cells, OTHER_DURATION);
            }
            anyCall = true;
            anyDuration |= !Double.isNaN(duration);
            String stop = Cells.text(cells, "stop");
            return new WekaItem.Call(
                    Cells.time(cells, settings.timestampColumn()),
                    duration,
                    tokens[0],
                    tokens[1],
                    fullBlocks(Cells.hashIds(cells, config.hashIdsColumn()), tokens[0]),
                    stop == null ? "" : stop,
                    bringsToolResult(cells));
        }

        /// Without the block that the prompt fills only in part: it is never shared.
        private long[] fullBlocks(long[] ids, int promptTokens) throws RowException {
            int full = promptTokens / blockSize;
            int needed = (promptTokens + blockSize - 1) / blockSize;
            if (ids.length != full && ids.length != needed) {
                throw new RowException(
                        "Input token count of " + promptTokens + " split into blocks of size " + blockSize
                                + " full blocks and " + blockSize
                                + " full blocks + partially filled trailing block does not match given " + ids.length
                                + " blocks");
            }
            return ids.length == full ? ids : Arrays.copyOf(ids, full);
        }

        private @Nullable Boolean bringsToolResult(Map<String, JsonValue> cells) {
            if (!(cells.get("input_types") instanceof JsonArray(List<JsonValue> types)) || types.isEmpty()) {
                return null;
            }
            return types.contains(TOOL_RESULT);
        }

        private boolean isGroup(Map<String, JsonValue> cells) {
            return cells.get("type") instanceof JsonString(String type) && type.equals(GROUP);
        }
    }
}
