package dev.guidellm.profile;

import dev.guidellm.schedule.SchedulerProgress;
import java.util.Map;
import java.util.TreeMap;

/// How slowly the streams of a probe open, so that they do not stay together.
///
/// Streams that open all at once, on a server whose answers all take equally long, come and go in step for ever: where
/// they are more than it serves at a time, some wait a whole turn, and which latency is measured says more of the start
/// than of the server. So they open no faster than the server was seen to finish requests, by Little's law as many
/// streams as were in flight per median latency: then each place in service gets a phase of its own, and a request that
/// waits does so for as long as the load is too high.
final class SpreadStarts {
    /// The most that the ramp may take of a probe.
    private static final double LARGEST_SHARE = 0.25;

    /// From which share of the right ramp on another one is another load.
    private static final double LARGEST_MISS = 0.1;

    private final TreeMap<Integer, Double> requestsPerSecond = new TreeMap<>();
    private SchedulerProgress limits = SchedulerProgress.NONE;

    /// Takes what a probe has shown.
    void measured(int streams, BenchmarkOutcome outcome) {
        limits = outcome.state().progress();
        Double latency = outcome.successfulLatencySeconds();
        if (latency != null && latency > 0) {
            requestsPerSecond.put(streams, streams / latency);
        }
    }

    /// Seconds over which `streams` open evenly: at the rate of the nearest level measured, rather at or below than
    /// above, and a quarter of the probe at most. 0 before anything is measured.
    double rampup(int streams) {
        Map.Entry<Integer, Double> nearest = requestsPerSecond.floorEntry(streams);
        if (nearest == null) {
            nearest = requestsPerSecond.ceilingEntry(streams);
        }
        return nearest == null
                ? 0
                : Math.min(streams / nearest.getValue(), LARGEST_SHARE * probeSeconds(nearest.getValue()));
    }

    /// Whether a ramp of so many seconds was another than the level, now that it is measured, shows to be right.
    boolean offPace(int streams, double rampupSeconds) {
        double right = rampup(streams);
        return streams > 1 && Math.abs(rampupSeconds - right) > LARGEST_MISS * right;
    }

    /// How long a probe lasts, by what the one before was limited to; infinite where nothing limits it.
    private double probeSeconds(double rate) {
        Double seconds = limits.totalDuration();
        Double requests = limits.totalRequests();
        return Math.min(
                seconds == null ? Double.POSITIVE_INFINITY : seconds,
                requests == null ? Double.POSITIVE_INFINITY : requests / rate);
    }
}
