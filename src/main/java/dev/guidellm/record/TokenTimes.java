package dev.guidellm.record;

/// When each event with a token came: the time of the read that completed it. Equal times are events of one read.
public final class TokenTimes {
    private final long[] nanos;

    /// @param nanos run times in order; handed over
    public TokenTimes(long[] nanos) {
        this.nanos = nanos;
    }

    /// Number of events.
    public int count() {
        return nanos.length;
    }

    /// Run time of event `index`.
    public long nanos(int index) {
        return nanos[index];
    }
}
