package dev.guidellm.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The requests of one status that a report lists.
///
/// Without a sample size all of them, with 0 or less none, else a uniform sample of that size (Vitter's algorithm
/// R). A request that is not chosen is released at once.
final class RequestSamples {
    private final @Nullable Integer sampleSize;
    private final RandomGenerator random;
    private final List<MeasuredRequest> kept = new ArrayList<>();
    private int offered;

    RequestSamples(@Nullable Integer sampleSize, RandomGenerator random) {
        this.sampleSize = sampleSize;
        this.random = random;
    }

    void offer(MeasuredRequest request) {
        offered++;
        if (sampleSize == null) {
            kept.add(request);
        } else if (kept.size() < sampleSize) {
            kept.add(request);
        } else if (sampleSize > 0) {
            long slot = random.nextLong(offered);
            if (slot < sampleSize) {
                kept.set((int) slot, request);
            }
        }
    }

    /// Requests of this status so far.
    int offered() {
        return offered;
    }

    List<MeasuredRequest> kept() {
        return List.copyOf(kept);
    }
}
