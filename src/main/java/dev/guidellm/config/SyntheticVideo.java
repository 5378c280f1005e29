package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import org.jspecify.annotations.Nullable;

/// Made-up films. Width and height are set once constructed.
///
/// @param outputTokens tokens asked for
/// @param seed what the pixels derive from
/// @param fps frames per second
/// @param videoBitrate for instance `500k`
@Kind("synthetic_video")
public record SyntheticVideo(
        @Default("{}") JsonObject loadKwargs,
        @Inline(prefix = "output_tokens") TokenSpread outputTokens,
        @Default("42") long seed,
        @Range(above = 0) @Nullable Integer width,
        @Range(above = 0) @Nullable Integer height,
        @Nullable String resolution,
        @Nullable String aspectRatio,
        @Range(atLeast = 1) int frames,
        @Default("1.0") @Range(above = 0) double fps,
        @Default("mp4") Format format,
        @Nullable String videoBitrate,
        @Default("gradient") Content content)
        implements SyntheticData {

    /// How a film is coded.
    public enum Format implements Choice {
        /// H.264 in an MP4 container.
        MP4
    }

    /// What a film shows.
    public enum Content implements Choice {
        /// Two colours blended.
        GRADIENT,
        /// Random pixels.
        NOISE
    }

    public SyntheticVideo {
        PixelSize size = PixelSize.resolve("video", width, height, resolution, aspectRatio);
        width = size.width();
        height = size.height();
    }
}
