package dev.guidellm.data.trace;

import dev.guidellm.config.TraceData;
import dev.guidellm.config.TraceSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonString;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `azure`, `burstgpt` and `bailian`: every row is a request; rows that name a session, or the request that they
/// follow, make a conversation. Rows need not be in order.
///
/// Every prompt is sent alone, as long as it was recorded: what is recorded of it holds the earlier turns already.
/// A row without prompt or answer tokens was a failed request, and is left out.
final class SessionRows implements TraceFormat {
    private static final long NO_PARENT = -1;

    private final String file;
    private final TraceSettings settings;
    private final SkippedRows skipped;
    private final Columns columns;
    private final RequiredColumns required;
    private final WallClock clock = new WallClock();
    private final List<RowSessions.Entry> entries = new ArrayList<>();
    private final Map<JsonValue, Integer> byId = new HashMap<>();
    private boolean anyDuration;

    /// What the columns of a format mean.
    ///
    /// @param dates whether times are dates, not numbers
    /// @param sessions the column whose equal values make a conversation; null for none
    /// @param ids the column that names a request; null for none
    /// @param parents the column that names the request before; null for none
    /// @param hashIds the column with the blocks of a prompt; null for none
    record Columns(
            boolean dates,
            @Nullable String sessions,
            @Nullable String ids,
            @Nullable String parents,
            @Nullable String hashIds,
            int blockSize) {

        static Columns of(TraceData.Azure azure) {
            return new Columns(true, azure.trace().conversationIdColumn(), null, null, null, 1);
        }

        static Columns of(TraceData.BurstGpt burst) {
            return new Columns(false, burst.trace().conversationIdColumn(), null, null, null, 1);
        }

        static Columns of(TraceData.Bailian bailian) {
            return new Columns(
                    false,
                    null,
                    bailian.trace().conversationIdColumn(),
                    bailian.parentIdColumn(),
                    bailian.hashIdsColumn(),
                    bailian.hashIdBlockSize());
        }
    }

    SessionRows(String file, TraceSettings settings, SkippedRows skipped, Columns columns) {
        this.file = file;
        this.settings = settings;
        this.skipped = skipped;
        this.columns = columns;
        this.required = new RequiredColumns(settings, columns.hashIds);
    }

    @Override
    public void accept(Row row, String place) throws RowException {
        Map<String, JsonValue> cells = row.cells();
        required.check(cells);
        double start = columns.dates
                ? clock.seconds(cells, settings.timestampColumn())
                : Cells.time(cells, settings.timestampColumn());
        int[] tokens = Cells.tokens(cells, settings.promptTokensColumn(), settings.outputTokensColumn());
        refuseNone(settings.promptTokensColumn(), tokens[0]);
        refuseNone(settings.outputTokensColumn(), tokens[1]);
        double duration = Cells.duration(cells, settings.durationColumn());
        JsonValue id = name(cells, columns.ids);
        JsonValue parent = parent(cells);
        if (id != null && byId.containsKey(id)) {
            throw new RowException(columns.ids + " " + Cells.shown(id) + " occurs twice");
        }
        TraceContent content = columns.hashIds == null
                ? new TraceContent.Words()
                : blocks(Cells.hashIds(cells, columns.hashIds), tokens[0], parent);
        anyDuration |= !Double.isNaN(duration);
        if (id != null) {
            byId.put(id, entries.size());
        }
        TraceTurn turn = new TraceTurn(
                "main_0", "default", List.of(), start, duration, TurnType.STANDARD, tokens[0], tokens[1], content);
        entries.add(new RowSessions.Entry(turn, place, name(cells, columns.sessions), parent));
    }

    private static void refuseNone(String column, int tokens) throws RowException {
        if (tokens == 0) {
            throw new RowException(column + " is 0: a failed request");
        }
    }

    private static @Nullable JsonValue name(Map<String, JsonValue> cells, @Nullable String column) {
        JsonValue value = column == null ? null : cells.get(column);
        boolean none = value == null
                || value instanceof JsonNull
                || (value instanceof JsonString(String text) && text.isBlank());
        return none ? null : value;
    }

    /// The name of the request before; null for a first one.
    private @Nullable JsonValue parent(Map<String, JsonValue> cells) {
        JsonValue value = name(cells, columns.parents);
        return value instanceof JsonInteger(BigInteger number) && number.longValue() == NO_PARENT ? null : value;
    }

    private TraceContent blocks(long[] ids, int tokens, @Nullable JsonValue parent) throws RowException {
        int full = tokens / columns.blockSize;
        int needed = (tokens + columns.blockSize - 1) / columns.blockSize;
        if (ids.length != needed && ids.length != full) {
            throw BlockIds.wrongCount(tokens, columns.blockSize, ids.length);
        }
        Integer index = parent == null ? null : byId.get(parent);
        BlockIds blocks = index != null && entries.get(index).turn().content() instanceof TraceContent.Blocks before
                ? BlockIds.of(ids, ids.length, before.blocks(), before.blocks().toArray())
                : BlockIds.of(ids);
        return new TraceContent.Blocks(blocks, columns.blockSize, 0, ids.length == needed, null);
    }

    @Override
    public List<TraceSession> sessions() {
        if (entries.isEmpty()) {
            required.refuseAbsent(file);
            return List.of();
        }
        if (!anyDuration) {
            skipped.warn(RowTrace.noDuration(settings.durationColumn()));
        }
        return new RowSessions(entries, skipped).sessions(byId);
    }
}
