package dev.guidellm.health;

import java.util.function.LongConsumer;

/// What the meter asks the running client. Called on the meter's thread; must not block.
public interface ClientProbe {

    /// Sends a task that does nothing through every event loop; `waited` is told how many nanoseconds it waited
    /// there. Does nothing where there are no loops.
    void probeLoops(LongConsumer waited);

    /// Answers that have ended but are not understood and accounted for yet.
    int answersWaiting();
}
