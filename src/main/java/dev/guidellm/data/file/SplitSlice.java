package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which rows `load_kwargs.split` selects: `train`, `train[:10]`, `train[5:10]`, `train[-3:]`, `train[10%:50%]`.
///
/// A plain file has one split, and it is called `train`; a data set may have others.
public final class SplitSlice {
    private static final Pattern FORM =
            Pattern.compile("\\s*([\\w.-]+)\\s*(?:\\[\\s*(-?\\d+%?)?\\s*:\\s*(-?\\d+%?)?\\s*])?\\s*");

    /// Every row.
    public static final SplitSlice ALL = new SplitSlice("train", "train", null, null);

    private final String text;
    private final String split;
    private final @Nullable String from;
    private final @Nullable String to;

    private SplitSlice(String text, String split, @Nullable String from, @Nullable String to) {
        this.text = text;
        this.split = split;
        this.from = from;
        this.to = to;
    }

    /// @throws DataException when `text` is no split of a plain file
    public static SplitSlice parse(String source, String text) {
        return parse(source, text, List.of("train"));
    }

    /// @param splits those that the source has
    /// @throws DataException when `text` is no split of them
    public static SplitSlice parse(String source, String text, Collection<String> splits) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new DataException(source, null, "load_kwargs.split '" + text + "' is not of the form train[from:to]");
        }
        if (!splits.contains(matcher.group(1))) {
            String names = splits.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", ", "[", "]"));
            throw new DataException(
                    source, null, "Unknown split \"" + matcher.group(1) + "\". Should be one of " + names + ".");
        }
        return new SplitSlice(text.strip(), matcher.group(1), matcher.group(2), matcher.group(3));
    }

    /// The split's name.
    public String split() {
        return split;
    }

    boolean isAll() {
        return from == null && to == null;
    }

    long from(long rows) {
        return from == null ? 0 : position(from, rows);
    }

    long size(long rows) {
        long end = to == null ? rows : position(to, rows);
        return Math.max(0, end - from(rows));
    }

    private static long position(String bound, long rows) {
        boolean percent = bound.endsWith("%");
        long number = Long.parseLong(percent ? bound.substring(0, bound.length() - 1) : bound);
        long position = percent ? Math.round(number * rows / 100.0) : number;
        return Math.clamp(position < 0 ? position + rows : position, 0, rows);
    }

    @Override
    public String toString() {
        return text;
    }
}
