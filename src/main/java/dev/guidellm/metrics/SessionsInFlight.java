package dev.guidellm.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How many sessions went on at the same time.
///
/// @param sessions how many there were
/// @param mean over the time from the first one's start to the last one's end; null when none is known to have taken
///     any time, as of requests whose record has no durations
/// @param max most at once
public record SessionsInFlight(int sessions, @Nullable Double mean, int max) {

    /// @param spans from when to when each went on; one that ends as another begins is not beside it
    public static SessionsInFlight of(List<LoadSpan> spans) {
        record Change(double at, int by) {}
        List<Change> changes = new ArrayList<>();
        double total = 0;
        double first = Double.POSITIVE_INFINITY;
        double last = Double.NEGATIVE_INFINITY;
        for (LoadSpan span : spans) {
            changes.add(new Change(span.from(), 1));
            changes.add(new Change(span.to(), -1));
            total += span.to() - span.from();
            first = Math.min(first, span.from());
            last = Math.max(last, span.to());
        }
        changes.sort(Comparator.comparingDouble(Change::at).thenComparingInt(Change::by));
        int now = 0;
        int most = spans.isEmpty() ? 0 : 1;
        for (Change change : changes) {
            now += change.by();
            most = Math.max(most, now);
        }
        return new SessionsInFlight(spans.size(), total > 0 ? (Double) (total / (last - first)) : null, most);
    }
}
