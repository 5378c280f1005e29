package dev.guidellm.profile;

import dev.guidellm.config.LoadStage;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.schedule.ArrivalGaps;
import dev.guidellm.schedule.RateStage;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StreamStage;
import java.util.ArrayList;
import java.util.List;

/// Makes one strategy of the stages of a configuration.
final class StagedLoad {
    private StagedLoad() {}

    /// Of rates or of streams, as the stages say.
    static SchedulingStrategy of(ProfileConfig.Stages config, long seed) {
        return config.ofStreams()
                ? new SchedulingStrategy.StreamStages(streams(config.stages()))
                : new SchedulingStrategy.Stages(
                        rates(config.stages()),
                        gaps(config.arrivals(), config.burstiness(), seed),
                        config.maxConcurrency());
    }

    /// The gaps of a named process.
    static ArrivalGaps gaps(ProfileConfig.ArrivalProcess process, double burstiness, long seed) {
        return switch (process) {
            case CONSTANT -> ArrivalGaps.EVEN;
            case POISSON -> ArrivalGaps.exponential(seed);
            case GAMMA -> new ArrivalGaps(burstiness, seed);
        };
    }

    private static List<RateStage> rates(List<LoadStage> stages) {
        List<RateStage> rates = new ArrayList<>();
        double before = 0;
        for (LoadStage stage : stages) {
            double rate = stage.rate() == null ? 0 : stage.rate();
            double from = stage.from() == null ? before : stage.from();
            RateStage.Curve curve = switch (stage.curve()) {
                case LINEAR -> RateStage.Curve.LINEAR;
                case EXPONENTIAL -> RateStage.Curve.EXPONENTIAL;
            };
            rates.add(new RateStage(from, rate, stage.rampSeconds(), stage.duration(), curve));
            before = rate;
        }
        return rates;
    }

    private static List<StreamStage> streams(List<LoadStage> stages) {
        return stages.stream()
                .map(stage -> new StreamStage(
                        stage.streams() == null ? 0 : stage.streams(), stage.rampSeconds(), stage.duration()))
                .toList();
    }
}
