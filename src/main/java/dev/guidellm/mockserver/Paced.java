package dev.guidellm.mockserver;

/// Something to be done at set moments, kept by a [TokenTimetable]. Belongs to one event loop.
abstract class Paced {
    /// When the next step is due, on [dev.guidellm.clock.MonotonicTime].
    long dueNanos;

    /// Does the step that is due.
    ///
    /// @return whether another step follows, at the moment that [#dueNanos] names now
    abstract boolean step();
}
