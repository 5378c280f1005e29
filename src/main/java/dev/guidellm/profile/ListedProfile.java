package dev.guidellm.profile;

import dev.guidellm.schedule.SchedulingStrategy;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Strategies known from the start, one after the other, until a benchmark is stopped for the whole run.
final class ListedProfile implements Profile {
    private final List<SchedulingStrategy> strategies;
    private int next;

    ListedProfile(List<? extends SchedulingStrategy> strategies) {
        this.strategies = List.copyOf(strategies);
    }

    @Override
    public Optional<SchedulingStrategy> next(@Nullable BenchmarkOutcome previous) {
        boolean stopped = previous != null && previous.state().stopsWholeRun();
        if (stopped || next == strategies.size()) {
            return Optional.empty();
        }
        return Optional.of(strategies.get(next++));
    }

    @Override
    public List<String> plannedTypes() {
        return strategies.stream().map(SchedulingStrategy::type).toList();
    }
}
