package dev.guidellm.data.dataset;

import dev.guidellm.data.DataException;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the YAML head of a data set's `README.md` says about its files.
///
/// @param configs the parts that a user may choose between; none when it does not say
record DataSetCard(List<Config> configs) {
    /// The card of a data set without a `README.md`.
    static final DataSetCard NONE = new DataSetCard(List.of());

    private static final Pattern HEAD =
            Pattern.compile("^\\uFEFF?\\s*---\\s*\\R(.*?)\\R---\\s*(\\R.*)?$", Pattern.DOTALL);

    DataSetCard {
        configs = List.copyOf(configs);
    }

    /// One part of a data set.
    ///
    /// @param isDefault whether it is meant when none is chosen
    /// @param dataFiles patterns by split; null when names tell
    /// @param dataDir the folder that names are relative to; null for the data set's own
    record Config(
            String name,
            boolean isDefault,
            @Nullable SequencedMap<String, List<String>> dataFiles,
            @Nullable String dataDir) {}

    /// @param source names the data set in messages
    /// @throws DataException when the head cannot be understood
    static DataSetCard read(String source, String readme) {
        Matcher head = HEAD.matcher(readme);
        if (!head.matches()) {
            return NONE;
        }
        JsonValue yaml;
        try {
            yaml = YamlReader.read(head.group(1));
        } catch (JsonSyntaxException e) {
            throw new DataException(source, "README.md", "its YAML head is broken: " + e.problem());
        }
        List<Config> configs = new ArrayList<>();
        for (JsonValue config : JsonPath.items(yaml, "configs")) {
            String name = JsonPath.text(config, "config_name");
            if (name != null) {
                JsonValue files = JsonPath.get(config, "data_files");
                configs.add(new Config(
                        name,
                        Boolean.TRUE.equals(JsonPath.truth(config, "default")),
                        files == null || files instanceof JsonValue.JsonNull
                                ? null
                                : patterns(source, "README.md", files),
                        JsonPath.text(config, "data_dir")));
            }
        }
        return new DataSetCard(configs);
    }

    /// The part that is wanted.
    ///
    /// @param name null when none was chosen
    /// @return null when the card names no parts
    /// @throws DataException when there is no such part, or one must be chosen
    @Nullable
    Config choose(String source, @Nullable String name) {
        if (configs.isEmpty()) {
            if (name != null && !name.equals("default")) {
                throw new DataException(source, null, "has no parts to choose from, so leave out load_kwargs.name");
            }
            return null;
        }
        String names = configs.stream().map(Config::name).collect(Collectors.joining(", "));
        if (name != null) {
            return configs.stream()
                    .filter(config -> config.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new DataException(
                            source, null, "has no part '" + name + "' (load_kwargs.name); it has " + names));
        }
        List<Config> meant = configs.size() == 1
                ? configs
                : configs.stream()
                        .filter(config -> config.isDefault() || config.name().equals("default"))
                        .toList();
        if (meant.size() != 1) {
            throw new DataException(source, null, "has several parts; choose one with load_kwargs.name: " + names);
        }
        return meant.getFirst();
    }

    /// Patterns by split as they may be written: one text, a list of texts, an object of either, or a list of
    /// `{split, path}`.
    ///
    /// @param place where they stand, for messages
    /// @throws DataException when they are of another form
    static SequencedMap<String, List<String>> patterns(String source, String place, JsonValue value) {
        SequencedMap<String, List<String>> patterns = new LinkedHashMap<>();
        if (value instanceof JsonObject object) {
            object.members().forEach((split, files) -> patterns.put(split, texts(source, place, files)));
        } else if (value instanceof JsonArray(List<JsonValue> items)
                && items.stream().anyMatch(JsonObject.class::isInstance)) {
            for (JsonValue item : items) {
                String split = JsonPath.text(item, "split");
                JsonValue files = JsonPath.get(item, "path");
                if (split == null || files == null) {
                    throw malformed(source, place);
                }
                patterns.put(split, texts(source, place, files));
            }
        } else {
            patterns.put("train", texts(source, place, value));
        }
        return patterns;
    }

    private static List<String> texts(String source, String place, JsonValue value) {
        List<String> texts = new ArrayList<>();
        for (JsonValue item : value instanceof JsonArray(List<JsonValue> items) ? items : List.of(value)) {
            if (!(item instanceof JsonString(String text))) {
                throw malformed(source, place);
            }
            texts.add(text.replaceFirst("^(\\./)+", ""));
        }
        return texts;
    }

    private static DataException malformed(String source, String place) {
        return new DataException(
                source, place, "data_files must be a file or pattern, a list of them, or these by split");
    }
}
