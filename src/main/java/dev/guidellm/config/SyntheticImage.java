package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import org.jspecify.annotations.Nullable;

/// Made-up pictures. Width and height are set once constructed.
///
/// @param outputTokens tokens asked for
/// @param seed what the pixels derive from
/// @param resolution a preset such as `720p`
/// @param aspectRatio as `W:H` or `W/H`
@Kind("synthetic_image")
public record SyntheticImage(
        @Default("{}") JsonObject loadKwargs,
        @Inline(prefix = "output_tokens") TokenSpread outputTokens,
        @Default("42") long seed,
        @Range(above = 0) @Nullable Integer width,
        @Range(above = 0) @Nullable Integer height,
        @Nullable String resolution,
        @Nullable String aspectRatio,
        @Default("jpeg") Format format,
        @Default("85") @Range(atLeast = 1, atMost = 100) int jpegQuality,
        @Default("gradient") Content content,
        @Default("1") @Range(atLeast = 1) int imagesPerRequest)
        implements SyntheticData {

    /// How a picture is coded.
    public enum Format implements Choice {
        /// Lossy.
        JPEG,
        /// Lossless.
        PNG
    }

    /// What a picture shows.
    public enum Content implements Choice {
        /// Two colours blended.
        GRADIENT,
        /// Random pixels.
        NOISE,
        /// One colour.
        SOLID,
        /// Two colours in squares.
        CHECKERBOARD
    }

    public SyntheticImage {
        PixelSize size = PixelSize.resolve("image", width, height, resolution, aspectRatio);
        width = size.width();
        height = size.height();
    }
}
