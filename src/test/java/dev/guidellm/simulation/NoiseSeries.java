package dev.guidellm.simulation;

import dev.guidellm.simulation.ServerModel.Noise;
import java.util.Random;

/// Draws of times that vary, each with the same distribution, one correlated with the next.
final class NoiseSeries {
    private final Noise noise;
    private final double spread;
    private final Random random;
    private double state;

    /// @param spread of `noise`: the one of the times that are drawn
    NoiseSeries(Noise noise, double spread, long seed) {
        this.noise = noise;
        this.spread = spread;
        this.random = new Random(seed);
        state = random.nextGaussian();
    }

    /// The next time around `mean`.
    double next(double mean) {
        double z = state;
        double fresh = Math.sqrt(1 - noise.correlation() * noise.correlation());
        state = noise.correlation() * state + fresh * random.nextGaussian();
        return switch (noise.shape()) {
            case NORMAL -> Math.max(0, mean + spread * z);
            case LOG_NORMAL -> mean * Math.exp(spread * z - spread * spread / 2);
        };
    }
}
