package dev.guidellm.terminal;

import java.util.ArrayList;
import java.util.List;

/// One line of text whose parts have meanings.
public record StyledLine(List<Part> parts) {
    /// Nothing.
    public static final StyledLine EMPTY = new StyledLine(List.of());

    public StyledLine {
        parts = List.copyOf(parts);
    }

    /// Text of one meaning, without line ends.
    public record Part(String text, Tone tone) {}

    /// A line of one meaning.
    public static StyledLine of(String text, Tone tone) {
        return new StyledLine(List.of(new Part(text, tone)));
    }

    /// A line without a meaning of its own.
    public static StyledLine of(String text) {
        return of(text, Tone.PLAIN);
    }

    /// This line, then `text`.
    public StyledLine and(String text, Tone tone) {
        List<Part> longer = new ArrayList<>(parts);
        longer.add(new Part(text, tone));
        return new StyledLine(longer);
    }

    /// This line, then `text` without a meaning of its own.
    public StyledLine and(String text) {
        return and(text, Tone.PLAIN);
    }

    /// This line, then another.
    public StyledLine and(StyledLine other) {
        List<Part> longer = new ArrayList<>(parts);
        longer.addAll(other.parts);
        return new StyledLine(longer);
    }

    /// The text alone.
    public String text() {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.text));
        return text.toString();
    }

    /// The columns that it takes.
    public int columns() {
        return parts.stream().mapToInt(part -> TextWidth.of(part.text)).sum();
    }
}
