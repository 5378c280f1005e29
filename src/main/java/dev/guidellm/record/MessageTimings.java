package dev.guidellm.record;

/// The moments of the messages of a two-way connection, in seconds on the run's clock.
///
/// @param lastSent when the last message was sent, NaN when none was
/// @param sentSum sum of the moments of the messages sent
/// @param tokenReceivedSum sum of the moments at which a token came
public record MessageTimings(
        double lastSent, double sentSum, int sentCount, double tokenReceivedSum, int tokenReceivedCount) {
    /// No messages, as with HTTP.
    public static final MessageTimings NONE = new MessageTimings(RequestTimings.NEVER, 0, 0, 0, 0);
}
