package dev.guidellm.backend;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;

/// Watches the lines of one stream for the first token. Cheap enough for a transport loop: an ordinary event
/// costs one pass over its bytes; only where that leaves a doubt is JSON built. After the first token, or once it
/// is clear that none will be counted, it does nothing more.
///
/// Finds the same line as [StreamReading], which reads the whole stream later.
final class TokenScanner {
    private final AnswerParser parser;
    private final EventGlance glance;
    private final DataLine line = new DataLine();
    private final EventJoiner joiner = new EventJoiner();
    private boolean first = true;
    private boolean over;

    TokenScanner(AnswerParser parser) {
        this.parser = parser;
        this.glance = EventGlance.forgetful(parser.streamShape());
    }

    /// Whether this line brings the first token.
    boolean isFirstToken(byte[] buffer, int offset, int length) {
        if (over) {
            return false;
        }
        boolean isData = line.read(buffer, offset, length, first);
        first = false;
        if (!isData || (line.isEmpty() && !joiner.isOpen())) {
            return false;
        }
        if (!joiner.isOpen()) {
            if (line.isDone()) {
                over = true;
                return false;
            }
            EventGlance.Verdict verdict = glance.look(buffer, line.from(), line.to());
            if (verdict != EventGlance.Verdict.UNSURE) {
                over = verdict == EventGlance.Verdict.TOKEN;
                return over;
            }
        }
        return lookCloser();
    }

    private boolean lookCloser() {
        JsonValue value = joiner.add(line.text());
        over = joiner.isHopeless();
        if (value == null || !JsonParts.isTruthy(value)) {
            return false;
        }
        try {
            over = !(value instanceof JsonObject event) || parser.event(event, new AnswerBuilder()) != TokenKind.NONE;
            return over && value instanceof JsonObject;
        } catch (AnswerException e) {
            over = true; // reading ends here, with the same exception
            return false;
        }
    }
}
