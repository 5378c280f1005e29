package dev.guidellm.data.trace;

import dev.guidellm.config.TraceData;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `otel`: spans of the OpenTelemetry conventions for generative AI. A row is a span, a session with its spans, or
/// an OTLP document; the spans of one trace are one conversation, wherever they stand.
final class OtelTrace implements TraceFormat {
    private final String file;
    private final TraceData.Otel config;
    private final SkippedRows skipped;
    private final OtelSpanReader reader;
    private final OtelGraph graph;
    private final Map<String, Conversation> conversations = new LinkedHashMap<>();
    private boolean anySpan;

    /// The spans of one conversation.
    private record Conversation(String name, List<OtelSpan> spans) {}

    OtelTrace(String file, TraceData.Otel config, SkippedRows skipped, String defaultToolResponse) {
        this.file = file;
        this.config = config;
        this.skipped = skipped;
        this.reader = new OtelSpanReader(
                config.traceIdColumn(),
                config.spanTimestampField(),
                config.trace().durationColumn());
        this.graph = new OtelGraph(config, defaultToolResponse);
    }

    @Override
    public void accept(Row row, String place) throws RowException {
        Map<String, JsonValue> cells = row.cells();
        JsonValue document = cells.getOrDefault("resourceSpans", cells.get("resource_spans"));
        if (document != null) {
            for (JsonObject span : OtelSpanReader.ofDocument(document)) {
                add(span, null, place);
            }
        } else if (cells.get(config.spansColumn()) instanceof JsonArray(List<JsonValue> spans)) {
            for (JsonValue span : spans) {
                if (span instanceof JsonObject object) {
                    add(object, place, place);
                }
            }
        } else if (cells.containsKey(config.spanTimestampField())
                || cells.containsKey("attributes")
                || cells.containsKey("startTimeUnixNano")) {
            add(new JsonObject(cells), null, place);
        } else {
            throw new RowException(Cells.missingColumns(List.of(config.spanTimestampField())));
        }
    }

    /// @param session the conversation that the span is of; null for that of its trace
    private void add(JsonObject span, @Nullable String session, String place) {
        anySpan = true;
        try {
            OtelSpan read = reader.read(span);
            String key = session;
            if (key == null) {
                key = read.traceId() == null ? read.spanId() == null ? place : read.spanId() : read.traceId();
            }
            String name = session == null && read.traceId() != null ? file + " trace " + key : place;
            conversations
                    .computeIfAbsent(key, _ -> new Conversation(name, new ArrayList<>()))
                    .spans
                    .add(read);
        } catch (RowException e) {
            String id = span.get("span_id") instanceof JsonString(String text) ? " span " + text : "";
            skipped.add(place + id, e.problem());
        }
    }

    @Override
    public List<TraceSession> sessions() {
        if (!anySpan) {
            throw Cells.missingColumns(file, List.of(config.spanTimestampField()));
        }
        if (conversations.values().stream()
                .flatMap(conversation -> conversation.spans.stream())
                .allMatch(span -> span.endNanos() == OtelSpan.UNKNOWN)) {
            skipped.warn(RowTrace.noDuration(config.trace().durationColumn()));
        }
        List<OtelGraph.Chat> chats = new ArrayList<>();
        for (Conversation conversation : conversations.values()) {
            try {
                chats.add(graph.chat(conversation.name, conversation.spans));
            } catch (RowException e) {
                skipped.add(conversation.name, e.problem());
            }
        }
        long origin = chats.stream().mapToLong(OtelGraph.Chat::startNanos).min().orElse(0);
        return chats.stream()
                .map(chat -> config.traceOffsets() ? chat.startingAfter(origin) : chat.session())
                .toList();
    }
}
