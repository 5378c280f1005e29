package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TurnFiguresTest {

    @Test
    void rowsOfTheRequestsEqualTheReportsOwn() throws Exception {
        Level level = Level.of(SampleReports.original("constant-multiturn")).getFirst();
        TurnFigures turns = Objects.requireNonNull(TurnFigures.of(level, LevelRequests.of(level.result())));
        assertThat(turns.hasSubagents()).isFalse();
        List<JsonValue> reported = JsonPath.items(level.result().get("metrics"), "turns");
        List<TurnFigures.Row> rows = Objects.requireNonNull(turns.groups().get(TurnFigures.ALL));
        assertThat(rows).hasSameSizeAs(reported).hasSize(3);
        for (int i = 0; i < rows.size(); i++) {
            TurnFigures.Row row = rows.get(i);
            JsonValue turn = reported.get(i);
            assertThat(row.turn()).isEqualTo(i);
            assertThat(row.historyMedian()).isEqualTo(i);
            assertThat((double) row.count()).isEqualTo(number(turn, "request_totals", "successful"));
            assertThat(row.promptMedian()).isEqualTo(percentile(turn, "prompt_token_count", "p50"));
            assertThat(row.promptP95()).isEqualTo(percentile(turn, "prompt_token_count", "p95"));
            assertThat(row.e2eP99()).isCloseTo(1000 * percentile(turn, "request_latency", "p99"), within(1e-6));
            assertThat(row.ttftP95()).isCloseTo(percentile(turn, "time_to_first_token_ms", "p95"), within(1e-9));
            assertThat(row.itlP95()).isCloseTo(percentile(turn, "inter_token_latency_ms", "p95"), within(1e-9));
        }
    }

    @Test
    void subAgentsAreToldApart() throws Exception {
        Level level = Level.of(SampleReports.random(600, 8)).getFirst();
        TurnFigures turns = Objects.requireNonNull(TurnFigures.of(level, LevelRequests.of(level.result())));
        assertThat(turns.groups().keySet()).containsExactly(TurnFigures.ALL, TurnFigures.PARENT, TurnFigures.SUBAGENTS);
        assertThat(count(turns, TurnFigures.PARENT) + count(turns, TurnFigures.SUBAGENTS))
                .isEqualTo(count(turns, TurnFigures.ALL));
        assertThat(turns.agents()).containsOnlyKeys("default", "helper");
        assertThat(turns.agents()).containsEntry("helper", count(turns, TurnFigures.SUBAGENTS));
    }

    @Test
    void firstTurnsOnlyGiveNothing() throws Exception {
        Level level = Level.of(SampleReports.original("concurrent-slo")).getFirst();
        assertThat(TurnFigures.of(level, LevelRequests.of(level.result()))).isNull();
    }

    private static int count(TurnFigures turns, String group) {
        return Objects.requireNonNull(turns.groups().get(group)).stream()
                .mapToInt(TurnFigures.Row::count)
                .sum();
    }

    private static double percentile(JsonValue turn, String metric, String percentile) {
        return number(turn, metric, "successful", "percentiles", percentile);
    }

    private static double number(JsonValue value, String... keys) {
        return Objects.requireNonNull(JsonPath.number(value, keys));
    }
}
