package dev.guidellm.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The place of a value in a configuration, written `spec.data[0].kind`.
///
/// A part `name[digits]` is an item of a list; whatever else stands between the dots is a key as it is, also
/// `a[x]`, `a[0][1]` and the empty text.
///
/// @param steps the way from the root, at least one step
public record KeyPath(List<Step> steps) {
    private static final Pattern INDEXED = Pattern.compile("([^\\[]+)\\[([0-9]+)]");
    private static final int MAX_INDEX = 99_999;

    public KeyPath {
        steps = List.copyOf(steps);
    }

    /// One step down.
    public sealed interface Step {}

    /// To a member of a mapping.
    public record Member(String key) implements Step {}

    /// To an item of a list, counted from 0.
    public record Item(int index) implements Step {}

    /// The path that `text` writes. Throws [IllegalArgumentException] for an index too large to be meant.
    public static KeyPath parse(String text) {
        List<Step> steps = new ArrayList<>();
        for (String part : text.split("\\.", -1)) {
            String name = part.strip();
            Matcher indexed = INDEXED.matcher(name);
            if (indexed.matches()) {
                steps.add(new Member(indexed.group(1)));
                steps.add(new Item(index(indexed.group(2), text)));
            } else {
                steps.add(new Member(name));
            }
        }
        return new KeyPath(steps);
    }

    private static int index(String digits, String path) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        if (significant.length() > 5) {
            throw new IllegalArgumentException(
                    "the index in '" + path + "' is too large: at most " + MAX_INDEX + " is supported");
        }
        return Integer.parseInt(significant);
    }

    /// The path as text.
    @Override
    public String toString() {
        return prefix(steps.size());
    }

    /// The text of the first `length` steps.
    String prefix(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            switch (steps.get(i)) {
                case Member(String key) -> text.append(i == 0 ? "" : ".").append(key);
                case Item(int index) -> text.append('[').append(index).append(']');
            }
        }
        return text.toString();
    }
}
