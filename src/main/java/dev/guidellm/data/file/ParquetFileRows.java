package dev.guidellm.data.file;

import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.ColumnChunk;
import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.CompressionCodec;
import dev.hardwood.metadata.RowGroup;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowGroupPredicate;
import dev.hardwood.reader.RowReader;
import dev.hardwood.schema.ColumnProjection;
import dev.hardwood.schema.FileSchema;
import dev.hardwood.schema.SchemaNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Rows of a Parquet file, row group by row group. Left alone, the library unpacks up to half a million rows at a
/// time, which may be all of a file.
///
/// `load_kwargs`: `columns` (only these, the others are not even unpacked) and `split`.
final class ParquetFileRows implements RowCursor {
    private static final Set<CompressionCodec> READABLE = Set.of(
            CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.GZIP, CompressionCodec.ZSTD);

    /// Held so that its level lasts: the library tells at INFO which of its own variants it took.
    private static final Logger LIBRARY_LOG = Logger.getLogger("dev.hardwood");

    static {
        LIBRARY_LOG.setLevel(Level.WARNING);
    }

    private final String name;
    private final ParquetFileReader file;
    private final ColumnProjection columns;
    private final Iterator<RowGroupPredicate> parts;
    private final List<SchemaNode> fields;
    private final ParquetCells cells;
    private RowReader rows;
    private long number;

    private ParquetFileRows(String name, ParquetFileReader file, ColumnProjection columns) {
        this.name = name;
        this.file = file;
        this.columns = columns;
        this.parts = parts(file).iterator();
        this.rows = parts.hasNext() ? open(parts.next()) : file.rowReader();
        List<SchemaNode> known = new ArrayList<>();
        for (int i = 0; i < rows.getFieldCount(); i++) {
            known.add(file.getFileSchema().getField(rows.getFieldName(i)));
        }
        this.fields = List.copyOf(known);
        this.cells = new ParquetCells(name);
    }

    /// Each row group, told by where it begins.
    private static List<RowGroupPredicate> parts(ParquetFileReader file) {
        List<Long> starts = new ArrayList<>();
        for (RowGroup group : file.getFileMetaData().rowGroups()) {
            starts.add(group.columns().stream()
                    .mapToLong(column -> start(column.metaData()))
                    .min()
                    .orElse(0));
        }
        starts.sort(null);
        List<RowGroupPredicate> parts = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            long end = i + 1 < starts.size() ? starts.get(i + 1) : Long.MAX_VALUE;
            parts.add(RowGroupPredicate.byteRange(starts.get(i), end));
        }
        return parts;
    }

    private static long start(ColumnMetaData column) {
        Long dictionary = column.dictionaryPageOffset();
        return dictionary == null || dictionary <= 0
                ? column.dataPageOffset()
                : Math.min(dictionary, column.dataPageOffset());
    }

    private RowReader open(RowGroupPredicate part) {
        return file.buildRowReader().projection(columns).filter(part).build();
    }

    static RowTable open(String name, Path file, JsonObject loadKwargs) {
        ReaderOptions options = new ReaderOptions(name, loadKwargs);
        SplitSlice slice = options.split();
        List<String> columns = options.texts("columns");
        options.end();
        start(name, file, columns).close();
        return new RowTable(name, "parquet", "row", slice, () -> start(name, file, columns));
    }

    private static ParquetFileRows start(String name, Path path, @Nullable List<String> columns) {
        ParquetFileReader file = null;
        try {
            file = ParquetFileReader.open(InputFile.of(path));
            checkCodecs(name, file);
            FileSchema schema = file.getFileSchema();
            ColumnProjection wanted = columns == null
                    ? ColumnProjection.all()
                    : ColumnProjection.columns(known(name, schema, columns).toArray(String[]::new));
            return new ParquetFileRows(name, file, wanted);
        } catch (DataException e) {
            closeQuietly(file);
            throw e;
        } catch (IOException | RuntimeException e) {
            closeQuietly(file);
            throw unreadable(name, null, e);
        }
    }

    private static List<String> known(String name, FileSchema schema, List<String> columns) {
        List<String> names =
                schema.getRootNode().children().stream().map(SchemaNode::name).toList();
        for (String column : columns) {
            if (!names.contains(column)) {
                throw new DataException(
                        name, null, "has no column '" + column + "', which load_kwargs.columns names; it has " + names);
            }
        }
        return columns;
    }

    private static void checkCodecs(String name, ParquetFileReader file) {
        for (RowGroup group : file.getFileMetaData().rowGroups()) {
            for (ColumnChunk column : group.columns()) {
                CompressionCodec codec = column.metaData().codec();
                if (!READABLE.contains(codec)) {
                    throw new DataException(
                            name,
                            null,
                            "is packed with " + codec.name().toLowerCase(Locale.ROOT)
                                    + ", which this version cannot unpack; write it with snappy, zstd, gzip or none");
                }
            }
        }
    }

    @Override
    public @Nullable Row next() {
        String place = "row " + (number + 1);
        Object[] values = new Object[fields.size()];
        try {
            while (!rows.hasNext()) {
                if (!parts.hasNext()) {
                    checkCount();
                    return null;
                }
                rows.close();
                rows = open(parts.next());
            }
            rows.next();
            for (int i = 0; i < values.length; i++) {
                values[i] = rows.getValue(i);
            }
        } catch (RuntimeException e) {
            throw unreadable(name, place, e);
        }
        number++;
        Map<String, JsonValue> row = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            SchemaNode field = fields.get(i);
            row.put(field.name(), cells.value(values[i], field, place));
        }
        return new Row(number, row);
    }

    private void checkCount() {
        long all = file.getFileMetaData().numRows();
        if (number != all) {
            throw new IllegalStateException(number + " of its " + all + " rows could be read");
        }
    }

    /// The library wraps what went wrong in what it was doing then; the innermost message says most.
    private static DataException unreadable(String name, @Nullable String place, Exception problem) {
        Throwable cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof OutOfMemoryError) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            return new DataException(
                    name,
                    place,
                    "a row group of it needs more than the " + megabytes + " MB that Java may use; set"
                            + " GUIDELLM_JAVA_OPTS=-Xmx8g or more, or write the file with smaller row groups");
        }
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        String reason = message.replaceAll("\\s*\\R\\s*", " ").replaceFirst("^\\[[^]]*] ", "");
        return new DataException(name, place, "cannot be read as Parquet (" + reason + ")");
    }

    private static void closeQuietly(@Nullable ParquetFileReader file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // The failure that led here is what the user must see.
        }
    }

    @Override
    public void close() {
        rows.close();
        try {
            file.close();
        } catch (IOException e) {
            throw new DataException(name, null, "cannot be closed (" + e.getMessage() + ")");
        }
    }
}
