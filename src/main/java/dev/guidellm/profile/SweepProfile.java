package dev.guidellm.profile;

import dev.guidellm.config.ProfileConfig;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the lowest and the highest rate of the server by one stream and by all at once, then runs rates between
/// them.
///
/// A stop for the whole run ends the rates; it does not end the two first benchmarks, which are meant to reach
/// limits.
final class SweepProfile implements Profile {
    private final ProfileConfig.Sweep config;
    private final long seed;
    private final List<Double> rates = new ArrayList<>();
    private int step;
    private double lowest;

    SweepProfile(ProfileConfig.Sweep config, long seed) {
        this.config = config;
        this.seed = seed;
    }

    @Override
    public Optional<SchedulingStrategy> next(@Nullable BenchmarkOutcome previous) throws ProfileException {
        int now = step++;
        if (now == 0) {
            return Optional.of(new SchedulingStrategy.Synchronous());
        }
        if (previous == null) {
            throw new IllegalArgumentException("the benchmark before has no outcome");
        }
        if (now == 1) {
            lowest = previous.successfulRequestsPerSecond();
            return Optional.of(new SchedulingStrategy.Throughput(config.maxConcurrency(), config.rampupDuration()));
        }
        if (now == 2) {
            planRates(previous.successfulRequestsPerSecond());
        } else if (previous.state().stopsWholeRun()) {
            return Optional.empty();
        }
        int index = now - 2;
        if (index >= rates.size() || rates.get(index) <= 0) {
            step = Integer.MAX_VALUE - 1;
            return Optional.empty();
        }
        return Optional.of(strategy(rates.get(index)));
    }

    /// Evenly spaced from the lowest rate (left out: it has been run) to the highest.
    private void planRates(double highest) throws ProfileException {
        if (lowest <= 0 && highest <= 0) {
            throw new ProfileException("Invalid rates in sweep; aborting. Were there any successful requests?");
        }
        int count = config.sweepSize() - 2;
        double gap = (highest - lowest) / Math.max(1, count);
        for (int i = 1; i <= count; i++) {
            rates.add(i == count ? highest : lowest + i * gap);
        }
    }

    private SchedulingStrategy strategy(double rate) {
        return switch (config.strategyType()) {
            case CONSTANT -> new SchedulingStrategy.Constant(rate, config.maxConcurrency(), config.rampupDuration());
            case POISSON ->
                new SchedulingStrategy.Poisson(rate, config.maxConcurrency(), seed, config.rampupDuration());
        };
    }

    @Override
    public List<String> plannedTypes() {
        String rateType = switch (config.strategyType()) {
            case CONSTANT -> "constant";
            case POISSON -> "poisson";
        };
        List<String> types = new ArrayList<>(List.of("synchronous", "throughput"));
        types.addAll(Collections.nCopies(config.sweepSize() - 2, rateType));
        return types;
    }
}
