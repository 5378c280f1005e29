package dev.guidellm.data.synthetic;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigProblem;
import dev.guidellm.config.DelaySpread;
import dev.guidellm.config.TokenSpread;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds spreads in which no value lies, before anything is sent.
public final class SpreadCheck {
    private static final Logger LOG = LoggerFactory.getLogger(SpreadCheck.class);

    private final String path;
    private final List<ConfigProblem> problems = new ArrayList<>();

    /// @param path where the spreads stand in the configuration, such as `data[0]`
    public SpreadCheck(String path) {
        this.path = path;
    }

    /// Checks the spread of a token count.
    ///
    /// @param key the key of its mean
    public SpreadCheck tokens(String key, TokenSpread spread) {
        Integer mean = spread.mean();
        if (mean == null) {
            unused(key, spread.stdev(), spread.min(), spread.max());
            return this;
        }
        long low = TokenSampler.lowest(mean, spread.stdev(), spread.min());
        long high = TokenSampler.highest(mean, spread.stdev(), spread.max());
        if (low > high) {
            empty(key, mean, spread.stdev(), spread.min(), spread.max());
        }
        return this;
    }

    SpreadCheck delay(String key, DelaySpread spread) {
        Double mean = spread.mean();
        if (mean == null) {
            unused(key, spread.stdev(), spread.min(), spread.max());
            return this;
        }
        double low = DelaySampler.lowest(mean, spread.stdev(), spread.min());
        double high = DelaySampler.highest(mean, spread.stdev(), spread.max());
        if (low > high) {
            empty(key, mean, spread.stdev(), spread.min(), spread.max());
        }
        return this;
    }

    /// @throws ConfigException with everything that was found
    public void report() {
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
    }

    private void empty(String key, Number mean, @Nullable Number stdev, @Nullable Number min, @Nullable Number max) {
        String problem;
        if (min != null && max != null) {
            problem = key + "_min " + min + " is above " + key + "_max " + max;
        } else if (min != null) {
            problem = key + "_min " + min + " is above every value that " + key + " " + mean + with(key, stdev)
                    + " gives; set " + key + "_max as well";
        } else {
            problem = key + "_max " + max + " is below every value that " + key + " " + mean + with(key, stdev)
                    + " gives; set " + key + "_min as well";
        }
        problems.add(new ConfigProblem(path + "." + key, "Value error, " + problem));
    }

    private static String with(String key, @Nullable Number stdev) {
        return stdev == null ? "" : " with " + key + "_stdev " + stdev;
    }

    private static void unused(String key, @Nullable Number stdev, @Nullable Number min, @Nullable Number max) {
        if (stdev != null || min != null || max != null) {
            LOG.warn("{}_stdev, {}_min and {}_max have no effect without {}", key, key, key, key);
        }
    }
}
