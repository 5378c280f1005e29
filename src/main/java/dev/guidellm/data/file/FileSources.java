package dev.guidellm.data.file;

import dev.guidellm.config.DbFile;
import dev.guidellm.config.FileData;
import dev.guidellm.config.InMemoryData;
import dev.guidellm.data.DataException;
import dev.guidellm.data.RowSource;
import dev.guidellm.json.JsonValue.JsonObject;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Opens the tables that stand in files, databases and in the configuration itself.
///
/// Opening reads a file once from end to end: a broken row is refused, with file and line, before anything is sent.
/// The price is one more reading, some seconds per GB.
public final class FileSources {
    private FileSources() {}

    /// @throws DataException when the file is missing, of a kind that this version cannot read, or broken
    public static RowSource open(FileData config) {
        return table(config).scan();
    }

    /// @throws DataException when the database or the statement is of no use
    public static RowSource open(DbFile config) {
        return table(config).scan();
    }

    /// @throws DataException when the values do not make a table
    public static RowSource open(InMemoryData config) {
        return table(config).scan();
    }

    /// A file whose rows are not read yet: a broken row is found only when it is reached.
    ///
    /// @throws DataException when the file is missing, or of a kind that this version cannot read
    public static RowTable table(FileData config) {
        String path = config.path();
        return switch (config) {
            case FileData.TextFile text ->
                TextFileReader.open(path, file(path, "text_file", ".txt", ".text"), text.loadKwargs());
            case FileData.CsvFile csv -> CsvFileReader.open(path, file(path, "csv_file", ".csv"), csv.loadKwargs());
            case FileData.JsonFile json ->
                JsonFileReader.open(path, file(path, "json_file", ".json", ".jsonl"), json.loadKwargs());
            case FileData.OtlpFile otlp ->
                OtlpFileReader.open(path, file(path, "otlp_file", ".pb", ".binpb", ".otlp"), otlp.loadKwargs());
            case FileData.ParquetFile parquet ->
                ParquetFileRows.open(path, file(path, "parquet_file", ".parquet"), parquet.loadKwargs());
            case FileData.ArrowFile _ -> throw notYet("arrow_file", path);
            case FileData.Hdf5File _ -> throw notYet("hdf5_file", path);
            case FileData.TarFile _ -> throw notYet("tar_file", path);
        };
    }

    /// A file of a data set, whatever its name.
    ///
    /// @param name what messages call it
    /// @param format what it holds
    /// @param loadKwargs options of that format's reader
    /// @throws DataException when it cannot be read
    public static RowTable table(String name, Path file, FileFormat format, JsonObject loadKwargs) {
        return switch (format) {
            case TEXT -> TextFileReader.open(name, file, loadKwargs);
            case CSV -> CsvFileReader.open(name, file, loadKwargs);
            case JSON -> JsonFileReader.open(name, file, loadKwargs);
            case PARQUET -> ParquetFileRows.open(name, file, loadKwargs);
        };
    }

    /// A query that has not been made yet.
    ///
    /// @throws DataException when the database or the statement is of no use
    public static RowTable table(DbFile config) {
        return SqliteReader.open(config);
    }

    /// Values of the configuration as a table.
    ///
    /// @throws DataException when the values do not make a table
    public static RowTable table(InMemoryData config) {
        return InMemoryRows.open(config);
    }

    private static DataException notYet(String kind, String path) {
        return new DataException(
                path, null, "kind=" + kind + " is not available in this version; convert it to JSON lines or CSV");
    }

    private static Path file(String path, String kind, String... suffixes) {
        Path file;
        try {
            file = Path.of(path);
        } catch (InvalidPathException e) {
            throw new DataException(path, null, "is no usable file name (" + e.getReason() + ")");
        }
        List<String> accepted = List.of(suffixes);
        String name = path.toLowerCase(Locale.ROOT);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        if (accepted.stream().noneMatch(plain::endsWith)) {
            throw new DataException(
                    path,
                    null,
                    "kind=" + kind + " reads files named " + String.join(" or ", accepted)
                            + " (also with .gz); for other names choose another kind, or rename the file");
        }
        if (Files.isDirectory(file)) {
            throw new DataException(path, null, "is a folder, kind=" + kind + " needs a file");
        }
        if (!Files.exists(file)) {
            throw new DataException(path, null, "no such file");
        }
        return file;
    }

    static DataException unreadable(String name, @Nullable String place, IOException problem) {
        String reason = switch (problem) {
            case CharacterCodingException _ -> "is not UTF-8 text";
            case AccessDeniedException _ -> "may not be read (permission denied)";
            case EOFException _ -> "ends in the middle of its gzip data";
            case ZipException e -> "is broken gzip data (" + e.getMessage() + ")";
            default -> "cannot be read (" + problem.getMessage() + ")";
        };
        return new DataException(name, place, reason);
    }
}
