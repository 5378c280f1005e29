package dev.guidellm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.WarningRuleConfig.ComparedValue;
import dev.guidellm.config.WarningRuleConfig.Condition;
import dev.guidellm.config.WarningRuleConfig.MetricRef;
import dev.guidellm.config.WarningRuleConfig.Statistic;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.YamlReader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `metrics.warnings`: given rules take the place of the built-in ones.
@NullMarked
class WarningRuleConfigTest {

    @Test
    void withoutAWordTheBuiltInRulesHold() throws Exception {
        assertThat(rules("{kind: generative}")).isEqualTo(WarningRuleConfig.DEFAULTS);
        assertThat(WarningRuleConfig.DEFAULTS)
                .extracting(WarningRuleConfig::code)
                .containsExactly("generation_delay_ttft", "root_late", "dataset_incomplete");
    }

    @Test
    void anEmptyListSwitchesThemOff() throws Exception {
        assertThat(rules("{kind: generative, warnings: []}")).isEmpty();
    }

    @Test
    void givenRulesReplaceThem() throws Exception {
        assertThat(rules("""
            kind: generative
            warnings:
              - code: slow
                metric: {name: request_latency.total, statistic: p95}
                threshold: 2
              - enabled: false
                code: share
                metric: {name: generation_delay, scale: 1000}
                relative_to: {name: time_to_first_token_ms.total, statistic: max}
                threshold: 0.5
                note: The generator is slow.
                when: {name: dataset_incomplete, equals: true}
            """))
                .containsExactly(
                        new WarningRuleConfig(
                                true,
                                "slow",
                                new MetricRef("request_latency.total", Statistic.P95, 1),
                                null,
                                2,
                                "",
                                null),
                        new WarningRuleConfig(
                                false,
                                "share",
                                new MetricRef("generation_delay", Statistic.MEAN, 1000),
                                new MetricRef("time_to_first_token_ms.total", Statistic.MAX, 1),
                                0.5,
                                "The generator is slow.",
                                new Condition("dataset_incomplete", new ComparedValue(JsonValue.of(true)))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {code: a, metric: {name: x}, threshold: -1}                    | greater than or equal to 0 (at 'generative.warnings[0].threshold')
        {code: a, metric: {name: x}}                                   | Field required (at 'generative.warnings[0].threshold')
        {code: a, threshold: 1}                                        | Field required (at 'generative.warnings[0].metric')
        {code: a, metric: {name: x, statistic: p99}, threshold: 1}     | 'mean', 'max', 'p95' or 'sum' (at 'generative.warnings[0].metric.statistic')
        """)
    void whatIsWrongIsNamedWithItsPlace(String rule, String problem) {
        assertThatThrownBy(() -> rules("{kind: generative, warnings: [" + rule + "]}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(problem);
    }

    private static List<WarningRuleConfig> rules(String yaml) throws JsonSyntaxException {
        MetricsConfig metrics = new ConfigReader(Settings.defaults(Path.of("/results")))
                .read(MetricsConfig.class, YamlReader.read(yaml), "");
        return switch (metrics) {
            case MetricsConfig.Generative generative -> generative.warnings();
        };
    }
}
