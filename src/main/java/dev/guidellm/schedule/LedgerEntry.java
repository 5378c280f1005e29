package dev.guidellm.schedule;

import org.jspecify.annotations.Nullable;

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
    private boolean answered;

    final Place place() {
        return place;
    }

    final void moveTo(Place next) {
        place = next;
    }

    /// What the news says of the first that came of the answer; null when nothing, or when that was said before.
    final @Nullable FirstAnswer firstAnswer(RequestUpdate update) {
        boolean completed = update.step() == RequestStep.COMPLETED;
        if (answered || !(completed || update.step() == RequestStep.FIRST_TOKEN)) {
            return null;
        }
        boolean whole = completed && Double.isNaN(update.firstTokenSeconds());
        double came = whole ? update.requestEndSeconds() : update.firstTokenSeconds();
        double wait = came - update.requestStartSeconds();
        if (Double.isNaN(wait)) {
            return null;
        }
        answered = true;
        return new FirstAnswer(wait, whole);
    }
}
