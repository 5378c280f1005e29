package dev.guidellm.data.trace;

import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DbFile;
import dev.guidellm.config.FileData;
import dev.guidellm.config.HuggingFaceData;
import dev.guidellm.config.InMemoryData;
import dev.guidellm.config.SyntheticData;
import dev.guidellm.config.TraceData;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.data.dataset.DataSets;
import dev.guidellm.data.file.FileSources;
import dev.guidellm.data.file.RowTable;
import dev.guidellm.data.synthetic.PlaceholderTool;
import dev.guidellm.data.synthetic.SeededText;
import dev.guidellm.data.synthetic.SpreadCheck;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.tokenizer.Tokenizer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Opens traces: reads the rows of the source once, each into the numbers that are needed of it.
public final class TraceLoader {
    private TraceLoader() {}

    /// A trace, ready to be replayed.
    ///
    /// @param path where the configuration stands, such as `data[0]`, for messages
    /// @param seed makes the texts repeatable
    /// @param defaultToolResponse what a tool answers where the trace does not say
    /// @param samples how many conversations to use, from the first; below 1 for all
    /// @throws DataException when the source cannot be read, is of another format, or holds nothing that can be
    /// replayed
    /// @throws dev.guidellm.config.ConfigException when it is configured to the impossible
    public static TraceConversations open(
            TraceData config,
            String path,
            long seed,
            Supplier<Tokenizer> tokenizer,
            String defaultToolResponse,
            int samples) {
        LoadedTrace trace = load(config, path, seed, defaultToolResponse, new SkippedRows(), false);
        SeededText text = switch (config) {
            case TraceData.Otel _, TraceData.ShareGpt _, TraceData.AiperfDag _ -> null;
            case TraceData.Minimal _,
                    TraceData.Mooncake _,
                    TraceData.Weka _,
                    TraceData.Azure _,
                    TraceData.BurstGpt _,
                    TraceData.Bailian _ -> new SeededText(tokenizer.get());
        };
        TraceRequests requests;
        if (text != null) {
            requests = new TracePrompts(text, seed, defaultToolResponse, toolName(config));
        } else {
            requests = config instanceof TraceData.Otel ? new RecordedMessages() : new CountedMessages(tokenizer.get());
        }
        boolean warmsUp = config instanceof TraceData.Weka weka && weka.warmPrefixes();
        boolean promptsAlone = !(config instanceof TraceData.Weka weka) || weka.history() == TraceData.History.TRACE;
        List<SessionTiming.Timed> plan = SessionTiming.of(config.trace(), trace.sessions());
        TraceFacts facts = new TraceFacts(trace, plan, config.trace(), text, promptsAlone);
        return new TraceConversations(trace, plan, requests, samples, warmsUp, facts);
    }

    /// A trace's numbers.
    ///
    /// @param goesOn whether lines that are no rows at all are skipped like rows with a mistake
    static LoadedTrace load(
            TraceData config, String path, long seed, String defaultToolResponse, SkippedRows skipped, boolean goesOn) {
        String tools = PlaceholderTool.DEFINITIONS;
        if (config instanceof TraceData.Weka weka) {
            new SpreadCheck(path)
                    .tokens("tool_response_tokens", weka.toolResponseTokens())
                    .report();
            tools = PlaceholderTool.orGiven(weka.tools());
        }
        RowTable table = table(config);
        return read(table, format(config, table.name(), skipped, tools, seed, defaultToolResponse), skipped, goesOn);
    }

    private static TraceFormat format(
            TraceData config, String file, SkippedRows skipped, String tools, long seed, String defaultToolResponse) {
        return switch (config) {
            case TraceData.Minimal minimal -> new RowTrace(file, minimal.trace(), skipped, null, 1);
            case TraceData.Mooncake blocks ->
                new RowTrace(file, blocks.trace(), skipped, blocks.hashIdsColumn(), blocks.hashIdBlockSize());
            case TraceData.Weka weka ->
                new WekaTrace(file, weka, skipped, new WekaGraph(weka, skipped, JsonValue.of(tools), seed));
            case TraceData.Otel otel -> new OtelTrace(file, otel, skipped, defaultToolResponse);
            case TraceData.Azure azure -> new SessionRows(file, azure.trace(), skipped, SessionRows.Columns.of(azure));
            case TraceData.BurstGpt burst ->
                new SessionRows(file, burst.trace(), skipped, SessionRows.Columns.of(burst));
            case TraceData.Bailian bailian ->
                new SessionRows(file, bailian.trace(), skipped, SessionRows.Columns.of(bailian));
            case TraceData.ShareGpt chats -> new ShareGptTrace(file, chats, skipped);
            case TraceData.AiperfDag graphs -> new AiperfDagTrace(graphs, skipped);
        };
    }

    private static LoadedTrace read(RowTable table, TraceFormat format, SkippedRows skipped, boolean goesOn) {
        long rows = 0;
        List<TraceSession> sessions;
        try (Rows cursor = new Rows(table, skipped, goesOn)) {
            boolean more = true;
            while (more) {
                String place = table.name() + " " + table.unit() + " " + (rows + 1);
                try {
                    Row row = cursor.next();
                    more = row != null;
                    if (row != null) {
                        rows++;
                        place = table.name() + " " + table.unit() + " " + row.number();
                        format.accept(row, place);
                    }
                } catch (RowException e) {
                    skipped.add(place, e.problem());
                }
            }
            sessions = format.sessions();
        }
        if (rows == 0) {
            throw new DataException(table.name(), null, "Trace file has no valid rows: it is empty");
        }
        skipped.report();
        if (sessions.isEmpty()) {
            String first = skipped.first().isEmpty() ? "" : "; the first error: " + skipped.first();
            throw new DataException(
                    table.name(),
                    null,
                    "none of its " + rows + " rows can be replayed (" + skipped.count() + " errors)" + first);
        }
        return new LoadedTrace(table.name(), sessions, rows, skipped.count());
    }

    /// The rows of a table, if wanted without the lines that cannot be read as any.
    private static final class Rows implements RowCursor {
        private final RowTable table;
        private final RowCursor rows;
        private final SkippedRows skipped;
        private final boolean goesOn;
        private @Nullable String lastPlace;

        Rows(RowTable table, SkippedRows skipped, boolean goesOn) {
            this.table = table;
            this.rows = table.rows();
            this.skipped = skipped;
            this.goesOn = goesOn;
        }

        @Override
        public @Nullable Row next() throws RowException {
            while (true) {
                try {
                    return rows.next();
                } catch (DataException e) {
                    // A reader that stays where it is will not get on.
                    if (!goesOn || e.place() == null || e.place().equals(lastPlace)) {
                        throw e;
                    }
                    lastPlace = e.place();
                    skipped.add(table.name() + " " + e.place(), e.problem());
                }
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    private static RowTable table(TraceData config) {
        DataConfig source = config.trace().source();
        return switch (source) {
            case FileData file -> FileSources.table(file);
            case DbFile database -> FileSources.table(database);
            case InMemoryData rows -> FileSources.table(rows);
            case HuggingFaceData set -> DataSets.table(set);
            case SyntheticData _, TraceData _ ->
                throw new DataException(
                        config.kind(), null, "source.kind=" + source.kind() + " holds no recorded rows");
        };
    }

    /// The name of the first tool.
    private static String toolName(TraceData config) {
        List<JsonObject> tools = config instanceof TraceData.Weka weka ? weka.tools() : null;
        JsonObject first = tools == null || tools.isEmpty() ? null : tools.getFirst();
        String inside = JsonPath.text(first, "function", "name");
        String name = inside == null ? JsonPath.text(first, "name") : inside;
        return name == null ? PlaceholderTool.NAME : name;
    }
}
