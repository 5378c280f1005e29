package dev.guidellm.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.PreprocessorConfig.ColumnNames;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ColumnMapperTest {

    @Test
    void matchesNamesRegardlessOfCaseWithPluralAndTurnNumber() {
        assertThat(mapped(
                        "text_column", null, source("json", "PROMPT-1", "prompts_2", "prompt", "prompty", "my prompt")))
                .containsExactly("1:PROMPT-1", "2:prompt", "2:prompts_2");
    }

    @Test
    void theFirstMatchingColumnOfTheFileDecidesTheWord() {
        assertThat(mapped("text_column", null, source("json", "id", "context", "prompt", "contexts_4")))
                .containsExactly("0:context", "4:contexts_4");
    }

    @Test
    void aNameIsNoPattern() {
        ColumnNames odd = new ColumnNames(List.of("a+(b"), true);
        assertThat(mapped("text_column", odd, source("json", "aab", "a+(b", "A+(B_3")))
                .containsExactly("0:a+(b", "3:A+(B_3");
    }

    @Test
    void aDotSelectsASourceByNumberOrReader() {
        ColumnNames names = new ColumnNames(List.of("1.q", "csv.a.b"), false);
        RowSource first = source("csv", "a.b", "q");
        RowSource second = source("json", "q", "a.b");
        ColumnMapper mapper = ColumnMapper.of(
                new PreprocessorConfig.ColumnMapper(Map.of("text_column", names)), List.of(first, second));
        assertThat(mapper.mappings())
                .containsExactly(
                        new ColumnMapper.Mapping("text_column", 0, 0, "a.b"),
                        new ColumnMapper.Mapping("text_column", 0, 1, "q"));
    }

    private static List<String> mapped(String type, @Nullable ColumnNames names, RowSource source) {
        PreprocessorConfig config = new PreprocessorConfig.ColumnMapper(names == null ? null : Map.of(type, names));
        return ColumnMapper.of(config, List.of(source)).mappings().stream()
                .filter(mapping -> mapping.columnType().equals(type))
                .map(mapping -> mapping.turn() + ":" + mapping.column())
                .toList();
    }

    private static RowSource source(String selector, String... columns) {
        return new RowSource() {
            @Override
            public String name() {
                return "a table";
            }

            @Override
            public String selector() {
                return selector;
            }

            @Override
            public String unit() {
                return "row";
            }

            @Override
            public List<String> columns() {
                return List.of(columns);
            }

            @Override
            public OptionalLong size() {
                return OptionalLong.of(0);
            }

            @Override
            public RowCursor open(int epoch) {
                throw new UnsupportedOperationException();
            }
        };
    }
}
