package dev.guidellm.report;

import dev.guidellm.config.ProfileConfig.TurnSchedule;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.schedule.ArrivalGaps;
import dev.guidellm.schedule.RateStage;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StreamStage;
import java.util.List;
import java.util.Locale;

/// A strategy as an object: in the original's terms, and exactly.
public final class StrategyJson {
    private StrategyJson() {}

    /// The strategy as it is, for `x_guidellm_java`. `text` is what a person reads.
    public static JsonObject exact(SchedulingStrategy strategy) {
        JsonValue.ObjectBuilder out = JsonValue.object()
                .put("type", strategy.type())
                .put("text", strategy.toString())
                .put("max_concurrency", strategy.requestLimit());
        switch (strategy) {
            case SchedulingStrategy.Synchronous _ -> {}
            case SchedulingStrategy.Concurrent(int streams, double rampup) ->
                out.put("streams", streams).put("rampup_duration", rampup);
            case SchedulingStrategy.Throughput(Integer _, double rampup) -> out.put("rampup_duration", rampup);
            case SchedulingStrategy.Constant(double rate, Integer _, double rampup) ->
                out.put("rate", rate).put("rampup_duration", rampup);
            case SchedulingStrategy.Poisson(double rate, Integer _, long seed, double rampup) ->
                out.put("rate", rate).put("random_seed", seed).put("rampup_duration", rampup);
            case SchedulingStrategy.Gamma(double rate, double burstiness, Integer _, long seed, double rampup) ->
                out.put("rate", rate)
                        .put("burstiness", burstiness)
                        .put("random_seed", seed)
                        .put("rampup_duration", rampup);
            case SchedulingStrategy.Stages(List<RateStage> stages, ArrivalGaps gaps, Integer _) ->
                out.put("seconds", ((SchedulingStrategy.Stages) strategy).seconds())
                        .put("rate", ((SchedulingStrategy.Stages) strategy).meanRatePerSecond())
                        .put("stages", stages.size())
                        .put("burstiness", gaps.even() ? null : (Double) gaps.burstiness())
                        .put("random_seed", gaps.even() ? null : (Long) gaps.randomSeed());
            case SchedulingStrategy.StreamStages stages ->
                out.put("seconds", stages.seconds())
                        .put("stages", stages.stages().size());
            case SchedulingStrategy.Trace(double scale, TurnSchedule turns, Integer _) ->
                out.put("time_scale", scale).put("schedule_turn", turns.text());
            case SchedulingStrategy.Recorded recorded ->
                out.put("rate", recorded.meanRatePerSecond())
                        .put("requests", recorded.offsets().size());
        }
        return out.build();
    }

    /// One stage for a person: how the load begins and ends in it.
    public static JsonObject stage(RateStage stage) {
        return JsonValue.object()
                .put("rate", stage.rate())
                .put("rate_before_ramp", stage.rampSeconds() > 0 ? (Double) stage.from() : null)
                .put("ramp", stage.rampSeconds())
                .put("curve", stage.curve().name().toLowerCase(Locale.ROOT))
                .put("duration", stage.seconds())
                .build();
    }

    /// The same of a stage of streams.
    public static JsonObject stage(StreamStage stage) {
        return JsonValue.object()
                .put("streams", stage.streams())
                .put("ramp", stage.rampSeconds())
                .put("duration", stage.seconds())
                .build();
    }

    /// The strategy in the original's terms: kinds of ours become their nearest original.
    ///
    /// @param requestLimit most requests that could be in flight
    static JsonObject known(SchedulingStrategy strategy, int requestLimit) {
        return switch (strategy) {
            case SchedulingStrategy.Synchronous _ ->
                of("synchronous").put("max_concurrency", 1).build();
            case SchedulingStrategy.Concurrent(int streams, double rampup) -> concurrent(streams, rampup);
            case SchedulingStrategy.Throughput(Integer limit, double rampup) ->
                of("throughput")
                        .put("max_concurrency", limit)
                        .put("rampup_duration", rampup)
                        .build();
            case SchedulingStrategy.Constant(double rate, Integer _, double rampup) ->
                constant(rate, requestLimit, rampup);
            case SchedulingStrategy.Poisson(double rate, Integer _, long seed, double _) ->
                poisson(rate, requestLimit, seed);
            case SchedulingStrategy.Gamma(double rate, double _, Integer _, long seed, double _) ->
                poisson(rate, requestLimit, seed);
            case SchedulingStrategy.Stages stages ->
                stages.gaps().even()
                        ? constant(stages.meanRatePerSecond(), requestLimit, 0)
                        : poisson(
                                stages.meanRatePerSecond(),
                                requestLimit,
                                stages.gaps().randomSeed());
            case SchedulingStrategy.StreamStages stages -> concurrent(stages.resolvedRequestLimit(), 0);
            case SchedulingStrategy.Recorded recorded -> constant(recorded.meanRatePerSecond(), requestLimit, 0);
            case SchedulingStrategy.Trace(double scale, TurnSchedule turns, Integer _) ->
                of("trace")
                        .put("max_concurrency", requestLimit)
                        .put("time_scale", scale)
                        .put("schedule_turn", turns.text())
                        .build();
        };
    }

    private static JsonObject concurrent(int streams, double rampup) {
        return of("concurrent")
                .put("max_concurrency", streams)
                .put("streams", streams)
                .put("rampup_duration", rampup)
                .build();
    }

    private static JsonObject constant(double rate, int limit, double rampup) {
        return of("constant")
                .put("max_concurrency", limit)
                .put("rate", rate)
                .put("rampup_duration", rampup)
                .build();
    }

    private static JsonObject poisson(double rate, int limit, long seed) {
        return of("poisson")
                .put("max_concurrency", limit)
                .put("rate", rate)
                .put("random_seed", seed)
                .build();
    }

    private static JsonValue.ObjectBuilder of(String type) {
        return JsonValue.object().put("type_", type).put("worker_count", JsonValue.NULL);
    }
}
