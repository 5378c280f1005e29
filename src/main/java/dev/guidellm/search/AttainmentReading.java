package dev.guidellm.search;

/// What one or several tests of a share have counted.
///
/// @param judged requests
/// @param conforming those that kept the objective
/// @param successes as how many independent requests these count
/// @param failures the same of the others
/// @param enough whether that may decide: whether it goes over enough generations of requests
public record AttainmentReading(int judged, int conforming, double successes, double failures, boolean enough) {
    /// Nothing.
    public static final AttainmentReading NONE = new AttainmentReading(0, 0, 0, 0, false);

    /// Both together.
    public AttainmentReading plus(AttainmentReading other) {
        return new AttainmentReading(
                judged + other.judged,
                conforming + other.conforming,
                successes + other.successes,
                failures + other.failures,
                enough || other.enough);
    }

    /// The share is at least this; 0 where nothing is known.
    public double lower(ShareBounds bounds) {
        return bounds.lower(successes, failures);
    }

    /// The share is at most this; 1 where nothing is known.
    public double upper(ShareBounds bounds) {
        return bounds.upper(successes, failures);
    }
}
