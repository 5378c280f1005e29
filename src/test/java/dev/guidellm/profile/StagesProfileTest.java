package dev.guidellm.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.json.YamlReader;
import dev.guidellm.schedule.ArrivalGaps;
import dev.guidellm.schedule.RateStage;
import dev.guidellm.schedule.RateStage.Curve;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StreamStage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The profiles of ours: from what a user writes to the strategy.
@NullMarked
class StagesProfileTest {
    @TempDir
    Path folder;

    private static ProfileConfig read(String yaml) throws Exception {
        return new ConfigReader(Settings.defaults(Path.of("/results")))
                .read(ProfileConfig.class, YamlReader.read(yaml), "profile");
    }

    private static List<SchedulingStrategy> strategies(String yaml) throws Exception {
        Profile profile = Profiles.create(read(yaml), Outcomes.METRICS, 42);
        return profile.plannedTypes().stream().map(_ -> next(profile)).toList();
    }

    private static SchedulingStrategy next(Profile profile) {
        try {
            return profile.next(null).orElseThrow();
        } catch (ProfileException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void gammaRunsOneBenchmarkPerRate() throws Exception {
        assertThat(strategies("{kind: gamma, rate: [5, 10], burstiness: 0.5, rampup_duration: 3}"))
                .containsExactly(
                        new SchedulingStrategy.Gamma(5, 0.5, null, 42, 3),
                        new SchedulingStrategy.Gamma(10, 0.5, null, 42, 3));
    }

    @Test
    void stagesOfRatesAreOneBenchmark() throws Exception {
        assertThat(strategies("""
            kind: stages
            arrivals: poisson
            max_concurrency: 50
            stages:
              - {rate: 5, duration: 30, ramp: 10}
              - {rate: 20, duration: 60}
              - {from: 1, rate: 8, duration: 20, curve: exponential}
            """))
                .containsExactly(new SchedulingStrategy.Stages(
                        List.of(
                                new RateStage(0, 5, 10, 30, Curve.LINEAR),
                                new RateStage(5, 20, 0, 60, Curve.LINEAR),
                                new RateStage(1, 8, 20, 20, Curve.EXPONENTIAL)),
                        ArrivalGaps.exponential(42),
                        50));
    }

    @Test
    void stagesOfStreamsAreAClosedLoop() throws Exception {
        assertThat(strategies(
                        "{kind: stages, stages: [{streams: 4, duration: 10}, {streams: 1, duration: 5, ramp: 2}]}"))
                .containsExactly(new SchedulingStrategy.StreamStages(
                        List.of(new StreamStage(4, 0, 10), new StreamStage(1, 2, 5))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        [{rate: 5, duration: 30}, {streams: 5, duration: 30}]  | either every stage has a rate or every stage has streams
        [{duration: 30}]                                       | a stage needs either rate or streams
        [{rate: 5, streams: 5, duration: 30}]                  | a stage needs either rate or streams
        [{rate: 5, duration: 30, ramp: 31}]                    | ramp is part of the duration
        [{rate: 5, duration: 0}]                               | greater than 0
        [{rate: 0, duration: 10}]                              | at least one stage needs a load above 0
        [{rate: 5, duration: 10, ramp: 5, curve: exponential}] | neither begins nor ends at 0
        [{streams: 5, duration: 10, from: 2}]                  | from and curve go with rate
        []                                                     | at least 1 item
        """)
    void stagesWithoutSenseAreExplained(String stages, String message) {
        assertThatThrownBy(() -> read("{kind: stages, stages: " + stages + "}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("profile.stages");
    }

    private SchedulingStrategy timetable(String text, String more) throws Exception {
        Path file = Files.writeString(folder.resolve("table.txt"), text);
        return strategies("{kind: timetable, path: \"" + file + "\"" + more + "}")
                .getFirst();
    }

    @Test
    void aTableOfRatesHoldsEachUntilTheNext() throws Exception {
        SchedulingStrategy expected = new SchedulingStrategy.Stages(
                List.of(
                        RateStage.steady(0, 10),
                        RateStage.steady(5, 20),
                        RateStage.steady(0, 10),
                        RateStage.steady(8, 5)),
                ArrivalGaps.EVEN,
                null);
        assertThat(timetable("# a day\ntime,rate\n10,5\n30,0\n\n40, 8\n45,99\n", ""))
                .isEqualTo(expected);
        assertThat(timetable("10,5\n30,0\n40,8\n45,99", "")).isEqualTo(expected);
        assertThat(timetable("""
            {"time": 10, "rate": 5}
            {"rate": 0, "time": 30.0}
            {"time": 40, "rate": 8, "what": "evening"}
            {"time": 45, "rate": 99}
            """, "")).isEqualTo(expected);
    }

    @Test
    void aTableOfRatesMayBeJoinedByLines() throws Exception {
        assertThat(timetable("time,rate\n0,5\n10,15\n20,0\n", ", between: linear, arrivals: gamma, burstiness: 2"))
                .isEqualTo(new SchedulingStrategy.Stages(
                        List.of(new RateStage(5, 15, 10, 10, Curve.LINEAR), new RateStage(15, 0, 10, 10, Curve.LINEAR)),
                        new ArrivalGaps(2, 42),
                        null));
    }

    @Test
    void aTableOfTimesIsEachArrival() throws Exception {
        SchedulingStrategy expected = new SchedulingStrategy.Recorded(List.of(0.0, 0.5, 0.5, 2.25), 7);
        assertThat(timetable("time\n0\n0.5\n0.5\n2.25\n", ", max_concurrency: 7"))
                .isEqualTo(expected);
        assertThat(timetable("0\n.5\n5e-1\n2.25", ", max_concurrency: 7")).isEqualTo(expected);
        assertThat(timetable("{\"time\":0}\n{\"time\":0.5}\n{\"time\":0.5}\n{\"time\":2.25}", ", max_concurrency: 7"))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        time,rate;0,5;10,x      | table.txt line 3: 'x' is no number
        time,rate;0,5;0,6       | line 3: times must ascend
        time;1;0.5              | line 3: times must ascend
        0,5;10                  | line 2: either every line has a rate or none
        0,5,7                   | line 1: time and rate are needed, not 3 columns
        0,-5                    | line 1: times and rates are numbers of at least 0
        NaN                     | line 1: times and rates are numbers of at least 0
        {"rate": 5}             | line 1: a number "time" is needed
        {"time": 5              | line 1: not a JSON object
        time,rate               | it has no lines with a time
        0,5                     | no rate above 0 lasts
        """)
    void aBrokenTableIsExplained(String text, String message) {
        assertThatThrownBy(() -> timetable(text.replace(';', '\n'), ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message)
                .hasMessageContaining("profile.path");
    }

    @Test
    void aMissingTableIsExplained() {
        assertThatThrownBy(() -> strategies("{kind: timetable, path: /no/such/table.csv}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("/no/such/table.csv: there is no such file");
    }
}
