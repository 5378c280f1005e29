package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;

/// Rows of one file.
public sealed interface FileData extends DataConfig {

    /// The file, relative to the working directory.
    String path();

    /// One row per line of text.
    @Kind("text_file")
    record TextFile(@Default("{}") JsonObject loadKwargs, String path) implements FileData {}

    /// Comma-separated values with a header.
    @Kind("csv_file")
    record CsvFile(@Default("{}") JsonObject loadKwargs, String path) implements FileData {}

    /// JSON, or JSON lines.
    @Kind("json_file")
    record JsonFile(@Default("{}") JsonObject loadKwargs, String path) implements FileData {}

    /// Parquet.
    @Kind("parquet_file")
    record ParquetFile(@Default("{}") JsonObject loadKwargs, String path) implements FileData {}

    /// Arrow, as stream or file.
    @Kind("arrow_file")
    record ArrowFile(@Default("{}") JsonObject loadKwargs, String path) implements FileData {}

    /// An HDF5 table.
    @Kind("hdf5_file")
    record Hdf5File(@Default("{}") JsonObject loadKwargs, String path) implements FileData {}

    /// OpenTelemetry traces as OTLP protobuf.
    @Kind("otlp_file")
    record OtlpFile(@Default("{}") JsonObject loadKwargs, String path) implements FileData {}

    /// A tar archive in WebDataset layout.
    @Kind("tar_file")
    record TarFile(@Default("{}") JsonObject loadKwargs, String path) implements FileData {}
}
