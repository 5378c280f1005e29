package dev.guidellm.data.dataset;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which of a data set's files belong to which split, by patterns or by the names of files and folders.
///
/// The rules are those of the Python library `datasets` ("Structure your repository" in its manual).
final class FilePatterns {
    private static final Pattern SHARD = Pattern.compile("data/([^/]+?)-\\d{5}-of-\\d{5}[^/]*\\.[^/]*");
    private static final String SHARD_FORM = "data/%1$s-" + "[0-9]".repeat(5) + "-of-" + "[0-9]".repeat(5) + "*.*";
    private static final String WORD_ENDS = "[-._ 0-9]";

    private static final List<String> USUAL_SPLITS = List.of("train", "validation", "test");
    private static final List<List<String>> USUAL_WORDS = List.of(
            List.of("train", "training"),
            List.of("validation", "valid", "dev", "val"),
            List.of("test", "testing", "eval", "evaluation"));

    private FilePatterns() {}

    /// The files that a pattern stands for: `*` and `?` within a name, `**` across folders, `[…]` for one of some
    /// characters.
    static List<String> matching(String pattern, Collection<String> files) {
        Pattern regex = regex(pattern);
        return files.stream().filter(file -> regex.matcher(file).matches()).toList();
    }

    /// Whether a text is more than the name of one file.
    static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    /// The files of each split that patterns name. A split without a file is left out.
    static SequencedMap<String, List<String>> bySplit(
            SequencedMap<String, List<String>> patterns, Collection<String> files) {
        SequencedMap<String, List<String>> splits = new LinkedHashMap<>();
        patterns.forEach((split, wanted) -> {
            Set<String> found = new LinkedHashSet<>();
            wanted.forEach(pattern -> found.addAll(matching(pattern, files)));
            if (!found.isEmpty()) {
                splits.put(split, List.copyOf(found));
            }
        });
        return splits;
    }

    /// The files of each split where nobody says which: shards `data/SPLIT-00000-of-00002.*`, else folders, else
    /// files that are called like a split, else all are `train`.
    static SequencedMap<String, List<String>> bySplit(Collection<String> files) {
        SequencedMap<String, List<String>> shards = shards(files);
        if (!shards.isEmpty()) {
            return shards;
        }
        for (List<String> forms : List.of(
                List.of(
                        "**/%s/**",
                        "**/%s" + WORD_ENDS + "*/**",
                        "**/*" + WORD_ENDS + "%s/**",
                        "**/*" + WORD_ENDS + "%s" + WORD_ENDS + "*/**"),
                List.of("**/%s" + WORD_ENDS + "*", "**/*" + WORD_ENDS + "%s" + WORD_ENDS + "*"))) {
            SequencedMap<String, List<String>> named = bySplit(patterns(forms), files);
            if (!named.isEmpty()) {
                return named;
            }
        }
        SequencedMap<String, List<String>> all = new LinkedHashMap<>();
        if (!files.isEmpty()) {
            all.put("train", List.copyOf(files));
        }
        return all;
    }

    private static SequencedMap<String, List<String>> patterns(List<String> forms) {
        SequencedMap<String, List<String>> patterns = new LinkedHashMap<>();
        for (int i = 0; i < USUAL_SPLITS.size(); i++) {
            List<String> own = new ArrayList<>();
            for (String word : USUAL_WORDS.get(i)) {
                forms.forEach(form -> own.add(form.replace("%s", word)));
            }
            patterns.put(USUAL_SPLITS.get(i), own);
        }
        return patterns;
    }

    private static SequencedMap<String, List<String>> shards(Collection<String> files) {
        SequencedMap<String, List<String>> patterns = new LinkedHashMap<>();
        Set<String> splits = new TreeSet<>();
        for (String file : files) {
            Matcher matcher = SHARD.matcher(file);
            if (matcher.matches()) {
                splits.add(matcher.group(1));
            }
        }
        Stream.concat(USUAL_SPLITS.stream().filter(splits::contains), splits.stream())
                .forEach(split -> patterns.put(split, List.of(String.format(SHARD_FORM, split))));
        return bySplit(patterns, files);
    }

    private static Pattern regex(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            int close = c == '[' ? pattern.indexOf(']', i + 2) : -1;
            if (pattern.startsWith("**/", i)) {
                regex.append("(?:.*/)?");
                i += 2;
            } else if (pattern.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else if (c == '*') {
                regex.append("[^/]*");
            } else if (c == '?') {
                regex.append("[^/]");
            } else if (close > 0) {
                String inside = pattern.substring(i + 1, close);
                boolean not = inside.startsWith("!");
                regex.append(not ? "[^/" : "[")
                        .append((not ? inside.substring(1) : inside).replaceAll("[\\\\\\[\\]&^]", "\\\\$0"))
                        .append(']');
                i = close;
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString());
    }
}
