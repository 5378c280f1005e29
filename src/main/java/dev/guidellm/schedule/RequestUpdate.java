package dev.guidellm.schedule;

/// News of one request.
///
/// @param atSeconds when the ledger hears of it
/// @param requestStartSeconds when its first byte was written, NaN when unknown
/// @param firstTokenSeconds when its first token arrived, NaN when none has, or unknown
/// @param requestEndSeconds when its answer was complete or broke off, NaN when unknown
/// @param completedAtSeconds its end, or when it was given up; NaN when unknown
public record RequestUpdate(
        RequestStep step,
        double atSeconds,
        double requestStartSeconds,
        double firstTokenSeconds,
        double requestEndSeconds,
        double completedAtSeconds) {

    /// News without any time but the present.
    public static RequestUpdate of(RequestStep step, double atSeconds) {
        return new RequestUpdate(step, atSeconds, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
}
