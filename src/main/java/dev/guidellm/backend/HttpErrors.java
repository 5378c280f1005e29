package dev.guidellm.backend;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.FailureKind;
import dev.guidellm.record.RequestOutcome.Failed;
import dev.guidellm.transport.HttpExchange;
import dev.guidellm.transport.TransportFailure;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Words for exchanges that went wrong: what the status was and what the server said, in one line of bounded
/// length.
final class HttpErrors {
    /// Longest part of a server's text that is kept.
    private static final int EXCERPT = 500;

    /// More of a body is not looked at.
    private static final int LOOKED_AT = 64 * 1024;

    private static final Pattern UNSEEN =
            Pattern.compile("(?is)<!--.*?-->|<(script|style)\\b.*?</\\1\\s*>|<[a-z!/?][^>]*>");
    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Cntrl}]+");

    private HttpErrors() {}

    /// The failure that an answer with a status of 300 or above is.
    static Failed badStatus(HttpExchange exchange, Secrets secrets) {
        String text = excerpt(exchange, secrets);
        ServerError error = error(exchange);
        String location = exchange.header("location");
        String said;
        if (error != null) {
            said = oneLine(secrets.mask(error.text()));
        } else if (exchange.status() < 400 && location != null) {
            int query = location.indexOf('?');
            said = "redirect to " + oneLine(query < 0 ? location : location.substring(0, query)) + " not followed";
        } else {
            said = text.isEmpty() ? "empty body" : text;
        }
        return new Failed(
                FailureKind.HTTP_STATUS,
                exchange.status(),
                error == null || error.code() == null ? null : secrets.mask(error.code()),
                secrets.mask("HTTP " + exchange.status() + ": " + said),
                exchange.header("retry-after"));
    }

    /// The failure that a broken exchange is. Not for cancelled ones.
    static Failed broken(HttpExchange exchange, TransportFailure failure, Secrets secrets) {
        FailureKind kind = switch (failure.kind()) {
            case CONNECT, CONNECT_TIMEOUT -> FailureKind.CONNECT;
            case READ_TIMEOUT, WRITE_TIMEOUT -> FailureKind.TIMEOUT;
            case CLOSED_EARLY, CANCELLED -> FailureKind.BROKEN_OFF;
            case PROTOCOL -> FailureKind.BAD_RESPONSE;
        };
        return new Failed(kind, status(exchange), null, secrets.mask(failure.message()), null);
    }

    /// The failure that an answer with a good status, but no good content, is.
    static Failed badAnswer(HttpExchange exchange, AnswerException problem, Secrets secrets) {
        return new Failed(
                problem.kind(),
                status(exchange),
                problem.code() == null ? null : secrets.mask(problem.code()),
                oneLine(secrets.mask(problem.text())),
                exchange.header("retry-after"));
    }

    /// The start of the body as readable text, empty for an empty body. Secrets are covered before it is cut.
    static String excerpt(HttpExchange exchange, Secrets secrets) {
        String text = secrets.mask(bodyText(exchange));
        String type = exchange.header("content-type");
        String start = text.stripLeading().toLowerCase(Locale.ROOT);
        boolean isHtml = (type != null && type.toLowerCase(Locale.ROOT).contains("html"))
                || start.startsWith("<!doctype html")
                || start.startsWith("<html");
        if (!isHtml) {
            return oneLine(text);
        }
        String readable = UNSEEN.matcher(text)
                .replaceAll(" ")
                .replace("&nbsp;", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
        String line = oneLine(readable);
        return line.isEmpty() ? oneLine(text) : line;
    }

    /// `text` with all blanks and control characters single spaces, cut to a bounded length.
    static String oneLine(String text) {
        String line = BLANKS.matcher(text).replaceAll(" ").strip();
        if (line.length() <= EXCERPT) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(EXCERPT - 2)) ? EXCERPT - 2 : EXCERPT - 1;
        return line.substring(0, end) + "…";
    }

    private static @Nullable ServerError error(HttpExchange exchange) {
        String text = bodyText(exchange).strip();
        if (!text.startsWith("{")) {
            return null;
        }
        try {
            return JsonReader.read(text) instanceof JsonObject body ? ServerError.inErrorBody(body) : null;
        } catch (JsonSyntaxException e) {
            return null; // then the text itself is shown
        }
    }

    private static String bodyText(HttpExchange exchange) {
        int length = Math.min(exchange.bodyLength(), LOOKED_AT);
        return new String(exchange.body(), 0, length, StandardCharsets.UTF_8);
    }

    private static @Nullable Integer status(HttpExchange exchange) {
        return exchange.status() == 0 ? null : (Integer) exchange.status();
    }
}
