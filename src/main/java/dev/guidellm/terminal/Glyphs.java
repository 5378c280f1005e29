package dev.guidellm.terminal;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The characters that drawings are made of.
///
/// Unicode leaves the width of some characters to the place: `━` and `±` take two columns on terminals that are set
/// up for Chinese, Japanese or Korean, and one elsewhere. A program cannot know which it is; where the language is one
/// of these, drawings are made of ASCII.
///
/// @param done part of a bar
/// @param left rest of a bar
/// @param cut stands for text that had no room
/// @param plusMinus before a margin of error
/// @param between separates figures on a line
/// @param turning shows that something goes on, one after the other
public record Glyphs(String done, String left, String cut, String plusMinus, String between, List<String> turning) {
    /// For terminals where all of these take one column.
    public static final Glyphs UNICODE =
            new Glyphs("━", "┄", "…", "±", " · ", List.of("⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"));

    /// For all others.
    public static final Glyphs ASCII = new Glyphs("#", "-", "..", "+-", " | ", List.of("|", "/", "-", "\\"));

    private static final List<String> AMBIGUOUS_LANGUAGES = List.of("zh", "ja", "ko");

    public Glyphs {
        turning = List.copyOf(turning);
    }

    /// Those for the language that the environment names.
    public static Glyphs of(Map<String, String> environment) {
        String locale = "";
        for (String name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
            locale = locale.isEmpty() ? environment.getOrDefault(name, "") : locale;
        }
        String language = locale.split("[_.@-]", 2)[0].toLowerCase(Locale.ROOT);
        boolean console = environment.getOrDefault("TERM", "").equals("linux"); // its fonts have few characters
        return console || AMBIGUOUS_LANGUAGES.contains(language) ? ASCII : UNICODE;
    }
}
