package dev.guidellm.config;

import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The width and height of made-up pictures, resolved from what the user gave.
///
/// @param width even, above 0
/// @param height even, above 0
record PixelSize(int width, int height) {
    private static final Pattern RATIO = Pattern.compile("\\s*(\\d+(?:\\.\\d+)?)\\s*[:/]\\s*(\\d+(?:\\.\\d+)?)\\s*");

    private static final TreeMap<String, PixelSize> PRESETS = new TreeMap<>();

    static {
        PRESETS.put("240p", new PixelSize(426, 240));
        PRESETS.put("360p", new PixelSize(640, 360));
        PRESETS.put("480p", new PixelSize(854, 480));
        PRESETS.put("540p", new PixelSize(960, 540));
        PRESETS.put("720p", new PixelSize(1280, 720));
        PRESETS.put("1080p", new PixelSize(1920, 1080));
        PRESETS.put("1440p", new PixelSize(2560, 1440));
        PRESETS.put("2160p", new PixelSize(3840, 2160));
        PRESETS.put("4k", new PixelSize(3840, 2160));
    }

    /// Completes a size: what is given wins, a preset gives the rest, a ratio completes a missing side.
    ///
    /// @param medium `image` or `video`, for the messages
    static PixelSize resolve(
            String medium,
            @Nullable Integer width,
            @Nullable Integer height,
            @Nullable String resolution,
            @Nullable String aspectRatio) {
        @Nullable PixelSize preset = resolution == null ? null : preset(resolution);
        @Nullable Double ratio = aspectRatio == null ? null : ratio(aspectRatio);
        @Nullable Integer h = height != null || preset == null ? height : Integer.valueOf(preset.height());
        @Nullable Integer w = width;
        if (w == null && h != null && ratio != null) {
            w = (int) Math.rint(h * ratio);
        }
        if (w == null && preset != null) {
            w = preset.width();
        }
        if (h == null && w != null && ratio != null) {
            h = (int) Math.rint(w / ratio);
        }
        if (w == null || h == null) {
            throw ConfigException.rule("synthetic_" + medium
                    + " config requires width and height, either explicitly or via resolution/aspect_ratio.");
        }
        PixelSize even = new PixelSize(w - Math.floorMod(w, 2), h - Math.floorMod(h, 2));
        if (even.width() <= 0 || even.height() <= 0) {
            throw ConfigException.rule(
                    "Resolved " + medium + " dims must be positive, got " + even.width() + "x" + even.height());
        }
        return even;
    }

    private static PixelSize preset(String resolution) {
        PixelSize found = PRESETS.get(resolution.toLowerCase(Locale.ROOT));
        if (found == null) {
            StringBuilder known = new StringBuilder();
            for (String name : PRESETS.keySet()) {
                known.append(known.isEmpty() ? "'" : ", '").append(name).append('\'');
            }
            throw ConfigException.rule("Unknown resolution '" + resolution + "'. Known: [" + known + "]");
        }
        return found;
    }

    private static double ratio(String text) {
        Matcher matcher = RATIO.matcher(text);
        if (matcher.matches()) {
            double w = Double.parseDouble(matcher.group(1));
            double h = Double.parseDouble(matcher.group(2));
            if (w > 0 && h > 0) {
                return w / h;
            }
        }
        throw ConfigException.rule("Invalid aspect_ratio '" + text + "', expected 'W:H' or 'W/H'");
    }
}
