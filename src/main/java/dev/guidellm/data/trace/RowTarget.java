package dev.guidellm.data.trace;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The formats in which a row is a request; rows stand in the order of their times.
///
/// @param kind `trace_synthetic`, `mooncake`, `bailian`, `azure` or `burstgpt`
record RowTarget(String kind) implements TraceTarget {
    /// The day of the first request of a trace whose dates nobody knows.
    private static final Instant FIRST_DAY = Instant.parse("2024-01-01T00:00:00Z");

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSS").withZone(ZoneOffset.UTC);
    private static final double NANOS = 1e9;

    private record Request(int session, int index, TraceTurn turn) {}

    @Override
    public void write(List<TraceSession> sessions, Appendable out, Set<String> losses) throws IOException {
        new TraceLosses(sessions, losses).inRows(kind);
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < sessions.size(); i++) {
            List<TraceTurn> turns = sessions.get(i).turns();
            for (int j = 0; j < turns.size(); j++) {
                requests.add(new Request(i, j, turns.get(j)));
            }
        }
        requests.sort(Comparator.comparingDouble(request -> request.turn.start()));
        switch (kind) {
            case "azure" -> azure(requests, out);
            case "burstgpt" -> burstGpt(requests, sessions, out);
            default -> json(requests, blockSize(sessions, losses), out);
        }
    }

    private static void azure(List<Request> requests, Appendable out) throws IOException {
        out.append("TIMESTAMP,ContextTokens,GeneratedTokens\n");
        for (Request request : requests) {
            TraceTurn turn = request.turn;
            out.append(MOMENT.format(FIRST_DAY.plusNanos(Math.round(turn.start() * NANOS))))
                    .append("," + turn.promptTokens() + "," + turn.outputTokens() + "\n");
        }
    }

    private static void burstGpt(List<Request> requests, List<TraceSession> sessions, Appendable out)
            throws IOException {
        out.append("Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type\n");
        for (Request request : requests) {
            TraceTurn turn = request.turn;
            boolean alone = sessions.get(request.session).turns().size() == 1;
            out.append(TraceText.seconds(turn.start())).append(alone ? "," : ",session-" + (request.session + 1));
            out.append(Double.isNaN(turn.duration()) ? "," : "," + TraceText.seconds(turn.duration()));
            out.append(",ChatGPT," + turn.promptTokens() + "," + turn.outputTokens() + ",")
                    .append(turn.promptTokens() + turn.outputTokens() + (alone ? ",API log\n" : ",Conversation log\n"));
        }
    }

    private void json(List<Request> requests, int blockSize, Appendable out) throws IOException {
        BlockNumbers numbers = new BlockNumbers();
        Map<Long, Long> chatIds = new HashMap<>();
        for (Request request : requests) {
            TraceTurn turn = request.turn;
            TraceText row = new TraceText(out);
            if (kind.equals("bailian")) {
                long parent = turn.parents().isEmpty()
                        ? -1
                        : chatIds.getOrDefault(
                                key(request.session, turn.parents().getFirst().turn()), -1L);
                long id = chatIds.size() + 1L;
                chatIds.put(key(request.session, request.index), id);
                row.put("chat_id", id).put("parent_chat_id", parent);
            }
            row.seconds("timestamp", turn.start())
                    .put("input_length", turn.promptTokens())
                    .put("output_length", turn.outputTokens());
            if (kind.equals("bailian")) {
                row.put("type", "text").put("turn", request.index + 1L);
            } else if (!Double.isNaN(turn.duration())) {
                row.seconds("duration", turn.duration());
            }
            if (!kind.equals("trace_synthetic")) {
                row.put("hash_ids", numbers.covering(turn, blockSize));
            }
            row.end();
            out.append('\n');
        }
    }

    private static long key(int session, int index) {
        return (long) session << 32 | index;
    }

    private int blockSize(List<TraceSession> sessions, Set<String> losses) {
        int usual = kind.equals("bailian") ? 16 : 512;
        if (kind.equals("trace_synthetic")) {
            return usual;
        }
        List<Integer> sizes = sessions.stream()
                .flatMap(session -> session.turns().stream())
                .filter(turn -> turn.content() instanceof TraceContent.Blocks)
                .map(turn -> ((TraceContent.Blocks) turn.content()).blockSize())
                .distinct()
                .toList();
        int size = sizes.isEmpty() ? usual : sizes.getFirst();
        if (sizes.size() > 1) {
            losses.add("blocks of different sizes (" + sizes + "): prefixes are shared wrongly");
        }
        if (size != usual) {
            losses.add("the size of a block: read it with hash_id_block_size=" + size);
        }
        return size;
    }
}
