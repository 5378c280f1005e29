package dev.guidellm.benchmark;

import dev.guidellm.clock.RunClock;
import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.NumberText;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.ConfidenceIntervals;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.MeasurementWindow;
import dev.guidellm.metrics.SampledEstimate;

/// `enough_samples`: satisfied when the interval of a figure is narrow enough.
///
/// It looks again after a tenth more requests, so that all looks together cost no more than some ten looks at the
/// last number of requests. See `docs/decisions/0014-judging-while-samples-come-in.md` for what the width then
/// means.
final class EnoughSamples implements RequestJudge {
    private static final double GROWTH = 1.1;
    /// Up to such a ratio of widths the number of requests is foreseen: it grows with its square.
    private static final double FORESEEN = 10;

    private final ConstraintConfig.EnoughSamples config;
    private final RunningBenchmark running;
    private final RunClock clock;
    private SampledEstimate estimate = new SampledEstimate(Double.NaN, null, 0, 0);
    private int nextLook;
    private boolean reached;

    EnoughSamples(ConstraintConfig.EnoughSamples config, RunningBenchmark running, RunClock clock) {
        this.config = config;
        this.running = running;
        this.clock = clock;
        nextLook = config.minRequests();
    }

    @Override
    public void ended(MeasuredRequest request) {
        int made = running.accumulator().requestsMade().total();
        if (!reached && made >= nextLook) {
            nextLook = Math.max(made + 1, (int) Math.ceil(made * GROWTH));
            look(running.tracker().finish(clock.nanos() / 1e9));
        }
    }

    @Override
    public boolean satisfied() {
        return reached;
    }

    /// Looks a last time, at what the report will be made of.
    void conclude(MeasurementWindow window) {
        if (!reached) {
            look(window);
        }
    }

    @Override
    public JsonObject findings() {
        ConfidenceInterval interval = estimate.interval();
        return JsonValue.object()
                .put("metric", config.metric())
                .put("relative_width", config.relativeWidth())
                .put("confidence", config.confidence())
                .put("min_requests", config.minRequests())
                .put("reached", reached)
                .put("requests", estimate.requests())
                .put("independent_requests", estimate.independentRequests())
                .put("value", Double.isNaN(estimate.value()) ? null : (Double) estimate.value())
                .put("lower", interval == null ? null : (Double) interval.lower())
                .put("upper", interval == null ? null : (Double) interval.upper())
                .put("reached_width", estimate.relativeWidth())
                .build();
    }

    /// What was reached, in one sentence.
    String sentence() {
        Double width = estimate.relativeWidth();
        ConfidenceInterval interval = estimate.interval();
        if (width == null || interval == null) {
            return "enough_samples was not reached: " + estimate.requests() + " measured requests are too few for a "
                    + level() + " interval of " + config.metric() + needed() + ".";
        }
        String found = "the " + level() + " interval of " + config.metric() + " is " + number(interval.lower()) + " to "
                + number(interval.upper()) + " around " + number(estimate.value()) + ", " + percent(width)
                + " wide, after " + estimate.requests() + " requests";
        if (reached) {
            return "enough_samples was reached: " + found + ".";
        }
        double growth = width / config.relativeWidth();
        String asked = "enough_samples was not reached: " + found + "; asked were " + percent(config.relativeWidth());
        if (growth <= 1) {
            return asked + " after at least " + config.minRequests() + " requests.";
        }
        return growth > FORESEEN
                ? asked + ", which takes far more requests."
                : asked + ", for which about " + Math.round(estimate.requests() * growth * growth)
                        + " requests would do.";
    }

    private void look(MeasurementWindow window) {
        estimate = running.accumulator().estimate(config.figure(), window, config.confidence());
        Double width = estimate.relativeWidth();
        reached = width != null && width <= config.relativeWidth() && estimate.requests() >= config.minRequests();
    }

    private String needed() {
        Double quantile = config.figure().quantile();
        return quantile == null
                ? ""
                : ", which takes " + ConfidenceIntervals.minimumSamples(quantile, config.confidence());
    }

    private String level() {
        return percent(config.confidence());
    }

    private static String percent(double share) {
        return number(share * 100) + " %";
    }

    private static String number(double value) {
        double size = Math.abs(value);
        String text = NumberText.fixed(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 4);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }
}
