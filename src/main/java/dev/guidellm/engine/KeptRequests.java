package dev.guidellm.engine;

import dev.guidellm.conversation.GenerationRequest;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The whole requests of turns that later turns send along, so that the n-th turn of a conversation makes one prompt
/// and not n. All conversations of a run share the room; a request that finds none is made anew each time it is
/// needed, as is one of a conversation that is over.
///
/// What was kept first stays: each turn reads all the earlier ones, so that making room by age would drop just what
/// is needed next.
final class KeptRequests {
    private static final long SHARE_OF_HEAP = 16;

    private final AtomicLong room;

    KeptRequests(long characters) {
        room = new AtomicLong(characters);
    }

    /// With room for a part of the heap.
    static KeptRequests ofHeap() {
        return new KeptRequests(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
    }

    /// Those of one conversation. Safe for every thread.
    Shelf shelf(int turns) {
        return new Shelf(turns);
    }

    /// The requests of one conversation.
    final class Shelf {
        private final int turns;
        private @Nullable GenerationRequest @Nullable [] kept;
        private long taken;
        private boolean closed;

        private Shelf(int turns) {
            this.turns = turns;
        }

        /// A turn's whole request, kept for the next time where there is room.
        GenerationRequest whole(int turn, GenerationRequest request) {
            if (request.completion() == null) {
                return request;
            }
            GenerationRequest known = find(turn);
            if (known != null) {
                return known;
            }
            GenerationRequest whole = request.complete();
            keep(turn, whole);
            return whole;
        }

        private synchronized @Nullable GenerationRequest find(int turn) {
            return kept == null ? null : kept[turn];
        }

        private synchronized void keep(int turn, GenerationRequest whole) {
            long characters = whole.characters();
            if (closed) {
                return;
            }
            if (room.addAndGet(-characters) < 0) {
                room.addAndGet(characters);
                return;
            }
            taken += characters;
            if (kept == null) {
                kept = new GenerationRequest[turns];
            }
            kept[turn] = whole;
        }

        /// Gives the room back.
        synchronized void close() {
            closed = true;
            kept = null;
            room.addAndGet(taken);
            taken = 0;
        }
    }
}
