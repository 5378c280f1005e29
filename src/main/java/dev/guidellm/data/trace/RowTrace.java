package dev.guidellm.data.trace;

import dev.guidellm.config.TraceSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `trace_synthetic` and `mooncake`: every row is a request by itself, at its time; rows need not be in order.
///
/// Mooncake's rows name the blocks of their prompts. An id stands for the same text in all rows; where it is the
/// last of a row the text is cut to what the row's length leaves for it, so that every prompt has its recorded
/// length.
final class RowTrace implements TraceFormat {
    private final String file;
    private final TraceSettings settings;
    private final SkippedRows skipped;
    private final @Nullable String hashIdsColumn;
    private final int blockSize;
    private final RequiredColumns required;
    private final List<TraceTurn> turns = new ArrayList<>();
    private final List<String> places = new ArrayList<>();
    private boolean anyDuration;

    /// @param hashIdsColumn null where prompts have no blocks
    RowTrace(String file, TraceSettings settings, SkippedRows skipped, @Nullable String hashIdsColumn, int blockSize) {
        this.file = file;
        this.settings = settings;
        this.skipped = skipped;
        this.hashIdsColumn = hashIdsColumn;
        this.blockSize = blockSize;
        this.required = new RequiredColumns(settings, hashIdsColumn);
    }

    @Override
    public void accept(Row row, String place) throws RowException {
        Map<String, JsonValue> cells = row.cells();
        required.check(cells);
        double start = Cells.time(cells, settings.timestampColumn());
        int[] tokens = Cells.tokens(cells, settings.promptTokensColumn(), settings.outputTokensColumn());
        double duration = Cells.duration(cells, settings.durationColumn());
        TraceContent content = new TraceContent.Words();
        if (hashIdsColumn != null) {
            long[] ids = Cells.hashIds(cells, hashIdsColumn);
            long needed = (tokens[0] + blockSize - 1L) / blockSize;
            if (ids.length != needed) {
                throw BlockIds.wrongCount(tokens[0], blockSize, ids.length);
            }
            content = new TraceContent.Blocks(BlockIds.of(ids), blockSize, 0, true, null);
        }
        anyDuration |= !Double.isNaN(duration);
        places.add(place);
        turns.add(new TraceTurn(
                "main_0", "default", List.of(), start, duration, TurnType.STANDARD, tokens[0], tokens[1], content));
    }

    @Override
    public List<TraceSession> sessions() {
        if (turns.isEmpty()) {
            required.refuseAbsent(file);
            return List.of();
        }
        if (!anyDuration) {
            skipped.warn(noDuration(settings.durationColumn()));
        }
        double origin = turns.stream().mapToDouble(TraceTurn::start).min().orElse(0);
        List<TraceSession> sessions = new ArrayList<>(turns.size());
        for (int i = 0; i < turns.size(); i++) {
            TraceTurn turn = turns.get(i);
            sessions.add(new TraceSession(places.get(i), List.of(turn)).later(-origin));
        }
        sessions.sort(Comparator.comparingDouble(TraceSession::start));
        return sessions;
    }

    static String noDuration(String column) {
        return "Trace duration column '" + column
                + "' is missing; schedule_turn=idle_gap will treat each request as instantaneous.";
    }
}
