package dev.guidellm.data.trace;

import dev.guidellm.config.TraceData;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// `aiperf_dag`: every row is a session whose turns may fork and spawn other sessions. A session that no other one
/// starts is the root of a conversation.
///
/// Turns have delays, but no times: conversations begin one after the other in the interval that the configuration
/// says. Later turns are sent behind the earlier ones and the server's own answers, since a file holds no answers.
final class AiperfDagTrace implements TraceFormat {
    private final TraceData.AiperfDag config;
    private final SkippedRows skipped;
    private final Map<String, DagSession> sessions = new LinkedHashMap<>();

    AiperfDagTrace(TraceData.AiperfDag config, SkippedRows skipped) {
        this.config = config;
        this.skipped = skipped;
    }

    @Override
    public void accept(Row row, String place) throws RowException {
        String column = config.trace().conversationIdColumn();
        DagSession session = DagSession.read(row.cells(), column == null ? "session_id" : column, place, skipped);
        if (sessions.containsKey(session.id())) {
            throw new RowException("session '" + session.id() + "' occurs twice");
        }
        sessions.put(session.id(), session);
    }

    @Override
    public List<TraceSession> sessions() {
        Set<String> started = new HashSet<>();
        sessions.values().forEach(session -> started.addAll(session.started()));
        Set<String> reached = new HashSet<>();
        List<TraceSession> graphs = new ArrayList<>();
        for (DagSession session : sessions.values()) {
            if (started.contains(session.id())) {
                continue;
            }
            double start = graphs.size() * config.conversationInterval();
            DagGraph graph = new DagGraph(sessions, reached);
            try {
                graphs.add(graph.from(session, start));
            } catch (RowException e) {
                skipped.add(session.place(), e.problem());
            }
        }
        for (DagSession session : sessions.values()) {
            if (started.contains(session.id()) && !reached.contains(session.id())) {
                skipped.add(
                        session.place(),
                        "session '" + session.id() + "' is started only by sessions that cannot be replayed, or in a"
                                + " circle");
            }
        }
        return graphs;
    }
}
