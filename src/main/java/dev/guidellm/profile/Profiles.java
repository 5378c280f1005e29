package dev.guidellm.profile;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.SloConfig;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.List;

/// Makes the profile of a configuration.
public final class Profiles {
    private Profiles() {}

    /// A fresh plan, at its beginning.
    ///
    /// @param metrics with the objectives that a search looks at
    /// @param seed of random arrivals
    /// @throws ConfigException for a file that cannot be read, and a search without objectives
    public static Profile create(ProfileConfig config, MetricsConfig metrics, long seed) {
        return switch (config) {
            case ProfileConfig.Synchronous _ -> new ListedProfile(List.of(new SchedulingStrategy.Synchronous()));
            case ProfileConfig.Concurrent concurrent ->
                new ListedProfile(concurrent.streams().stream()
                        .map(count -> new SchedulingStrategy.Concurrent(count, concurrent.rampupDuration()))
                        .toList());
            case ProfileConfig.Throughput burst ->
                new ListedProfile(
                        List.of(new SchedulingStrategy.Throughput(burst.maxConcurrency(), burst.rampupDuration())));
            case ProfileConfig.Constant even ->
                new ListedProfile(even.rate().stream()
                        .map(rate ->
                                new SchedulingStrategy.Constant(rate, even.maxConcurrency(), even.rampupDuration()))
                        .toList());
            case ProfileConfig.Poisson random ->
                new ListedProfile(random.rate().stream()
                        .map(rate -> new SchedulingStrategy.Poisson(
                                rate, random.maxConcurrency(), seed, random.rampupDuration()))
                        .toList());
            case ProfileConfig.Gamma random ->
                new ListedProfile(random.rate().stream()
                        .map(rate -> new SchedulingStrategy.Gamma(
                                rate, random.burstiness(), random.maxConcurrency(), seed, random.rampupDuration()))
                        .toList());
            case ProfileConfig.Stages stages -> new ListedProfile(List.of(StagedLoad.of(stages, seed)));
            case ProfileConfig.Timetable table ->
                new ListedProfile(
                        List.of(Timetable.read(table, StagedLoad.gaps(table.arrivals(), table.burstiness(), seed))));
            case ProfileConfig.Sweep sweep -> new SweepProfile(sweep, seed);
            case ProfileConfig.Goodput goodput -> new GoodputProfile(goodput, objectives(metrics), seed);
            case ProfileConfig.Knee knee -> new KneeProfile(knee);
            case ProfileConfig.Replay replay ->
                new ListedProfile(
                        List.of(new SchedulingStrategy.Trace(replay.timeScale(), replay.scheduleTurn(), null)));
        };
    }

    private static SloConfig objectives(MetricsConfig metrics) {
        return switch (metrics) {
            case MetricsConfig.Generative generative when generative.slo() != null -> generative.slo();
            case MetricsConfig.Generative _ -> throw new ConfigException("metrics.slo", "a search needs objectives");
        };
    }
}
