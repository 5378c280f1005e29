package dev.guidellm.data.dataset;

import dev.guidellm.config.HuggingFaceData;
import dev.guidellm.data.DataException;
import dev.guidellm.data.file.FileFormat;
import dev.guidellm.data.file.RowTable;
import dev.guidellm.data.file.SplitSlice;
import dev.guidellm.hub.HubCache;
import dev.guidellm.hub.HubException;
import dev.guidellm.hub.HubRepository;
import dev.guidellm.hub.HubSettings;
import dev.guidellm.json.JsonValue.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Opens `kind=huggingface`: a folder, a file, files of a named format, or a data set of the hub.
public final class DataSets {
    /// Names of the Python library for "files of that format".
    private static final Map<String, FileFormat> READERS = Map.of(
            "json", FileFormat.JSON, "csv", FileFormat.CSV, "parquet", FileFormat.PARQUET, "text", FileFormat.TEXT);

    private static final String CARD = "README.md";

    private DataSets() {}

    /// The rows of the wanted split, fetched if need be, but not read yet.
    ///
    /// @throws DataException when there is no such data set, or it cannot be had or read
    public static RowTable table(HuggingFaceData config) {
        return table(config, HubSettings.fromEnvironment());
    }

    /// The same with other settings than those of the environment.
    public static RowTable table(HuggingFaceData config, HubSettings hub) {
        if (!(config.source() instanceof JsonString(String source))) {
            throw new DataException(config.kind(), null, "source must be a text: a folder or the id of a data set");
        }
        DataSetOptions options = DataSetOptions.read(source, config.loadKwargs());
        FileFormat format = READERS.get(source);
        if (format != null) {
            return new NamedReader(source, format).table(options);
        }
        Path path = path(source);
        if (path != null && Files.isDirectory(path)) {
            return folder(source, path, options);
        }
        if (path != null && Files.exists(path)) {
            return file(source, path, options);
        }
        return table(fromHub(source, options, hub), selector(source), options);
    }

    private static @Nullable Path path(String source) {
        try {
            return Path.of(source);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static RowTable folder(String source, Path path, DataSetOptions options) {
        DataFolder.Local folder = DataFolder.Local.open(source, path);
        Set<String> files = Set.copyOf(folder.files());
        if (files.contains("dataset_dict.json") || files.contains("state.json")) {
            throw new DataException(
                    source,
                    null,
                    "was saved by Python's save_to_disk as Arrow, which this version cannot read; write it there with"
                            + " load_from_disk(…).to_parquet(…)");
        }
        return table(folder, selector(path.toAbsolutePath().normalize().toString()), options);
    }

    private static RowTable file(String source, Path path, DataSetOptions options) {
        FileFormat format = FileFormat.of(source)
                .orElseThrow(() -> new DataException(
                        source, null, "is no file that kind=huggingface can read; " + DataFiles.readable()));
        DataFolder.Local folder = new DataFolder.Local(
                source, path.resolveSibling(""), List.of(path.getFileName().toString()));
        SplitSlice slice = options.split() == null ? SplitSlice.ALL : SplitSlice.parse(source, options.split());
        return new DataFiles(folder, format.name().toLowerCase(Locale.ROOT), options.reader())
                .table(folder.files(), format, slice);
    }

    private static DataFolder fromHub(String source, DataSetOptions options, HubSettings settings) {
        int at = source.lastIndexOf('@');
        String id = at < 0 ? source : source.substring(0, at);
        String wanted = at < 0 ? options.revision() : source.substring(at + 1);
        String revision = wanted == null ? HubRepository.MAIN : wanted;
        if (!HubRepository.isId(id)) {
            throw new DataException(source, null, "is neither a folder or file here nor the id of a data set");
        }
        if (!HubRepository.isRevision(revision)) {
            throw new DataException(source, null, "'" + revision + "' is no name of a revision");
        }
        HubRepository repository = new HubRepository(HubRepository.Kind.DATA_SET, id, revision);
        String token = options.token();
        HubCache cache = new HubCache(token == null ? settings : settings.withToken(token));
        try {
            return new DataFolder.Hub(id, cache.snapshot(repository));
        } catch (HubException e) {
            throw new DataException(source, null, e.problem());
        }
    }

    private static RowTable table(DataFolder folder, String selector, DataSetOptions options) {
        DataFiles files = new DataFiles(folder, selector, options.reader());
        if (options.dataFiles() != null) {
            return files.table(files.bySplit(options.dataFiles(), options.dataDir()), options.split());
        }
        DataSetCard.Config part = card(folder).choose(folder.name(), options.part());
        if (part == null) {
            return files.table(files.bySplit(null, options.dataDir()), options.split());
        }
        String dir = options.dataDir() == null ? part.dataDir() : options.dataDir();
        return files.table(files.bySplit(part.dataFiles(), dir), options.split());
    }

    private static DataSetCard card(DataFolder folder) {
        if (!folder.files().contains(CARD)) {
            return DataSetCard.NONE;
        }
        try {
            return DataSetCard.read(folder.name(), Files.readString(folder.file(CARD)));
        } catch (IOException e) {
            throw new DataException(folder.name(), CARD, "cannot be read (" + e.getMessage() + ")");
        }
    }

    /// The name by which the Python library selects it: the last part, in snake case.
    private static String selector(String source) {
        String name = source.replaceFirst("@.*", "").replaceFirst(".*[/\\\\]", "");
        return name.replaceAll("([A-Z]+)([A-Z][a-z])", "$1_$2")
                .replaceAll("([a-z\\d])([A-Z])", "$1_$2")
                .toLowerCase(Locale.ROOT);
    }

    /// `source=json` and its like: the files that `data_files` names are of that format.
    private record NamedReader(String name, FileFormat format) {
        RowTable table(DataSetOptions options) {
            if (options.dataFiles() == null) {
                throw new DataException(name, null, "load_kwargs.data_files is missing: the files to read");
            }
            List<String> splits = List.copyOf(options.dataFiles().keySet());
            SplitSlice slice =
                    options.split() == null ? SplitSlice.ALL : SplitSlice.parse(name, options.split(), splits);
            String split = options.split() == null ? SplitNames.usual(splits) : slice.split();
            Path base = Path.of(options.dataDir() == null ? "" : options.dataDir());
            DataFolder.Local files =
                    LocalPatterns.find(name, base, options.dataFiles().getOrDefault(split, List.of()));
            return new DataFiles(files, name, options.reader()).table(files.files(), format, slice);
        }
    }
}
