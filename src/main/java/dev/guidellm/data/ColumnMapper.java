package dev.guidellm.data;

import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.PreprocessorConfig.ColumnNames;
import dev.guidellm.conversation.Columns;
import dev.guidellm.json.FixedMap;
import dev.guidellm.json.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Decides which columns of the sources hold what, and sorts the cells of a row into turns.
///
/// A column matches a candidate name regardless of case, with an optional plural ending and an optional turn
/// number (`prompt`, `Prompts`, `prompt_2`, `prompt-2`). Per source and column type the first matching column, in
/// the source's order, decides the word; every other column of that word joins in. Without a number a column's
/// turn is its position among them.
final class ColumnMapper {
    private static final String ENDING = "(?:es|s)?(?:[-_](\\d+))?";

    private static final Map<String, ColumnNames> GENERATIVE = usualNames();
    private static final Map<String, ColumnNames> POOLING = Map.of(Columns.POOLING, names("prompt"));

    /// One column that is used.
    ///
    /// @param source index of the source, in the order of `--data`
    record Mapping(String columnType, int turn, int source, String column) {}

    /// The columns of one type and turn, in the order in which their cells are taken.
    private record Cells(String columnType, List<Mapping> from) {
        static List<Cells> of(Map<String, List<Mapping>> turn) {
            return turn.entrySet().stream()
                    .map(entry -> new Cells(entry.getKey(), List.copyOf(entry.getValue())))
                    .toList();
        }

        List<JsonValue> read(List<Row> rows) {
            if (from.size() == 1) {
                return List.of(cell(from.getFirst(), rows));
            }
            List<JsonValue> cells = new ArrayList<>(from.size());
            for (Mapping mapping : from) {
                cells.add(cell(mapping, rows));
            }
            return cells;
        }

        private static JsonValue cell(Mapping mapping, List<Row> rows) {
            return rows.get(mapping.source).cell(mapping.column);
        }
    }

    private final List<Mapping> mappings;
    private final List<List<Cells>> turns;

    private ColumnMapper(List<Mapping> mappings) {
        this.mappings = mappings;
        Map<Integer, Map<String, List<Mapping>>> turns = new TreeMap<>();
        for (Mapping mapping : mappings) {
            turns.computeIfAbsent(mapping.turn, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(mapping.columnType, _ -> new ArrayList<>())
                    .add(mapping);
        }
        this.turns = turns.values().stream().map(Cells::of).toList();
    }

    /// @throws DataException when no column of any source matches, so that every row would be empty
    static ColumnMapper of(PreprocessorConfig config, List<? extends RowSource> sources) {
        Map<String, ColumnNames> given = switch (config) {
            case PreprocessorConfig.ColumnMapper(Map<String, ColumnNames> names) -> names;
            case PreprocessorConfig.PoolingColumnMapper(Map<String, ColumnNames> names) -> names;
            case PreprocessorConfig.EncodeMedia _, PreprocessorConfig.ToolCallingMessageExtractor _ ->
                throw new DataException("data_column_mapper", null, "this preprocessor maps no columns");
        };
        Map<String, ColumnNames> usual =
                config instanceof PreprocessorConfig.PoolingColumnMapper ? POOLING : GENERATIVE;
        Map<String, ColumnNames> wanted = given == null ? usual : given;
        List<Mapping> mappings = new ArrayList<>();
        for (Map.Entry<String, ColumnNames> entry : wanted.entrySet()) {
            for (int source = 0; source < sources.size(); source++) {
                match(entry.getKey(), entry.getValue().names(), source, sources.get(source), mappings);
            }
        }
        if (mappings.isEmpty()) {
            throw new DataException(
                    sources.stream().map(RowSource::name).collect(Collectors.joining(", ")),
                    null,
                    nothingMatches(config, given, sources));
        }
        // A stable sort: of one type and turn, sources and then names stay in order.
        mappings.sort(Comparator.comparing(Mapping::columnType).thenComparingInt(Mapping::turn));
        return new ColumnMapper(List.copyOf(mappings));
    }

    private static void match(
            String columnType, List<String> candidates, int source, RowSource table, List<Mapping> mappings) {
        String choice = candidates.stream()
                .map(name -> nameFor(name, source, table))
                .filter(name -> !name.isEmpty())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        if (choice.isEmpty()) {
            return;
        }
        Pattern any = pattern("(?:" + choice + ")" + ENDING);
        String word = null;
        for (String column : table.columns()) {
            Matcher matcher = any.matcher(column);
            if (matcher.matches()) {
                word = matcher.group(1) == null ? column : column.substring(0, matcher.start(1) - 1);
                break;
            }
        }
        if (word == null) {
            return;
        }
        Pattern same = pattern(Pattern.quote(word) + ENDING);
        List<Mapping> found = new ArrayList<>();
        for (String column : table.columns()) {
            Matcher matcher = same.matcher(column);
            if (matcher.matches()) {
                int turn = matcher.group(1) == null ? found.size() : turnNumber(table, column, matcher.group(1));
                found.add(new Mapping(columnType, turn, source, column));
            }
        }
        found.sort(Comparator.comparingInt(Mapping::turn).thenComparing(Mapping::column));
        mappings.addAll(found);
    }

    private static int turnNumber(RowSource table, String column, String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new DataException(table.name(), null, "column '" + column + "' has too large a turn number");
        }
    }

    private static Pattern pattern(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /// The candidate's column name for this source; empty when it selects another one.
    private static String nameFor(String candidate, int source, RowSource table) {
        int dot = candidate.indexOf('.');
        if (dot < 0) {
            return candidate;
        }
        String selector = candidate.substring(0, dot);
        boolean selected = selector.equals(Integer.toString(source))
                || (!table.selector().isEmpty() && selector.equals(table.selector()));
        return selected ? candidate.substring(dot + 1) : "";
    }

    /// The columns in use, by column type and turn.
    List<Mapping> mappings() {
        return mappings;
    }

    /// The cells of one row of every source as turns, in ascending order: values by column type.
    List<Map<String, List<JsonValue>>> map(List<Row> rows) {
        List<Map<String, List<JsonValue>>> result = new ArrayList<>(turns.size());
        for (List<Cells> turn : turns) {
            FixedMap.Builder<String, List<JsonValue>> columns = FixedMap.builder();
            for (Cells cells : turn) {
                columns.put(cells.columnType, cells.read(rows));
            }
            result.add(columns.build());
        }
        return result;
    }

    private static String nothingMatches(
            PreprocessorConfig config, @Nullable Map<String, ColumnNames> given, List<? extends RowSource> sources) {
        String mapper = config instanceof PreprocessorConfig.PoolingColumnMapper
                ? "PoolingColumnMapper"
                : "GenerativeColumnMapper";
        String columns = sources.stream()
                .flatMap(source -> source.columns().stream())
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(", "));
        return mapper + " found no matching columns. Requested mappings: "
                + (given == null ? "default mappings" : written(given))
                + ". Every row will produce an empty result. The data has " + columns
                + "; name one with --data-column-mapper kind=generative_column_mapper,"
                + "column_mappings.text_column=<column>";
    }

    /// A mapping as Python would print it.
    private static String written(Map<String, ColumnNames> mappings) {
        return mappings.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "': " + written(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String written(ColumnNames names) {
        String list = names.names().stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        return names.single() ? list : "[" + list + "]";
    }

    private static Map<String, ColumnNames> usualNames() {
        Map<String, ColumnNames> usual = new LinkedHashMap<>();
        usual.put(Columns.PROMPT_TOKENS_COUNT, names("prompt_tokens_count", "input_tokens_count"));
        usual.put(Columns.OUTPUT_TOKENS_COUNT, names("output_tokens_count", "completion_tokens_count"));
        usual.put(Columns.PREFIX, names("system_prompt", "system", "prefix"));
        usual.put(
                Columns.TEXT,
                names(
                        "prompt",
                        "instruction",
                        "question",
                        "input",
                        "context",
                        "content",
                        "conversation",
                        "turn",
                        "text"));
        usual.put(Columns.RAW_MESSAGES, names("messages", "chat_messages"));
        usual.put(Columns.IMAGE, names("image", "picture", "photo", "img"));
        usual.put(Columns.VIDEO, names("video", "clip", "movie", "footage", "mp4", "mov", "avi"));
        usual.put(Columns.AUDIO, names("audio", "sound", "voice", "speech", "wav", "mp3"));
        usual.put(Columns.TOOLS, names("tools", "functions", "tool_definitions"));
        usual.put(Columns.TOOL_RESPONSE, names("tool_response", "tool_result", "tool_output"));
        usual.put(Columns.TOOL_CHOICE, names("tool_choice"));
        usual.put(Columns.RELATIVE_TIMESTAMP, names("relative_timestamp"));
        usual.put(Columns.REQUEUE_DELAY, names("requeue_delay"));
        usual.put(Columns.REQUEST_DURATION, names("duration", "request_duration"));
        usual.put(Columns.CONVERSATION_TURNS, names("conversation_turns"));
        return usual;
    }

    private static ColumnNames names(String... names) {
        return new ColumnNames(List.of(names), false);
    }
}
