package dev.guidellm.schedule;

import java.util.ArrayList;
import java.util.List;

/// A stretch of time with a number of streams of its own.
///
/// @param streams how many, at least 0
/// @param rampSeconds over which streams are added to, or taken from, those of the stage before, one after the other
/// @param seconds how long the stage lasts, its ramp included; above 0
public record StreamStage(int streams, double rampSeconds, double seconds) {
    public StreamStage {
        if (!(streams >= 0 && seconds > 0 && rampSeconds >= 0 && rampSeconds <= seconds)) {
            throw new IllegalArgumentException(
                    "no stage of " + streams + " streams with " + rampSeconds + " of " + seconds + " s");
        }
    }

    /// A moment at which the number of streams changes.
    ///
    /// @param atSeconds after the beginning of the first stage
    /// @param more streams that begin; below 0 for streams that end with the conversation that they are at
    public record Change(double atSeconds, int more) {}

    /// All changes, in order; several at one moment are one.
    static List<Change> changes(List<StreamStage> stages) {
        List<Change> changes = new ArrayList<>();
        double start = 0;
        int streams = 0;
        for (StreamStage stage : stages) {
            int difference = Math.abs(stage.streams() - streams);
            int sign = Integer.signum(stage.streams() - streams);
            if (stage.rampSeconds() == 0 && difference > 0) {
                changes.add(new Change(start, sign * difference));
            } else {
                for (int i = 0; i < difference; i++) {
                    changes.add(new Change(start + stage.rampSeconds() * i / difference, sign));
                }
            }
            streams = stage.streams();
            start += stage.seconds();
        }
        return List.copyOf(changes);
    }
}
