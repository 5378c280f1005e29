package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;

/// What `--data kind=…` may say: where requests come from.
public sealed interface DataConfig extends Kinded
        permits FileData, DbFile, HuggingFaceData, InMemoryData, SyntheticData, TraceData {

    /// Arguments for the reader of this kind.
    JsonObject loadKwargs();
}
