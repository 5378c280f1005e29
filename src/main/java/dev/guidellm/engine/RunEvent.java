package dev.guidellm.engine;

import dev.guidellm.backend.BackendResult;
import dev.guidellm.record.RequestArguments;
import dev.guidellm.record.RequestOutcome;
import org.jspecify.annotations.Nullable;

/// What the other threads tell the accounting.
sealed interface RunEvent {

    /// When the accounting should look at an event.
    enum Urgency {
        AT_ONCE,
        /// Within milliseconds.
        SOON,
        /// At its next look.
        WHENEVER
    }

    /// When the accounting should look at it.
    default Urgency urgency() {
        return Urgency.AT_ONCE;
    }

    /// A conversation was made; all its turns are queued.
    record Created(Conversation conversation, double generationSeconds) implements RunEvent {
        @Override
        public Urgency urgency() {
            return Urgency.WHENEVER;
        }
    }

    /// The source is read to its end, or as far as it is wanted.
    ///
    /// @param exhausted whether there was no more data
    /// @param failure what the source threw; null when nothing
    record FeedEnded(boolean exhausted, @Nullable RuntimeException failure) implements RunEvent {}

    /// A turn is about to be handed to the backend.
    record Started(Turn turn) implements RunEvent {
        @Override
        public Urgency urgency() {
            return Urgency.WHENEVER;
        }
    }

    /// The run's first byte was written.
    record FirstSent(long nanos) implements RunEvent {
        @Override
        public Urgency urgency() {
            return Urgency.WHENEVER;
        }
    }

    /// A turn's first token arrived.
    record FirstToken(Turn turn, long sentNanos, long tokenNanos) implements RunEvent {
        @Override
        public Urgency urgency() {
            return Urgency.WHENEVER;
        }
    }

    /// A turn is over and its answer understood.
    ///
    /// @param holdsSlot whether its slot is to be freed now
    record Ended(Turn turn, BackendResult result, @Nullable RequestArguments arguments, boolean holdsSlot)
            implements RunEvent {
        @Override
        public Urgency urgency() {
            return result.outcome() instanceof RequestOutcome.Completed ? Urgency.SOON : Urgency.AT_ONCE;
        }
    }

    /// A turn that had not started was cancelled, since an earlier one of its conversation failed.
    record Dropped(Turn turn) implements RunEvent {}

    /// The last stage of streams is over.
    record ScheduleEnded() implements RunEvent {}

    /// The run is to be broken off.
    ///
    /// @param graceNanos how long requests in flight may still take
    record Interrupted(long graceNanos) implements RunEvent {}

    /// A bug showed; the books still balance.
    record Broken(RuntimeException cause) implements RunEvent {}

    /// A thread of the run died: what it was to do will not be done.
    record ThreadLost(Throwable cause) implements RunEvent {}
}
