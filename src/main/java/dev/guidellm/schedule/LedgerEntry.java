package dev.guidellm.schedule;

/// One request in the books of a [SchedulerLedger], which alone changes it. A request may extend it.
public class LedgerEntry {
    /// Where the request stands.
    enum Place {
        UNKNOWN,
        QUEUED,
        PENDING,
        PROCESSING,
        PROCESSED
    }

    private Place place = Place.UNKNOWN;

    final Place place() {
        return place;
    }

    final void moveTo(Place next) {
        place = next;
    }
}
