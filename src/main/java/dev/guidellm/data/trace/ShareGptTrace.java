package dev.guidellm.data.trace;

import dev.guidellm.config.TraceData;
import dev.guidellm.conversation.HistoryContext;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `sharegpt`: every row is a chat, a list of messages that say whom they are from.
///
/// A question with an answer is a turn, whose answer shall be as long as the recorded one. Answers before the first
/// question and questions without an answer are left out. Chats have no times: they begin one after the other in the
/// interval that the configuration says.
final class ShareGptTrace implements TraceFormat {
    private static final String USER = "user";
    private static final String ASSISTANT = "assistant";
    private static final Map<String, String> ROLES = Map.ofEntries(
            Map.entry("human", USER),
            Map.entry("user", USER),
            Map.entry("gpt", ASSISTANT),
            Map.entry("chatgpt", ASSISTANT),
            Map.entry("bing", ASSISTANT),
            Map.entry("bard", ASSISTANT),
            Map.entry("assistant", ASSISTANT),
            Map.entry("system", "system"));

    private final String file;
    private final TraceData.ShareGpt config;
    private final SkippedRows skipped;
    private final List<TraceSession> sessions = new ArrayList<>();
    private boolean anyChats;
    private long beginWithAnswer;

    ShareGptTrace(String file, TraceData.ShareGpt config, SkippedRows skipped) {
        this.file = file;
        this.config = config;
        this.skipped = skipped;
    }

    @Override
    public void accept(Row row, String place) throws RowException {
        if (!(row.cells().get(config.conversationsColumn()) instanceof JsonArray(List<JsonValue> recorded))) {
            throw new RowException(config.conversationsColumn() + " must be a list of messages");
        }
        anyChats = true;
        List<JsonValue> messages = new ArrayList<>();
        List<String> roles = new ArrayList<>();
        boolean asked = false;
        for (JsonValue item : recorded) {
            JsonObject message = message(item);
            String role = ROLES.getOrDefault(String.valueOf(Cells.text(message.members(), "role")), "");
            asked |= role.equals(USER);
            String text = Cells.text(message.members(), "content");
            boolean early = role.equals(ASSISTANT) && !asked;
            beginWithAnswer += early && messages.isEmpty() ? 1 : 0;
            if (!early && text != null && !text.isBlank()) {
                messages.add(message);
                roles.add(role);
            }
        }
        String idColumn = config.trace().conversationIdColumn();
        String id = idColumn == null ? null : Cells.text(row.cells(), idColumn);
        List<TraceTurn> turns = turns(new JsonArray(messages), roles, sessions.size() * config.conversationInterval());
        if (turns.isEmpty()) {
            throw new RowException("holds no question with an answer");
        }
        sessions.add(new TraceSession(id == null ? place : id, turns));
    }

    /// A message in the form of a chat completion.
    private static JsonObject message(JsonValue item) throws RowException {
        if (!(item instanceof JsonObject object)) {
            throw new RowException("a message must be an object, got " + Cells.shown(item));
        }
        String from = Cells.text(object.members(), "from");
        String role = from == null ? null : ROLES.get(from.toLowerCase(Locale.ROOT));
        if (role == null) {
            throw new RowException(
                    "a message is from " + Cells.shown(object.get("from")) + ", which is none of human, gpt, system");
        }
        return JsonValue.object()
                .put("role", role)
                .put("content", Cells.text(object.members(), "value"))
                .build();
    }

    private List<TraceTurn> turns(JsonArray chat, List<String> roles, double start) {
        boolean live = config.history() == TraceData.History.RUNTIME;
        List<TraceTurn> turns = new ArrayList<>();
        int from = 0;
        int at = 0;
        while (at < roles.size()) {
            int end = at;
            while (end < roles.size() && !roles.get(end).equals(ASSISTANT)) {
                end++;
            }
            int answerEnd = end;
            while (answerEnd < roles.size() && roles.get(answerEnd).equals(ASSISTANT)) {
                answerEnd++;
            }
            if (answerEnd > end) {
                int number = turns.size();
                HistoryContext context = live ? HistoryContext.FULL : HistoryContext.NEW;
                turns.add(new TraceTurn(
                        "main_" + number,
                        "default",
                        number == 0 ? List.of() : List.of(new TraceTurn.Parent(number - 1, context)),
                        start + number * config.thinkTime(),
                        Double.NaN,
                        TurnType.STANDARD,
                        0,
                        0,
                        new TraceContent.Chat(chat, live ? from : 0, end, answerEnd)));
            }
            from = answerEnd;
            at = answerEnd;
        }
        return turns;
    }

    @Override
    public List<TraceSession> sessions() {
        if (!anyChats) {
            throw Cells.missingColumns(file, List.of(config.conversationsColumn()));
        }
        if (beginWithAnswer > 0) {
            skipped.warn("Answers before the first question are left out; chats that begin so: " + beginWithAnswer);
        }
        return sessions;
    }
}
