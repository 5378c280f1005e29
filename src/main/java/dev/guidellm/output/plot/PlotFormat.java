package dev.guidellm.output.plot;

import java.nio.file.Path;
import java.util.Locale;

/// The formats of pictures, told by the suffix of a file's name in any case.
enum PlotFormat {
    PNG,
    JPEG,
    SVG,
    PDF;

    /// The format of a file whose suffix is one of those that the configuration lets through.
    static PlotFormat of(Path file) {
        String name = String.valueOf(file.getFileName());
        String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (suffix) {
            case "png" -> PNG;
            case "jpg", "jpeg" -> JPEG;
            case "svg" -> SVG;
            case "pdf" -> PDF;
            default -> throw new IllegalArgumentException("no picture format: " + file);
        };
    }
}
