package dev.guidellm.data.trace;

import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonValue.JsonTimestamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads moments as seconds after the first one of a file: seconds since 1970 would leave a double no room for the
/// seventh digit behind the point.
final class WallClock {
    private @Nullable Instant first;

    /// The moment in a column: date and time with up to nine digits of a second, with a zone or in UTC; or a number
    /// of seconds.
    double seconds(Map<String, JsonValue> cells, String column) throws RowException {
        JsonValue value = cells.get(column);
        return switch (value) {
            case JsonInteger _, JsonDouble _ -> Cells.time(cells, column);
            case JsonTimestamp(String iso, boolean _) -> since(column, iso);
            case JsonString(String text) when !text.isBlank() -> since(column, text.strip());
            case null, default ->
                throw new RowException(column + " must be a date and time, got " + Cells.shown(value));
        };
    }

    private double since(String column, String text) throws RowException {
        Instant moment = moment(column, text);
        if (first == null) {
            first = moment;
        }
        Duration passed = Duration.between(first, moment);
        return passed.getSeconds() + passed.getNano() / 1e9;
    }

    private static Instant moment(String column, String text) throws RowException {
        try {
            return instant(text);
        } catch (DateTimeException e) {
            throw new RowException(
                    column + " must be a date and time such as 2024-05-10 00:00:00.009930+00:00, got '" + text + "'");
        }
    }

    /// A date and time of ISO 8601, with a blank or a `T` between them; in UTC where it names no offset.
    ///
    /// @throws DateTimeException for every other text
    static Instant instant(String text) {
        String iso =
                text.length() > 10 && text.charAt(10) == ' ' ? text.substring(0, 10) + "T" + text.substring(11) : text;
        try {
            return OffsetDateTime.parse(iso).toInstant();
        } catch (DateTimeException e) {
            return LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
        }
    }
}
