package dev.guidellm.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.config.SloConfig;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.YamlReader;
import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import dev.guidellm.search.AttainmentReading;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A search whose probes were tested while they ran.
class GoodputEarlyStopTest {
    private static final SloConfig SLO = new SloConfig(null, null, 2500.0);

    private static Profile profile(String yaml) throws Exception {
        ProfileConfig config = new ConfigReader(Settings.defaults(Path.of("/results")))
                .read(ProfileConfig.class, YamlReader.read("{kind: goodput, " + yaml + "}"), "profile");
        return Profiles.create(config, Outcomes.metrics(SLO), 42);
    }

    /// All requests, with the quick start: 95 of 100 keep the objective. What the test says is told.
    private static BenchmarkOutcome outcome(AttainmentReading... readings) {
        BenchmarkOutcome all = Outcomes.judged(
                new SchedulingStrategy.Synchronous(),
                Outcomes.stateStoppedBy(Map.of(), Map.of(), Outcomes.ended(100, 0)),
                List.of(new ObjectiveAttainment(SLO, 95, 100)),
                10);
        return new BenchmarkOutcome(
                all.strategy(),
                all.state(),
                all.successfulRequestsPerSecond(),
                null,
                null,
                all.attainments(),
                all.overall(),
                List.of(readings),
                all.goodputPerSecond());
    }

    /// A probe that the test ended.
    private static BenchmarkOutcome endedBy(AttainmentReading reading) {
        BenchmarkOutcome all = outcome(reading);
        return new BenchmarkOutcome(
                all.strategy(),
                Outcomes.stateStoppedBy(
                        Map.of(),
                        Map.of(ProbeTarget.CONSTRAINT, Outcomes.stop(StoppingScope.CURRENT)),
                        Outcomes.ended(100, 0)),
                all.successfulRequestsPerSecond(),
                null,
                null,
                all.attainments(),
                all.overall(),
                all.readings(),
                all.goodputPerSecond());
    }

    private static JsonValue firstProbe(Profile profile) {
        return JsonPath.items(profile.conclusion().orElseThrow(), "probes").getFirst();
    }

    @Test
    void theTestedRequestsDecideAndAreRecorded() throws Exception {
        Profile profile = profile("max_probes: 2");
        profile.next(null);
        assertThat(profile.next(outcome(new AttainmentReading(60, 30, 30, 30, true))))
                .contains(new SchedulingStrategy.Concurrent(2, 0));
        JsonValue probe = firstProbe(profile);
        assertThat(JsonPath.truth(probe, "passed")).isFalse();
        assertThat(JsonPath.truth(probe, "resolved")).isTrue();
        assertThat(JsonPath.number(probe, "attainment")).isEqualTo(0.5);
        assertThat(JsonPath.number(probe, "attainment_upper")).isLessThan(0.95);
        assertThat(JsonPath.number(probe, "determined_requests")).isEqualTo(60);
        JsonValue more = JsonPath.items(profile.conclusion().orElseThrow(), "x_guidellm_java", "probes")
                .getFirst();
        assertThat(JsonPath.number(more, "tested_requests")).isEqualTo(60);
    }

    @Test
    void alikeRequestsMakeTheIntervalWiderNotTheShareAnotherOne() throws Exception {
        Profile independent = profile("max_probes: 1");
        independent.next(null);
        independent.next(outcome(new AttainmentReading(200, 198, 198, 2, true)));
        Profile alike = profile("max_probes: 1");
        alike.next(null);
        alike.next(outcome(new AttainmentReading(200, 198, 19.8, 0.2, true)));
        assertThat(JsonPath.number(firstProbe(alike), "attainment"))
                .isEqualTo(JsonPath.number(firstProbe(independent), "attainment"));
        assertThat(JsonPath.number(firstProbe(alike), "attainment_lower"))
                .isLessThan(JsonPath.number(firstProbe(independent), "attainment_lower"));
        assertThat(JsonPath.truth(firstProbe(independent), "resolved")).isTrue();
        assertThat(JsonPath.truth(firstProbe(alike), "resolved")).isFalse();
    }

    @Test
    void tooFewGenerationsLeaveAllRequestsAndNoCertainty() throws Exception {
        Profile profile = profile("max_probes: 1, target_attainment: 0.5");
        profile.next(null);
        profile.next(outcome(new AttainmentReading(3, 3, 3, 0, false)));
        assertThat(JsonPath.number(firstProbe(profile), "attainment")).isEqualTo(0.95);
        assertThat(JsonPath.truth(firstProbe(profile), "passed")).isTrue();
        assertThat(JsonPath.truth(firstProbe(profile), "resolved")).isFalse();
    }

    @Test
    void aLevelThatIsRunAgainGoesOnFromWhatWasCounted() throws Exception {
        Profile profile = profile("reprobe: true, initial_streams: 4, max_streams: 4");
        profile.next(null);
        AttainmentReading some = new AttainmentReading(50, 45, 45, 5, true);
        assertThat(profile.next(outcome(some))).contains(new SchedulingStrategy.Concurrent(4, 0));
        assertThat(profile.probeTarget().orElseThrow().goals().getFirst().earlier())
                .isEqualTo(some);
        // Neither alone is enough.
        profile.next(outcome(new AttainmentReading(60, 48, 48, 12, true)));
        JsonValue level = JsonPath.items(profile.conclusion().orElseThrow(), "x_guidellm_java", "levels")
                .getFirst();
        assertThat(JsonPath.number(JsonPath.items(level, "goals").getFirst(), "determined_requests"))
                .isEqualTo(110);
        assertThat(JsonPath.truth(level, "resolved")).isTrue();
    }

    @Test
    void whatWasClimbedPastIsCalledThatAndRunInFullBeforeItIsTheAnswer() throws Exception {
        Profile profile = profile("initial_streams: 1, tolerance: 1");
        profile.next(null);
        assertThat(profile.probeTarget().orElseThrow().climbing()).isTrue();
        assertThat(profile.next(endedBy(new AttainmentReading(20, 20, 20, 0, false))))
                .contains(new SchedulingStrategy.Concurrent(2, 0));
        JsonValue probe = firstProbe(profile);
        // of the requests that entered, not of all, though they are few
        assertThat(JsonPath.number(probe, "attainment")).isEqualTo(1);
        assertThat(JsonPath.number(probe, "determined_requests")).isEqualTo(20);
        assertThat(JsonPath.number(probe, "attainment_lower")).isLessThan(0.95);
        assertThat(JsonPath.truth(probe, "resolved")).isFalse();
        JsonValue more = JsonPath.items(profile.conclusion().orElseThrow(), "x_guidellm_java", "probes")
                .getFirst();
        assertThat(JsonPath.truth(more, "climbed_past")).isTrue();
        assertThat(JsonPath.text(more, "ended_because")).startsWith("climbed past");
        // two streams fail, so one is the answer; but first
        assertThat(profile.next(endedBy(new AttainmentReading(20, 0, 0, 20, true))))
                .contains(new SchedulingStrategy.Concurrent(1, 0));
        assertThat(profile.probeTarget().orElseThrow().climbing()).isFalse();
        assertThat(profile.next(outcome(new AttainmentReading(200, 200, 200, 0, true))))
                .isEmpty();
        JsonValue found = profile.conclusion().orElseThrow();
        assertThat(JsonPath.number(found, "best_passing_streams")).isEqualTo(1);
        assertThat(JsonPath.items(found, "x_guidellm_java", "unclear_levels")).isEmpty();
        assertThat(JsonPath.items(found, "x_guidellm_java", "probes"))
                .extracting(each -> JsonPath.truth(each, "climbed_past"))
                .containsExactly(true, false, false);
    }

    @Test
    void nothingIsTestedWhenThatIsSwitchedOff() throws Exception {
        Profile profile = profile("early_stop: false");
        profile.next(null);
        assertThat(profile.probeTarget()).isEmpty();
    }
}
