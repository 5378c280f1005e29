package dev.guidellm.output.html;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes HTML of which every text and every attribute's value is escaped, and every element closed. Names of
/// elements and attributes must be constants of this program. Used by one thread.
final class Markup {
    private static final Set<String> VOID = Set.of("meta", "link", "br", "hr", "input", "wbr");

    private final StringBuilder out = new StringBuilder(1 << 16);
    private final Deque<String> open = new ArrayDeque<>();

    /// Opens an element.
    ///
    /// @param attributes names and values by turns; a null value leaves its attribute out
    Markup open(String tag, @Nullable String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            String value = attributes[i + 1];
            if (value != null) {
                out.append(' ').append(attributes[i]).append("=\"");
                escape(value);
                out.append('"');
            }
        }
        out.append('>');
        if (!VOID.contains(tag)) {
            open.push(tag);
        }
        return this;
    }

    /// Closes the innermost open element.
    Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /// Closes the innermost open element and ends the line.
    Markup closeLine() {
        return close().line();
    }

    /// Ends a line of the source, for people who read it.
    Markup line() {
        out.append('\n');
        return this;
    }

    /// Text.
    Markup text(String text) {
        escape(text);
        return this;
    }

    /// An element that holds text.
    Markup element(String tag, String text, @Nullable String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /// A script or style element. These hold no entities, so their text must come from this program, or be
    /// escaped for its language.
    Markup verbatim(String tag, String text, @Nullable String... attributes) {
        open(tag, attributes);
        out.append(text);
        return closeLine();
    }

    /// The document so far.
    @Override
    public String toString() {
        return out.toString();
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> {
                    // control characters are no text, and half a surrogate pair cannot be written in UTF-8
                    boolean half = Character.isSurrogate(c) && !isPaired(text, i);
                    boolean control = Character.isISOControl(c) && c != '\n' && c != '\t';
                    out.append(half || control ? '\uFFFD' : c);
                }
            }
        }
    }

    private static boolean isPaired(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
