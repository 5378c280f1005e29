package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;

/// A data set of the Hugging Face hub or of a local folder.
///
/// @param source a name, a folder or a file
@Kind({"huggingface", "hf"})
public record HuggingFaceData(
        String kind,
        @Default("{}") JsonObject loadKwargs,

        @Required @Key({"source", "src", "from", "path", "name"})
        JsonValue source)
        implements DataConfig {}
