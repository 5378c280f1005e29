package dev.guidellm.data.dataset;

import dev.guidellm.data.DataException;
import dev.guidellm.data.file.FileFormat;
import dev.guidellm.data.file.FileSources;
import dev.guidellm.data.file.RowTable;
import dev.guidellm.data.file.SplitSlice;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// From the files of a data set to the rows of one of its splits.
///
/// @param selector the name by which a column mapping selects the rows
/// @param readerOptions what the files' reader is told
record DataFiles(DataFolder folder, String selector, JsonObject readerOptions) {
    private static final Set<String> NO_DATA =
            Set.of("README.md", "config.json", "dataset_info.json", "dataset_infos.json", "dataset_dict.json");
    private static final Pattern SHARD = Pattern.compile("(.*-)(\\d{5})-of-(\\d{5})(.*)");

    /// What can be read, for messages.
    static String readable() {
        return Arrays.stream(FileFormat.values())
                .flatMap(format -> format.suffixes().stream())
                .sorted()
                .collect(Collectors.joining(", ", "files that can be read are ", ""));
    }

    /// The files of each split.
    ///
    /// @param patterns of the splits; null when names tell
    /// @param dataDir the folder that names are relative to; null for the data set's own
    /// @throws DataException when there is none
    SequencedMap<String, List<String>> bySplit(
            @Nullable SequencedMap<String, List<String>> patterns, @Nullable String dataDir) {
        String prefix = dataDir == null || dataDir.equals(".")
                ? ""
                : dataDir.replaceFirst("^(\\./)+", "").replaceAll("/*$", "") + "/";
        List<String> all = folder.files().stream()
                .filter(file -> file.startsWith(prefix))
                .map(file -> file.substring(prefix.length()))
                .toList();
        List<String> visible = all.stream().filter(file -> !isHidden(file)).toList();
        SequencedMap<String, List<String>> splits;
        if (patterns == null) {
            List<String> usable = visible.stream()
                    .filter(file -> FileFormat.of(file).isPresent())
                    .toList();
            splits = FilePatterns.bySplit(usable);
        } else {
            splits = FilePatterns.bySplit(patterns, all);
        }
        if (splits.isEmpty()) {
            String wanted = patterns == null ? "" : " match " + patterns.values();
            throw new DataException(
                    folder.name(),
                    null,
                    (patterns == null ? "has no data files" + within(prefix) : "no files" + within(prefix) + wanted)
                            + "; " + readable() + "; found: " + kinds(visible) + missing());
        }
        SequencedMap<String, List<String>> placed = new LinkedHashMap<>();
        splits.forEach((split, files) ->
                placed.put(split, files.stream().map(file -> prefix + file).toList()));
        return placed;
    }

    private static String within(String prefix) {
        return prefix.isEmpty() ? "" : " in " + prefix;
    }

    private String missing() {
        return folder.whyIncomplete() == null ? "" : " (only what was fetched before: " + folder.whyIncomplete() + ")";
    }

    private static boolean isHidden(String file) {
        return NO_DATA.contains(file.substring(file.lastIndexOf('/') + 1))
                || Arrays.stream(file.split("/")).anyMatch(part -> part.startsWith(".") || part.startsWith("__"));
    }

    /// How many files there are of each kind, such as `.arrow (3), .zip (1)`.
    private static String kinds(List<String> files) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String file : files) {
            String name = file.substring(file.lastIndexOf('/') + 1);
            int dot = name.lastIndexOf('.');
            counts.merge(dot < 0 ? name : name.substring(dot).toLowerCase(Locale.ROOT), 1, Integer::sum);
        }
        return counts.isEmpty()
                ? "nothing"
                : counts.entrySet().stream()
                        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                        .limit(10)
                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                        .collect(Collectors.joining(", "));
    }

    /// The rows of the wanted split.
    ///
    /// @param split such as `train[:10]`; null for the usual one
    /// @throws DataException when there is no such split, or its files cannot be had or read
    RowTable table(SequencedMap<String, List<String>> splits, @Nullable String split) {
        String text = split == null ? SplitNames.usual(splits.keySet()) : split;
        SplitSlice slice = SplitSlice.parse(folder.name(), text, splits.keySet());
        List<String> files = splits.getOrDefault(slice.split(), List.of());
        Map<FileFormat, List<String>> formats = new EnumMap<>(FileFormat.class);
        for (String file : files) {
            FileFormat.of(file)
                    .ifPresent(format -> formats.computeIfAbsent(format, _ -> new ArrayList<>())
                            .add(file));
        }
        // Most files decide; with as many of each, the later constant: Parquet, then JSON.
        FileFormat format = formats.keySet().stream()
                .max(Comparator.<FileFormat>comparingInt(
                                each -> formats.getOrDefault(each, List.of()).size())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow(() -> new DataException(
                        folder.name(),
                        null,
                        "has no data files of split " + slice.split() + "; " + readable() + "; found: "
                                + kinds(files)));
        return table(formats.getOrDefault(format, List.of()), format, slice);
    }

    /// The rows of files of one format.
    ///
    /// @throws DataException when they cannot be had or read
    RowTable table(List<String> files, FileFormat format, SplitSlice slice) {
        checkShards(files);
        List<RowTable> tables = new ArrayList<>();
        for (String file : files) {
            tables.add(FileSources.table(folder.shown(file), folder.file(file), format, options(file)));
        }
        RowTable first = tables.getFirst();
        return tables.size() == 1
                ? new RowTable(first.name(), selector, first.unit(), slice, first.reader())
                : new RowTable(folder.name(), selector, "row", slice, () -> new JoinedRows(tables));
    }

    private JsonObject options(String file) {
        boolean tabs = file.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "").endsWith(".tsv");
        if (!tabs || readerOptions.get("sep") != null || readerOptions.get("delimiter") != null) {
            return readerOptions;
        }
        return JsonValue.object().putAll(readerOptions).put("sep", "\t").build();
    }

    /// What was fetched before may be a part of the whole.
    private void checkShards(List<String> files) {
        if (folder.whyIncomplete() == null) {
            return;
        }
        for (String file : files) {
            Matcher shard = SHARD.matcher(file);
            if (shard.matches()) {
                int count = Integer.parseInt(shard.group(3));
                for (int i = 0; i < count; i++) {
                    String wanted = String.format(
                            Locale.ROOT, "%s%05d-of-%s%s", shard.group(1), i, shard.group(3), shard.group(4));
                    if (!files.contains(wanted)) {
                        throw new DataException(
                                folder.name(),
                                null,
                                wanted + " of its " + count + " parts is not in the cache, and "
                                        + folder.whyIncomplete());
                    }
                }
            }
        }
    }
}
